import { Form, Formik } from 'formik';
import type { RefObject } from 'react';
import { useDispatch } from 'react-redux';
import { object, string } from 'yup';
import { passwordResetCancelled, passwordResetSubmitted } from '../../../sagas/session/signIn/signIn.intents';
import { selectPasswordReset } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/prerendered/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/prerendered/Message';
import { TextField } from '../../ui/prerendered/TextField';
import { fieldOf } from './signInFields';

const resetSchema = object({
  username: string().trim().required(),
  organizationCode: string().trim().required(),
});

/** Asks for the user whose password to reset; starts with the values of the sign-in form. */
export function ResetPasswordDialog({ form }: { readonly form: RefObject<HTMLFormElement> }) {
  const { busy, error } = useAppSelector(selectPasswordReset);
  const dispatch = useDispatch();
  const typed = (field: 'username' | 'organizationCode') => fieldOf(form.current, field)?.value ?? '';
  const cancel = () => dispatch(passwordResetCancelled());

  return (
    <Dialog title="Reset Password" onClose={cancel}>
      <p className="dialog-intro">We will email a temporary password to the address on your account.</p>
      {error !== null && <Message tone="negative">{error}</Message>}
      <Formik
        initialValues={{ username: typed('username'), organizationCode: typed('organizationCode') }}
        validationSchema={resetSchema}
        validateOnMount
        onSubmit={(values) => {
          if (!busy) dispatch(passwordResetSubmitted(resetSchema.cast(values)));
        }}
      >
        {({ isValid, values, getFieldProps }) => (
          <Form className="ui form" method="post" noValidate>
            <TextField
              {...getFieldProps('username')}
              id="reset-username"
              label="Username"
              autoComplete="username"
              required
              autoFocus={values.username === '' || values.organizationCode !== ''}
            />
            <TextField
              {...getFieldProps('organizationCode')}
              id="reset-organization"
              label="Organization Code"
              autoComplete="organization"
              required
              autoFocus={values.username !== '' && values.organizationCode === ''}
            />
            <div className="dialog-actions">
              <Button onClick={cancel}>Cancel</Button>
              <Button type="submit" variant="primary" busy={busy} disabled={!isValid}>
                Reset Password
              </Button>
            </div>
          </Form>
        )}
      </Formik>
    </Dialog>
  );
}
