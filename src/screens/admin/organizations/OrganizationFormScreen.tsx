import { Form, Formik } from 'formik';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { confirmationRequested } from '../../../../sagas/features/confirmations/confirmations.slice';
import { rebaseFields } from '../../../../sagas/features/admin/forms/forms.selectors';
import { formSubmitted } from '../../../../sagas/features/admin/forms/forms.slice';
import {
  accountsText,
  selectOrganizationForm,
  type LoadedOrganization,
  type OrganizationValues,
} from '../../../../sagas/features/admin/organizations/organizations.rules';
import { selectRouteTitle } from '../../../../sagas/navigation/location/location.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button } from '../../../ui/Button';
import { ConfirmationDialog } from '../../confirmations/ConfirmationDialog';
import { FormNotes } from '../form/FormNotes';
import { FormActions, FormPage, useBack } from '../form/FormPage';
import { FollowForm } from '../form/FormikForm';
import { FirstAdministratorFields, ProgramFields } from './NewOrganizationFields';
import { AppearanceFields, IdentityFields, SignInFields, WorkFields } from './OrganizationFields';
import { organizationSchema } from './organization.schema';

/** The form to add or edit an organization. */
export function OrganizationFormScreen() {
  const form = useAppSelector(selectOrganizationForm);
  const back = useBack();
  const dispatch = useDispatch();
  const [resets, setResets] = useState(0);
  const { key, loaded, draft, busy, codeRefused, conflict, errorId } = form;
  const [restored] = useState(draft !== null);
  const { organization } = loaded ?? {};
  const routeTitle = useAppSelector(selectRouteTitle);
  const isNew = organization === null;
  const lead = organization
    ? accountsText(organization)
    : 'Its first administrator gets a temporary password by email, and adds everyone else.';

  return (
    <FormPage
      title={organization?.name ?? routeTitle}
      lead={loaded ? lead : undefined}
      form={form}
      back={{ label: 'All organizations', to: back }}
    >
      {loaded !== null && (
        <Formik<OrganizationValues>
          key={`${key} ${resets}`}
          initialValues={draft ?? loaded.values}
          validationSchema={organizationSchema(loaded)}
          onSubmit={(values) => void (!busy && dispatch(formSubmitted({ values })))}
        >
          {({ values }) => (
            <Form className="ui form admin-form" noValidate>
              <FormNotes
                form={form}
                meanwhile={form.meanwhile}
                atField={codeRefused}
                conflictText={conflict ? form.error : null}
                restored={restored}
                onDiscard={() => setResets(resets + 1)}
              />
              <IdentityFields loaded={loaded} refused={codeRefused ? form.error : null} />
              {isNew && <ProgramFields programs={loaded.programs} type={values.type} />}
              {isNew && <FirstAdministratorFields />}
              <AppearanceFields />
              <SignInFields limits={loaded.limits} />
              <WorkFields />
              {organization && <OrganizationStatus organization={organization} isOwn={loaded.isOwn} />}
              <FormActions save={isNew ? 'Add organization' : 'Save'} busy={busy} back={back} />
              <FollowForm
                formKey={key}
                saved={loaded.values}
                rebase={isNew ? undefined : rebaseFields}
                problemId={codeRefused ? errorId : 0}
              />
            </Form>
          )}
        </Formik>
      )}
      <ConfirmationDialog />
    </FormPage>
  );
}

interface OrganizationStatusProps {
  readonly organization: NonNullable<LoadedOrganization['organization']>;
  readonly isOwn: boolean;
}

/** Whether its users can sign in, with the action that changes it, which is not part of the form. */
function OrganizationStatus({ organization, isOwn }: OrganizationStatusProps) {
  const dispatch = useDispatch();
  const { organizationId: id, name, disabled } = organization;
  const kind = disabled ? 'reactivateOrganization' : 'deactivateOrganization';
  return (
    <section className="form-card form-status" aria-label="Status">
      <div>
        <h2>{disabled ? 'Deactivated' : 'Active'}</h2>
        <p className="quiet">{statusText(disabled, isOwn)}</p>
      </div>
      {!isOwn && (
        <Button onClick={() => dispatch(confirmationRequested({ action: { kind, id, name } }))}>
          {disabled ? 'Reactivate' : 'Deactivate'}
        </Button>
      )}
    </section>
  );
}

function statusText(disabled: boolean, isOwn: boolean): string {
  if (isOwn) return 'This is the organization of the platform itself. It cannot be deactivated.';
  return disabled
    ? 'No one there can sign in.'
    : 'Its users can sign in. Deactivating the organization signs all of them out immediately, and they can no longer sign in.';
}
