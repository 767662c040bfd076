import { Form, Formik } from 'formik';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { formSubmitted } from '../../../../sagas/forms/forms.intents';
import { rebaseFields } from '../../../../sagas/forms/index';
import { selectUserForm } from '../../../../sagas/users/users.selectors';
import type { UserValues } from '../../../../sagas/users/users.types';
import { useAppSelector } from '../../../app/state';
import { DeedDialog } from '../DeedDialog';
import { FollowForm } from '../form/FollowForm';
import { FormActions } from '../form/FormActions';
import { FormNotes } from '../form/FormNotes';
import { FormPage } from '../form/FormPage';
import { useBack } from '../form/useBack';
import { RoleChoices } from './RoleChoices';
import { userFormSchema } from './userForm.schema';
import { UserFields } from './UserFields';
import { UserStatus } from './UserStatus';

/** Adding a user, and changing one. */
export function UserFormScreen() {
  const form = useAppSelector(selectUserForm);
  const back = useBack();
  const dispatch = useDispatch();
  const [round, setRound] = useState(0);
  const { key, start, draft, busy, userNameTaken, errorId } = form;
  const [restored] = useState(draft !== null);
  const { account } = start ?? {};
  const title = account ? `${account.firstName} ${account.lastName}` : 'Add User';
  const lead = account
    ? `${account.userName}. What they may do changes with their next step, and they are told.`
    : 'A temporary password is generated and mailed to them. It is good for a week, and they change it when they first sign in.';

  return (
    <FormPage title={title} lead={start ? lead : undefined} form={form} back={{ label: 'All users', to: back }}>
      {start !== null && (
        <Formik<UserValues>
          key={`${key} ${round}`}
          initialValues={draft ?? start.values}
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
                onDiscard={() => setRound(round + 1)}
              />
              <UserFields start={start} taken={userNameTaken ? form.error : null} />
              <RoleChoices organizationId={values.organizationId} />
              {account && <UserStatus account={account} isSelf={start.isSelf} />}
              <FormActions save={account ? 'Save' : 'Add user'} busy={busy} back={back} />
              <FollowForm
                formKey={key}
                saved={start.values}
                rebase={account ? rebaseFields : undefined}
                problemId={userNameTaken ? errorId : 0}
              />
            </Form>
          )}
        </Formik>
      )}
      <DeedDialog />
    </FormPage>
  );
}
