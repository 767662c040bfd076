import { useFormikContext } from 'formik';
import { ORGANIZATION_THEMES } from '../../../../contract/base/organizations';
import {
  APPLICATION_TYPE_LABELS,
  NEW_TYPES,
  ORGANIZATION_TYPE_LABELS,
  THEME_LABELS,
  type LoadedOrganization,
  type OrganizationValues,
} from '../../../../sagas/features/admin/organizations/organizations.rules';
import { CheckField } from '../../../ui/CheckField';
import { SelectField } from '../../../ui/SelectField';
import { TextField } from '../../../ui/TextField';
import { shownError } from '../form/FormikForm';
import { LogoField } from './LogoField';

type TextName = {
  [K in keyof OrganizationValues]: OrganizationValues[K] extends string ? K : never;
}[keyof OrganizationValues];

/** The props of a text field of this form. */
export function useTextField() {
  const formik = useFormikContext<OrganizationValues>();
  return (name: TextName, label: string) => ({
    ...formik.getFieldProps(name),
    id: `organization-${name}`,
    label,
    autoComplete: 'off',
    error: shownError(name, formik),
  });
}

interface IdentityFieldsProps {
  readonly loaded: LoadedOrganization;
  /** The server's message about the code. */
  readonly refused: string | null;
}

/** Name, code and type. */
export function IdentityFields({ loaded: { organization }, refused }: IdentityFieldsProps) {
  const { getFieldProps } = useFormikContext<OrganizationValues>();
  const text = useTextField();
  const code = text('code', 'Organization code');
  return (
    <fieldset className="form-card">
      <legend>Organization</legend>
      <div className="form-columns">
        <TextField {...text('name', 'Name')} required autoFocus={organization === null} />
        <TextField {...code} required error={refused ?? code.error} aria-describedby="organization-code-note" />
        {organization === null && (
          <SelectField
            {...getFieldProps('type')}
            id="organization-type"
            label="Type"
            choices={NEW_TYPES.map((value) => ({ value, label: ORGANIZATION_TYPE_LABELS[value] }))}
          />
        )}
      </div>
      <p id="organization-code-note" className="quiet">
        People enter this code to sign in, and it is part of the address for single sign-on.
        {organization !== null && ' After a change, the old one no longer works.'}
      </p>
      {organization !== null && (
        <dl className="facts">
          <div>
            <dt>Type</dt>
            <dd>{ORGANIZATION_TYPE_LABELS[organization.type]}</dd>
          </div>
          <div>
            <dt>Application type</dt>
            <dd>{APPLICATION_TYPE_LABELS[organization.applicationType]}</dd>
          </div>
          {organization.program !== null && (
            <div>
              <dt>Program</dt>
              <dd>{organization.program}</dd>
            </div>
          )}
        </dl>
      )}
    </fieldset>
  );
}

/** Colors, logo and contact, which all its users see. */
export function AppearanceFields() {
  const { getFieldProps } = useFormikContext<OrganizationValues>();
  const text = useTextField();
  return (
    <fieldset className="form-card">
      <legend>Appearance and support</legend>
      <div className="form-columns">
        <SelectField
          {...getFieldProps('theme')}
          id="organization-theme"
          label="Theme"
          choices={ORGANIZATION_THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
        />
        <LogoField />
      </div>
      <div className="form-columns">
        <TextField {...text('supportEmail', 'Support email')} type="email" inputMode="email" />
        <TextField {...text('supportPhone', 'Support phone')} type="tel" inputMode="tel" />
      </div>
    </fieldset>
  );
}

type FlagName = {
  [K in keyof OrganizationValues]: OrganizationValues[K] extends boolean ? K : never;
}[keyof OrganizationValues];

interface FlagProps {
  readonly name: FlagName;
  readonly label: string;
  readonly hint: string;
}

function Flag({ name, label, hint }: FlagProps) {
  const { values, setFieldValue } = useFormikContext<OrganizationValues>();
  return (
    <CheckField
      id={`organization-${name}`}
      name={name}
      label={label}
      hint={hint}
      checked={values[name]}
      onChange={(checked) => void setFieldValue(name, checked)}
    />
  );
}

/** How its users sign in, and how long sessions last. */
export function SignInFields({ limits }: Pick<LoadedOrganization, 'limits'>) {
  const text = useTextField();
  return (
    <fieldset className="form-card">
      <legend>Signing in</legend>
      <Flag
        name="twoFactorRequired"
        label="Second factor required"
        hint="All users need a second factor in addition to the password. Otherwise each user or their administrator decides."
      />
      <Flag
        name="mailedCodes"
        label="Accept codes by email"
        hint="Without this, users who need a second factor set up an authenticator app or a passkey at the next sign-in."
      />
      <Flag
        name="rememberDevices"
        label="Devices may be remembered"
        hint="A browser that has passed the second factor is not asked for it again for 30 days."
      />
      <Flag
        name="discloseAccountState"
        label="Show why sign-in is refused"
        hint="Distinguishes an unknown username, a locked account and a refused IP address. Strangers can then find out who has an account."
      />
      <div className="form-columns form-options">
        <TextField
          {...text('idleMinutes', 'Minutes of inactivity before sign-out')}
          inputMode="numeric"
          placeholder={String(limits.idleMinutes)}
          aria-describedby="organization-lengths"
        />
        <TextField
          {...text('sessionHours', 'Maximum session length in hours')}
          inputMode="numeric"
          placeholder={String(limits.sessionHours)}
          aria-describedby="organization-lengths"
        />
      </div>
      <p id="organization-lengths" className="quiet">
        If empty, the limits of this server apply: {limits.idleMinutes} minutes and {limits.sessionHours} hours. A new
        number of minutes applies within a minute to everyone who is using the app; a new number of hours applies from
        the next sign-in.
      </p>
    </fieldset>
  );
}

/** The optional modules it uses. */
export function WorkFields() {
  return (
    <fieldset className="form-card">
      <legend>Modules</legend>
      <Flag name="timesheetV2Enabled" label="Timesheets, version 2" hint="Suppliers need it for Back Office." />
      <Flag name="prnOrganization" label="PRN" hint="Adds the menu for work by the shift." />
    </fieldset>
  );
}
