/** Notifications without the link, the leader tab or some events: nothing is lost, and stale data is marked. */
import { machineMoved } from '../../sagas/base/runtime/machines.slice';
import { bellPressed } from '../../sagas/features/notifications/notifications.intents';
import { selectStaleness } from '../../sagas/features/realtime/realtime.slice';
import { notificationOf } from '../support/notificationServer';
import { type Tab } from '../support/tab';
import { selectPanelView } from '../../sagas/features/notifications/panel/panel.selectors';
import { world, badge, calls, press } from '../support/notificationTab';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

const staleness = (tab: Tab) => selectStaleness(tab.state());

it('after 5 s without a link the data shows its age; a new leader takes over, and nothing is lost', async () => {
  const { clock, server, browser, open } = await world(1);
  const [leader, follower] = [await open(), await open()];
  expect(server.openSockets()).toBe(1);
  const before = clock.now();
  server.goDown();
  await clock.advance(4_500);
  expect([staleness(leader), staleness(follower)]).toEqual([null, null]);
  await clock.advance(1_500);
  expect([staleness(leader), staleness(follower)]).toEqual([{ since: before }, { since: before }]);
  const third = await open();
  await clock.advance(1_100);
  // It was opened while the link was already down.
  expect(staleness(third)).toEqual({ since: before });
  server.notify({}, {});
  server.goUp();
  await clock.advance(90_000);
  expect([badge(leader), badge(follower), badge(third)]).toEqual([3, 3, 3]);
  expect([staleness(leader), staleness(follower), staleness(third)]).toEqual([null, null, null]);
  server.notify({});
  await clock.advance(500);
  expect([badge(leader), badge(follower), browser.tabs.length]).toEqual([4, 4, 3]);
  expect(leader.actions.filter(machineMoved.match).length).toBeGreaterThan(0);
});

it('a frozen leader tab is detected after 3 s, and what it did not pass on is fetched when it wakes', async () => {
  const { clock, server, browser, open } = await world(1);
  let asleep = false;
  await open({
    ...browser,
    get tabs() {
      return asleep ? [] : browser.tabs;
    },
  });
  const [{ id, receive } = { id: 0, receive: () => {} }] = browser.tabs;
  browser.tabs[0] = { id, receive: (message) => asleep || receive(message) };
  const follower = await open();
  await clock.advance(1_000);
  asleep = true;
  const before = clock.now();
  server.notify({});
  await clock.advance(2_000);
  expect(staleness(follower)).toBeNull();
  await clock.advance(3_000);
  const since = staleness(follower)?.since ?? 0;
  expect(since).toBeGreaterThanOrEqual(before - 1_000);
  expect(since).toBeLessThanOrEqual(before + 1_000);
  asleep = false;
  await clock.advance(2_000);
  expect([staleness(follower), badge(follower)]).toEqual([null, 2]);
});

it('500 missed notifications are all shown within 2 s after the link is back, newest first, each once', async () => {
  const { clock, server, open } = await world(1);
  const tab = await open();
  server.goDown();
  await clock.advance(100);
  server.notify(...Array.from({ length: 500 }, () => ({})));
  server.goUp();
  while (server.openSockets() === 0) await clock.advance(50);
  await clock.advance(2_000);
  press(tab, bellPressed());
  const ids = selectPanelView(tab.state()).items?.map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 500 }, (_, index) => notificationOf(501 - index).id));
});

it('a gap is filled by fetching the missing events', async () => {
  const { clock, server, open } = await world();
  const tab = await open();
  server.log.push({ sequence: 1, notification: notificationOf(1) }, { sequence: 2, notification: notificationOf(2) });
  server.again([server.log[1]!]);
  await clock.advance(300);
  expect([badge(tab), calls(tab, 'notificationsSince') > 0]).toEqual([2, true]);
});
