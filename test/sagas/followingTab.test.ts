/** A tab that follows another of its browser, when the leading tab, the server or its own timers fail it. */
import { selectChatLive } from '../../sagas/features/chat/live.selectors';
import { selectBadge } from '../../sagas/features/notifications/panel/panel.selectors';
import { linkLost, selectStaleness } from '../../sagas/features/realtime/realtime.slice';
import { createBrowser } from '../support/browser';
import { createNotificationServer } from '../support/notificationServer';
import { apiError, ok } from '../support/scriptedServer';
import { openTab, type Tab, type TabOptions } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

const MINUTE_MS = 60_000;

type World = Awaited<ReturnType<typeof world>>;

/** A leading and a following tab; what fails them is switched on later. */
async function world() {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  server.script.respond('userInfo', ok({ ...USER, permissions: ['MENU_CANDIDATE', 'CANDIDATE_CHAT_ANSWER'] }));
  const browser = createBrowser(clock);
  const faults = { refused: [] as readonly string[], isLeaderStuck: false, isFollowerThrottled: false };
  const open = async (options: Partial<TabOptions> = {}): Promise<Tab> => {
    const tab = openTab({ clock, browser, answer: server.answer, socket: server.socket, ...options });
    tab.start();
    await untilBellKnown(tab, clock);
    await clock.advance(500);
    return tab;
  };
  const leader = await open({ peerLatencyMs: () => (faults.isLeaderStuck ? 1e9 : 1) });
  const follower = await open({
    answer(call, wire, reply) {
      if (faults.refused.includes(call.endpoint)) clock.at(20, () => reply(apiError(503, 'server.unavailable')));
      else server.answer(call, wire, reply);
    },
    // All timers of a hidden tab are due at the same moment, once a minute.
    clock: {
      ...clock,
      delay(ms) {
        const due = clock.now() + ms;
        return clock.delay(faults.isFollowerThrottled ? Math.ceil(due / MINUTE_MS) * MINUTE_MS - clock.now() : ms);
      },
    },
  });
  return { clock, server, leader, follower, faults, open };
}

const badges = (...tabs: readonly Tab[]) => tabs.map((tab) => selectBadge(tab.state()));
const unread = (tab: Tab) => selectChatLive(tab.state()).unread;
const isStale = (tab: Tab) => selectStaleness(tab.state()) !== null;
const calls = (tab: Tab, ...endpoints: readonly string[]) =>
  tab.sent.filter(({ endpoint }) => endpoints.includes(endpoint)).length;

/** Both tabs lose the connection, miss two notifications and a message, and the leading tab is back. */
async function afterAnOutage({ clock, server, leader, faults }: World, ...refused: readonly string[]) {
  server.goDown();
  await clock.advance(100);
  server.notify({}, {});
  server.chat.candidateWrites('c1', 'Hello');
  faults.refused = refused;
  server.goUp();
  leader.signal('online');
  await clock.advance(300);
}

describe('after the connection was lost', () => {
  it('a refused request for what was missed is repeated, and until then the tab shows that it is behind', async () => {
    const w = await world();
    await afterAnOutage(w, 'notificationsSince');
    expect([badges(w.leader, w.follower), isStale(w.leader), isStale(w.follower)]).toEqual([[2, 0], false, true]);
    w.faults.refused = [];
    await w.clock.advance(6_000);
    expect([badges(w.leader, w.follower), isStale(w.follower), w.follower.faults]).toEqual([[2, 2], false, []]);
  });

  it('a refused request for the missed messages is repeated', async () => {
    const w = await world();
    await afterAnOutage(w, 'chatChanges');
    expect([unread(w.leader), unread(w.follower)]).toEqual([1, 0]);
    w.faults.refused = [];
    await w.clock.advance(6_000);
    expect([unread(w.leader), unread(w.follower)]).toEqual([1, 1]);
  });

  it('a refused request for what came while the tab slept is repeated', async () => {
    const { clock, server, leader, follower, faults } = await world();
    faults.isLeaderStuck = true;
    server.notify({});
    await clock.advance(100);
    faults.isLeaderStuck = false;
    faults.refused = ['notificationsSince'];
    follower.signal('visible');
    await clock.advance(100);
    faults.refused = [];
    await clock.advance(5_000);
    expect([badges(leader, follower), isStale(follower)]).toEqual([[1, 1], false]);
  });
});

it('a gap whose request is refused is filled without another event', async () => {
  const { clock, server, leader, follower, faults } = await world();
  faults.refused = ['notificationsSince'];
  server.flood(300);
  await clock.advance(1_000);
  expect(badges(leader, follower)).toEqual([300, 0]);
  faults.refused = [];
  await clock.advance(5_000);
  expect(badges(leader, follower)).toEqual([300, 300]);
});

it('a gap whose request was refused for long is filled with the next event', async () => {
  const { clock, server, leader, follower, faults } = await world();
  faults.refused = ['notificationsSince'];
  server.flood(300);
  await clock.advance(20_000);
  faults.refused = [];
  server.notify({});
  await clock.advance(1_000);
  expect(badges(leader, follower)).toEqual([301, 301]);
});

