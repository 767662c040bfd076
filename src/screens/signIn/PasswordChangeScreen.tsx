import { Form, Formik, type FormikErrors } from 'formik';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { object, ref, string } from 'yup';
import { PASSWORD_MIN_LENGTH } from '../../../contract/base/limits';
import { newPasswordSubmitted, returnToSignInRequested } from '../../../sagas/session/signIn/signIn.intents';
import {
  selectPasswordChange,
  selectPasswordRules,
  selectSignIn,
} from '../../../sagas/session/signIn/signIn.selectors';
import { useKeepSecret } from '../../hooks/secretFields';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/prerendered/Button';
import { Message } from '../../ui/prerendered/Message';
import { PasswordField } from '../../ui/prerendered/PasswordField';
import { FORM_HEADING, FormHeading } from '../../ui/StepHeading';
import { Gate } from './Gate';

export interface NewPasswords {
  readonly newPassword: string;
  readonly confirmNewPassword: string;
}

const EMPTY_PASSWORDS: NewPasswords = { newPassword: '', confirmNewPassword: '' };

const TOO_SHORT = `Please use at least ${PASSWORD_MIN_LENGTH} characters.`;

/** Both are required, long enough after trimming, and equal. The server checks its policy besides. */
const passwordChangeSchema = object({
  newPassword: string().trim().required().min(PASSWORD_MIN_LENGTH, TOO_SHORT),
  confirmNewPassword: string()
    .trim()
    .required()
    .min(PASSWORD_MIN_LENGTH, TOO_SHORT)
    .oneOf([ref('newPassword')], 'The two passwords are not the same.'),
});

const ERROR_ID = 'password-change-error';

/** After signing in with a generated password, the person must choose their own first. */
export function PasswordChangeScreen() {
  const { busy, error, errorId } = useAppSelector(selectPasswordChange);
  const { userName } = useAppSelector(selectSignIn);
  const rules = useAppSelector(selectPasswordRules);
  const dispatch = useDispatch();
  const keepSecret = useKeepSecret();

  return (
    <Gate>
      <FormHeading>Change Password</FormHeading>
      <p className="gate-lead">You signed in with a temporary password. Please choose one of your own.</p>
      {error !== null && (
        <Message tone="negative" id={ERROR_ID} key={errorId}>
          {error}
        </Message>
      )}
      <Formik
        initialValues={EMPTY_PASSWORDS}
        validationSchema={passwordChangeSchema}
        validateOnMount
        onSubmit={({ newPassword }) => {
          if (!busy) dispatch(newPasswordSubmitted({ newPassword: keepSecret(newPassword.trim()) }));
        }}
      >
        {({ isValid, values, errors, touched, getFieldProps, resetForm }) => (
          <Form className="ui form" method="post" noValidate aria-labelledby={FORM_HEADING}>
            {/* Lets a password manager know whose password this is. */}
            <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
            <PasswordField
              {...getFieldProps('newPassword')}
              id="new-password"
              label="New Password"
              autoComplete="new-password"
              autoFocus
              rules={`${rules} Not the temporary one.`}
              required
              hideAgain={errorId}
              error={shown('newPassword', values, errors, touched)}
              aria-describedby={error === null ? undefined : ERROR_ID}
            />
            <PasswordField
              {...getFieldProps('confirmNewPassword')}
              id="confirm-new-password"
              label="Confirm New Password"
              autoComplete="new-password"
              required
              hideAgain={errorId}
              error={shown('confirmNewPassword', values, errors, touched)}
            />
            <Button type="submit" variant="primary" fluid busy={busy} disabled={!isValid}>
              Change Password
            </Button>
            <AfterError errorId={errorId} failed={error !== null} reset={resetForm} />
          </Form>
        )}
      </Formik>
      <div className="gate-links">
        <LinkButton onClick={() => dispatch(returnToSignInRequested())}>Return to Login</LinkButton>
      </div>
    </Gate>
  );
}

/** An empty, untouched field shows no error. */
function shown(
  field: keyof NewPasswords,
  values: NewPasswords,
  errors: FormikErrors<NewPasswords>,
  touched: Partial<Record<keyof NewPasswords, boolean>>,
): string | undefined {
  return touched[field] && values[field] !== '' ? errors[field] : undefined;
}

interface AfterErrorProps {
  readonly errorId: number;
  readonly failed: boolean;
  readonly reset: () => void;
}

/** Clears the fields after each refusal and focuses the first one. */
function AfterError({ errorId, failed, reset }: AfterErrorProps) {
  const handled = useRef(failed ? -1 : errorId);
  useEffect(() => {
    if (!failed || handled.current === errorId) return;
    handled.current = errorId;
    reset();
    document.getElementById('new-password')?.focus();
  }, [errorId, failed, reset]);
  return null;
}
