/** How a page checks the session when it starts, and when it becomes visible again. */
import { PERMISSIONS } from '../../contract/base/permissions';
import type { StorageKey } from '../../sagas/base/ports/peers';
import { selectLocation } from '../../sagas/navigation/location/location.selectors';
import { reconnectRequested, signOutRequested } from '../../sagas/session/session.events';
import { selectGrant, selectIsActive, selectUser } from '../../sagas/session/session.selectors';
import * as intents from '../../sagas/session/signIn/signIn.intents';
import {
  selectCanLeaveProvider,
  selectPasswordChange,
  selectPasswordReset,
  selectScreen,
  selectSignIn,
  selectTakeover,
  selectTwoFactor,
  selectUnreachable,
} from '../../sagas/session/signIn/signIn.selectors';
import { selectSso } from '../../sagas/session/signIn/sso.selectors';
import { request } from '../../sagas/session/token/request.saga';
import { TAKEOVER, apiError, createScriptedServer, ok, token } from '../support/scriptedServer';
import { createBrowser, type Browser } from '../support/browser';
import { TEST_CONFIG, openTab, type TabOptions } from '../support/tab';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

const LOGGED_IN = ok({ accessStatus: 'LOGGED_IN', userName: USER.userName });
const loggedOut = (more: object = {}) => ok({ accessStatus: 'LOGGED_OUT', ...more });

const EMPTY_FORM = {
  step: 'credentials',
  busy: false,
  userName: '',
  organizationCode: '',
  error: null,
  errorId: 0,
  notice: null,
  retryAt: null,
};

function world(stored: Partial<Record<StorageKey, string>> = {}) {
  const clock = createVirtualClock();
  const server = createScriptedServer(clock);
  const browser = createBrowser(clock);
  for (const [key, value] of Object.entries(stored)) browser.storage.set(key, value);
  return {
    clock,
    server,
    browser,
    async open(known: 'signedOut' | 'unknown' = 'unknown', at = '/vms/jobs', options: Partial<TabOptions> = {}) {
      const tab = openTab({ clock, browser, answer: server.answer, ...options });
      tab.goTo(at);
      const task = tab.start({ known });
      await clock.advance(300);
      const submit = async () => {
        const password = tab.secrets.keep('secret-9');
        tab.store.dispatch(
          intents.signInSubmitted({ userName: 'vms.manager', organizationCode: 'MERIDIAN', password }),
        );
        await clock.advance(300);
      };
      return {
        tab,
        submit,
        screen: () => selectScreen(tab.state()),
        form: () => selectSignIn(tab.state()),
        sent: (endpoint: string) => tab.sent.filter((call) => call.endpoint === endpoint),
        calls: () => tab.sent.map(({ endpoint }) => endpoint),
        close: () => task.cancel(),
      };
    },
  };
}

const signInElsewhere = ({ tabs }: Browser) => {
  for (const tab of tabs) tab.receive({ type: 'signedIn', tokenIdentifier: 'next' });
};

