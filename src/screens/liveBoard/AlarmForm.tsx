import { useRef, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { MEASURE_TEXTS } from '../../../contract/board/alarmTexts';
import {
  ALARM_CONDITIONS,
  ALARM_COUNT_MAX,
  ALARM_MEASURES,
  ALARM_MINUTES_MAX,
  ALARM_NAME_MAX_LENGTH,
  type AlarmRule,
} from '../../../contract/board/alarms.endpoints';
import { recentMomentText } from '../../../sagas/base/dates';
import { triedText } from '../../../sagas/features/liveBoard/alarms/alarms.rules';
import {
  alarmDraftChanged,
  alarmDraftDropped,
  alarmSavePressed,
  alarmTryPressed,
  selectAlarms,
} from '../../../sagas/features/liveBoard/alarms/alarms.slice';
import { selectBoardEntries } from '../../../sagas/features/liveBoard/boardEntries.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useUnsavedInput } from '../../hooks/useUnsavedInput';
import { Button } from '../../ui/Button';
import { CheckField } from '../../ui/CheckField';
import { CheckList } from '../../ui/CheckList';
import { Message } from '../../ui/Message';
import { SearchSelect } from '../../ui/SearchSelect';
import { SelectField } from '../../ui/SelectField';
import { TextField } from '../../ui/TextField';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, index) => ({
  value: String(index + 1),
  label,
}));
const MEASURES = ALARM_MEASURES.map((value) => {
  const [, many, done] = MEASURE_TEXTS[value];
  return { value, label: `${many.charAt(0).toUpperCase()}${many.slice(1)} ${done}` };
});
const CONDITIONS = [
  { value: 'MORE_THAN', label: 'More than' },
  { value: 'NONE_FOR', label: 'None for' },
];

/** A new alarm rule, or one that is changed. */
export function AlarmForm({ draft }: { readonly draft: AlarmRule }) {
  const dispatch = useDispatch();
  const { busy, error, tried, facilities } = useAppSelector(selectAlarms);
  const change = (patch: Partial<AlarmRule>) => dispatch(alarmDraftChanged(patch));
  const escalates = draft.escalateAfter !== null;
  useUnsavedInput(draft);
  const form = useRef<HTMLFormElement>(null);
  /** A time that is typed only in part has the value of none; the browser says what is wrong with it. */
  const areTimesComplete = () =>
    [...(form.current?.querySelectorAll<HTMLInputElement>('input[type="time"]') ?? [])].every((time) =>
      time.reportValidity(),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (areTimesComplete()) dispatch(alarmSavePressed());
  };
  const tryIt = () => {
    if (areTimesComplete()) dispatch(alarmTryPressed());
  };
  return (
    <form ref={form} className="ui form alarm-form" noValidate onSubmit={submit}>
      {error !== null && <Message tone="negative">{error}</Message>}
      <TextField
        id="alarm-name"
        name="name"
        label="Name"
        autoFocus
        maxLength={ALARM_NAME_MAX_LENGTH}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <div className="alarm-fields">
        <SelectField
          id="alarm-condition"
          name="condition"
          label="When"
          value={draft.condition}
          choices={CONDITIONS}
          onChange={({ target }) =>
            change({ condition: ALARM_CONDITIONS.find((each) => each === target.value) ?? 'MORE_THAN' })
          }
        />
        {draft.condition === 'MORE_THAN' && (
          <NumberField
            id="alarm-count"
            label="Number"
            most={ALARM_COUNT_MAX}
            value={draft.count}
            onChange={(count) => change({ count })}
          />
        )}
        <SelectField
          id="alarm-measure"
          name="measure"
          label="What"
          value={draft.measure}
          choices={MEASURES}
          onChange={({ target }) =>
            change({ measure: ALARM_MEASURES.find((each) => each === target.value) ?? draft.measure })
          }
        />
        <NumberField
          id="alarm-minutes"
          label="Minutes"
          most={ALARM_MINUTES_MAX}
          value={draft.minutes}
          onChange={(minutes) => change({ minutes })}
        />
      </div>
      <div className="field">
        <h3>Where</h3>
        <SearchSelect
          label="Facility"
          none="All facilities"
          options={facilities.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.facilityId ?? null}
          onChange={(facilityId) => change({ facilityId })}
        />
      </div>
      <div className="alarm-days">
        <CheckList
          legend="Days on which it is active"
          name="days"
          choices={DAYS}
          single={false}
          chosen={draft.days.map(String)}
          onChange={(days) => change({ days: days.map(Number) })}
        />
      </div>
      <div className="alarm-fields">
        <TimeField id="alarm-from" label="From" value={draft.from ?? null} onChange={(from) => change({ from })} />
        <TimeField id="alarm-to" label="Until" value={draft.to ?? null} onChange={(to) => change({ to })} />
      </div>
      <p className="control-hint">Without times it is active all day. Its time zone is {draft.timeZone}.</p>
      <NumberField
        id="alarm-calm"
        label="Clear after (minutes without the condition)"
        most={ALARM_MINUTES_MAX}
        value={draft.calmMinutes}
        onChange={(calmMinutes) => change({ calmMinutes })}
      />
      <p className="control-hint">
        Until then it stays the same alarm, so no one is notified again if the numbers go up and down.
      </p>
      <People
        legend="Who is notified"
        name="recipients"
        chosen={draft.recipients}
        onChange={(recipients) => change({ recipients })}
      />
      <CheckField
        id="alarm-escalates"
        name="escalates"
        label="Escalate if no one acknowledges it"
        checked={escalates}
        onChange={(checked) => change({ escalateAfter: checked ? 15 : null })}
      />
      {draft.escalateAfter !== null && (
        <>
          <NumberField
            id="alarm-escalate-after"
            label="Escalate after (minutes)"
            most={ALARM_MINUTES_MAX}
            value={draft.escalateAfter}
            onChange={(escalateAfter) => change({ escalateAfter })}
          />
          <People
            legend="Who is notified on escalation"
            name="escalateTo"
            chosen={draft.escalateTo}
            onChange={(escalateTo) => change({ escalateTo })}
          />
        </>
      )}
      <CheckField
        id="alarm-on"
        name="isOn"
        label="This alarm is on"
        checked={draft.isOn}
        onChange={(isOn) => change({ isOn })}
      />
      <div role="status">
        {tried !== null && (
          <>
            <p>{triedText(tried)}</p>
            {tried.raised.length > 0 && (
              <p className="quiet">{tried.raised.map((each) => recentMomentText(Date.parse(each))).join('; ')}</p>
            )}
          </>
        )}
      </div>
      <div className="dialog-actions">
        <Button onClick={() => dispatch(alarmDraftDropped())}>Back</Button>
        <Button busy={busy === 'try'} onClick={tryIt}>
          Try it
        </Button>
        <Button variant="primary" type="submit" busy={busy === 'save'}>
          Save
        </Button>
      </div>
    </form>
  );
}

