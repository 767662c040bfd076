import { staleText } from '../../../sagas/notifications/index';
import { selectBoard } from '../../../sagas/notifications/board.selectors';
import { selectStaleSince } from '../../../sagas/notifications/notifications.selectors';
import { useAppSelector } from '../../app/state';

/** Whether what one sees is how it is. */
export function BoardLink() {
  const staleSince = useAppSelector(selectStaleSince);
  const { paused } = useAppSelector(selectBoard);
  const look = staleSince !== null ? 'board-link is-stale' : paused ? 'board-link is-paused' : 'board-link is-live';
  return (
    <p className={look} role="status">
      {staleSince !== null ? staleText(staleSince) : paused ? 'Paused' : 'Live'}
    </p>
  );
}
