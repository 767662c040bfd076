import { Form, Formik } from 'formik';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { array, boolean, object, string } from 'yup';
import { confirmationRequested } from '../../../../sagas/features/confirmations/confirmations.slice';
import { formSubmitted } from '../../../../sagas/features/admin/forms/forms.slice';
import { rebasedUser, type UserAccount, type UserValues } from '../../../../sagas/features/admin/users/users.rules';
import { selectUserForm } from '../../../../sagas/features/admin/users/users.selectors';
import { selectRouteTitle } from '../../../../sagas/navigation/location/location.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button } from '../../../ui/Button';
import { ConfirmationDialog } from '../../confirmations/ConfirmationDialog';
import { FormNotes } from '../form/FormNotes';
import { FormActions, FormPage, useBack } from '../form/FormPage';
import { FollowForm } from '../form/FormikForm';
import { personFields } from '../form/person.schema';
import { RoleChoices } from './RoleChoices';
import { UserFields } from './UserFields';
import { UserIdentities } from './UserIdentities';
import { UserSessions } from './UserSessions';

/** The server's requirements, with messages for the fields. */
const userFormSchema = object({
  organizationId: string().required('Please choose the supplier.'),
  ...personFields,
  agencyUserType: string(),
  twoFactorEnabled: boolean(),
  roleIds: array(string().required()).max(50, 'Please choose at most 50 roles.'),
});

/** The form to add or edit a user. */
export function UserFormScreen() {
  const form = useAppSelector(selectUserForm);
  const back = useBack();
  const dispatch = useDispatch();
  const [resets, setResets] = useState(0);
  const { key, loaded, draft, busy, userNameTaken, errorId } = form;
  const [restored] = useState(draft !== null);
  const { account } = loaded ?? {};
  const routeTitle = useAppSelector(selectRouteTitle);
  const title = account ? `${account.firstName} ${account.lastName}` : routeTitle;
  const lead = account
    ? `${account.userName}. Changed permissions apply to their next action, and they are notified.`
    : 'A temporary password is generated and emailed to them. It is good for a week, and they change it when they first sign in.';

  return (
    <FormPage title={title} lead={loaded ? lead : undefined} form={form} back={{ label: 'All users', to: back }}>
      {loaded !== null && (
        <Formik<UserValues>
          key={`${key} ${resets}`}
          initialValues={draft ?? loaded.values}
          validationSchema={userFormSchema}
          onSubmit={(values) => void (!busy && dispatch(formSubmitted({ values })))}
        >
          {({ values }) => (
            <Form className="ui form admin-form" noValidate>
              <FormNotes
                form={form}
                meanwhile={form.meanwhile}
                atField={userNameTaken}
                restored={restored}
                onDiscard={() => setResets(resets + 1)}
              />
              <UserFields loaded={loaded} taken={userNameTaken ? form.error : null} />
              <RoleChoices organizationId={values.organizationId} />
              {account && <UserStatus account={account} isSelf={loaded.isSelf} isAbove={loaded.isAbove} />}
              {account && <UserIdentities account={account} mayUnlink={!loaded.isSelf && !loaded.isAbove} />}
              {account && !loaded.isAbove && <UserSessions account={account} isSelf={loaded.isSelf} />}
              <FormActions save={account ? 'Save' : 'Add user'} busy={busy} disabled={loaded.isAbove} back={back} />
              <FollowForm
                formKey={key}
                saved={loaded.values}
                rebase={account ? rebasedUser : undefined}
                problemId={userNameTaken ? errorId : 0}
              />
            </Form>
          )}
        </Formik>
      )}
      <ConfirmationDialog />
    </FormPage>
  );
}

interface UserStatusProps {
  readonly account: UserAccount;
  readonly isSelf: boolean;
  readonly isAbove: boolean;
}

/** Whether the user is active, with the actions on their account, which are not part of the form. */
function UserStatus({ account, isSelf, isAbove }: UserStatusProps) {
  const dispatch = useDispatch();
  const { userId: id, firstName, lastName, disabled = false } = account;
  const request = (kind: 'deactivateUser' | 'reactivateUser' | 'unlockUser' | 'resetUserFactors') =>
    dispatch(confirmationRequested({ action: { kind, id, name: `${firstName} ${lastName}` } }));
  return (
    <section className="form-card form-status" aria-label="Status">
      <div>
        <h2>{disabled ? 'Disabled' : 'Enabled'}</h2>
        <p className="quiet">{isAbove ? ABOVE : statusText(disabled, isSelf)}</p>
      </div>
      {!isSelf && !isAbove && (
        <div className="form-status-actions">
          {!disabled && <Button onClick={() => request('unlockUser')}>Unlock sign-in</Button>}
          {!disabled && <Button onClick={() => request('resetUserFactors')}>Reset second factors</Button>}
          <Button onClick={() => request(disabled ? 'reactivateUser' : 'deactivateUser')}>
            {disabled ? 'Reactivate' : 'Deactivate'}
          </Button>
        </div>
      )}
    </section>
  );
}

const ABOVE = 'This is an owner. Only owners can change an owner; please ask one of them.';

function statusText(disabled: boolean, isSelf: boolean): string {
  if (isSelf) return 'This is you. Another administrator can deactivate you.';
  return disabled ? 'They cannot sign in.' : 'They can sign in. Deactivating them signs them out immediately.';
}
