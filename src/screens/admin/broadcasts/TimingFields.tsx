import { useFormikContext } from 'formik';
import type { ComposeValues } from '../../../../sagas/features/admin/broadcasts/compose.rules';
import { wallInstant, zonedText } from '../../../../sagas/base/zones';
import { offsetMoment, zoneName, zonesWith } from '../../../../sagas/features/admin/broadcasts/compose.rules';
import { CheckField } from '../../../ui/CheckField';
import { SelectField } from '../../../ui/SelectField';
import { TextField } from '../../../ui/TextField';
import { EscalationFields } from './EscalationFields';
import { shownError } from '../form/FormikForm';

interface TimingFieldsProps {
  /** Epoch ms, for the UTC offsets of the zones. */
  readonly openedAt: number;
  readonly ownZone: string;
}

/** When it is sent and when it ends, in a chosen time zone. */
export function TimingFields({ openedAt, ownZone }: TimingFieldsProps) {
  const formik = useFormikContext<ComposeValues>();
  const { values, getFieldProps, setFieldValue } = formik;
  const later = values.when === 'later';
  const zones = { zone: values.zone, ownZone };
  return (
    <fieldset className="form-card">
      <legend>When</legend>
      <div role="radiogroup" aria-label="When it is sent" className="form-row">
        <CheckField
          id="when-now"
          type="radio"
          name="when"
          label="Now"
          checked={!later}
          onChange={() => void setFieldValue('when', 'now')}
        />
        <CheckField
          id="when-later"
          type="radio"
          name="when"
          label="At a time"
          checked={later}
          onChange={() => void setFieldValue('when', 'later')}
        />
      </div>
      {later && (
        <>
          <TextField
            {...getFieldProps('sendAt')}
            id="broadcast-sendAt"
            type="datetime-local"
            label="Send at"
            required
            error={shownError('sendAt', formik)}
          />
          <OwnTime wall={values.sendAt} {...zones} />
        </>
      )}
      <TextField
        {...getFieldProps('endsAt')}
        id="broadcast-endsAt"
        type="datetime-local"
        label="Ends at (optional)"
        error={shownError('endsAt', formik)}
      />
      <OwnTime wall={values.endsAt} {...zones} />
      <TextField
        {...getFieldProps('acceptBy')}
        id="broadcast-acceptBy"
        type="datetime-local"
        label="Accept by (optional)"
        error={shownError('acceptBy', formik)}
      />
      <OwnTime wall={values.acceptBy} {...zones} />
      {values.acceptBy !== '' && (
        <EscalationFields
          chosen={values.escalateTo}
          onChange={(escalateTo) => void setFieldValue('escalateTo', escalateTo)}
        />
      )}
      {(later || values.endsAt !== '' || values.acceptBy !== '') && (
        <SelectField
          {...getFieldProps('zone')}
          id="broadcast-zone"
          label="Time zone"
          choices={zonesWith(ownZone).map((value) => ({
            value,
            label: zoneName(value, offsetMoment(values, value, openedAt)),
          }))}
        />
      )}
    </fieldset>
  );
}

interface OwnTimeProps {
  readonly wall: string;
  readonly zone: string;
  readonly ownZone: string;
}

/** A time that was chosen in another zone, on the user's clock. */
function OwnTime({ wall, zone, ownZone }: OwnTimeProps) {
  const at = wallInstant(wall, zone);
  if (at === null || zone === ownZone) return null;
  return <p className="control-hint">That is {zonedText(at, ownZone)} for you.</p>;
}
