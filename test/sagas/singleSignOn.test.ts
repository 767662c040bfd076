/** Single sign-on through the real root saga: both halves, how each can end, and how the session ends at the provider. */
import { accessEndpoints } from '../../contract/identity/access.endpoints';
import type { SsoConfig } from '../../contract/identity/sso.endpoints';
import type { Failure } from '../../machines/failure';
import type { SsoProblem } from '../../machines/grant';
import type { SsoRequest, SsoOutcome } from '../../sagas/base/ports';
import {
  callEndedSession,
  tokenRejected,
  providerSignOutRequested,
  signOutRequested,
} from '../../sagas/session/session.events';
import * as intents from '../../sagas/session/signIn/signIn.intents';
import { selectCanLeaveProvider, selectScreen, selectSignIn } from '../../sagas/session/signIn/signIn.selectors';
import { selectSso, ssoText } from '../../sagas/session/signIn/sso.selectors';
import { endSso } from '../../sagas/session/signIn/sso.saga';
import { parseSso } from '../../sagas/session/token/ssoMemory.saga';
import { TAKEOVER, apiError, createScriptedServer, oauthError, ok, token } from '../support/scriptedServer';
import { scriptedSso } from '../support/ssoPort';
import { createBrowser, openTab, type Browser } from '../support/tab';
import { createVirtualClock } from '../support/virtualClock';

