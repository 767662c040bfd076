import { useFormikContext } from 'formik';
import type { OrganizationType } from '../../../../contract/base/organizations';
import {
  isParty,
  type LoadedOrganization,
  type OrganizationValues,
} from '../../../../sagas/features/admin/organizations/organizations.rules';
import { SelectField } from '../../../ui/SelectField';
import { TextField } from '../../../ui/TextField';
import { shownError } from '../form/FormikForm';
import { useTextField } from './OrganizationFields';

const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

interface ProgramFieldsProps {
  readonly programs: LoadedOrganization['programs'];
  readonly type: OrganizationType;
}

/** For a facility or supplier: the program it takes part in, and its place. */
export function ProgramFields({ programs, type }: ProgramFieldsProps) {
  const formik = useFormikContext<OrganizationValues>();
  const text = useTextField();
  if (!isParty(type)) return null;
  return (
    <fieldset className="form-card">
      <legend>Program and place</legend>
      {programs.length === 0 && (
        <p className="quiet">
          There is no managing organization yet. Please add one first: facilities and suppliers join its program.
        </p>
      )}
      <div className="form-columns">
        <SelectField
          {...formik.getFieldProps('program')}
          id="organization-program"
          label="Managed by"
          choices={[{ value: '', label: 'Choose the managing organization' }, ...programs]}
          error={shownError('program', formik)}
        />
        <SelectField
          {...formik.getFieldProps('timeZone')}
          id="organization-timeZone"
          label="Time zone"
          choices={[{ value: '', label: 'Choose the time zone' }, ...ZONES]}
          error={shownError('timeZone', formik)}
        />
        <TextField {...text('city', 'City')} required />
        <TextField {...text('state', 'State')} required />
        {type === 'CLIENT' && <TextField {...text('beds', 'Beds')} required inputMode="numeric" />}
      </div>
    </fieldset>
  );
}

/** The first administrator, who adds all others. */
export function FirstAdministratorFields() {
  const text = useTextField();
  return (
    <fieldset className="form-card">
      <legend>First administrator</legend>
      <div className="form-columns">
        <TextField {...text('firstName', 'First name')} required />
        <TextField {...text('lastName', 'Last name')} required />
        <TextField {...text('email', 'Email')} required type="email" inputMode="email" />
        <TextField {...text('userName', 'Username')} required />
      </div>
    </fieldset>
  );
}
