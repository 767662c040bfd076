import { useRef, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { selectSecurity } from '../../../sagas/features/security/security.selectors';
import { proofSubmitted } from '../../../sagas/features/security/security.slice';
import { selectUser } from '../../../sagas/session/signIn/signIn.selectors';
import { useKeepSecret } from '../../hooks/secretFields';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { PasswordField } from '../../ui/prerendered/PasswordField';

/** Asks for the password: another person at an unlocked screen must not be able to add a factor. */
export function ProofForm() {
  const security = useAppSelector(selectSecurity);
  const userName = useAppSelector(selectUser)?.userName ?? '';
  const dispatch = useDispatch();
  const keepSecret = useKeepSecret();
  const form = useRef<HTMLFormElement>(null);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.querySelector<HTMLInputElement>('#proof-password');
    if (!field?.value || security?.changing === 'proof') return;
    dispatch(proofSubmitted({ password: keepSecret(field.value) }));
    field.value = '';
  }

  return (
    <form
      ref={form}
      className="ui form form-card security-proof"
      method="post"
      noValidate
      onSubmit={submit}
      aria-label="Password"
    >
      <p id="proof-why">
        To change how you sign in, or to sign another device out, please enter your password again, or sign out and sign
        in again.
      </p>
      {/* Lets a password manager know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField
        id="proof-password"
        name="password"
        label="Password"
        autoComplete="current-password"
        aria-describedby="proof-why"
        hideAgain={security?.failureCount ?? 0}
      />
      <Button type="submit" variant="primary" busy={security?.changing === 'proof'}>
        Continue
      </Button>
    </form>
  );
}