describe('on start', () => {
  it('a page that was served without a session makes no request', async () => {
    const page = await world().open('signedOut');
    expect([page.screen(), page.calls()]).toEqual(['signIn', []]);
  });

  it('a live session is restored', async () => {
    const { server, open } = world();
    server.respond('sessionCheck', LOGGED_IN);
    const page = await open();
    expect([page.screen(), page.sent('token').length, page.sent('userInfo').length]).toEqual(['home', 1, 1]);
    expect(page.sent('userInfo')[0]?.params).toEqual({ userName: 'vms.manager' });
  });

  it('a session without a name is not restored', async () => {
    const { server, open } = world();
    server.respond('sessionCheck', ok({ accessStatus: 'LOGGED_IN' }));
    const page = await open();
    expect([page.screen(), page.sent('token')]).toEqual(['unreachable', []]);
  });

  it.each([
    ['the server’s reason', 'taken_over', 'forced', /signed in on another device/],
    [
      'the reason that was left here',
      undefined,
      'forced',
      /^Your organization has ended your session\. Please sign in again/,
    ],
    ['no reason that is none', undefined, 'nonsense', null],
  ])('%s is shown if the session is over', async (_, reason, left, sentence) => {
    const { server, browser, open } = world({ signedOutReason: left });
    server.respond('sessionCheck', loggedOut(reason === undefined ? {} : { reason }));
    const { notice } = (await open()).form();
    if (sentence === null) expect(notice).toBeNull();
    else expect(notice?.text).toMatch(sentence);
    // Shown once: the next sign-in page does not repeat it.
    if (reason === undefined) expect(browser.storage.has('signedOutReason')).toBe(false);
  });

  it('an unreachable server is tried again, less often each time, and ends no session', async () => {
    const { clock, server, open } = world();
    server.respond('sessionCheck', 'unreachable');
    const page = await open();
    expect([page.screen(), selectUnreachable(page.tab.state())]).toEqual([
      'unreachable',
      { attempts: 0, retryMs: 1_000 },
    ]);
    await clock.advance(1_100);
    expect(selectUnreachable(page.tab.state())).toEqual({ attempts: 1, retryMs: 2_000 });
    server.respond('sessionCheck', LOGGED_IN);
    await clock.advance(2_500);
    expect(page.screen()).toBe('home');
  });

  it.each<[string, (page: Awaited<ReturnType<ReturnType<typeof world>['open']>>) => void]>([
    ['the person says so', ({ tab }) => void tab.store.dispatch(reconnectRequested())],
    ['the network is back', ({ tab }) => tab.signal('online')],
  ])('is requested again immediately if %s', async (_, happens) => {
    const { clock, server, open } = world();
    server.respond('sessionCheck', 'unreachable');
    const page = await open();
    server.respond('sessionCheck', LOGGED_IN);
    happens(page);
    await clock.advance(200);
    expect(page.screen()).toBe('home');
  });
});

it('calls that wait for a new token are sent with it as soon as it arrives', async () => {
  const { clock, server, open } = world();
  server.respond('sessionCheck', LOGGED_IN);
  const page = await open();
  server.respond('websocketContext', apiError(401, 'token_expired'));
  server.respond('token', ok(token({ generation: 2 })));
  let outcome: unknown = 'still waiting';
  void page.tab.run(() => request('websocketContext', {})).then((result) => (outcome = result));
  await clock.advance(30);
  server.respond('websocketContext', ok({ context: 'the-ticket' }));
  await clock.advance(500);
  expect(outcome).toEqual({ context: expect.stringMatching(/^<secret:/) });
});

it('calls that wait for a new token fail with its renewal, and the session continues', async () => {
  const { clock, server, open } = world();
  server.respond('sessionCheck', LOGGED_IN);
  const page = await open();
  server.respond('websocketContext', apiError(401, 'token_expired'));
  server.respond('token', apiError(503, 'service.unavailable'));
  let outcome: unknown = 'still waiting';
  void page.tab.run(() => request('websocketContext', {})).then((result) => (outcome = result));
  await clock.advance(1_000);
  expect(outcome).toEqual({ kind: 'unavailable', retryAt: null });
  expect(page.screen()).toBe('home');
});

