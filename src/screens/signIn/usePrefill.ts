import { useEffect, useRef, type RefObject } from 'react';
import type { GivenPassword } from '../../app/givenPassword';
import { fieldOf } from './signIn.fields';

interface Known {
  readonly userName: string;
  readonly organizationCode: string;
  readonly password: GivenPassword;
  /** The names are the outcome of something the person just did, and count more than what stands in the fields. */
  readonly final: boolean;
}

/**
 * Puts what becomes known into the form: who signed in here last, what the address asked for, whose password was
 * reset. What somebody has typed already, also before the script came, is theirs and stays.
 */
export function usePrefill(
  form: RefObject<HTMLFormElement>,
  { userName, organizationCode, password, final }: Known,
): void {
  const written = useRef({ username: '', organizationCode: '' });
  useEffect(() => {
    const names = { username: userName, organizationCode };
    for (const field of ['username', 'organizationCode'] as const) {
      const input = fieldOf(form.current, field);
      if (input === null || (names[field] === written.current[field] && !final)) continue;
      if (final || input.value === written.current[field]) input.value = names[field];
      written.current[field] = names[field];
    }
    const secret = fieldOf(form.current, 'password');
    if (secret?.value === '') secret.value = password.take() ?? '';
    moveOn(form.current);
  }, [form, userName, organizationCode, password, final]);
}

/** Both names are known: the password is what comes next. */
function moveOn(form: HTMLFormElement | null): void {
  const user = fieldOf(form, 'username');
  const secret = fieldOf(form, 'password');
  const namesKnown = user?.value && fieldOf(form, 'organizationCode')?.value;
  if (namesKnown && secret?.value === '' && document.activeElement === user) secret.focus();
}
