/** The values in a link to the sign-in page. They leave the address before the app, which reads them, is loaded. */

declare global {
  interface Window {
    /** `uname`, `password` and `fromSSO`, until they are read. */
    signInQuery?: readonly (string | null)[] | undefined;
  }
}

/** Removes the values from the address and the history, and keeps them for the app. */
export function hideSignInQuery(): void {
  const url = new URL(window.location.href);
  const values = ['uname', 'password', 'fromSSO'].map((name) => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value;
  });
  if (values.join('') === '') return;
  window.signInQuery = values;
  window.history.replaceState(window.history.state, '', url);
}

/** Puts the values that the app has not read back into the address, for a reload, but never the password. */
export function returnSignInQuery(): void {
  const [userName, , fromSso] = window.signInQuery ?? [];
  const url = new URL(window.location.href);
  if (userName) url.searchParams.set('uname', userName);
  if (fromSso) url.searchParams.set('fromSSO', fromSso);
  window.history.replaceState(window.history.state, '', url);
}

/** The values, once: user name, password, and whether single sign-on led here. */
export function takeSignInQuery(): readonly (string | null)[] {
  const values = window.signInQuery ?? [];
  delete window.signInQuery;
  return values;
}
