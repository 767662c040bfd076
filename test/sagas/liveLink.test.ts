/**
 * The bell under all kinds of link trouble: no locks, a wrong clock, an absence, a restored database, invalid messages.
 */
import type { Task } from 'redux-saga';
import { bellPressed } from '../../sagas/features/notifications/notifications.intents';
import { signOutRequested } from '../../sagas/session/session.events';
import { peerEventsReceived } from '../../sagas/session/tabs/peers.saga';
import { noticeDismissed, selectNotices } from '../../sagas/base/notices/notices.slice';
import { createNotificationServer, notificationOf } from '../support/notificationServer';
import { createBrowser, type Browser } from '../support/browser';
import { openTab, type Tab } from '../support/tab';
import { USER } from '../support/user';
import { apiError, ok } from '../support/scriptedServer';
import { untilBellKnown } from '../support/untilBellKnown';
import { createVirtualClock } from '../support/virtualClock';
import { selectBadge, selectPanelView } from '../../sagas/features/notifications/panel/panel.selectors';
import { selectLostAt } from '../../sagas/features/realtime/realtime.slice';
import { selectToasts } from '../../sagas/features/notifications/toasts/toasts.slice';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

const DAY_MS = 24 * 3_600_000;
const NOW = Date.UTC(2026, 0, 15, 9);

async function world({ initialNotifications: initialNotifications = 0, locks = true, now = NOW, latencyMs = 20 } = {}) {
  const clock = createVirtualClock(now);
  const server = createNotificationServer(clock, latencyMs);
  for (let count = 0; count < initialNotifications; count += 1) server.notify({});
  const browser = createBrowser(clock, locks);
  const tasks = new Map<Tab, Task>();
  const open = async (of: Browser = browser): Promise<Tab> => {
    const tab = openTab({ clock, browser: of, answer: server.answer, socket: server.socket });
    tasks.set(tab, tab.start());
    await untilBellKnown(tab, clock);
    await clock.advance(500);
    return tab;
  };
  return { clock, server, open, close: (tab: Tab) => tasks.get(tab)?.cancel() };
}

const badge = (tab: Tab) => selectBadge(tab.state());
const shownIds = (tab: Tab) => selectToasts(tab.state())!.shown.map(({ id }) => id);
const press = (tab: Tab, action: Parameters<Tab['store']['dispatch']>[0]) => void tab.store.dispatch(action);

it('without locks each tab has a socket, and an event received by all of them still counts once', async () => {
  const { clock, server, open } = await world({ locks: false });
  const tabs = [await open(), await open(), await open()];
  expect(server.openSockets()).toBe(3);
  server.notify({}, {});
  await clock.advance(500);
  expect(tabs.map(badge)).toEqual([2, 2, 2]);
  press(tabs[0]!, bellPressed());
  await clock.advance(500);
  expect(tabs.map(badge)).toEqual([0, 0, 0]);
});

it('of many events the other tabs receive the newest, and fetch the rest', async () => {
  const { clock, server, open } = await world();
  const [leader, follower] = [await open(), await open()];
  server.flood(700);
  await clock.advance(2_000);
  expect([badge(leader), badge(follower)]).toEqual([700, 700]);
  const passedOn = follower.actions.filter(peerEventsReceived.match).map(({ payload }) => payload.events.length);
  expect(passedOn).toEqual([10]);
  expect(shownIds(follower)).toHaveLength(3);
});

it('a burst during a slow fetch of an earlier one is fetched completely', async () => {
  const { clock, server, open } = await world({ latencyMs: 600 });
  const [leader, follower] = [await open(), await open()];
  const wrong: string[] = [];
  for (let pause = 0; pause < 1_500; pause += 50) {
    server.flood(300);
    await clock.advance(pause);
    server.flood(250);
    await clock.advance(5_000);
    const badges = [badge(leader), badge(follower)];
    if (badges.some((count) => count !== server.log.length))
      wrong.push(`after ${pause} ms: ${badges.join(' and ')} of ${server.log.length}`);
  }
  expect(wrong).toEqual([]);
});