describe('a sign-out that the server has not confirmed', () => {
  it('is completed by the next page, which does not restore the session', async () => {
    const { server, browser, open } = world({ pendingSignOut: 'mine' });
    server.respond('sessionCheck', LOGGED_IN);
    const page = await open();
    expect(page.sent('clearTokenIdentifier').map(({ body }) => body)).toEqual([{ tokenIdentifier: 'mine' }]);
    expect([page.screen(), page.sent('token'), browser.storage.has('pendingSignOut')]).toEqual(['signIn', [], false]);
    expect(page.form().notice).toEqual({ tone: 'info', text: 'You have signed out.' });
  });

  it('is repeated until the server confirms it, and the page asks the user to stay until then', async () => {
    const { clock, server, browser, open } = world();
    server.respond('sessionCheck', LOGGED_IN);
    const page = await open();
    server.respond('clearTokenIdentifier', 'unreachable');
    page.tab.store.dispatch(signOutRequested());
    await clock.advance(100);
    expect(browser.storage.get('pendingSignOut')).toBe('mine');
    expect(page.sent('clearTokenIdentifier')[0]?.body).toEqual({ tokenIdentifier: 'mine' });
    expect(page.form().notice).toEqual({ tone: 'warning', text: expect.stringMatching(/has not confirmed it yet/) });
    server.respond('clearTokenIdentifier', ok({}));
    await clock.advance(60_000);
    expect([browser.storage.has('pendingSignOut'), page.form().notice?.text]).toEqual([false, 'You have signed out.']);
  });

  it('comes before the next sign-in, which would lose the cookie that ends the old session', async () => {
    const { server, open } = world({ pendingSignOut: 'mine' });
    server.respond('clearTokenIdentifier', 'unreachable');
    const page = await open();
    server.respond('clearTokenIdentifier', ok({}));
    await page.submit();
    const calls = page.calls();
    expect(calls.slice(calls.lastIndexOf('clearTokenIdentifier')).slice(0, 3)).toEqual([
      'clearTokenIdentifier',
      'twoFactorCheck',
      'token',
    ]);
    expect(page.screen()).toBe('home');
  });

  it('stops the next sign-in while the server cannot be reached for it', async () => {
    const { server, open } = world({ pendingSignOut: 'mine' });
    server.respond('clearTokenIdentifier', 'unreachable');
    const page = await open();
    await page.submit();
    expect([page.screen(), page.sent('twoFactorCheck'), page.form().error]).toEqual([
      'signIn',
      [],
      expect.stringMatching(/cannot be reached/),
    ]);
    // The next user of a shared computer still reads it.
    expect(page.form().notice).toMatchObject({
      tone: 'warning',
      text: expect.stringContaining('has not confirmed it'),
    });
  });
});

describe('when it becomes visible again', () => {
  it.each([
    ['a session that another device took over has ended', loggedOut({ reason: 'taken_over' }), /on another device/],
    ['a session that has ended for no named reason has expired', loggedOut(), /has been expired/],
    [
      'a session whose browser has another user’s now has ended',
      ok({ accessStatus: 'LOGGED_IN', userName: 'agency.one' }),
      /^Another user has signed in in this browser/,
    ],
  ])('%s', async (_, answer, sentence) => {
    const { clock, server, open } = world();
    server.respond('sessionCheck', LOGGED_IN);
    const page = await open();
    server.respond('sessionCheck', answer);
    page.tab.signal('restored');
    await clock.advance(100);
    expect([page.screen(), page.form().notice?.text]).toEqual(['signIn', expect.stringMatching(sentence)]);
  });

  it.each([
    ['a session that is alive', LOGGED_IN],
    ['a session whose user is not named', ok({ accessStatus: 'LOGGED_IN' })],
    ['a session that cannot be checked at the server', 'unreachable' as const],
    ['a session that the server fails to answer for', apiError(500, 'server.error')],
  ])('%s continues', async (_, answer) => {
    const { clock, server, open } = world();
    server.respond('sessionCheck', LOGGED_IN);
    const page = await open();
    server.respond('sessionCheck', answer);
    page.tab.signal('visible');
    await clock.advance(100);
    expect([page.screen(), page.sent('sessionCheck').length]).toEqual(['home', 2]);
  });

  it('a late check of the last session does not end the one that has begun since', async () => {
    const { clock, server, open } = world();
    server.respond('sessionCheck', LOGGED_IN);
    const page = await open();
    server.respond('sessionCheck', loggedOut({ reason: 'expired' }), 5_000);
    page.tab.signal('visible');
    await clock.advance(100);
    page.tab.store.dispatch(signOutRequested());
    await clock.advance(100);
    server.respond('token', ok(token({ tokenIdentifier: 'next' })));
    await page.submit();
    await clock.advance(10_000);
    expect([page.screen(), selectGrant(page.tab.state())?.tokenIdentifier]).toEqual(['home', 'next']);
  });

  it('a page without a session makes no request', async () => {
    const { clock, open } = world();
    const page = await open('signedOut');
    page.tab.signal('visible');
    await clock.advance(100);
    expect(page.calls()).toEqual([]);
  });
});

