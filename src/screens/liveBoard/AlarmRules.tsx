import { useEffect, useId } from 'react';
import { useDispatch } from 'react-redux';
import { conditionText, reachesNoOneText } from '../../../contract/board/alarmTexts';
import { ALARM_RULES_MAX, type AlarmRule } from '../../../contract/board/alarms.endpoints';
import { selectAccounts } from '../../../sagas/features/liveBoard/alarms/alarms.selectors';
import {
  alarmEditPressed,
  alarmRemovePressed,
  alarmsOpened,
  selectAlarms,
} from '../../../sagas/features/liveBoard/alarms/alarms.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { AlarmForm } from './AlarmForm';

/** The alarm rules of the organization, with a form for a new one. Cannot be closed while a rule is being saved. */
export function AlarmRules({ onClose }: { readonly onClose: () => void }) {
  const dispatch = useDispatch();
  const { draft, busy } = useAppSelector(selectAlarms);
  useEffect(() => void dispatch(alarmsOpened()), [dispatch]);
  return (
    <Dialog
      title={draft === null ? 'Alarms' : draft.version === 0 ? 'New alarm' : 'Change an alarm'}
      size="wide"
      onClose={() => busy !== 'save' && onClose()}
    >
      {draft === null ? <Rules onClose={onClose} /> : <AlarmForm draft={draft} />}
    </Dialog>
  );
}

function Rules({ onClose }: { readonly onClose: () => void }) {
  const dispatch = useDispatch();
  const { rules, error } = useAppSelector(selectAlarms);
  const limitId = useId();
  const isFull = rules !== null && rules.length >= ALARM_RULES_MAX;
  const canAdd = rules !== null && !isFull;
  return (
    <>
      {error !== null && <Message tone="negative">{error}</Message>}
      {rules === null && error === null && <p role="status">Loading…</p>}
      {rules?.length === 0 && (
        <p>
          No alarms yet. An alarm is shown on every board of your organization, notifies the people you choose, and
          notifies others if no one acknowledges it.
        </p>
      )}
      {rules !== null && rules.length > 0 && (
        <ul className="alarm-rules">
          {rules.map((rule) => (
            <Rule key={rule.ruleId} rule={rule} />
          ))}
        </ul>
      )}
      {isFull && (
        <p id={limitId} className="quiet">
          There are {ALARM_RULES_MAX} alarms, which is the limit. Please remove one to add another.
        </p>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>Close</Button>
        {rules === null && error !== null && <Button onClick={() => dispatch(alarmsOpened())}>Retry</Button>}
        {/* Disabled, it could not be focused, so that its reason would not be read. */}
        <Button
          variant="primary"
          aria-disabled={!canAdd}
          aria-describedby={isFull ? limitId : undefined}
          onClick={() => canAdd && dispatch(alarmEditPressed({ ruleId: null }))}
        >
          Add an alarm
        </Button>
      </div>
    </>
  );
}

function Rule({ rule }: { readonly rule: AlarmRule }) {
  const dispatch = useDispatch();
  const { facilities, busy } = useAppSelector(selectAlarms);
  const accounts = useAppSelector(selectAccounts);
  const { ruleId, name, isOn, facilityId } = rule;
  const silence = reachesNoOneText(rule, (userId) => accounts.has(userId));
  return (
    <li>
      <p>
        <strong>{name}</strong>
        {!isOn && ' (off)'}
        <br />
        <span className="quiet">
          {conditionText(rule, facilities.find(({ id }) => id === facilityId)?.name ?? null)}
        </span>
        {silence !== null && (
          <>
            <br />
            {silence} Please change it and choose someone else.
          </>
        )}
      </p>
      <Button aria-label={`Change ${name}`} onClick={() => dispatch(alarmEditPressed({ ruleId }))}>
        Change
      </Button>
      <Button
        aria-label={`Remove ${name}`}
        busy={busy === 'remove'}
        onClick={() => dispatch(alarmRemovePressed({ ruleId }))}
      >
        Remove
      </Button>
    </li>
  );
}
