import { useDispatch } from 'react-redux';
import {
  entryAcknowledgePressed,
  entryAssignPressed,
  selectControlRoom,
} from '../../../sagas/features/liveBoard/controlRoom.slice';
import { recentMomentText } from '../../../sagas/base/dates';
import { useAppSelector } from '../../hooks/useAppSelector';
import { ToolButton } from '../../ui/ToolButton';

interface BoardEntryProps {
  readonly notificationId: string;
  readonly subject: string;
  /** On a wall it is only read. */
  readonly isWall: boolean;
}

/** Who has acknowledged a notification and who is assigned to it, since when, with the buttons for both. */
export function BoardEntry({ notificationId, subject, isWall }: BoardEntryProps) {
  const dispatch = useDispatch();
  const { entries, busy, people } = useAppSelector(selectControlRoom);
  const entry = entries[notificationId];
  const isBusy = busy.includes(notificationId);
  if (entry === undefined) {
    return isWall ? (
      <p className="board-entry is-open">Unassigned</p>
    ) : (
      <p className="board-entry">
        <ToolButton
          busy={isBusy}
          aria-label={`Acknowledge ${subject}`}
          onClick={() => dispatch(entryAcknowledgePressed({ notificationId }))}
        >
          Acknowledge
        </ToolButton>
      </p>
    );
  }
  const { assigneeId, assignee, assignedAt, acknowledgedBy, acknowledgedAt } = entry;
  const since = assignee !== null && assignedAt !== null;
  return (
    <p className={since ? 'board-entry is-taken' : 'board-entry is-open'}>
      <span role="status">
        {since
          ? `Assigned to ${assignee} since ${recentMomentText(Date.parse(assignedAt))}`
          : `Acknowledged by ${acknowledgedBy ?? 'a colleague'} ${recentMomentText(Date.parse(acknowledgedAt))}; now unassigned`}
      </span>
      {!isWall && (
        <select
          aria-label={`Assign ${subject}`}
          value={assigneeId ?? ''}
          disabled={isBusy}
          onChange={({ target }) =>
            dispatch(entryAssignPressed({ notificationId, assigneeId: target.value === '' ? null : target.value }))
          }
        >
          <option value="">Unassigned</option>
          {people.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name}
            </option>
          ))}
        </select>
      )}
    </p>
  );
}
