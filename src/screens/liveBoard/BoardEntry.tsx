import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import {
  entryAcknowledgePressed,
  entryAssignPressed,
  selectControlRoom,
} from '../../../sagas/features/liveBoard/controlRoom.slice';
import { recentMomentText } from '../../../sagas/base/dates';
import { useAppSelector } from '../../hooks/useAppSelector';
import { ToolButton } from '../../ui/ToolButton';
import { useFocusHandedOn } from '../../ui/useFocusHandedOn';
import { subjectOf } from './boardRows';

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
      <Unacknowledged
        busy={isBusy}
        subject={subject}
        onAcknowledge={() => dispatch(entryAcknowledgePressed({ notificationId }))}
      />
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

const subjectBeside = (entry: HTMLElement): HTMLElement | null => {
  const row = entry.closest('[data-row]');
  return row && subjectOf(row);
};

interface UnacknowledgedProps {
  readonly busy: boolean;
  readonly subject: string;
  readonly onAcknowledge: () => void;
}

function Unacknowledged({ busy, subject, onAcknowledge }: UnacknowledgedProps) {
  const place = useRef<HTMLParagraphElement>(null);
  // The button is gone once anyone has acknowledged: the focus stays in the row, or the list would be held for good.
  useFocusHandedOn(place, subjectBeside);
  return (
    <p ref={place} className="board-entry">
      <ToolButton busy={busy} aria-label={`Acknowledge ${subject}`} onClick={onAcknowledge}>
        Acknowledge
      </ToolButton>
    </p>
  );
}
