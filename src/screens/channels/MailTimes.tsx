import { useDispatch } from 'react-redux';
import { MAIL_MODES, type MailMode } from '../../../contract/notifications/channels.endpoints';
import { selectChannels, selectSettings } from '../../../sagas/features/channels/channels.selectors';
import {
  settingsChanged,
  settingsDropped,
  settingsSaveRequested,
} from '../../../sagas/features/channels/channels.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { CheckField } from '../../ui/CheckField';
import { LabelledField } from '../../ui/LabelledField';
import { SelectField } from '../../ui/SelectField';
import { useFocusAfterRender } from '../../ui/focus';

/** Takes the focus when Discard, which has it, is removed. */
export const MAIL_TIMES_HEADING = 'mail-times-heading';

const MODES: Readonly<Record<MailMode, string>> = {
  AT_ONCE: 'Immediately, one email each',
  HOURLY: 'Every hour, in one email',
  MORNING: 'In the morning, in one email',
};
const ZONES = Intl.supportedValuesOf('timeZone');

/** When mail about notifications is sent, and the quiet hours. */
export function MailTimes() {
  const settings = useAppSelector(selectSettings);
  const { changing, settingsChanged: isChanged } = useAppSelector(selectChannels);
  const dispatch = useDispatch();
  const refocus = useFocusAfterRender();
  if (settings === null) return null;
  const { mailMode, morningAt, quietFrom, quietTo, timeZone } = settings;
  const zones = ZONES.includes(timeZone) ? ZONES : [timeZone, ...ZONES];
  return (
    <form
      className="ui form channel-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) dispatch(settingsSaveRequested());
      }}
    >
      <SelectField
        id="mail-mode"
        name="mailMode"
        label="Send emails"
        value={mailMode}
        choices={MAIL_MODES.map((value) => ({ value, label: MODES[value] }))}
        onChange={(event) => dispatch(settingsChanged({ mailMode: event.target.value as MailMode }))}
      />
      {mailMode === 'MORNING' && (
        <Time
          id="morning-at"
          label="At"
          value={morningAt}
          onChange={(time) => dispatch(settingsChanged({ morningAt: time }))}
        />
      )}
      <CheckField
        id="quiet-hours"
        name="quietHours"
        label="Quiet hours: push notifications and emails wait until they are over"
        checked={quietFrom !== null}
        onChange={(checked) =>
          dispatch(
            settingsChanged(checked ? { quietFrom: '22:00', quietTo: '06:30' } : { quietFrom: null, quietTo: null }),
          )
        }
      />
      {quietFrom !== null && quietTo !== null && (
        <div className="form-row">
          <Time
            id="quiet-from"
            label="From"
            value={quietFrom}
            onChange={(time) => dispatch(settingsChanged({ quietFrom: time, quietTo }))}
          />
          <Time
            id="quiet-to"
            label="Until"
            value={quietTo}
            onChange={(time) => dispatch(settingsChanged({ quietFrom, quietTo: time }))}
          />
        </div>
      )}
      <SelectField
        id="time-zone"
        name="timeZone"
        label="Your time zone"
        value={timeZone}
        choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={(event) => dispatch(settingsChanged({ timeZone: event.target.value }))}
      />
      <div className="form-row">
        {/* Disabled once everything is saved, it would lose the focus. */}
        <Button type="submit" variant="primary" aria-disabled={!isChanged} busy={changing === 'settings'}>
          Save times
        </Button>
        {isChanged && (
          <Button
            onClick={() => {
              refocus(MAIL_TIMES_HEADING);
              dispatch(settingsDropped());
            }}
          >
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}

interface TimeProps {
  readonly id: string;
  readonly label: string;
  /** HH:MM */
  readonly value: string;
  readonly onChange: (time: string) => void;
}

function Time({ id, label, value, onChange }: TimeProps) {
  return (
    <LabelledField id={id} label={label}>
      <input
        id={id}
        type="time"
        required
        className="select-control"
        value={value}
        onChange={(event) => event.target.value !== '' && onChange(event.target.value)}
      />
    </LabelledField>
  );
}
