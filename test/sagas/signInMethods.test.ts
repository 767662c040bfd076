/** Organization first: the form offers the organization's single sign-on besides the password. */
import { organizationTyped } from '../../sagas/session/signIn/signIn.intents';
import { selectPasskeyIsFirst, selectSingleSignOn } from '../../sagas/session/signIn/signIn.selectors';
import { apiError, createScriptedServer, ok, type Reply } from '../support/scriptedServer';
import { createBrowser } from '../support/browser';
import { openTab, type TabOptions } from '../support/tab';
import { createVirtualClock } from '../support/virtualClock';

interface Given extends Partial<TabOptions> {
  /** As remembered by the browser. */
  readonly lastSignIn?: object;
  /** Reported by the form before the part is loaded. */
  readonly filledWith?: string;
  readonly waitMs?: number;
}

async function open(
  { lastSignIn, filledWith, waitMs = 1_000, ...options }: Given = {},
  answer: Reply = ok({ registrationId: 'main.id' }),
) {
  const clock = createVirtualClock();
  const script = createScriptedServer(clock);
  script.respond('sessionCheck', ok({ accessStatus: 'LOGGED_OUT' }));
  script.respond('signInMethods', answer);
  const browser = createBrowser(clock);
  if (lastSignIn !== undefined) browser.storage.set('lastSignIn', JSON.stringify(lastSignIn));
  const tab = openTab({ clock, browser, answer: script.answer, ...options });
  tab.start({ known: filledWith === undefined ? 'unknown' : 'signedOut' });
  if (filledWith !== undefined) tab.store.dispatch(organizationTyped({ organizationCode: filledWith }));
  await clock.advance(waitMs);
  const requested = () =>
    tab.sent.filter(({ endpoint }) => endpoint === 'signInMethods').map(({ params }) => params?.['orgIdentifier']);
  return {
    script,
    requested,
    offer: () => selectSingleSignOn(tab.state()),
    passkeyIsFirst: () => selectPasskeyIsFirst(tab.state()),
    async type(...codes: readonly string[]) {
      for (const organizationCode of codes) {
        tab.store.dispatch(organizationTyped({ organizationCode }));
        await clock.advance(100);
      }
      await clock.advance(1_000);
    },
  };
}

const ANN = { userName: 'ann', organizationCode: 'LAKESIDE' };

it('loads the methods of the organization in the address, not of the last user', async () => {
  const { requested, offer } = await open({
    path: '/LAKE%20SIDE/signin',
    signInDefaults: { userName: null, organizationCode: 'LAKE SIDE', fromSso: false },
    lastSignIn: { ...ANN, way: 'password' },
  });
  expect(requested()).toEqual(['LAKE SIDE']);
  expect(offer()).toEqual({ address: '/LAKE%20SIDE/auth/sso/main.id', isFirst: false });
});

it('requests those of the last user’s organization without a pause, although the form was filled with it', async () => {
  const { requested } = await open({ lastSignIn: { ...ANN, way: 'sso' }, filledWith: 'LAKESIDE', waitMs: 100 });
  expect(requested()).toEqual(['LAKESIDE']);
});

it('requests those of an organization typed before the part was loaded', async () => {
  const { requested } = await open({ lastSignIn: { ...ANN, way: 'sso' }, filledWith: 'SUMMIT' });
  expect(requested().at(-1)).toBe('SUMMIT');
});

it('requests nothing if no organization is known', async () => {
  const { requested, offer } = await open();
  expect([requested(), offer()]).toEqual([[], null]);
});

it('loads them once the code is complete, and not for its prefixes', async () => {
  const { requested, offer, type } = await open();
  await type('L', 'LA', 'LAKESIDE');
  expect(requested()).toEqual(['LAKESIDE']);
  expect(offer()).toMatchObject({ address: '/LAKESIDE/auth/sso/main.id' });
});

it('offers nothing of another organization while loading, or for an emptied field', async () => {
  const { script, offer, type } = await open({ lastSignIn: ANN });
  expect(offer()).not.toBeNull();
  script.respond('signInMethods', ok({}));
  await type('SUMMIT');
  expect(offer()).toBeNull();
  await type('');
  expect(offer()).toBeNull();
});

it.each([
  ['sso', true],
  ['password', false],
  [undefined, false],
  ['something else', false],
])('the method used last here (%s) comes first', async (way, isFirst) => {
  const { offer } = await open({ lastSignIn: { ...ANN, way } });
  expect(offer()?.isFirst).toBe(isFirst);
});

it('a passkey comes first if it was used last', async () => {
  const { passkeyIsFirst } = await open({ lastSignIn: { ...ANN, way: 'passkey' } });
  expect(passkeyIsFirst()).toBe(true);
  const other = await open({ lastSignIn: { ...ANN, way: 'password' } });
  expect(other.passkeyIsFirst()).toBe(false);
});

it('without an answer only the password is offered', async () => {
  const { offer } = await open({ lastSignIn: { ...ANN, way: 'sso' } }, apiError(429, 'too.many.requests'));
  expect(offer()).toBeNull();
});