const LAKESIDE = { organizationCode: 'LAKESIDE', registrationId: 'demo' };
const CONFIG: SsoConfig = {
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
const ID_TOKEN = 'the-id-token-canary';
const STARTED: SsoRequest = { kind: 'start', origin: LAKESIDE };
const RETURNED: SsoRequest = { kind: 'callback' };
const GRANTED = ok(token({ userName: 'sso.user' }));
const UNKNOWN_ERROR = 'The application has encountered an unknown error. Please contact Administrator.';

interface World {
  readonly request?: SsoRequest | null;
  readonly problem?: SsoProblem;
  readonly provider?: 'there' | 'unreachable' | 'withoutSignOut';
  readonly browser?: Browser;
  readonly path?: string;
}

function world({ request = null, problem, provider = 'there', browser, path }: World = {}) {
  const clock = createVirtualClock();
  const server = createScriptedServer(clock);
  server.say('ssoConfig', ok(CONFIG));
  server.say('token', GRANTED);
  const proof = { ...LAKESIDE, issuer: CONFIG.issuer, clientId: CONFIG.clientId };
  const outcome = (): SsoOutcome =>
    problem === undefined
      ? { kind: 'proven', proof: { ...proof, token: tab.secrets.keep(ID_TOKEN) } }
      : { kind: 'failed', problem, origin: LAKESIDE };
  const sso = scriptedSso({ request, provider, outcome });
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

/** What was asked of the user service; what the home page asks for is not of interest here. */
const calls = ({ tab }: ReturnType<typeof world>) =>
  tab.sent.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint in accessEndpoints);
const view = ({ tab }: ReturnType<typeof world>) => selectSso(tab.state());

/** Signed in by single sign-on. */
async function signedIn(options: World = {}) {
  const w = world({ request: RETURNED, path: '/login/oauth2/code/ats', ...options });
  w.tab.start({ known: 'signedOut' });
  await w.clock.advance(300);
  if (selectScreen(w.tab.state()) !== 'home') throw new Error('The sign-in by single sign-on did not work.');
  return w;
}

describe('the way to the provider', () => {
  it('asks for the settings and leaves; the address stays as it is', async () => {
    const w = world({ request: STARTED, path: '/LAKESIDE/auth/sso/demo' });
    w.browser.storage.set('wantedPath', '/facility/jobs');
    w.tab.start({ known: 'signedOut' });
    expect(selectScreen(w.tab.state())).toBe('sso');
    await w.clock.advance(100);
    expect(w.sso.begun).toEqual([{ config: CONFIG, origin: LAKESIDE }]);
    expect(w.tab.sent[0]?.params).toEqual({ orgIdentifier: 'LAKESIDE' });
    expect(view(w)).toMatchObject({ phase: 'leaving', organizationCode: 'LAKESIDE', error: null });
    expect([w.tab.path(), w.browser.storage.get('wantedPath')]).toEqual(['/LAKESIDE/auth/sso/demo', '/facility/jobs']);
  });

  it.each([
    ['no single sign-on there', apiError(404, 'not.found'), 'Single sign-on is not set up'],
    [
      'another provider than the address names',
      ok({ ...CONFIG, registrationId: 'other' }),
      'Single sign-on is not set up',
    ],
    ['the provider is down', apiError(503, 'service.unavailable'), 'cannot be reached at the moment'],
    ['nobody answers', 'unreachable' as const, 'The server cannot be reached.'],
    ['too slow an answer', 'hang' as const, 'The server took too long to answer.'],
    ['too many tries', apiError(429, 'too.many.requests', { retryAfterSeconds: 5 }), 'too many attempts'],
    ['an answer that is none', ok({ issuer: 7 }), UNKNOWN_ERROR],
  ])('%s: said, and can be tried again', async (_name, reply, sentence) => {
    const w = world({ request: STARTED, path: '/LAKESIDE/auth/sso/demo' });
    w.server.say('ssoConfig', reply);
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(10_000);
    expect(view(w)).toMatchObject({ phase: 'failed', canRetry: true, error: expect.stringContaining(sentence) });
    w.server.say('ssoConfig', ok(CONFIG));
    w.tab.store.dispatch(intents.retryRequested());
    await w.clock.advance(100);
    expect(w.sso.begun).toHaveLength(1);
  });

  it.each(['unreachable', 'there'] as const)('a page that does not leave says so (provider %s)', async (provider) => {
    const w = world({ request: STARTED, provider });
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(11_000);
    expect(view(w).error).toBe('Your identity provider cannot be reached. Check your connection and try again.');
  });

  it('a provider that cannot be reached is said at once', async () => {
    const w = world({ request: STARTED, provider: 'unreachable' });
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(1_000);
    expect(view(w)).toMatchObject({ phase: 'failed', errorId: 1, error: expect.stringMatching(/cannot be reached/) });
  });

  it('begins also where the session before came from a provider: that one is not ended first', async () => {
    const w = world({ request: STARTED });
    w.browser.storage.set('ssoSession', JSON.stringify({ ...LAKESIDE, at: w.clock.now() }));
    w.tab.start({ known: 'unknown' });
    await w.clock.advance(300);
    expect([w.sso.begun.length, w.sso.left]).toEqual([1, []]);
  });

  it('too many tries are counted down', async () => {
    const w = world({ request: STARTED });
    w.server.say('ssoConfig', apiError(429, 'too.many.requests', { retryAfterSeconds: 60 }));
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(20);
    expect(view(w).retryAt).toBe(w.clock.now() + 60_000);
  });

  it('who is signed in already is not sent anywhere', async () => {
    const w = world({ request: STARTED, path: '/LAKESIDE/auth/sso/demo' });
    w.server.say('sessionCheck', ok({ accessStatus: 'LOGGED_IN', userName: 'vms.manager' }));
    w.tab.start({ known: 'unknown' });
    await w.clock.advance(200);
    expect([selectScreen(w.tab.state()), w.sso.begun]).toEqual(['home', []]);
  });
});

describe('the way back', () => {
  it('is used once, becomes a session, and leaves no token behind', async () => {
    const w = await signedIn();
    expect(calls(w)).toEqual(['token', 'userInfo']);
    const grant = w.tab.sent.find(({ endpoint }) => endpoint === 'token')!;
    expect(grant.body).toEqual({
      grant_type: 'password',
      organization_code: 'LAKESIDE',
      sso_source: 'demo',
      sso_client_id: 'vms',
      sso_tenant_id: 'https://id.example',
      sso_token: expect.stringMatching(/^<secret:\d+>$/),
    });
    expect(w.sso.finished()).toBe(1);
    expect(w.tab.secrets.held()).not.toContain(ID_TOKEN);
    expect(JSON.stringify([w.tab.state(), w.tab.actions, [...w.browser.storage]])).not.toContain(ID_TOKEN);
  });

  it('shows that the person is being signed in until the answer is there', async () => {
    const w = world({ request: RETURNED, path: '/login/oauth2/code/ats' });
    w.server.say('token', 'hang');
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(100);
    expect(view(w)).toMatchObject({ phase: 'returning', organizationCode: 'LAKESIDE', error: null });
  });

  it('asks the takeover question; no means no trace', async () => {
    const w = world({ request: RETURNED, path: '/login/oauth2/code/ats' });
    w.server.say('token', { ...TAKEOVER, body: { ...(TAKEOVER.body as object), userName: 'sso.user' } });
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(100);
    expect([selectSignIn(w.tab.state()).step, w.tab.path()]).toEqual(['takeover', '/signin']);
    w.tab.store.dispatch(intents.takeoverRejected());
    await w.clock.advance(100);
    expect(calls(w)).toEqual(['token', 'clearTokenIdentifier']);
    expect([selectScreen(w.tab.state()), w.browser.storage.get('ssoSession')]).toEqual(['signIn', undefined]);
  });

  it.each<[SsoProblem, string]>([
    ['lost', 'This sign-in was interrupted, or was begun in another tab or browser.'],
    ['mismatch', 'does not belong to the sign-in that was begun here'],
    ['expired', 'took longer than 10 minutes'],
    ['denied', 'The sign-in was cancelled at your identity provider.'],
    ['providerFailed', 'Your identity provider could not complete the sign-in.'],
    ['providerUnreachable', 'Your identity provider cannot be reached.'],
  ])('%s has a sentence of its own, and no call is made', async (problem, sentence) => {
    const w = world({ request: RETURNED, problem, path: '/login/oauth2/code/ats' });
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(100);
    expect(view(w)).toMatchObject({ phase: 'failed', canRetry: true, error: expect.stringContaining(sentence) });
    expect(calls(w)).toEqual([]);
  });

  it.each([
    [
      oauthError('sso.user.not.found'),
      'Email address not found. Please click the Sign Up link to create a new account. Please make sure that your email address at the identity provider matches the one of your account in LAKESIDE.',
    ],
    [
      oauthError('account_locked'),
      "You've reached the limit for failed login attempts and your account has been locked. Enter your email address to reset your password and unlock your account.",
    ],
    [
      oauthError('oauth.login.invalid.ipaddress'),
      'Access is denied at this IP address.  Please reach out to your internal point of contact.',
    ],
    [
      oauthError('sso.token.invalid'),
      'The answer of your identity provider could not be verified. Please start single sign-on again; if it happens again, contact Administrator.',
    ],
    [
      oauthError('sso.not.available'),
      'Single sign-on is not set up for this organization. Please check the address you were given, or sign in with your password.',
    ],
    [oauthError('something.new'), UNKNOWN_ERROR],
    [apiError(500, 'server.error'), UNKNOWN_ERROR],
    [{ status: 418, body: null, retryAfterSeconds: null }, UNKNOWN_ERROR],
    [ok(token()), UNKNOWN_ERROR],
    [ok(token({ userName: 'sso.user', loginCode: 'SOMETHING_NEW' })), UNKNOWN_ERROR],
  ])('the refusal %j', async (reply, sentence) => {
    const w = world({ request: RETURNED });
    w.server.say('token', reply);
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(100);
    expect(view(w).error).toBe(sentence);
    expect(w.tab.secrets.held()).not.toContain(ID_TOKEN);
  });

  it('Return to Login shows the empty form at its own address', async () => {
    const w = world({ request: RETURNED, problem: 'denied', path: '/login/oauth2/code/ats' });
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(100);
    w.tab.store.dispatch(intents.returnToSignInRequested());
    await w.clock.advance(10);
    expect([selectScreen(w.tab.state()), selectSignIn(w.tab.state()).error, w.tab.path()]).toEqual([
      'signIn',
      null,
      '/signin',
    ]);
  });
});

const problems: readonly SsoProblem[] = [
  'notSetUp',
  'lost',
  'mismatch',
  'expired',
  'denied',
  'providerFailed',
  'providerUnreachable',
  'unproven',
  'unknownPerson',
];

it('an unknown person of an unknown organization is given no advice about it', () => {
  const unknownPerson = { kind: 'sso', problem: 'unknownPerson', origin: null } as const;
  expect(ssoText(unknownPerson, null)).toMatch(/Sign Up link to create a new account\.$/);
});

it('every problem has its own sentence with a next step', () => {
  const sentences = problems.map((problem) => ssoText({ kind: 'sso', problem, origin: null } satisfies Failure, null));
  expect(new Set(sentences).size).toBe(problems.length);
  for (const sentence of sentences) expect(sentence).toMatch(/\. (Please|Check) [^.]+[^.]*\./);
});

describe('the end of a session that came from a provider', () => {
  it('a refused renewal validates and leaves for the end there, once, and remembers why', async () => {
    const w = await signedIn();
    w.server.say('token', oauthError('expired'));
    w.tab.store.dispatch(tokenRejected({ generation: 1 }));
    await w.clock.advance(200);
    expect(w.sso.left).toEqual([CONFIG]);
    expect(w.browser.storage.get('signedOutReason')).toBe('expired');
    expect(w.browser.storage.get('ssoSession')).toBeUndefined();
  });

  it('back from there the form says why, once', async () => {
    const { browser } = await signedIn();
    browser.storage.delete('ssoSession');
    browser.storage.set('signedOutReason', 'expired');
    const w = world({ browser });
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(100);
    expect(selectSignIn(w.tab.state()).notice?.text).toBe('Your session has been expired. Please login again.');
    expect([w.sso.left, browser.storage.get('signedOutReason')]).toEqual([[], undefined]);
  });

  it('a check that finds nobody signed in does the same', async () => {
    const { browser } = await signedIn();
    const w = world({ browser });
    w.server.say('sessionCheck', ok({ accessStatus: 'LOGGED_OUT', reason: 'taken_over' }));
    w.tab.start({ known: 'unknown' });
    await w.clock.advance(200);
    expect([w.sso.left, browser.storage.get('signedOutReason')]).toEqual([[CONFIG], 'taken_over']);
  });

  it.each([
    ['the provider is no longer the one', {}, ok({ ...CONFIG, registrationId: 'other' })],
    ['the organization has none any more', {}, apiError(404, 'not.found')],
    ['it is down', {}, apiError(503, 'service.unavailable')],
    ['it has no such address', { provider: 'withoutSignOut' as const }, ok(CONFIG)],
  ])('%s: the session ends here, and the form says why', async (_name, options, config) => {
    const w = await signedIn(options);
    w.server.say('ssoConfig', config);
    w.tab.store.dispatch(callEndedSession({ reason: 'expired' }));
    await w.clock.advance(200);
    expect(selectSignIn(w.tab.state()).notice?.text).toBe('Your session has been expired. Please login again.');
    expect([w.sso.left, w.browser.storage.get('signedOutReason')]).toEqual([[], undefined]);
  });

  it.each([
    ['one tab ends for all: what another has begun is not begun again', 'expired', 0],
    ['on purpose is ended although nothing is stored any more', 'signed_out', 1],
  ] as const)('%s', async (_, reason, times) => {
    const w = world();
    void w.tab.run(() => endSso({ origin: LAKESIDE, reason }));
    await w.clock.advance(100);
    expect(w.sso.left).toHaveLength(times);
  });

  it('a page that does not leave shows the form after all', async () => {
    const w = await signedIn();
    w.tab.store.dispatch(callEndedSession({ reason: 'expired' }));
    await w.clock.advance(11_000);
    expect(selectScreen(w.tab.state())).toBe('signIn');
  });

  it('a password sign-in is never sent anywhere', async () => {
    const w = world();
    w.tab.start({ known: 'signedOut' });
    w.browser.storage.set('ssoSession', JSON.stringify({ ...LAKESIDE, at: w.clock.now() }));
    w.tab.store.dispatch(
      intents.signInSubmitted({ userName: 'a', organizationCode: 'B', password: w.tab.secrets.keep('secret-9') }),
    );
    await w.clock.advance(200);
    w.tab.store.dispatch(callEndedSession({ reason: 'expired' }));
    await w.clock.advance(200);
    expect([selectScreen(w.tab.state()), w.sso.left, w.browser.storage.get('ssoSession')]).toEqual([
      'signIn',
      [],
      undefined,
    ]);
  });
});

describe('signing out on purpose', () => {
  it('ends the session here alone, and offers the other end', async () => {
    const w = await signedIn();
    w.tab.store.dispatch(signOutRequested());
    await w.clock.advance(100);
    expect(selectSignIn(w.tab.state()).notice?.text).toBe('You have signed out.');
    expect([selectCanLeaveProvider(w.tab.state()), w.sso.left, w.browser.storage.get('ssoSession')]).toEqual([
      true,
      [],
      undefined,
    ]);
    w.tab.store.dispatch(providerSignOutRequested());
    await w.clock.advance(100);
    expect([w.sso.left, w.browser.storage.get('signedOutReason')]).toEqual([[CONFIG], 'signed_out']);
  });

  it('is not offered after a sign-out of a password session', async () => {
    const w = world();
    w.tab.start({ known: 'signedOut' });
    expect(selectCanLeaveProvider(w.tab.state())).toBe(false);
  });
});

test.each([
  [null, null],
  ['{', null],
  ['null', null],
  ['{"organizationCode":7,"registrationId":"x","at":1}', null],
  [JSON.stringify({ ...LAKESIDE, at: 1_000_000_000 }), LAKESIDE],
  [JSON.stringify({ ...LAKESIDE, at: 1_000_000_000 - 25 * 3_600_000 }), null],
  [JSON.stringify(LAKESIDE), null],
  [JSON.stringify({ ...LAKESIDE, registrationId: 7, at: 1_000_000_000 }), null],
  [JSON.stringify({ ...LAKESIDE, organizationCode: null, at: 1_000_000_000 }), null],
  [JSON.stringify({ ...LAKESIDE, at: 1_000_000_000 - 24 * 3_600_000 }), null],
])('what is remembered of the last single sign-on: %s', (stored, expected) => {
  expect(parseSso(stored, 1_000_000_000)).toEqual(expected);
});
