/** What the address of the page has to do with single sign-on. */
import type { SsoAsked } from '../../sagas/ports';

const START = /^\/([^/]+)\/auth\/sso\/([^/]+)\/?$/;
const CALLBACK = /^\/login\/oauth2\/code\/ats\/?$/;

interface SsoAddress {
  readonly asked: SsoAsked | null;
  /** What the provider sent the browser back with; never kept anywhere but here. */
  readonly answer: string;
}

/**
 * A code in the address is one only where the provider was told to send it: anywhere else it is nothing. It leaves the
 * address and the history at once.
 */
export function takeSsoAddress(): SsoAddress {
  const { pathname, search } = window.location;
  if (CALLBACK.test(pathname)) {
    window.history.replaceState(window.history.state, '', pathname);
    return { asked: { kind: 'callback' }, answer: search };
  }
  const [, organization, registration] = START.exec(pathname) ?? [];
  if (organization === undefined || registration === undefined) return { asked: null, answer: '' };
  try {
    const origin = {
      organizationCode: decodeURIComponent(organization),
      registrationId: decodeURIComponent(registration),
    };
    return { asked: { kind: 'start', origin }, answer: '' };
  } catch {
    // No proper encoding of anything asks for nothing.
    return { asked: null, answer: '' };
  }
}
