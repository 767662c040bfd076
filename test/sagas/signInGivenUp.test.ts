/** What remains of a session that was given up before the sign-in was finished. */
import * as intents from '../../sagas/session/signIn/signIn.intents';
import { selectScreen, selectSignIn } from '../../sagas/session/signIn/signIn.selectors';
import { createBrowser } from '../support/browser';
import { TAKEOVER, createScriptedServer, ok } from '../support/scriptedServer';
import { openTab } from '../support/tab';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

const LOGGED_IN = ok({ accessStatus: 'LOGGED_IN', userName: USER.userName });

function world() {
  const clock = createVirtualClock();
  const server = createScriptedServer(clock);
  const browser = createBrowser(clock);
  return {
    clock,
    server,
    browser,
    async open(known: 'signedOut' | 'unknown' = 'unknown') {
      const tab = openTab({ clock, browser, answer: server.answer });
      const task = tab.start({ known });
      await clock.advance(300);
      return {
        tab,
        async submit() {
          const password = tab.secrets.keep('secret-9');
          tab.store.dispatch(
            intents.signInSubmitted({ userName: 'vms.manager', organizationCode: 'MERIDIAN', password }),
          );
          await clock.advance(300);
        },
        screen: () => selectScreen(tab.state()),
        form: () => selectSignIn(tab.state()),
        sent: (endpoint: string) => tab.sent.filter((call) => call.endpoint === endpoint),
        close: () => task.cancel(),
      };
    },
  };
}

describe('a sign-in that was given up while the server could not be reached', () => {
  async function givenUp(step: 'failed' | 'takeover') {
    const { clock, server, browser, open } = world();
    const page = await open('signedOut');
    if (step === 'takeover') server.respond('token', TAKEOVER);
    server.respond('userInfo', 'unreachable');
    server.respond('clearTokenIdentifier', 'unreachable');
    await page.submit();
    expect(page.form().step).toBe(step);
    page.tab.store.dispatch(step === 'takeover' ? intents.takeoverRejected() : intents.returnToSignInRequested());
    await clock.advance(300);
    expect(page.form().step).toBe('credentials');
    // By its name, so that the session of the cookie is not ended once the token has expired.
    expect(page.sent('clearTokenIdentifier').map(({ body }) => body)).toEqual([{ tokenIdentifier: 'mine' }]);
    const owed = browser.storage.get('pendingSignOut');
    page.close();
    server.respond('userInfo', ok(USER));
    server.respond('clearTokenIdentifier', ok({}));
    server.respond('sessionCheck', LOGGED_IN);
    return { owed, browser, reloaded: await open() };
  }

  it('is signed out after a reload, which asks for the password again', async () => {
    const { owed, browser, reloaded } = await givenUp('failed');
    expect([reloaded.screen(), owed]).toEqual(['signIn', 'mine']);
    expect(reloaded.sent('clearTokenIdentifier').map(({ body }) => body)).toEqual([{ tokenIdentifier: 'mine' }]);
    expect(browser.storage.has('pendingSignOut')).toBe(false);
  });

  it('needs no sign-out at the takeover question, so that a reload restores the session of the other tabs', async () => {
    const { owed, reloaded } = await givenUp('takeover');
    expect([reloaded.screen(), owed]).toEqual(['home', undefined]);
  });

  it('needs no further sign-out once the server has confirmed it', async () => {
    const { clock, server, browser, open } = world();
    server.respond('userInfo', 'unreachable');
    const page = await open('signedOut');
    await page.submit();
    page.tab.store.dispatch(intents.returnToSignInRequested());
    await clock.advance(300);
    expect([page.sent('clearTokenIdentifier').length, browser.storage.has('pendingSignOut')]).toEqual([1, false]);
  });
});
