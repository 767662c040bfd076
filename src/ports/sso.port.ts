/** Single sign-on in a browser. */
import type { SsoRequest, SsoOrigin, SsoOutcome, SsoPort, SsoProblem } from '../../sagas/base/ports/signIn';
import type { SecretStore } from './secrets.port';
import type { StartedSignIn } from './sso.client';

const START = /^\/([^/]+)\/auth\/sso\/([^/]+)\/?$/;
const CALLBACK = /^\/login\/oauth2\/code\/ats\/?$/;

interface SsoAddress {
  readonly request: SsoRequest | null;
  /** The provider's answer; it is stored nowhere else. */
  readonly answer: string;
}

/** Reads a code at the callback address only, and removes it from the address and the history immediately. */
function takeSsoAddress(): SsoAddress {
  const { pathname, search } = window.location;
  if (CALLBACK.test(pathname)) {
    window.history.replaceState(window.history.state, '', pathname);
    return { request: { kind: 'callback' }, answer: search };
  }
  const [, organization, registration] = START.exec(pathname) ?? [];
  if (organization === undefined || registration === undefined) return { request: null, answer: '' };
  try {
    const origin = {
      organizationCode: decodeURIComponent(organization),
      registrationId: decodeURIComponent(registration),
    };
    return { request: { kind: 'start', origin }, answer: '' };
  } catch {
    // A path that cannot be decoded is not a start address.
    return { request: null, answer: '' };
  }
}

const STARTED = 'vms.sso.started';
/** The address where sign-in began last, for returns without a stored request. */
const ORIGIN = 'vms.sso.origin';
const STARTED_LIVES_MS = 600_000;

/** Loaded when it is needed. */
const client = () => import(/* webpackChunkName: "sso-client" */ './sso.client');

/** The identity provider. Takes its answer out of the address when created. */
export function createSsoPort(secrets: Pick<SecretStore, 'keep'>): SsoPort {
  const { request, answer } = takeSsoAddress();
  let left = request;
  return {
    request: () => left,
    take() {
      const taken = left;
      left = null;
      return taken;
    },
    async begin(config, origin) {
      const { signInRequest } = await client();
      const { url, state, request } = await signInRequest(config);
      const started: StartedSignIn = { state, request, config, origin, at: Date.now() };
      keep(STARTED, JSON.stringify(started));
      keep(ORIGIN, JSON.stringify(origin));
      leaveFor(url);
    },
    async finish() {
      // Both are removed before the first wait, so that a second run finds nothing.
      const started = parsed<StartedSignIn>(takeOut(STARTED));
      const origin = started?.origin ?? parsed<SsoOrigin>(takeOut(ORIGIN));
      takeOut(ORIGIN);
      const params = new URLSearchParams(answer);
      const problem = problemBefore(params, started);
      if (problem !== null || started === null) return failed(problem ?? 'lost', origin);
      const { exchange } = await client().catch(() => ({ exchange: null }));
      if (exchange === null) return failed('providerUnreachable', origin);
      const exchanged = await exchange(started, params);
      if ('problem' in exchanged) return failed(exchanged.problem, origin);
      const { issuer, clientId } = started.config;
      return { kind: 'proven', proof: { ...started.origin, issuer, clientId, token: secrets.keep(exchanged.idToken) } };
    },
    signOutAddress: async (config) => (await client()).signOutAddress(config),
    leave: leaveFor,
  };
}

const failed = (problem: SsoProblem, origin: SsoOrigin | null): SsoOutcome => ({ kind: 'failed', problem, origin });

/** Problems that can be found without the provider: the request is missing, does not match, or is too old. */
function problemBefore(params: URLSearchParams, started: StartedSignIn | null): SsoProblem | null {
  if (started === null || !params.has('state')) return 'lost';
  if (params.get('state') !== started.state) return 'mismatch';
  // RFC 9207: a provider that names itself must be the one that was requested.
  const issuer = params.get('iss');
  const mustName = started.config.metadata?.authorization_response_iss_parameter_supported === true;
  if (issuer === null ? mustName : issuer !== started.config.issuer) return 'mismatch';
  return Date.now() - started.at > STARTED_LIVES_MS ? 'expired' : null;
}

/** Replaces the history step, so that Back does not lead to a page that redirects again. */
function leaveFor(address: string): void {
  const { protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The provider needs an http(s) address.');
  window.location.replace(address);
}

function keep(key: string, value: string): void {
  window.sessionStorage.setItem(key, value);
}

/** Null if storage is forbidden. */
function takeOut(key: string): string | null {
  try {
    const value = window.sessionStorage.getItem(key);
    window.sessionStorage.removeItem(key);
    return value;
  } catch {
    return null;
  }
}

function parsed<T>(stored: string | null): T | null {
  try {
    return stored === null ? null : (JSON.parse(stored) as T);
  } catch {
    return null;
  }
}
