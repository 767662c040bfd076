import { Form, Formik } from 'formik';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { formSubmitted } from '../../../../sagas/forms/forms.intents';
import { selectRoleForm } from '../../../../sagas/roles/roles.selectors';
import { rebasedRole } from '../../../../sagas/roles/index';
import type { RoleValues } from '../../../../sagas/roles/roles.types';
import { useAppSelector } from '../../../app/state';
import { TextField } from '../../../ui/TextField';
import { FollowForm } from '../form/FollowForm';
import { FormActions } from '../form/FormActions';
import { FormNotes } from '../form/FormNotes';
import { FormPage } from '../form/FormPage';
import { shownError } from '../form/shownError';
import { useBack } from '../form/useBack';
import { Members } from './Members';
import { PermissionList } from './PermissionList';
import { roleFormSchema } from './roleForm.schema';

/** Adding a role, and changing what one allows. */
export function RoleFormScreen() {
  const form = useAppSelector(selectRoleForm);
  const back = useBack();
  const dispatch = useDispatch();
  const [round, setRound] = useState(0);
  const { key, start, draft, busy, nameTaken, errorId } = form;
  const [restored] = useState(draft !== null);
  const isNew = start?.roleId === null;
  const title = start === null || isNew ? 'Add Role' : start.values.name;

  return (
    <FormPage
      title={title}
      lead={start ? leadText(isNew, start.members.length) : undefined}
      form={form}
      back={{ label: 'All roles', to: back }}
    >
      {start !== null && (
        <Formik<RoleValues>
          key={`${key} ${round}`}
          initialValues={draft ?? start.values}
          validationSchema={roleFormSchema}
          onSubmit={(values) => void (!busy && dispatch(formSubmitted({ values })))}
        >
          {(formik) => (
            <Form className="ui form admin-form" noValidate>
              <FormNotes
                form={form}
                meanwhile={form.meanwhile}
                atField={nameTaken}
                restored={restored}
                onDiscard={() => setRound(round + 1)}
              />
              {isNew && (
                <fieldset className="form-card">
                  <legend>Role</legend>
                  <TextField
                    {...formik.getFieldProps('name')}
                    id="role-name"
                    label="Name"
                    required
                    autoFocus
                    autoComplete="off"
                    error={nameTaken ? form.error : shownError('name', formik)}
                  />
                </fieldset>
              )}
              <div className={isNew ? undefined : 'role-columns'}>
                <PermissionList
                  groups={start.groups}
                  before={start.values.permissions}
                  chosen={formik.values.permissions}
                  onChange={(permissions) => void formik.setFieldValue('permissions', permissions)}
                />
                {!isNew && <Members members={start.members} />}
              </div>
              <FormActions save={isNew ? 'Add role' : 'Save'} busy={busy} back={back} />
              <FollowForm
                formKey={key}
                saved={start.values}
                rebase={isNew ? undefined : rebasedRole}
                problemId={nameTaken ? errorId : 0}
              />
            </Form>
          )}
        </Formik>
      )}
    </FormPage>
  );
}

function leadText(isNew: boolean, members: number): string {
  if (isNew) return 'Choose what it allows, then give it to people under Users.';
  if (members === 0) return 'Nobody has this role yet.';
  const people = members === 1 ? 'One person has' : `${members} people have`;
  return `${people} this role. They are told at once, and their next step is answered by what you save.`;
}
