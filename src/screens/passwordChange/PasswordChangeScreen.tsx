import { Form, Formik, type FormikErrors } from 'formik';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { newPasswordSubmitted, returnToSignInRequested } from '../../../sagas/access/access.intents';
import { selectPasswordChange, selectSignIn } from '../../../sagas/access/access.selectors';
import { useSeal } from '../../app/seal';
import { useAppSelector } from '../../app/state';
import { Button, LinkButton } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { PasswordField } from '../../ui/PasswordField';
import { StepHeading } from '../../ui/StepHeading';
import { Gate } from '../gate/Gate';
import { EMPTY_PASSWORDS, passwordChangeSchema, type NewPasswords } from './passwordChange.schema';

const ERROR_ID = 'password-change-error';

/** The password was made by the system: nothing else can be done until the person has chosen an own one. */
export function PasswordChangeScreen() {
  const { busy, error, errorId } = useAppSelector(selectPasswordChange);
  const { userName } = useAppSelector(selectSignIn);
  const dispatch = useDispatch();
  const seal = useSeal();

  return (
    <Gate>
      <StepHeading>Change Password</StepHeading>
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
          if (!busy) dispatch(newPasswordSubmitted({ newPassword: seal(newPassword.trim()) }));
        }}
      >
        {({ isValid, values, errors, touched, getFieldProps, resetForm }) => (
          <Form className="ui form" method="post" noValidate aria-label="Change Password">
            {/* Tells a password manager whose password this is. */}
            <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
            <PasswordField
              {...getFieldProps('newPassword')}
              id="new-password"
              label="New Password"
              autoComplete="new-password"
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
            <Button type="submit" look="primary" fluid busy={busy} disabled={!isValid}>
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

/** A field nobody has filled yet is not wrong, it is empty. */
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

/** A refused password is not kept: the fields are emptied and the first one takes the focus, once per refusal. */
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
