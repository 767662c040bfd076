/** Reads the address of the sign-in page and of the page of parts, and reloads the page. */
import type { SignInDefaults } from '../../sagas/base/ports/page';

export interface SignInAddress extends SignInDefaults {
  readonly password: string | null;
}

const SIGN_IN_PATH = /^\/(?:([^/]+)\/)?signin\/?$/;
const QUERY = ['uname', 'password', 'fromSSO'] as const;

/**
 * Reads the values for the sign-in form from the address, and removes them from the address and the history
 * immediately. `password` is null unless the configuration allows it.
 */
export function takeSignInAddress(passwordAllowed: boolean): SignInAddress {
  const url = new URL(window.location.href);
  const path = SIGN_IN_PATH.exec(url.pathname);
  if (path === null) return { userName: null, organizationCode: null, fromSso: false, password: null };
  const [userName, password, from] = QUERY.map((name) => url.searchParams.get(name) ?? null);
  if (QUERY.some((name) => url.searchParams.has(name))) {
    for (const name of QUERY) url.searchParams.delete(name);
    window.history.replaceState(window.history.state, '', url);
  }
  return {
    userName: userName ?? null,
    organizationCode: decoded(path[1]),
    fromSso: from === 'true' || from === '1',
    password: passwordAllowed ? (password ?? null) : null,
  };
}

/** Null for a path that cannot be decoded. */
function decoded(segment: string | undefined): string | null {
  try {
    return segment === undefined ? null : decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The browser asks for confirmation first if the page has unsaved work. */
export const reloadPage = () => window.location.reload();

/** The parameters of the page of parts in the address: a single state, or a brand. */
export const requestedPart = (): { readonly state: string | null; readonly brand: string | null } => {
  const query = new URLSearchParams(window.location.search);
  return { state: query.get('state'), brand: query.get('brand') };
};
