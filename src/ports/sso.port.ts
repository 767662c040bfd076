/** Single sign-on in a browser. What is begun waits in this tab's storage; the library comes when it is needed. */
import type { SsoOrigin, SsoOutcome, SsoPort, SsoProblem } from '../../sagas/ports';
import type { Vault } from './secrets.port';
import { takeSsoAddress } from './ssoAddress';
import type { Begun } from './ssoBegun';

const BEGUN = 'vms.sso.begun';
/** Where it was begun last, so that a way back that was lost leads somewhere. */
const ORIGIN = 'vms.sso.origin';
const BEGUN_LIVES_MS = 600_000;

const client = () => import(/* webpackChunkName: "sso-client" */ './sso.client');

export function createSsoPort(vault: Pick<Vault, 'seal'>): SsoPort {
  const { asked, answer } = takeSsoAddress();
  let left = asked;
  return {
    asked: () => left,
    take() {
      const taken = left;
      left = null;
      return taken;
    },
    async begin(config, origin) {
      const { signInRequest } = await client();
      const { url, state, request } = await signInRequest(config);
      const begun: Begun = { state, request, config, origin, at: Date.now() };
      keep(BEGUN, JSON.stringify(begun));
      keep(ORIGIN, JSON.stringify(origin));
      leaveFor(url);
    },
    async finish() {
      // Both are taken before the first wait: whatever runs this a second time finds nothing.
      const begun = parsed<Begun>(takeOut(BEGUN));
      const origin = begun?.origin ?? parsed<SsoOrigin>(takeOut(ORIGIN));
      takeOut(ORIGIN);
      const params = new URLSearchParams(answer);
      const problem = problemBefore(params, begun);
      if (problem !== null || begun === null) return failed(problem ?? 'lost', origin);
      const { exchange } = await client().catch(() => ({ exchange: null }));
      if (exchange === null) return failed('providerUnreachable', origin);
      const exchanged = await exchange(begun, params);
      if ('problem' in exchanged) return failed(exchanged.problem, origin);
      const { issuer, clientId } = begun.config;
      return { kind: 'proven', proof: { ...begun.origin, issuer, clientId, token: vault.seal(exchanged.idToken) } };
    },
    async leave(config) {
      const { signOutAddress } = await client();
      const url = await signOutAddress(config);
      if (url !== null) leaveFor(url);
      return url !== null;
    },
  };
}

const failed = (problem: SsoProblem, origin: SsoOrigin | null): SsoOutcome => ({ kind: 'failed', problem, origin });

/** What can be told without the provider: lost, another's, too old. */
function problemBefore(params: URLSearchParams, begun: Begun | null): SsoProblem | null {
  if (begun === null || !params.has('state')) return 'lost';
  if (params.get('state') !== begun.state) return 'mismatch';
  // RFC 9207: a provider that names itself must be the one that was asked.
  const issuer = params.get('iss');
  const mustName = begun.config.metadata?.authorization_response_iss_parameter_supported === true;
  if (issuer === null ? mustName : issuer !== begun.config.issuer) return 'mismatch';
  return Date.now() - begun.at > BEGUN_LIVES_MS ? 'expired' : null;
}

/** Without a step in the history: Back leads to where the person came from, not into a page that leaves again. */
function leaveFor(address: string): void {
  const { protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('That is no address of a provider.');
  window.location.replace(address);
}

function keep(key: string, value: string): void {
  window.sessionStorage.setItem(key, value);
}

/** Where storage is forbidden nothing was begun either. */
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