describe('the requested address', () => {
  it('is kept with its query until sign-in', async () => {
    const { browser, open } = world();
    const page = await open('signedOut', '/vms/jobs?page=3');
    expect([page.tab.path(), browser.storage.get('wantedPath')]).toEqual(['/signin', '/vms/jobs?page=3']);
  });

  it('is discarded on a deliberate sign-out: the next user may be another person', async () => {
    const { clock, server, browser, open } = world({ wantedPath: '/vms/jobs/submissions' });
    server.respond('sessionCheck', LOGGED_IN);
    const page = await open();
    page.tab.store.dispatch(signOutRequested());
    await clock.advance(100);
    expect([page.tab.path(), browser.storage.has('wantedPath')]).toEqual(['/signin', false]);
  });

  const READER = { ...USER, permissions: [...PERMISSIONS] };
  const OTHER = { ...READER, userId: 'u2' };
  const addressOf = ({ tab }: { readonly tab: ReturnType<typeof openTab> }) => {
    const { pathname, search } = selectLocation(tab.state()) ?? { pathname: null, search: '' };
    return `${pathname}${search}`;
  };

  describe('after a session that has expired', () => {
    const expired = async () => {
      const { clock, server, browser, open } = world();
      server.respond('sessionCheck', LOGGED_IN);
      server.respond('userInfo', ok(READER));
      const page = await open('unknown', '/vms/jobs?search=ada');
      server.respond('sessionCheck', loggedOut());
      page.tab.signal('visible');
      await clock.advance(100);
      expect(page.screen()).toBe('signIn');
      return { clock, server, browser, open, page };
    };

    it('is returned to by the same user', async () => {
      const { page } = await expired();
      await page.submit();
      expect(addressOf(page)).toBe('/vms/jobs?search=ada');
    });

    it.each([
      ['', false],
      [', also if the page was reloaded before the sign-in', true],
    ])('is not opened for another user, who gets the own first page%s', async (_, isReloaded) => {
      const { server, browser, open, page } = await expired();
      browser.storage.set('pdfPreview', '{}');
      browser.storage.set('pdfSteps', '[]');
      if (isReloaded) page.close();
      const next = isReloaded ? await open('signedOut', '/signin') : page;
      server.respond('userInfo', ok(OTHER));
      await next.submit();
      expect([next.screen(), addressOf(next)]).toEqual(['home', '/vms/dashboard']);
      const kept = ['wantedPath', 'pdfPreview', 'pdfSteps'].filter((key) => browser.storage.has(key as 'wantedPath'));
      expect(kept).toEqual([]);
    });

    it('is not opened for another user who signs in in another tab', async () => {
      const { clock, server, browser, page } = await expired();
      server.respond('sessionCheck', LOGGED_IN);
      server.respond('userInfo', ok(OTHER));
      server.respond('token', ok(token({ tokenIdentifier: 'next' })));
      signInElsewhere(browser);
      await clock.advance(500);
      expect([page.screen(), addressOf(page)]).toEqual(['home', '/vms/dashboard']);
    });
  });

  it('of the former user is left when another one signs in in another tab', async () => {
    const { clock, server, browser, open } = world();
    server.respond('sessionCheck', LOGGED_IN);
    server.respond('userInfo', ok(READER));
    const page = await open('unknown', '/vms/jobs?search=ada');
    server.respond('userInfo', ok(OTHER));
    server.respond('token', ok(token({ tokenIdentifier: 'next' })));
    signInElsewhere(browser);
    await clock.advance(500);
    expect([page.screen(), addressOf(page)]).toEqual(['home', '/vms/dashboard']);
  });

  it.each([
    ['a deliberate sign-out', undefined],
    ['a sign-out for an invalid address', 'invalid_url'],
  ] as const)('is opened for another user after %s', async (_, reason) => {
    const { clock, server, open } = world();
    server.respond('sessionCheck', LOGGED_IN);
    const first = await open();
    first.tab.store.dispatch(signOutRequested(reason));
    await clock.advance(100);
    first.close();
    const page = await open('signedOut', '/vms/jobs?page=3');
    server.respond('userInfo', ok(OTHER));
    await page.submit();
    expect(addressOf(page)).toBe('/vms/jobs?page=3');
  });

  it('is not the callback of an identity provider', async () => {
    const { browser, open } = world({ wantedPath: '/vms/jobs' });
    const page = await open('signedOut', '/login/oauth2/code/ats');
    expect([page.tab.path(), browser.storage.get('wantedPath')]).toEqual(['/signin', '/vms/jobs']);
  });
});

