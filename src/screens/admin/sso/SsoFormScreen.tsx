import { Form, Formik, useFormikContext } from 'formik';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { boolean, object, string } from 'yup';
import { confirmationRequested } from '../../../../sagas/features/confirmations/confirmations.slice';
import { rebaseFields } from '../../../../sagas/features/admin/forms/forms.selectors';
import { formSubmitted } from '../../../../sagas/features/admin/forms/forms.slice';
import { selectSsoForm, type LoadedSso, type SsoValues } from '../../../../sagas/features/admin/sso/sso.rules';
import { selectRouteTitle } from '../../../../sagas/navigation/location/location.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button } from '../../../ui/Button';
import { CheckField } from '../../../ui/CheckField';
import { TextField } from '../../../ui/TextField';
import { ConfirmationDialog } from '../../confirmations/ConfirmationDialog';
import { FormNotes } from '../form/FormNotes';
import { FormActions, FormPage, useBack } from '../form/FormPage';
import { FollowForm, shownError } from '../form/FormikForm';
import { ProviderTest } from './ProviderTest';

const MAX_CHARACTERS = 200;
const atMost = `Please use at most ${MAX_CHARACTERS} characters.`;

/** The server's requirements, with messages for the fields. */
const ssoFormSchema = object({
  issuer: string()
    .trim()
    .required('Please enter the issuer.')
    .max(MAX_CHARACTERS, atMost)
    .matches(/^https?:\/\/[^\s/]+/, 'This is not an address. An issuer looks like https://example.com/login.'),
  client: string().trim().required('Please enter the client ID.').max(MAX_CHARACTERS, atMost),
  scopes: string()
    .trim()
    .required('Please enter the scopes.')
    .max(MAX_CHARACTERS, atMost)
    .matches(/(^|\s)openid(\s|$)/, 'The scopes must contain openid.'),
  registration: string()
    .trim()
    .required('Please enter the registration.')
    .matches(/^[A-Za-z0-9._-]{1,64}$/, 'Please use at most 64 letters, digits and . _ - only.'),
  linkByEmail: boolean(),
});

/** The form to set up single sign-on of an organization. */
export function SsoFormScreen() {
  const form = useAppSelector(selectSsoForm);
  const back = useBack();
  const dispatch = useDispatch();
  const [resets, setResets] = useState(0);
  const { key, loaded, draft, busy, conflict } = form;
  const [restored] = useState(draft !== null);
  const routeTitle = useAppSelector(selectRouteTitle);

  return (
    <FormPage
      title={loaded?.stored.name ?? routeTitle}
      lead={loaded ? leadOf(loaded) : undefined}
      form={form}
      back={{ label: 'All organizations', to: back }}
    >
      {loaded !== null && (
        <Formik<SsoValues>
          key={`${key} ${resets}`}
          initialValues={draft ?? loaded.values}
          validationSchema={ssoFormSchema}
          onSubmit={(values) => void (!busy && dispatch(formSubmitted({ values })))}
        >
          <Form className="ui form admin-form" noValidate>
            <FormNotes
              form={form}
              meanwhile={form.meanwhile}
              conflictText={conflict ? form.error : null}
              restored={restored}
              onDiscard={() => setResets(resets + 1)}
            />
            <ProviderFields loaded={loaded} />
            <ProviderTest organizationId={loaded.stored.organizationId} />
            {loaded.stored.provider !== null && <SwitchOff stored={loaded.stored} />}
            <FormActions save="Save" busy={busy} back={back} />
            <FollowForm formKey={key} saved={loaded.values} rebase={rebaseFields} />
          </Form>
        </Formik>
      )}
      <ConfirmationDialog />
    </FormPage>
  );
}

function leadOf({ stored: { provider, linked } }: LoadedSso): string {
  if (provider === null) return 'Its users sign in with a password. Set up their identity provider here.';
  const people = linked === 1 ? 'One person is' : `${linked} people are`;
  return `Single sign-on is on. ${linked === 0 ? 'No one is' : people} linked at this issuer.`;
}

function ProviderFields({ loaded: { stored } }: { readonly loaded: LoadedSso }) {
  const formik = useFormikContext<SsoValues>();
  const { values, getFieldProps, setFieldValue } = formik;
  const text = (name: 'issuer' | 'client' | 'scopes' | 'registration', label: string) => ({
    ...getFieldProps(name),
    id: `sso-${name}`,
    label,
    required: true,
    autoComplete: 'off',
    error: shownError(name, formik),
  });
  return (
    <fieldset className="form-card">
      <legend>Identity provider</legend>
      <p className="quiet">
        At the provider, register a public client (one without a secret, with PKCE). After signing in there, users
        return to the redirect address.
      </p>
      <dl className="facts">
        <div>
          <dt>Redirect address</dt>
          <dd>
            <code>{stored.redirectUri}</code>
          </dd>
        </div>
        <div>
          <dt>Sign-in address</dt>
          <dd>
            <code>{stored.start + values.registration.trim()}</code>
          </dd>
        </div>
      </dl>
      <div className="form-columns">
        <TextField {...text('issuer', 'Issuer')} type="url" inputMode="url" autoFocus={stored.provider === null} />
        <TextField {...text('client', 'Client ID')} />
      </div>
      <div className="form-columns">
        <TextField {...text('scopes', 'Scopes')} />
        <TextField {...text('registration', 'Registration')} />
      </div>
      <CheckField
        id="sso-linkByEmail"
        name="linkByEmail"
        label="Link by email"
        hint="Lets people sign in with an email address that the provider has verified, if their account has no password and was never used."
        checked={values.linkByEmail}
        onChange={(checked) => void setFieldValue('linkByEmail', checked)}
      />
    </fieldset>
  );
}

function SwitchOff({ stored: { organizationId: id, name } }: Pick<LoadedSso, 'stored'>) {
  const dispatch = useDispatch();
  return (
    <section className="form-card form-status" aria-label="Status">
      <div>
        <h2>Single sign-on is on</h2>
        <p className="quiet">
          When it is off, users sign in with a password. Unlink those without one on their user page: then Forgot
          password emails them one.
        </p>
      </div>
      <Button onClick={() => dispatch(confirmationRequested({ action: { kind: 'switchOffSso', id, name } }))}>
        Turn off single sign-on
      </Button>
    </section>
  );
}
