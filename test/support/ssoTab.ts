/** A tab that signs in by single sign-on: over a scripted server, before a scripted provider. */
import { accessEndpoints } from '../../contract/identity/access.endpoints';
import { ownSessionEndpoints } from '../../contract/identity/ownSession.endpoints';
import type { SsoConfig } from '../../contract/identity/sso.endpoints';
import type { SsoProblem } from '../../machines/grant';
import type { SsoRequest, SsoOutcome } from '../../sagas/base/ports/signIn';
import { selectScreen } from '../../sagas/session/signIn/signIn.selectors';
import { selectSso } from '../../sagas/session/signIn/sso.selectors';
import { createScriptedServer, ok, token } from './scriptedServer';
import { scriptedSso } from './ssoPort';
import { createBrowser, type Browser } from './browser';
import { openTab } from './tab';
import { createVirtualClock } from './virtualClock';

export const LAKESIDE = { organizationCode: 'LAKESIDE', registrationId: 'demo' };
export const CONFIG: SsoConfig = {
  registrationId: 'demo',
  issuer: 'https://id.example',
  clientId: 'vms',
  scope: 'openid email',
  redirectUri: 'https://vms.example/login/oauth2/code/ats',
  postLogoutRedirectUri: 'https://vms.example/signin',
  filterProtocolClaims: true,
  loadUserInfo: false,
  nonce: 'n',
};
export const ID_TOKEN = 'the-id-token-canary';
export const STARTED: SsoRequest = { kind: 'start', origin: LAKESIDE };
export const RETURNED: SsoRequest = { kind: 'callback' };
export const GRANTED = ok(token({ userName: 'sso.user' }));
export const UNKNOWN_ERROR = 'The application has encountered an unknown error. Please contact Administrator.';

interface World {
  readonly request?: SsoRequest | null;
  readonly problem?: SsoProblem;
  readonly provider?: 'there' | 'unreachable' | 'withoutSignOut';
  /** How long the provider takes to tell the address of its sign-out. */
  readonly providerMs?: number;
  readonly browser?: Browser;
  readonly path?: string;
}

export function world({ request = null, problem, provider = 'there', providerMs, browser, path }: World = {}) {
  const clock = createVirtualClock();
  const server = createScriptedServer(clock);
  server.respond('ssoConfig', ok(CONFIG));
  server.respond('token', GRANTED);
  const proof = { ...LAKESIDE, issuer: CONFIG.issuer, clientId: CONFIG.clientId };
  const outcome = (): SsoOutcome =>
    problem === undefined
      ? { kind: 'proven', proof: { ...proof, token: tab.secrets.keep(ID_TOKEN) } }
      : { kind: 'failed', problem, origin: LAKESIDE };
  const wait = () => new Promise<void>((resolve) => void clock.at(providerMs ?? 0, resolve));
  const sso = scriptedSso({ request, provider, outcome, ...(providerMs !== undefined && { wait }) });
  const shared = browser ?? createBrowser(clock);
  const tab = openTab({
    clock,
    browser: shared,
    answer: server.answer,
    sso,
    ...(path === undefined ? {} : { path }),
  });
  return { clock, server, tab, sso, browser: shared };
}

/** Calls of the user service, without those of the home page. */
export const calls = ({ tab }: ReturnType<typeof world>) =>
  tab.sent
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => endpoint in accessEndpoints || endpoint in ownSessionEndpoints);
export const view = ({ tab }: ReturnType<typeof world>) => selectSso(tab.state());

/** Signed in by single sign-on. */
export async function signedIn(options: World = {}) {
  const w = world({ request: RETURNED, path: '/login/oauth2/code/ats', ...options });
  w.tab.start({ known: 'signedOut' });
  await w.clock.advance(300);
  if (selectScreen(w.tab.state()) !== 'home') throw new Error('The sign-in by single sign-on did not work.');
  return w;
}
