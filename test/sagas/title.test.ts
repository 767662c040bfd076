/** The bell's count in tab titles and the app's icon: the same number in every tab until sign-out. */
import { PERMISSIONS } from '../../contract/base/permissions';
import { titleText } from '../../sagas/app/title.saga';
import { bellPressed, rowChanged } from '../../sagas/features/notifications/notifications.intents';
import { selectBadge } from '../../sagas/features/notifications/panel/panel.selectors';
import { selectLocation, selectPageTitle } from '../../sagas/navigation/location/location.selectors';
import { navigateRequested, pageNamed } from '../../sagas/navigation/location/location.slice';
import { signOutRequested } from '../../sagas/session/session.events';
import { scriptedAlerts, type ScriptedAlerts } from '../support/alertsPort';
import { createBrowser } from '../support/browser';
import { createNotificationServer } from '../support/notificationServer';
import { ok } from '../support/scriptedServer';
import { openTab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

beforeAll(() => Promise.all([import('../../sagas/app/shell.saga'), import('../../sagas/app/lateParts')]));

async function signedIn() {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  server.script.respond('userInfo', ok({ ...USER, permissions: [...PERMISSIONS] }));
  const browser = createBrowser(clock);
  const open = async (alerts: ScriptedAlerts = {}) => {
    const badges: number[] = [];
    const tab = openTab({
      clock,
      browser,
      answer: server.answer,
      socket: server.socket,
      alerts: scriptedAlerts({ badges, ...alerts }),
      path: '/vms/dashboard',
    });
    tab.start();
    await untilBellKnown(tab, clock);
    return { tab, badges };
  };
  return { clock, server, open };
}

it('counts unread notifications before the name of the page, without snoozed, done or read ones', async () => {
  const { clock, server, open } = await signedIn();
  server.notify({}, {}, {}, {});
  const { tab, badges } = await open();
  const own = tab.title().replace(/^\(4\) /, '');
  expect([tab.title(), badges, own]).toEqual([`(4) ${own}`, [4], expect.stringMatching(/ · Nexus VMS$/)]);
  const change = async (index: number, patch: Parameters<typeof rowChanged>[0]['patch']) => {
    tab.store.dispatch(rowChanged({ id: server.log[index]!.notification!.id, patch }));
    await clock.advance(2_000);
    for (let turns = 0; turns < 30; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(2_000);
  };
  await change(0, { snoozedUntil: '2027-01-01T00:00:00.000Z' });
  expect(tab.title()).toBe(`(3) ${own}`);
  await change(1, { done: true });
  expect(tab.title()).toBe(`(2) ${own}`);
  server.notify({});
  await clock.advance(2_000);
  expect([tab.title(), selectBadge(tab.state())]).toEqual([`(3) ${own}`, 3]);
  tab.store.dispatch(bellPressed());
  await clock.advance(2_000);
  expect([tab.title(), badges.at(-1)]).toEqual([own, 0]);
});

it('stays before the name of any page', async () => {
  const { clock, server, open } = await signedIn();
  server.notify({}, {});
  const { tab } = await open();
  tab.store.dispatch(navigateRequested({ to: '/vms/admin/broadcasts/add' }));
  await clock.advance(100);
  expect(tab.title()).toBe('(2) New Broadcast · Nexus VMS');
  tab.store.dispatch(pageNamed({ pathname: '/vms/admin/broadcasts/add', name: 'Job 10023' }));
  expect(tab.title()).toBe('(2) Job 10023 · Nexus VMS');
});

it.each([
  ['/vms/admin/nowhere', 'Page not found · Nexus VMS'],
  ['/unauthorized', 'Unauthorized access · Nexus VMS'],
])('%s, a page without a route, has the name that it gives itself', async (to, title) => {
  const { clock, open } = await signedIn();
  const { tab } = await open();
  tab.store.dispatch(navigateRequested({ to }));
  await clock.advance(100);
  expect(tab.title()).toBe('Nexus VMS');
  tab.store.dispatch(pageNamed({ pathname: to, name: title.split(' · ', 1)[0]! }));
  expect(tab.title()).toBe(title);
});

it('does not keep the name of a record after signing out, even at its address', async () => {
  const { clock, open } = await signedIn();
  const { tab } = await open();
  const location = selectLocation(tab.state());
  tab.store.dispatch(pageNamed({ pathname: '/vms/dashboard', name: 'Ada Quinn' }));
  expect(tab.title()).toBe('Ada Quinn · Nexus VMS');
  tab.store.dispatch(signOutRequested());
  await clock.advance(2_000);
  expect([tab.title(), selectPageTitle({ ...tab.state(), location })]).toEqual(['Nexus VMS', 'Nexus VMS']);
});

it('is in every tab, but only one of them sets the icon, whichever is visible', async () => {
  const { clock, server, open } = await signedIn();
  const [one, other] = [await open(), await open()];
  one.tab.attention.focus();
  await clock.advance(100);
  [one, other].forEach(({ badges }) => badges.splice(0));
  server.notify({}, {});
  await clock.advance(2_000);
  expect([one, other].map(({ tab }) => tab.title().slice(0, 4))).toEqual(['(2) ', '(2) ']);
  expect([one.badges.at(-1), other.badges]).toEqual([2, []]);
  other.tab.attention.focus();
  await clock.advance(100);
  expect(other.badges).toEqual([2]);
});

it('both have no number after signing out', async () => {
  const { clock, server, open } = await signedIn();
  server.notify({}, {});
  const { tab, badges } = await open();
  tab.store.dispatch(signOutRequested());
  await clock.advance(2_000);
  expect([tab.title(), badges]).toEqual(['Nexus VMS', [2, 0]]);
});

it('with the session all disappears from the desktop, also what a former page or a push has shown', async () => {
  const { clock, open } = await signedIn();
  const clears: number[] = [];
  const { tab } = await open({ clears });
  expect(clears).toEqual([]);
  tab.store.dispatch(signOutRequested());
  await clock.advance(2_000);
  expect(clears).toEqual([1]);
});

it.each([
  [0, 'Jobs'],
  [1, '(1) Jobs'],
  [99, '(99) Jobs'],
  [11_164, '(99+) Jobs'],
])('%d unread: %s', (unread, text) => {
  expect(titleText(unread, 'Jobs')).toBe(text);
});
