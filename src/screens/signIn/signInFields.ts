import { useEffect, useRef, type RefObject } from 'react';
import type { GivenPassword } from '../../hooks/secretFields';

/** In the order of the form. */
export const SIGN_IN_FIELDS = ['username', 'password', 'organizationCode'] as const;
export type SignInField = (typeof SIGN_IN_FIELDS)[number];
export type SignInValues = Readonly<Record<SignInField, string>>;

/**
 * The current values, read from the form when it is submitted: password managers and browsers fill fields without an
 * event that React receives.
 */
export function readSignIn(form: HTMLFormElement): SignInValues {
  const data = new FormData(form);
  const text = (field: SignInField) => String(data.get(field) ?? '');
  return { username: text('username'), password: text('password'), organizationCode: text('organizationCode') };
}

/** Null before the form is rendered. */
export function fieldOf(form: HTMLFormElement | null, field: SignInField): HTMLInputElement | null {
  const element = form?.elements.namedItem(field);
  return element instanceof HTMLInputElement ? element : null;
}

interface Known {
  readonly userName: string;
  readonly organizationCode: string;
  readonly password: GivenPassword;
  /** The names result from an action of the person, so they replace the fields' values. */
  readonly final: boolean;
}

/**
 * Fills in names that become known: the last sign-in, the values of the address, the user of a reset. Typed values
 * stay.
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
    moveOn(form.current, userName);
  }, [form, userName, organizationCode, password, final]);
}

/** Focuses the password field once both names are filled in, unless the username is being typed. */
function moveOn(form: HTMLFormElement | null, userName: string): void {
  const user = fieldOf(form, 'username');
  const secret = fieldOf(form, 'password');
  const namesKnown = userName && user?.value === userName && fieldOf(form, 'organizationCode')?.value;
  if (namesKnown && secret?.value === '' && document.activeElement === user) secret.focus();
}
