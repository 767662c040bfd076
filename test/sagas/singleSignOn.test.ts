/** Single sign-on with the real root saga: both halves, and all results. */
import type { Failure } from '../../machines/failure';
import type { SsoProblem } from '../../machines/grant';
import { signOutRequested } from '../../sagas/session/session.events';
import * as intents from '../../sagas/session/signIn/signIn.intents';
import { selectCanLeaveProvider, selectScreen, selectSignIn } from '../../sagas/session/signIn/signIn.selectors';
import { ssoText } from '../../sagas/session/signIn/sso.selectors';
import { TAKEOVER, apiError, oauthError, ok, token } from '../support/scriptedServer';
import {
  CONFIG,
  ID_TOKEN,
  LAKESIDE,
  RETURNED,
  STARTED,
  UNKNOWN_ERROR,
  calls,
  signedIn,
  view,
  world,
} from '../support/ssoTab';
import { tokenError } from '../support/tokenErrors';

const PROVIDER_UNREACHABLE =
  'Your identity provider cannot be reached at the moment. Please check your connection, or try again in a few minutes.';

describe('the redirect to the provider', () => {
  it('requests the settings and redirects; the address stays unchanged', async () => {
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
    ['the provider is down', apiError(503, 'sso.provider.unreachable'), PROVIDER_UNREACHABLE],
    ['the server is busy', apiError(503, 'service.unavailable'), 'The service is busy at the moment.'],
    ['no one answers', 'unreachable' as const, 'The server cannot be reached.'],
    ['too slow an answer', 'hang' as const, 'The server took too long to answer.'],
    ['too many tries', apiError(429, 'too.many.requests', { retryAfterSeconds: 5 }), 'too many attempts'],
    ['an answer that is none', ok({ issuer: 7 }), UNKNOWN_ERROR],
  ])('%s: shows a message, and can be retried', async (_name, reply, sentence) => {
    const w = world({ request: STARTED, path: '/LAKESIDE/auth/sso/demo' });
    w.server.respond('ssoConfig', reply);
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(10_000);
    expect(view(w)).toMatchObject({ phase: 'failed', canRetry: true, error: expect.stringContaining(sentence) });
    w.server.respond('ssoConfig', ok(CONFIG));
    w.tab.store.dispatch(intents.retryRequested());
    await w.clock.advance(100);
    expect(w.sso.begun).toHaveLength(1);
  });

  it.each(['unreachable', 'there'] as const)(
    'a page that is not redirected shows a message (provider %s)',
    async (provider) => {
      const w = world({ request: STARTED, provider });
      w.tab.start({ known: 'signedOut' });
      await w.clock.advance(11_000);
      expect(view(w).error).toBe(PROVIDER_UNREACHABLE);
    },
  );

  it('an unreachable provider shows a message immediately', async () => {
    const w = world({ request: STARTED, provider: 'unreachable' });
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(1_000);
    expect(view(w)).toMatchObject({ phase: 'failed', errorId: 1, error: expect.stringMatching(/cannot be reached/) });
  });

  it('begins even if the previous session came from a provider: that one is not ended first', async () => {
    const w = world({ request: STARTED });
    w.browser.storage.set('ssoSession', JSON.stringify({ ...LAKESIDE, at: w.clock.now() }));
    w.tab.start({ known: 'unknown' });
    await w.clock.advance(300);
    expect([w.sso.begun.length, w.sso.left]).toEqual([1, []]);
  });

  it('too many attempts show a countdown', async () => {
    const w = world({ request: STARTED });
    w.server.respond('ssoConfig', apiError(429, 'too.many.requests', { retryAfterSeconds: 60 }));
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(20);
    expect(view(w).retryAt).toBe(w.clock.now() + 60_000);
  });

  it('a signed-in user is not redirected', async () => {
    const w = world({ request: STARTED, path: '/LAKESIDE/auth/sso/demo' });
    w.server.respond('sessionCheck', ok({ accessStatus: 'LOGGED_IN', userName: 'vms.manager' }));
    w.tab.start({ known: 'unknown' });
    await w.clock.advance(200);
    expect([selectScreen(w.tab.state()), w.sso.begun]).toEqual(['home', []]);
  });

  it.each([
    ['the start', STARTED, '/LAKESIDE/auth/sso/demo'],
    ['the callback', RETURNED, '/login/oauth2/code/ats'],
  ])('%s that a signed-in user opened signs nobody in after the sign-out', async (_, request, path) => {
    const w = world({ request, path });
    w.browser.storage.set('ssoSession', JSON.stringify({ ...LAKESIDE, at: w.clock.now() }));
    w.server.respond('sessionCheck', ok({ accessStatus: 'LOGGED_IN', userName: 'vms.manager' }));
    w.tab.start({ known: 'unknown' });
    await w.clock.advance(200);
    w.tab.store.dispatch(signOutRequested());
    await w.clock.advance(1_000);
    expect([selectScreen(w.tab.state()), w.sso.begun, w.sso.finished()]).toEqual(['signIn', [], 0]);
    // The session came from the provider, and can be ended there.
    expect(selectCanLeaveProvider(w.tab.state())).toBe(true);
  });
});

