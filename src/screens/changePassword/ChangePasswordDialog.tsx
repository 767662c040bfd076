import { Form, Formik, type FormikErrors, type FormikTouched } from 'formik';
import { useDispatch } from 'react-redux';
import { selectUser } from '../../../sagas/access/access.selectors';
import { changePasswordCancelled, changePasswordSubmitted } from '../../../sagas/changePassword/changePassword.intents';
import { selectChangePassword } from '../../../sagas/changePassword/changePassword.selectors';
import { useSeal } from '../../app/seal';
import { useAppSelector } from '../../app/state';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { PasswordField } from '../../ui/PasswordField';
import { changePasswordSchema, EMPTY, type Passwords } from './changePassword.schema';

const FIELDS = [
  { name: 'oldPassword', label: 'Old Password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New Password', autoComplete: 'new-password' },
  { name: 'confirmNewPassword', label: 'Confirm New Password', autoComplete: 'new-password' },
] as const;
const ERROR_ID = 'change-password-error';

export function ChangePasswordDialog() {
  const { busy, saved, error, errorId, oldIsWrong } = useAppSelector(selectChangePassword);
  const userName = useAppSelector(selectUser)?.userName ?? '';
  const dispatch = useDispatch();
  const seal = useSeal();
  // What is being saved cannot be called off.
  const cancel = () => !busy && !saved && dispatch(changePasswordCancelled());

  return (
    <Dialog title="Change Password" onClose={cancel}>
      {saved ? (
        <>
          <Message tone="positive">Password has been updated successfully.</Message>
          <p>You are being signed out. Please sign in with the new password.</p>
        </>
      ) : (
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
                  oldPassword: seal(oldPassword.trim()),
                  newPassword: seal(newPassword.trim()),
                }),
              );
            }}
          >
            {({ isValid, values, errors, touched, getFieldProps }) => (
              <Form className="ui form" method="post" noValidate>
                {/* Tells a password manager whose password this is. */}
                <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
                {FIELDS.map(({ name, label, autoComplete }, index) => (
                  <PasswordField
                    {...getFieldProps(name)}
                    key={name}
                    id={`change-${name}`}
                    label={label}
                    autoComplete={autoComplete}
                    autoFocus={index === 0}
                    required
                    hideAgain={errorId}
                    error={shown(name, values, errors, touched)}
                    aria-invalid={oldIsWrong && name === 'oldPassword' ? true : undefined}
                    aria-describedby={oldIsWrong && name === 'oldPassword' ? ERROR_ID : undefined}
                  />
                ))}
                <div className="dialog-actions">
                  <Button onClick={cancel}>Cancel</Button>
                  <Button type="submit" look="primary" busy={busy} disabled={!isValid}>
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

/** A field nobody has filled yet is not wrong, it is empty. */
function shown(
  name: keyof Passwords,
  values: Passwords,
  errors: FormikErrors<Passwords>,
  touched: FormikTouched<Passwords>,
): string | undefined {
  return touched[name] && values[name] !== '' ? errors[name] : undefined;
}
