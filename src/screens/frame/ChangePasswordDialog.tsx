import { useEffect, useRef } from 'react';
import { Form, Formik, type FormikErrors, type FormikTouched } from 'formik';
import { useDispatch } from 'react-redux';
import { object, ref, string } from 'yup';
import { PASSWORD_MIN_LENGTH } from '../../../contract/base/limits';
import { selectChangePassword } from '../../../sagas/features/changePassword/changePassword.selectors';
import {
  changePasswordCancelled,
  changePasswordSubmitted,
} from '../../../sagas/features/changePassword/changePassword.slice';
import { selectPasswordRules, selectUser } from '../../../sagas/session/signIn/signIn.selectors';
import { useKeepSecret } from '../../hooks/secretFields';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { PasswordField } from '../../ui/prerendered/PasswordField';

export interface Passwords {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmNewPassword: string;
}

export const EMPTY: Passwords = { oldPassword: '', newPassword: '', confirmNewPassword: '' };

const TOO_SHORT = `Please use at least ${PASSWORD_MIN_LENGTH} characters.`;
const password = () => string().trim().required('Please fill in this field.').min(PASSWORD_MIN_LENGTH, TOO_SHORT);

/** All three are required and long enough after trimming. The server checks its policy besides. */
export const changePasswordSchema = object({
  oldPassword: password(),
  newPassword: password().notOneOf([ref('oldPassword')], 'New password must be different than the old one.'),
  confirmNewPassword: password().oneOf([ref('newPassword')], 'The two new passwords are not the same.'),
});

const FIELDS = [
  { name: 'oldPassword', label: 'Old Password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New Password', autoComplete: 'new-password' },
  { name: 'confirmNewPassword', label: 'Confirm New Password', autoComplete: 'new-password' },
] as const;
const ERROR_ID = 'change-password-error';

/** Cannot be closed while the change is being saved. */
export function ChangePasswordDialog() {
  const { busy, saved, error, errorId, oldIsWrong } = useAppSelector(selectChangePassword);
  const userName = useAppSelector(selectUser)?.userName ?? '';
  const rules = useAppSelector(selectPasswordRules);
  const dispatch = useDispatch();
  const keepSecret = useKeepSecret();
  // Saving cannot be cancelled.
  const cancel = () => !busy && !saved && dispatch(changePasswordCancelled());
  const status = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => {
    if (saved) status.current?.focus();
  }, [saved]);

  return (
    <Dialog title="Change Password" onClose={cancel}>
      {/* Always there, so that it is announced. */}
      <div ref={status} role="status" tabIndex={-1}>
        {saved && (
          <>
            <Message tone="positive" quiet>
              Password has been updated successfully.
            </Message>
            <p>You are being signed out. Please sign in with the new password.</p>
          </>
        )}
      </div>
      {!saved && (
        <>
          {error !== null && (
            <Message tone="negative" id={ERROR_ID} key={errorId}>
              {error}
            </Message>
          )}
          <Formik<Passwords>
            initialValues={EMPTY}
            validationSchema={changePasswordSchema}
            validateOnMount
            onSubmit={({ oldPassword, newPassword }) => {
              if (busy) return;
              dispatch(
                changePasswordSubmitted({
                  oldPassword: keepSecret(oldPassword.trim()),
                  newPassword: keepSecret(newPassword.trim()),
                }),
              );
            }}
          >
            {({ isValid, values, errors, touched, getFieldProps }) => (
              <Form className="ui form" method="post" noValidate>
                {/* Lets a password manager know whose password this is. */}
                <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
                {FIELDS.map(({ name, label, autoComplete }, index) => (
                  <PasswordField
                    {...getFieldProps(name)}
                    key={name}
                    id={`change-${name}`}
                    label={label}
                    autoComplete={autoComplete}
                    autoFocus={index === 0}
                    {...(name === 'newPassword' && { rules })}
                    required
                    hideAgain={errorId}
                    error={shown(name, values, errors, touched)}
                    aria-invalid={oldIsWrong && name === 'oldPassword' ? true : undefined}
                    aria-describedby={oldIsWrong && name === 'oldPassword' ? ERROR_ID : undefined}
                  />
                ))}
                <div className="dialog-actions">
                  <Button onClick={cancel}>Cancel</Button>
                  <Button type="submit" variant="primary" busy={busy} disabled={!isValid}>
                    Change Password
                  </Button>
                </div>
              </Form>
            )}
          </Formik>
        </>
      )}
    </Dialog>
  );
}

/** An empty, untouched field shows no error. */
function shown(
  name: keyof Passwords,
  values: Passwords,
  errors: FormikErrors<Passwords>,
  touched: FormikTouched<Passwords>,
): string | undefined {
  return touched[name] && values[name] !== '' ? errors[name] : undefined;
}