describe('the sign-in form', () => {
  const names = ({ form }: { readonly form: () => ReturnType<typeof selectSignIn> }) => {
    const { userName, organizationCode } = form();
    return [userName, organizationCode];
  };

  it('is empty for the first user of this browser', async () => {
    const page = await world().open('signedOut');
    expect(page.form()).toEqual(EMPTY_FORM);
  });

  it('shows why it appears until the user acts', async () => {
    const { clock, server, open } = world({ signedOutReason: 'expired' });
    const page = await open('signedOut');
    const expired = { tone: 'warning', text: 'Your session has been expired. Please login again.' };
    expect(page.form().notice).toEqual(expired);
    server.respond('twoFactorCheck', apiError(400, 'invalid.credentials'), 1_000);
    await page.submit();
    expect(page.form()).toMatchObject({ busy: true, notice: null });
    await clock.advance(1_000);
    expect(page.form()).toMatchObject({ busy: false, notice: null, error: expect.stringMatching(/incorrect/) });
  });

  it('does not show the reason at the takeover question', async () => {
    const { server, open } = world({ signedOutReason: 'expired' });
    const page = await open('signedOut');
    server.respond('token', TAKEOVER);
    await page.submit();
    expect(page.form()).toMatchObject({ step: 'takeover', notice: null });
  });

  it('has the names of the last user', async () => {
    const { clock, open } = world();
    const first = await open('signedOut');
    await first.submit();
    first.tab.store.dispatch(signOutRequested());
    await clock.advance(100);
    first.close();
    expect(names(await open('signedOut'))).toEqual(['vms.manager', 'MERIDIAN']);
  });

  it('has each value of the address instead', async () => {
    const stored = { lastSignIn: JSON.stringify({ userName: 'ann', organizationCode: 'MERIDIAN' }) };
    const named = (userName: string | null, organizationCode: string | null) =>
      world(stored).open('signedOut', '/signin', { signInDefaults: { userName, organizationCode, fromSso: false } });
    expect(names(await named('bob', null))).toEqual(['bob', 'MERIDIAN']);
    expect(names(await named(null, 'LAKESIDE'))).toEqual(['ann', 'LAKESIDE']);
  });

  it('explains the next step to users sent here by single sign-on', async () => {
    const signInDefaults = { userName: 'bob', organizationCode: null, fromSso: true };
    const page = await world().open('signedOut', '/signin', { signInDefaults });
    expect(page.form().notice).toEqual({
      tone: 'info',
      text: expect.stringMatching(/^Single sign-on has brought you here\./),
    });
  });
});

it('nothing is known, and nothing wrong is shown, before the page has started', () => {
  const state = { machines: {}, config: TEST_CONFIG };
  expect([selectScreen(state), selectUnreachable(state)]).toEqual(['starting', { attempts: 0, retryMs: 1_000 }]);
  expect([selectIsActive(state), selectCanLeaveProvider(state)]).toEqual([false, false]);
  expect([selectGrant(state), selectUser(state), selectTakeover(state)]).toEqual([null, null, null]);
  expect(selectSignIn(state)).toEqual(EMPTY_FORM);
  expect(selectTwoFactor(state)).toMatchObject({ sentTo: null, resendAt: 0, resendError: null });
  expect(selectPasswordReset(state)).toEqual({ open: false, busy: false, error: null });
  expect(selectPasswordChange(state)).toEqual({ busy: false, error: null, errorId: 0 });
  expect(selectSso(state)).toEqual({
    phase: 'returning',
    organizationCode: null,
    signUpUrl: null,
    error: null,
    errorId: 0,
    canRetry: false,
    retryAt: null,
  });
});
