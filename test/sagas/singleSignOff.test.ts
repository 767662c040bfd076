/** How a single sign-on session ends at its provider, with the real root saga. */
import {
  callEndedSession,
  tokenRejected,
  providerSignOutRequested,
  signOutRequested,
} from '../../sagas/session/session.events';
import * as intents from '../../sagas/session/signIn/signIn.intents';
import {
  selectCanLeaveProvider,
  selectIsEnding,
  selectScreen,
  selectSignIn,
} from '../../sagas/session/signIn/signIn.selectors';
import { endSso } from '../../sagas/session/signIn/sso.saga';
import { parseSso } from '../../sagas/session/token/storedSso.saga';
import { apiError, oauthError, ok, token } from '../support/scriptedServer';
import { CONFIG, LAKESIDE, signedIn, world } from '../support/ssoTab';

describe('the end of a session that came from a provider', () => {
  it('a refused renewal validates the session and redirects to end it there, once, and remembers why', async () => {
    const w = await signedIn();
    w.server.respond('token', oauthError('expired'));
    w.tab.store.dispatch(tokenRejected({ generation: 1 }));
    await w.clock.advance(200);
    expect(w.sso.left).toEqual([CONFIG]);
    expect(w.browser.storage.get('signedOutReason')).toBe('expired');
    expect(w.browser.storage.get('ssoSession')).toBeUndefined();
  });

  it('after the return the form shows why, once', async () => {
    const { browser } = await signedIn();
    browser.storage.delete('ssoSession');
    browser.storage.set('signedOutReason', 'expired');
    const w = world({ browser });
    w.tab.start({ known: 'signedOut' });
    await w.clock.advance(100);
    expect(selectSignIn(w.tab.state()).notice?.text).toBe('Your session has been expired. Please login again.');
    expect([w.sso.left, browser.storage.get('signedOutReason')]).toEqual([[], undefined]);
  });

  it('a check that finds no session does the same', async () => {
    const { browser } = await signedIn();
    const w = world({ browser });
    w.server.respond('sessionCheck', ok({ accessStatus: 'LOGGED_OUT', reason: 'taken_over' }));
    w.tab.start({ known: 'unknown' });
    await w.clock.advance(200);
    expect([w.sso.left, browser.storage.get('signedOutReason')]).toEqual([[CONFIG], 'taken_over']);
  });

  it.each([
    ['the provider is no longer the one', {}, ok({ ...CONFIG, registrationId: 'other' })],
    ['the organization has none any more', {}, apiError(404, 'not.found')],
    ['it is down', {}, apiError(503, 'service.unavailable')],
    ['it has no such address', { provider: 'withoutSignOut' as const }, ok(CONFIG)],
  ])('%s: the session ends here, and the form shows why', async (_name, options, config) => {
    const w = await signedIn(options);
    w.server.respond('ssoConfig', config);
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

  it('a page that is not redirected shows the form', async () => {
    const w = await signedIn();
    w.tab.store.dispatch(callEndedSession({ reason: 'expired' }));
    await w.clock.advance(11_000);
    expect(selectScreen(w.tab.state())).toBe('signIn');
  });

  describe('while another tab signs in', () => {
    async function leavingAfter(ms: number) {
      const w = await signedIn({ providerMs: 1_000 });
      w.tab.store.dispatch(callEndedSession({ reason: 'expired' }));
      await w.clock.advance(ms);
      w.server.respond('sessionCheck', ok({ accessStatus: 'LOGGED_IN', userName: 'sso.user' }));
      w.server.respond('token', ok(token({ tokenIdentifier: 'next' })));
      w.browser.tabs.find(({ id }) => id === w.tab.id)?.receive({ type: 'signedIn', tokenIdentifier: 'next' });
      await w.clock.advance(2_000);
      return w;
    }

    it('a page that has not been left yet is signed in, and is not left', async () => {
      const w = await leavingAfter(100);
      expect([selectScreen(w.tab.state()), w.sso.left]).toEqual(['home', []]);
      expect(w.browser.storage.get('signedOutReason')).toBeUndefined();
    });

    it('a page that is being replaced is not signed in', async () => {
      const w = await leavingAfter(1_100);
      expect([selectIsEnding(w.tab.state()), w.sso.left]).toEqual([true, [CONFIG]]);
      expect(w.browser.storage.get('signedOutReason')).toBe('expired');
    });
  });

  describe('because another user has signed in by the same provider in another tab', () => {
    const theirSignOn = JSON.stringify({ ...LAKESIDE, at: Date.UTC(2026, 0, 15, 9) });

    /** The message of that sign-in was missed here. */
    async function replaced() {
      const w = await signedIn();
      w.browser.storage.set('ssoSession', theirSignOn);
      w.server.respond('sessionCheck', ok({ accessStatus: 'LOGGED_IN', userName: 'next.user' }));
      w.server.respond('token', ok(token({ tokenIdentifier: 'next', userName: 'next.user' })));
      return w;
    }
    const over = { type: 'signedOut', tokenIdentifier: 'mine', reason: 'other_user', pendingSignOut: null } as const;

    it.each<[string, (w: Awaited<ReturnType<typeof replaced>>) => void]>([
      ['a page that is shown again', ({ tab }) => tab.signal('visible')],
      ['a page that renews its token', ({ tab }) => void tab.store.dispatch(tokenRejected({ generation: 1 }))],
      ['a page told by another tab', ({ tab, browser }) => browser.tabs.find(({ id }) => id === tab.id)?.receive(over)],
    ])('%s neither signs that user out there nor offers it, nor forgets how they came', async (_, notices) => {
      const w = await replaced();
      notices(w);
      await w.clock.advance(300);
      expect(selectSignIn(w.tab.state()).notice?.text).toMatch(/^Another user has signed in in this browser/);
      expect([selectCanLeaveProvider(w.tab.state()), w.sso.left, w.tab.faults]).toEqual([false, [], []]);
      expect(w.browser.storage.get('ssoSession')).toBe(theirSignOn);
    });

    it('a page that is refused as expired, before it knows of them, neither signs them out there nor forgets how they came', async () => {
      const w = await replaced();
      w.tab.store.dispatch(callEndedSession({ reason: 'expired' }));
      await w.clock.advance(300);
      expect([selectScreen(w.tab.state()), w.sso.left, w.tab.faults]).toEqual(['signIn', [], []]);
      expect(w.browser.storage.get('ssoSession')).toBe(theirSignOn);
    });
  });

  it('a password sign-in is never redirected', async () => {
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
  it.each([
    ['signed_out', 'You have signed out.'],
    ['invalid_url', 'Invalid URL'],
    ['forced', 'Your organization has ended your session. Please sign in again.'],
  ] as const)('ends only the session here (%s), and offers to end the provider’s', async (reason, sentence) => {
    const w = await signedIn();
    w.tab.store.dispatch(signOutRequested(reason));
    await w.clock.advance(100);
    expect(selectSignIn(w.tab.state()).notice?.text).toBe(sentence);
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
])('what is stored of the last single sign-on: %s', (stored, expected) => {
  expect(parseSso(stored, 1_000_000_000)).toEqual(expected);
});
