import { selectRoute } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { NotePage } from './NotePage';

/** A place of the product that has nothing to offer here; its route says what to do instead. */
export function NotOfferedPage() {
  const route = useAppSelector(selectRoute);
  return (
    <NotePage title={route?.title ?? ''}>
      <p>{route?.note}</p>
    </NotePage>
  );
}
