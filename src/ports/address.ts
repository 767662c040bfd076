/** Reads the address of the sign-in page and of the page of parts, and reloads the page. */
import type { SignInDefaults } from '../../sagas/base/ports/page';
import { takeSignInQuery } from './signInQuery';

export interface SignInAddress extends SignInDefaults {
  readonly password: string | null;
}

const SIGN_IN_PATH = /^\/(?:([^/]+)\/)?signin\/?$/;

/** The values for the sign-in form that the address had. `password` is null unless the configuration allows it. */
export function takeSignInAddress(passwordAllowed: boolean): SignInAddress {
  const path = SIGN_IN_PATH.exec(window.location.pathname);
  const values = takeSignInQuery();
  const [userName = null, password = null, from] = path === null ? [] : values;
  return {
    userName,
    organizationCode: decoded(path?.[1]),
    fromSso: from === 'true' || from === '1',
    password: passwordAllowed ? password : null,
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
