import { useDispatch } from 'react-redux';
import { recentMomentText } from '../../../sagas/base/dates';
import { alarmAcknowledgePressed, selectBoardEntries } from '../../../sagas/features/liveBoard/boardEntries.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useFocusNearby } from '../../ui/useFocusNearby';

/**
 * Says that the board may lack alarms and what else colleagues have done. Also without a sentence: what comes with its
 * live region is not announced.
 */
export function BoardOutdated() {
  const { outdated } = useAppSelector(selectBoardEntries);
  return (
    <div className="board-outdated" role="status">
      {outdated !== null && (
        <p>
          Alarms, assignments and handovers{' '}
          {outdated.since === null
            ? 'could not be loaded'
            : `have not been updated since ${recentMomentText(outdated.since)}`}
          . The board keeps trying. If this message stays, please reload the page.
        </p>
      )}
    </div>
  );
}

/** Alarms that are raised now, above everything else. Read-only on a wall. */
export function BoardAlarms({ isWall }: { readonly isWall: boolean }) {
  const dispatch = useDispatch();
  const { alarms, busy } = useAppSelector(selectBoardEntries);
  const nearby = useFocusNearby();
  return (
    // Also without alarms: what comes with its live region is not announced.
    <ul {...nearby} className="board-alarms" aria-label="Alarms" aria-live="assertive">
      {alarms.map(({ alarmId, name, text, raisedAt, acknowledgedBy, acknowledgedAt, escalatedAt, calmSince }) => (
        <li
          key={alarmId}
          className={acknowledgedAt === null ? 'board-alarm' : 'board-alarm is-acknowledged'}
          tabIndex={-1}
        >
          <Icon name="warning" />
          <p className="board-alarm-text">
            <strong>{name}</strong> {text}
          </p>
          <p className="quiet">
            Since {recentMomentText(Date.parse(raisedAt))}
            {escalatedAt !== null && `, escalated on ${recentMomentText(Date.parse(escalatedAt))}`}
            {acknowledgedAt !== null &&
              `, acknowledged by ${acknowledgedBy ?? 'a colleague'} on ${recentMomentText(Date.parse(acknowledgedAt))}`}
            {calmSince !== null && `, calm since ${recentMomentText(Date.parse(calmSince))}`}
          </p>
          {acknowledgedAt === null && !isWall && (
            <Button
              busy={busy.includes(alarmId)}
              aria-label={`Acknowledge alarm ${name}`}
              onClick={() => dispatch(alarmAcknowledgePressed({ alarmId }))}
            >
              Acknowledge
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
