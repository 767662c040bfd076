import { Form, Formik } from 'formik';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { array, object, string } from 'yup';
import { ROLE_NAME_MAX_LENGTH } from '../../../../contract/base/limits';
import { ONLY_VISIBLE } from '../../../../contract/base/values';
import { formSubmitted } from '../../../../sagas/features/admin/forms/forms.slice';
import {
  rebasedRole,
  selectRoleForm,
  type LoadedRole,
  type RoleValues,
} from '../../../../sagas/features/admin/roles/roles.rules';
import { selectRouteTitle } from '../../../../sagas/navigation/location/location.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { TextField } from '../../../ui/TextField';
import { FormNotes } from '../form/FormNotes';
import { FormActions, FormPage, useBack } from '../form/FormPage';
import { FollowForm, shownError } from '../form/FormikForm';
import { PermissionList } from './PermissionList';

const roleFormSchema = object({
  name: string()
    .trim()
    .required('Please give the role a name.')
    .matches(new RegExp(ONLY_VISIBLE, 'u'), 'This name has characters that cannot be seen. Please type it again.')
    .max(ROLE_NAME_MAX_LENGTH, `Please use at most ${ROLE_NAME_MAX_LENGTH} characters.`),
  permissions: array(string().required()),
});

/** The form to add or edit a role. */
export function RoleFormScreen() {
  const form = useAppSelector(selectRoleForm);
  const back = useBack();
  const dispatch = useDispatch();
  const [resets, setResets] = useState(0);
  const { key, loaded, draft, busy, nameTaken, errorId } = form;
  const [restored] = useState(draft !== null);
  const isNew = loaded?.roleId === null;
  const routeTitle = useAppSelector(selectRouteTitle);
  const title = loaded === null || isNew ? routeTitle : loaded.values.name;

  return (
    <FormPage
      title={title}
      lead={loaded ? leadText(isNew, loaded.members.length) : undefined}
      form={form}
      back={{ label: 'All roles', to: back }}
    >
      {loaded !== null && (
        <Formik<RoleValues>
          key={`${key} ${resets}`}
          initialValues={draft ?? loaded.values}
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
                onDiscard={() => setResets(resets + 1)}
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
                  groups={loaded.groups}
                  before={loaded.values.permissions}
                  chosen={formik.values.permissions}
                  onChange={(permissions) => void formik.setFieldValue('permissions', permissions)}
                />
                {!isNew && <Members members={loaded.members} />}
              </div>
              <FormActions save={isNew ? 'Add role' : 'Save'} busy={busy} back={back} />
              <FollowForm
                formKey={key}
                saved={loaded.values}
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
  if (members === 0) return 'No one has this role yet.';
  const people = members === 1 ? 'One person has' : `${members} people have`;
  return `${people} this role. They are notified immediately, and the change applies to their next action.`;
}

/** The users who have the role and are notified of changes. */
export function Members({ members }: { readonly members: LoadedRole['members'] }) {
  return (
    <section className="form-card role-members" aria-label="Members">
      <h2>Members</h2>
      {members.length === 0 && <p className="quiet">No members yet. Roles are given to people under Users.</p>}
      <ul tabIndex={members.length > 0 ? 0 : undefined} aria-label="Members">
        {members.map(({ userId, name, userName }) => (
          <li key={userId}>
            <span>{name}</span>
            <small>{userName}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