describe('the callback', () => {
  it('is used once, starts a session, and leaves no token behind', async () => {
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

  it('shows that the user is being signed in until the answer arrives', async () => {
    const w = world({ request: RETURNED, path: '/login/oauth2/code/ats' });
    w.server.respond('token', 'hang');
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(100);
    expect(view(w)).toMatchObject({ phase: 'returning', organizationCode: 'LAKESIDE', error: null });
  });

  it('asks the takeover question; declining leaves no trace', async () => {
    const w = world({ request: RETURNED, path: '/login/oauth2/code/ats' });
    w.server.respond('token', { ...TAKEOVER, body: { ...(TAKEOVER.body as object), userName: 'sso.user' } });
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
    ['providerUnreachable', PROVIDER_UNREACHABLE],
  ])('%s has its own message, and no call is made', async (problem, sentence) => {
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
    [tokenError('sso.provider.unreachable'), PROVIDER_UNREACHABLE],
    [tokenError('service.unavailable'), 'The service is busy at the moment. Please wait a little and try again.'],
    [tokenError('too.many.requests'), 'There were too many attempts. Please wait a little and try again.'],
    [tokenError('server.error'), UNKNOWN_ERROR],
    // A proxy answers with a page, which is no JSON.
    [
      { status: 502, body: null, retryAfterSeconds: null },
      'The service is busy at the moment. Please wait a little and try again.',
    ],
    [oauthError('something.new'), UNKNOWN_ERROR],
    [apiError(500, 'server.error'), UNKNOWN_ERROR],
    [{ status: 418, body: null, retryAfterSeconds: null }, UNKNOWN_ERROR],
    [ok(token()), UNKNOWN_ERROR],
    [ok(token({ userName: 'sso.user', loginCode: 'SOMETHING_NEW' })), UNKNOWN_ERROR],
  ])('the refusal %j', async (reply, sentence) => {
    const w = world({ request: RETURNED });
    w.server.respond('token', reply);
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(100);
    expect(view(w).error).toBe(sentence);
    // The link that the message names.
    expect(view(w).signUpUrl).toBe(sentence.includes('Sign Up link') ? 'https://sign-up.example/' : null);
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

it('an unknown user of an unknown organization gets no advice about it', () => {
  const unknownPerson = { kind: 'sso', problem: 'unknownPerson', origin: null } as const;
  expect(ssoText(unknownPerson, null, true)).toMatch(/Sign Up link to create a new account\.$/);
  // Without the link the message does not name it.
  expect(ssoText(unknownPerson, null, false)).toMatch(/^Email address not found\. Please ask an administrator/);
});

it('every problem has its own message with a next step', () => {
  const sentences = problems.map((problem) =>
    ssoText({ kind: 'sso', problem, origin: null } satisfies Failure, null, true),
  );
  expect(new Set(sentences).size).toBe(problems.length);
  for (const sentence of sentences) expect(sentence).toMatch(/\. (Please|Check) [^.]+[^.]*\./);
});
