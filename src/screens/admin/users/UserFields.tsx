import { useFormikContext } from 'formik';
import { useDispatch } from 'react-redux';
import { AGENCY_USER_TYPES } from '../../../../contract/base/organizations';
import {
  AGENCY_USER_TYPE_LABELS,
  USER_TYPE_LABELS,
  emailWaitText,
  type UserAccount,
  type LoadedUser,
  type UserValues,
} from '../../../../sagas/features/admin/users/users.rules';
import { confirmationRequested } from '../../../../sagas/features/confirmations/confirmations.slice';
import { supplierChosen } from '../../../../sagas/features/admin/users/roleChoices.slice';
import { LinkButton } from '../../../ui/Button';
import { CheckField } from '../../../ui/CheckField';
import { FieldError, errorIdOf } from '../../../ui/Field';
import { Message } from '../../../ui/Message';
import { SearchSelect } from '../../../ui/SearchSelect';
import { SelectField } from '../../../ui/SelectField';
import { TextField } from '../../../ui/TextField';
import { shownError } from '../form/FormikForm';

const SUPPLIER_ROLES = [
  { value: '', label: 'None' },
  ...AGENCY_USER_TYPES.map((value) => ({ value, label: AGENCY_USER_TYPE_LABELS[value] })),
];

interface UserFieldsProps {
  readonly loaded: LoadedUser;
  /** The server's message that the username is taken. */
  readonly taken: string | null;
}

/** Personal data and sign-in settings. */
export function UserFields({ loaded, taken }: UserFieldsProps) {
  const formik = useFormikContext<UserValues>();
  const { values, getFieldProps, setFieldValue } = formik;
  const text = (name: 'firstName' | 'lastName' | 'email' | 'userName', label: string) => ({
    ...getFieldProps(name),
    id: `user-${name}`,
    label,
    required: true,
    autoComplete: 'off',
    error: shownError(name, formik),
  });
  const isNew = loaded.kind === 'add';
  const typed = values.email.trim().toLowerCase();
  // An address that it is changed back to does not wait.
  const known = [loaded.values.email, loaded.account?.emailWaits?.previous].map((each) => each?.toLowerCase());
  const addressWaits = !isNew && !known.includes(typed);
  return (
    <fieldset className="form-card">
      <legend>Person</legend>
      {loaded.suppliers !== null && <Supplier suppliers={loaded.suppliers} />}
      <div className="form-columns">
        <TextField {...text('firstName', 'First name')} autoFocus={isNew && loaded.suppliers === null} />
        <TextField {...text('lastName', 'Last name')} />
        <TextField
          {...text('email', 'Email')}
          type="email"
          inputMode="email"
          aria-describedby={addressWaits ? 'user-email-wait' : undefined}
        />
        <TextField
          {...text('userName', 'Username')}
          error={taken ?? shownError('userName', formik)}
          readOnly={!isNew}
        />
        {loaded.userTypes.length > 1 && (
          <SelectField
            {...getFieldProps('userType')}
            id="user-userType"
            label="User type"
            choices={loaded.userTypes.map((value) => ({ value, label: USER_TYPE_LABELS[value] }))}
          />
        )}
        {loaded.organizationType === 'AGENCY' && (
          <SelectField
            {...getFieldProps('agencyUserType')}
            id="user-agencyUserType"
            label="Supplier role"
            choices={SUPPLIER_ROLES}
          />
        )}
      </div>
      {addressWaits && (
        <p id="user-email-wait" className="quiet">
          Both addresses get an email about the change. For 24 hours no password is emailed to the new one and sign-in
          codes go to the previous one, unless an owner confirms it.
        </p>
      )}
      {loaded.account && <EmailWait account={loaded.account} mayConfirm={loaded.mayConfirmEmail} />}
      <CheckField
        id="user-twoFactorEnabled"
        name="twoFactorEnabled"
        label="Two-factor"
        hint="They are asked for a code by email whenever they sign in."
        checked={values.twoFactorEnabled}
        onChange={(checked) => void setFieldValue('twoFactorEnabled', checked)}
      />
    </fieldset>
  );
}

interface EmailWaitProps {
  readonly account: UserAccount;
  readonly mayConfirm: boolean;
}

/** Shows that a changed address is not confirmed yet, and lets an owner confirm it. */
function EmailWait({ account, mayConfirm }: EmailWaitProps) {
  const dispatch = useDispatch();
  const text = emailWaitText(account);
  if (text === null) return null;
  const { userId: id, firstName, lastName, email } = account;
  const confirm = () =>
    dispatch(confirmationRequested({ action: { kind: 'confirmEmail', id, email, name: `${firstName} ${lastName}` } }));
  return (
    <Message tone="warning">
      {text} {mayConfirm && <LinkButton onClick={confirm}>Confirm email address</LinkButton>}
    </Message>
  );
}

function Supplier({ suppliers }: { readonly suppliers: NonNullable<LoadedUser['suppliers']> }) {
  const dispatch = useDispatch();
  const formik = useFormikContext<UserValues>();
  const { values, setValues } = formik;
  const error = shownError('organizationId', formik);
  const choose = (organizationId: string | null) => {
    if (organizationId !== null) dispatch(supplierChosen({ organizationId }));
    void setValues({ ...values, organizationId: organizationId ?? '', roleIds: [] });
  };
  return (
    <div className="field" role="group" aria-labelledby="user-supplier">
      <span id="user-supplier" className="field-name">
        Supplier
      </span>
      <SearchSelect
        label="Supplier"
        none="Choose the supplier"
        options={suppliers}
        value={values.organizationId === '' ? null : values.organizationId}
        onChange={choose}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error && errorIdOf('user-supplier')}
      />
      <FieldError id="user-supplier" error={error} />
    </div>
  );
}
