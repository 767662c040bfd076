import { useFormikContext } from 'formik';
import { useDispatch } from 'react-redux';
import { AGENCY_USER_TYPES } from '../../../../contract/base/organizations';
import {
  AGENCY_USER_TYPE_LABELS,
  USER_TYPE_LABELS,
  type UserStart,
  type UserValues,
} from '../../../../sagas/features/admin/users/users.rules';
import { supplierChosen } from '../../../../sagas/features/admin/users/users.slice';
import { CheckField } from '../../../ui/CheckField';
import { errorIdOf } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import { SearchSelect } from '../../../ui/SearchSelect';
import { SelectField } from '../../../ui/SelectField';
import { TextField } from '../../../ui/TextField';
import { shownError } from '../form/FormikForm';

const SUPPLIER_ROLES = [
  { value: '', label: 'None' },
  ...AGENCY_USER_TYPES.map((value) => ({ value, label: AGENCY_USER_TYPE_LABELS[value] })),
];

interface UserFieldsProps {
  readonly start: UserStart;
  /** The server's message that the username is taken. */
  readonly taken: string | null;
}

/** Personal data and sign-in settings. */
export function UserFields({ start, taken }: UserFieldsProps) {
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
  const isNew = start.kind === 'add';
  return (
    <fieldset className="form-card">
      <legend>Person</legend>
      {start.suppliers !== null && <Supplier suppliers={start.suppliers} />}
      <div className="form-columns">
        <TextField {...text('firstName', 'First name')} autoFocus={isNew && start.suppliers === null} />
        <TextField {...text('lastName', 'Last name')} />
        <TextField {...text('email', 'Email')} type="email" inputMode="email" />
        <TextField
          {...text('userName', 'Username')}
          error={taken ?? shownError('userName', formik)}
          readOnly={!isNew}
        />
        {start.userTypes.length > 1 && (
          <SelectField
            {...getFieldProps('userType')}
            id="user-userType"
            label="User type"
            choices={start.userTypes.map((value) => ({ value, label: USER_TYPE_LABELS[value] }))}
          />
        )}
        {start.organizationType === 'AGENCY' && (
          <SelectField
            {...getFieldProps('agencyUserType')}
            id="user-agencyUserType"
            label="Supplier role"
            choices={SUPPLIER_ROLES}
          />
        )}
      </div>
      <CheckField
        id="user-twoFactorEnabled"
        name="twoFactorEnabled"
        label="Two-factor"
        hint="They are asked for a code by mail whenever they sign in."
        checked={values.twoFactorEnabled}
        onChange={(checked) => void setFieldValue('twoFactorEnabled', checked)}
      />
    </fieldset>
  );
}

function Supplier({ suppliers }: { readonly suppliers: NonNullable<UserStart['suppliers']> }) {
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
      />
      {error !== undefined && (
        <p id={errorIdOf('user-supplier')} className="field-error" role="alert">
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  );
}
