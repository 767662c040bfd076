import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  entryAcknowledgePressed,
  entryAssignPressed,
  selectEntry,
  selectIsEntryBusy,
  selectPeople,
  type BoardEntry as Entry,
} from '../../../sagas/features/liveBoard/boardEntries.slice';
import { recentMomentText } from '../../../sagas/base/dates';
import { useAppSelector } from '../../hooks/useAppSelector';
import { ToolButton } from '../../ui/ToolButton';
import { useFocusOnUnmount } from '../../ui/focus';

/** The subject of a row of the board, which can take the focus. A subject without a link is still shown. */
export function subjectOf(row: Element): HTMLElement | null {
  const subject = row.querySelector<HTMLElement>('.note-subject');
  if (subject !== null && !subject.hasAttribute('href')) subject.tabIndex = -1;
  return subject;
}

interface BoardEntryProps {
  readonly notificationId: string;
  readonly subject: string;
  /** On a wall it is only read. */
  readonly isWall: boolean;
}

/** Who has acknowledged a notification and who is assigned to it, since when, with the buttons for both. */
export function BoardEntry({ notificationId, subject, isWall }: BoardEntryProps) {
  const dispatch = useDispatch();
  const entry = useAppSelector((state) => selectEntry(state, notificationId));
  const isBusy = useAppSelector((state) => selectIsEntryBusy(state, notificationId));
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
  const { assignee, assignedAt, acknowledgedBy, acknowledgedAt } = entry;
  const since = assignee !== null && assignedAt !== null;
  return (
    <p className={since ? 'board-entry is-taken' : 'board-entry is-open'}>
      <span role="status">
        {since
          ? `Assigned to ${assignee} since ${recentMomentText(Date.parse(assignedAt))}`
          : `Acknowledged by ${acknowledgedBy ?? 'a colleague'} on ${recentMomentText(Date.parse(acknowledgedAt))}; now unassigned`}
      </span>
      {!isWall && <Assignee entry={entry} subject={subject} isBusy={isBusy} />}
    </p>
  );
}

interface AssigneeProps {
  readonly entry: Entry;
  readonly subject: string;
  readonly isBusy: boolean;
}

/** Has all colleagues as options once it is used: hundreds of rows would have hundreds each. */
function Assignee({ entry: { notificationId, assigneeId, assignee }, subject, isBusy }: AssigneeProps) {
  const dispatch = useDispatch();
  const people = useAppSelector(selectPeople);
  const [isUsed, setUsed] = useState(false);
  const use = () => setUsed(true);
  const listed = isUsed ? people : [];
  const isListed = assigneeId === null || listed.some(({ userId }) => userId === assigneeId);
  return (
    <select
      aria-label={`Assign ${subject}`}
      value={assigneeId ?? ''}
      // Disabled, it would lose the focus; while a choice is being saved, others are ignored.
      aria-disabled={isBusy || undefined}
      // A pointer opens the list before it moves the focus in some browsers.
      onPointerDown={use}
      onFocus={use}
      onChange={({ target }) =>
        dispatch(entryAssignPressed({ notificationId, assigneeId: target.value === '' ? null : target.value }))
      }
    >
      <option value="">Unassigned</option>
      {!isListed && <option value={assigneeId}>{assignee ?? 'A colleague'}</option>}
      {listed.map(({ userId, name }) => (
        <option key={userId} value={userId}>
          {name}
        </option>
      ))}
    </select>
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
  useFocusOnUnmount(place, subjectBeside);
  return (
    <p ref={place} className="board-entry">
      <ToolButton busy={busy} aria-label={`Acknowledge ${subject}`} onClick={onAcknowledge}>
        Acknowledge
      </ToolButton>
    </p>
  );
}