interface PeopleProps {
  readonly legend: string;
  readonly name: 'recipients' | 'escalateTo';
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/**
 * Chooses colleagues, whom the state of the board contains. Others whom the rule names are also shown, so that they can
 * be taken out.
 */
function People({ legend, name, chosen, onChange }: PeopleProps) {
  const { boardId, people } = useAppSelector(selectBoardEntries);
  const { rules, draft, people: named } = useAppSelector(selectAlarms);
  const stored = rules?.find(({ ruleId }) => ruleId === draft?.ruleId)?.[name] ?? [];
  const others = [...new Set([...stored, ...chosen])].filter((id) => people.every(({ userId }) => userId !== id));
  return (
    <>
      <h3>{legend}</h3>
      {boardId === null ? (
        <p role="status">Loading…</p>
      ) : (
        <CheckList
          legend={legend}
          name={name}
          choices={[
            ...others.map((value) => ({
              value,
              label: named.find(({ userId }) => userId === value)?.name ?? 'No longer has an account',
            })),
            ...people.map(({ userId, name: label }) => ({ value: userId, label })),
          ]}
          single={false}
          chosen={chosen}
          onChange={(next) => onChange([...next])}
        />
      )}
    </>
  );
}

interface NumberFieldProps {
  readonly id: string;
  readonly label: string;
  readonly most: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** An empty field is not a number; saving reports it. */
function NumberField({ id, label, most, value, onChange }: NumberFieldProps) {
  return (
    <TextField
      id={id}
      name={id}
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={most}
      value={Number.isNaN(value) ? '' : String(value)}
      onChange={({ target }) => onChange(target.value === '' ? NaN : Number(target.value))}
    />
  );
}

interface TimeFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function TimeField({ id, label, value, onChange }: TimeFieldProps) {
  return (
    <TextField
      id={id}
      name={id}
      label={label}
      type="time"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    />
  );
}
