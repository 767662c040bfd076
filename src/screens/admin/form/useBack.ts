import { selectCarriedQuery, selectPathname } from '../../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../../app/state';

/** The list that a form belongs to: `admin/users/add` and `admin/users/7/edit` lead back to `admin/users`. */
export function useBack(): string {
  const pathname = useAppSelector(selectPathname) ?? '/';
  const carried = useAppSelector(selectCarriedQuery);
  return pathname.replace(/\/(add|[^/]+\/edit|[^/]+)\/?$/, '') + carried;
}