it('a tab whose first fetch failed has the same counts soon', async () => {
  const { clock, server, open } = await world({ initialNotifications: 3 });
  const leader = await open();
  server.script.respond('userNotifications', apiError(503, 'service.unavailable'));
  const follower = await open();
  expect([badge(leader), badge(follower)]).toEqual([3, 0]);
  server.script.clearResponse('userNotifications');
  await clock.advance(10_000);
  expect([badge(leader), badge(follower)]).toEqual([3, 3]);
});

it('a tab that could not read the first answer has the same counts after the next notification', async () => {
  const { clock, server, open } = await world({ initialNotifications: 3 });
  const leader = await open();
  server.script.respond('userNotifications', ok({ notifications: 'many' }));
  const follower = await open();
  server.script.clearResponse('userNotifications');
  server.notify({});
  await clock.advance(1_000);
  expect([badge(leader), badge(follower)]).toEqual([4, 4]);
});

it.each([-DAY_MS, 0, DAY_MS])('with a clock that is %i ms off, the same items are unread and marked', async (off) => {
  const { clock, server, open } = await world({ initialNotifications: 3, now: NOW + off });
  const tab = await open();
  press(tab, bellPressed());
  await clock.advance(500);
  server.notify({}, {});
  await clock.advance(500);
  const { items, markedAfter } = selectPanelView(tab.state());
  expect([badge(tab), items.length, markedAfter]).toEqual([2, 5, 0]);
  expect(tab.state().notifications!.feed.lastReadDate).toBe(
    server.log.find(({ readDate }) => readDate !== undefined)!.readDate,
  );
});

it('notifications read elsewhere while the link was down are read here as soon as it is back', async () => {
  const { clock, server, open } = await world({ initialNotifications: 4 });
  const tab = await open();
  expect(badge(tab)).toBe(4);
  server.goDown();
  await clock.advance(100);
  server.log.push({ sequence: 5, readDate: '2026-01-15T08:00:05.000Z' });
  server.notify({});
  server.goUp();
  await clock.advance(30_000);
  expect(badge(tab)).toBe(1);
});

it("after the server's database was restored the bell follows the server again", async () => {
  const { clock, server, open } = await world({ initialNotifications: 5 });
  const [leader, follower] = [await open(), await open()];
  server.goDown();
  await clock.advance(100);
  server.log.splice(2);
  server.goUp();
  await clock.advance(30_000);
  expect([badge(leader), badge(follower)]).toEqual([2, 2]);
  server.notify({});
  await clock.advance(500);
  expect([badge(leader), badge(follower), shownIds(follower).length]).toEqual([3, 3, 1]);
});

it.each(['online', 'visible'] as const)(
  'a lost connection is tried again immediately when the page is %s',
  async (signal) => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.goDown();
    await clock.advance(100);
    server.goUp();
    expect(server.openSockets()).toBe(0);
    tab.signal(signal);
    await clock.advance(300);
    expect(server.openSockets()).toBe(1);
  },
);

describe('after a killed server answers again', () => {
  const secondsUntilBack = async (downMs: number, prepare: (tabs: readonly Tab[]) => void) => {
    const { clock, server, open } = await world();
    const tabs = [await open(), await open()];
    prepare(tabs);
    server.crash();
    await clock.advance(downMs);
    server.goUp();
    let waited = 0;
    while (server.openSockets() === 0 && waited < 120_000) {
      await clock.advance(100);
      waited += 100;
    }
    return waited / 1_000;
  };

  it.each([0, 1_500, 10_000, 45_000, 600_000])('a visible page is back within 3 s after %i ms', async (downMs) => {
    expect(await secondsUntilBack(downMs, () => {})).toBeLessThanOrEqual(3);
  });

  it('also if the leader tab is hidden and another is visible', async () => {
    const back = await secondsUntilBack(60_000, ([leader]) => leader?.show(false));
    expect(back).toBeLessThanOrEqual(3);
  });

  it('hidden pages do not probe', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    tab.show(false);
    server.crash();
    await clock.advance(30_000);
    expect(tab.sent.filter(({ endpoint }) => endpoint === 'serverReachable')).toEqual([]);
  });

  it('a server that answers but accepts no socket is tried only a few times', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.goDown();
    await clock.advance(600_000);
    expect(tab.sent.filter(({ endpoint }) => endpoint === 'serverReachable').length).toBeLessThanOrEqual(5);
  });
});

