import { useFormikContext } from 'formik';
import { useDispatch } from 'react-redux';
import { supplierChosen } from '../../../../sagas/features/admin/users/roleChoices.slice';
import { selectRolesOffered } from '../../../../sagas/features/admin/users/users.selectors';
import type { UserValues } from '../../../../sagas/features/admin/users/users.rules';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { LinkButton } from '../../../ui/Button';
import { CheckField } from '../../../ui/CheckField';
import { Loader } from '../../../ui/Loader';
import { Message } from '../../../ui/Message';

const NOT_YOURS = 'This role has permissions that you do not have. Please ask an administrator who has them.';

/** The organization's roles, with those that cannot be assigned disabled. */
export function RoleChoices({ organizationId }: { readonly organizationId: string }) {
  const dispatch = useDispatch();
  const { values, setFieldValue } = useFormikContext<UserValues>();
  const { roles, error } = useAppSelector((state) => selectRolesOffered(state, organizationId));
  const toggle = (roleId: string) => {
    const { roleIds } = values;
    const next = roleIds.includes(roleId) ? roleIds.filter((each) => each !== roleId) : [...roleIds, roleId];
    void setFieldValue('roleIds', next);
  };
  return (
    <fieldset className="form-card">
      <legend>Roles</legend>
      {error !== null && (
        <Message tone="negative">
          {error} <LinkButton onClick={() => dispatch(supplierChosen({ organizationId }))}>Retry</LinkButton>
        </Message>
      )}
      {organizationId === '' && <p className="quiet">Choose the supplier first: the roles are theirs.</p>}
      {organizationId !== '' && roles === null && error === null && <Loader>Loading the roles</Loader>}
      {roles?.length === 0 && <p className="quiet">This organization has no roles yet. Add one under Roles first.</p>}
      {values.roleIds.length === 0 && roles !== null && roles.length > 0 && (
        <p className="quiet">Without a role they can sign in, but see no business data.</p>
      )}
      <div className="role-choices">
        {(roles ?? []).map(({ roleId, name, held, grantable }) => (
          <CheckField
            key={roleId}
            id={`role-${roleId}`}
            name="roleIds"
            label={name}
            locked={grantable || held ? null : NOT_YOURS}
            checked={values.roleIds.includes(roleId)}
            onChange={() => toggle(roleId)}
          />
        ))}
      </div>
    </fieldset>
  );
}
