import { useEffect, useId } from 'react';
import { useDispatch } from 'react-redux';
import { pastText } from '../../../sagas/features/liveBoard/alarms/alarms.rules';
import {
  pastAlarmsMorePressed,
  pastAlarmsOpened,
  selectPastAlarms,
} from '../../../sagas/features/liveBoard/alarms/pastAlarms.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { useFocusWhenRemoved } from '../../ui/focus';

/** Cleared alarms: from when to when, and who acknowledged them. */
export function PastAlarms({ onClose }: { readonly onClose: () => void }) {
  const dispatch = useDispatch();
  const { alarms, hasMore, busy, error } = useAppSelector(selectPastAlarms);
  useEffect(() => void dispatch(pastAlarmsOpened()), [dispatch]);
  const id = useId();
  const refocus = useFocusWhenRemoved();
  return (
    <Dialog title="Past alarms" size="wide" onClose={onClose}>
      {error !== null && <Message tone="negative">{error}</Message>}
      {alarms === null && error === null && <p role="status">Loading…</p>}
      {alarms?.length === 0 && <p>No alarm has been cleared yet.</p>}
      {alarms !== null && alarms.length > 0 && (
        <ul className="alarm-rules" aria-label="Past alarms">
          {alarms.map((alarm) => (
            <li key={alarm.alarmId} id={`${id}-${alarm.alarmId}`} tabIndex={-1}>
              <p>
                <strong>{alarm.name}</strong> {alarm.text}
                <br />
                <span className="quiet">{pastText(alarm)}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="dialog-actions">
        {hasMore && (
          <Button
            busy={busy}
            onClick={() => {
              // With the last page the button is gone; the new rows are after the one that was last.
              refocus(`${id}-${alarms?.at(-1)?.alarmId}`);
              dispatch(pastAlarmsMorePressed());
            }}
          >
            See More
          </Button>
        )}
        {alarms === null && error !== null && <Button onClick={() => dispatch(pastAlarmsOpened())}>Retry</Button>}
        <Button variant="primary" autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