it('tabs share one socket, which the next tab opens when the first is closed', async () => {
  const { clock, server, open, close } = await world();
  const [first, second] = [await open(), await open()];
  expect(server.openSockets()).toBe(1);
  close(first);
  await clock.advance(500);
  expect(server.openSockets()).toBe(1);
  server.notify({});
  await clock.advance(500);
  expect(badge(second)).toBe(1);
});

it('without locks a sign-out closes the sockets, too', async () => {
  const { clock, server, open } = await world({ locks: false });
  const tabs = [await open(), await open()];
  press(tabs[0]!, signOutRequested());
  await clock.advance(1_000);
  expect([server.openSockets(), tabs.flatMap(({ faults }) => faults)]).toEqual([0, []]);
});

it('the socket is closed with the session', async () => {
  const { clock, server, open } = await world();
  const tab = await open();
  expect(server.openSockets()).toBe(1);
  press(tab, signOutRequested());
  await clock.advance(1_000);
  expect(server.openSockets()).toBe(0);
});

it('the next session does not show when the link of the last one was lost', async () => {
  const { clock, server, open } = await world();
  const tab = await open();
  server.respond({ topic: 'logout', userId: USER.userId, tokenIdentifier: 'mine', reason: 'taken_over' });
  await clock.advance(1_000);
  expect([tab.state().machines['session']?.tags, selectLostAt(tab.state())]).toEqual([['signedOut'], null]);
});

it('the end of another session does not affect this one', async () => {
  const { clock, server, open } = await world();
  const tab = await open();
  const logout = { topic: 'logout', userId: USER.userId, tokenIdentifier: 'another', reason: 'taken_over' };
  server.respond(logout);
  server.respond({ ...logout, userId: 'somebody else' });
  await clock.advance(500);
  server.notify({});
  await clock.advance(500);
  expect([badge(tab), tab.faults]).toEqual([1, []]);
});

it('an unknown message is dropped, and the next one is handled', async () => {
  const { clock, server, open } = await world();
  const tab = await open();
  const rubbish = [
    null,
    'text',
    7,
    [],
    {},
    { topic: 'weather', sun: true },
    { topic: 'notifications', events: 'many', sequence: 1, reset: false },
    { topic: 'notifications', events: [{ sequence: 1.5 }], sequence: 1, reset: false },
    { topic: 'notifications', events: [{ sequence: 1, notification: { id: 'x' } }], sequence: 1, reset: false },
    { topic: 'notifications', events: [], sequence: -1, reset: false },
    { topic: 'chat', changes: null },
    { topic: 'logout' },
  ];
  for (const data of rubbish) server.respond(data);
  server.respond(rubbish);
  await clock.advance(500);
  expect([badge(tab), server.openSockets()]).toEqual([0, 1]);
  server.notify({});
  await clock.advance(500);
  expect([badge(tab), tab.faults]).toEqual([1, []]);
});

describe('a page that is older than the server', () => {
  const TEXT = 'New notifications could not be read. The app may have been updated: reload the page.';
  const notices = (tab: Tab) => selectNotices(tab.state()).filter(({ text }) => text === TEXT);

  it('asks once to be reloaded if it cannot read what it missed', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    const kind = { ...notificationOf(1), subCategoryCode: 'OF_A_LATER_RELEASE' };
    const events = [{ sequence: 1, notification: kind }];
    server.script.respond('notificationsSince', ok({ events, sequence: 1, reset: false }));
    server.hangUp(1012);
    await clock.advance(60_000);
    expect([notices(tab).length, tab.faults]).toEqual([1, []]);
    press(tab, noticeDismissed({ id: notices(tab)[0]!.id }));
    await clock.advance(600_000);
    expect(notices(tab)).toEqual([]);
  });

  it('also after a live notification that it cannot read', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    const kind = { ...notificationOf(1), subCategoryCode: 'OF_A_LATER_RELEASE' as 'JOB_UPDATED' };
    server.log.push({ sequence: 1, notification: kind });
    server.again(server.log);
    await clock.advance(500);
    server.notify({});
    await clock.advance(500);
    expect(notices(tab)).toHaveLength(1);
  });

  it('ignores fields that it does not know', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    const field: object = { ofALaterRelease: true };
    server.notify(field);
    await clock.advance(500);
    expect([badge(tab), notices(tab)]).toEqual([1, []]);
  });
});