it('while the leading tab is stuck, the other one fetches what is new, and shows that it may be behind', async () => {
  const { clock, server, follower, faults } = await world();
  faults.isLeaderStuck = true;
  await clock.advance(5_000);
  for (const count of [1, 2, 3]) {
    server.notify({});
    server.chat.candidateWrites('c1', `Hello ${count}`);
    await clock.advance(MINUTE_MS);
    expect([badges(follower), unread(follower), isStale(follower)]).toEqual([[count], count, true]);
  }
  expect(calls(follower, 'notificationsSince')).toBeLessThan(20);
  faults.isLeaderStuck = false;
  await clock.advance(2_000);
  const before = calls(follower, 'notificationsSince', 'chatChanges', 'serverReachable');
  expect(isStale(follower)).toBe(false);
  await clock.advance(10 * MINUTE_MS);
  expect(calls(follower, 'notificationsSince', 'chatChanges', 'serverReachable')).toBe(before);
});

describe('while the server accepts no sockets', () => {
  it('the tab in front fetches what is new although a hidden one leads, and shows that it may be behind', async () => {
    const { clock, server, leader, follower } = await world();
    leader.show(false);
    server.goDown();
    await clock.advance(5_500);
    for (const count of [1, 2, 3]) {
      server.notify({});
      server.chat.candidateWrites('c1', `Hello ${count}`);
      await clock.advance(MINUTE_MS);
      expect([badges(leader, follower), unread(follower), isStale(follower)]).toEqual([[count, count], count, true]);
    }
    expect(calls(follower, 'notificationsSince')).toBeLessThan(20);
    server.goUp();
    server.notify({});
    await clock.advance(MINUTE_MS);
    expect([badges(leader, follower), isStale(follower), follower.faults]).toEqual([[4, 4], false, []]);
    const before = calls(follower, 'notificationsSince', 'chatChanges', 'serverReachable');
    await clock.advance(10 * MINUTE_MS);
    expect(calls(follower, 'notificationsSince', 'chatChanges', 'serverReachable')).toBe(before);
  });

  it('a tab opened meanwhile fetches what is new, too', async () => {
    const { clock, server, open } = await world();
    server.goDown();
    await clock.advance(10_000);
    const opened = await open();
    server.notify({});
    await clock.advance(MINUTE_MS);
    expect([badges(opened), isStale(opened)]).toEqual([[1], true]);
  });

  it.each([3_000, 6_500])('for %i ms, tabs that follow fetch what they missed once, when it is back', async (ms) => {
    const { clock, server, leader, follower } = await world();
    const before = calls(follower, 'notificationsSince');
    server.goDown();
    server.notify({});
    await clock.advance(ms);
    expect(calls(follower, 'notificationsSince')).toBe(before);
    server.goUp();
    leader.signal('online');
    await clock.advance(MINUTE_MS);
    expect([badges(leader, follower), calls(follower, 'notificationsSince') - before]).toEqual([[1, 1], 1]);
  });
});

it('after a restart of the server, tabs that follow fetch what they missed once, when the leading one is back', async () => {
  const { clock, server, leader, follower } = await world();
  server.crash();
  server.notify({});
  await clock.advance(20_000);
  expect(isStale(follower)).toBe(true);
  const before = calls(follower, 'notificationsSince');
  server.goUp();
  await clock.advance(3_000);
  expect([badges(leader, follower), isStale(follower)]).toEqual([[1, 1], false]);
  expect(calls(follower, 'notificationsSince') - before).toBe(1);
});

describe('a hidden tab, whose timers the browser wakes once a minute', () => {
  it('does not take its own sleep for the silence of the leading tab', async () => {
    const { clock, server, follower, faults } = await world();
    follower.show(false);
    faults.isFollowerThrottled = true;
    const before = calls(follower, 'notificationsSince', 'chatChanges');
    await clock.advance(10 * MINUTE_MS);
    expect(calls(follower, 'notificationsSince', 'chatChanges')).toBe(before);
    expect([follower.actions.filter(linkLost.match), isStale(follower)]).toEqual([[], false]);
    server.notify({});
    await clock.advance(MINUTE_MS);
    expect(badges(follower)).toEqual([1]);
  });

  it('still notices that the leading tab is stuck', async () => {
    const { clock, follower, faults } = await world();
    follower.show(false);
    faults.isFollowerThrottled = faults.isLeaderStuck = true;
    const heardAt = clock.now();
    await clock.advance(5 * MINUTE_MS);
    expect(isStale(follower)).toBe(true);
    const at = follower.actions.find(linkLost.match)?.payload.at;
    expect(at).toBeLessThanOrEqual(heardAt);
  });
});

it('a server that answers but accepts no socket is not asked all the time by a following tab either', async () => {
  const { clock, server, leader, follower } = await world();
  leader.show(false);
  server.goDown();
  await clock.advance(10 * MINUTE_MS);
  expect(calls(follower, 'serverReachable')).toBeLessThanOrEqual(10);
});

it('a tab that is shown after the leading one answers again does not look for the server', async () => {
  const { clock, follower, faults } = await world();
  follower.show(false);
  faults.isLeaderStuck = true;
  await clock.advance(10_000);
  expect(isStale(follower)).toBe(true);
  faults.isLeaderStuck = false;
  await clock.advance(5_000);
  follower.show(true);
  await clock.advance(10_000);
  expect([isStale(follower), calls(follower, 'serverReachable')]).toEqual([false, 0]);
});
