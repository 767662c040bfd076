import { selectRoute } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { NotePage } from './NotePage';

/** Its figures are not there yet, and none are made up. */
export function LaterPage() {
  const route = useAppSelector(selectRoute);
  return (
    <NotePage title={route?.title ?? ''}>
      <p>This page has nothing to show yet. The lists in the menu hold the records its figures will be drawn from.</p>
    </NotePage>
  );
}
