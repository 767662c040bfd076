/** What the address of the page says, and the two things the page does to it outside of sagas. */
import type { AskedFor } from '../../sagas/ports';

export interface SignInAddress extends AskedFor {
  readonly password: string | null;
}

const SIGN_IN_PATH = /^\/(?:([^/]+)\/)?signin\/?$/;
const QUERY = ['uname', 'password', 'fromSSO'] as const;

/**
 * Reads what the sign-in address asks the form to be filled with, and takes it out of the address and the history at
 * once. `password` is passed on only where the configuration allows it.
 */
export function takeSignInAddress(passwordAllowed: boolean): SignInAddress {
  const url = new URL(window.location.href);
  const path = SIGN_IN_PATH.exec(url.pathname);
  if (path === null) return { userName: null, organizationCode: null, password: null };
  const [userName, password] = [url.searchParams.get('uname'), url.searchParams.get('password')];
  if (QUERY.some((name) => url.searchParams.has(name))) {
    for (const name of QUERY) url.searchParams.delete(name);
    window.history.replaceState(window.history.state, '', url);
  }
  return { userName, organizationCode: decoded(path[1]), password: passwordAllowed ? password : null };
}

/** A path that is no proper encoding of anything asks for nothing. */
function decoded(segment: string | undefined): string | null {
  try {
    return segment === undefined ? null : decodeURIComponent(segment);
  } catch {
    return null;
  }
}

export const reloadPage = () => window.location.reload();
