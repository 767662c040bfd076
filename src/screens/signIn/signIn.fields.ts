/** In the order in which they stand in the form. */
export const SIGN_IN_FIELDS = ['username', 'password', 'organizationCode'] as const;
export type SignInField = (typeof SIGN_IN_FIELDS)[number];
export type SignInValues = Readonly<Record<SignInField, string>>;

/**
 * What stands in the fields now, whoever put it there. Managers and browsers fill fields without an event that
 * React would hear, so the form itself is asked, when it is submitted.
 */
export function readSignIn(form: HTMLFormElement): SignInValues {
  const data = new FormData(form);
  const text = (field: SignInField) => String(data.get(field) ?? '');
  return { username: text('username'), password: text('password'), organizationCode: text('organizationCode') };
}

export function fieldOf(form: HTMLFormElement | null, field: SignInField): HTMLInputElement | null {
  const element = form?.elements.namedItem(field);
  return element instanceof HTMLInputElement ? element : null;
}
