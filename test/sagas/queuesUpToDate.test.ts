/** When the two mandatory queues request pending items: nothing is missed, and no request is unnecessary. */
import type { EndpointName } from '../../contract/endpoints';
import { inputBegun } from '../../sagas/base/formInput.slice';
import { snapshotArrived, eventsApplied } from '../../sagas/features/notifications/feed/feed.slice';
import { notificationOf } from '../support/notificationServer';
import { broadcastOf, roleUpdateOf } from '../support/queueServer';
import { queueWorld } from '../support/queueWorld';

const BROADCASTS = 'fetchImmediateBroadcasts';
const UPDATES = 'fetchImmediateRoleUpdates';
type World = ReturnType<typeof queueWorld>;
type Page = Awaited<ReturnType<World['open']>>;

/** How often each queue was requested since the function was created. */
function counting(page: Page) {
  const count = () => [BROADCASTS, UPDATES].map((endpoint) => page.sent(endpoint as EndpointName).length);
  const before = count();
  return () => count().map((now, index) => now - (before[index] ?? 0));
}

const emptySnapshot = {
  sequence: 0,
  notificationLastReadDate: null,
  notificationCategoryTemplateDTOs: [],
  sticky: [],
  stickyCount: 0,
};

it('each queue is loaded once after sign-in', async () => {
  const page = await queueWorld().open();
  expect([page.sent(BROADCASTS).length, page.sent(UPDATES).length]).toEqual([1, 1]);
});

const missed = { sequence: 1, notification: notificationOf(1) };

describe('both queues are loaded once after a moment in which events may have been missed', () => {
  it.each<[string, (page: Page) => void]>([
    ['the page is looked at again', ({ tab }) => tab.signal('visible')],
    ['the network is back', ({ tab }) => tab.signal('online')],
    ['the bell was loaded afresh', ({ tab }) => tab.store.dispatch(snapshotArrived({ snapshot: emptySnapshot }))],
    ['events were missed', ({ tab }) => tab.store.dispatch(eventsApplied({ events: [missed], live: false }))],
  ])('%s', async (_, happens) => {
    const { clock, open } = queueWorld();
    const page = await open();
    const requested = counting(page);
    happens(page);
    await clock.advance(1_000);
    expect(requested()).toEqual([1, 1]);
  });
});

it('an interruption during which nothing happened requests nothing', async () => {
  const page = await queueWorld().open();
  const requested = counting(page);
  await page.dispatch(eventsApplied({ events: [], live: false }));
  expect(requested()).toEqual([0, 0]);
});

describe('what happens live', () => {
  it('a change of a role is fetched and shown', async () => {
    const { server, open } = queueWorld();
    const page = await open();
    const requested = counting(page);
    server.roleUpdates.push(roleUpdateOf(1));
    await page.receive({ subCategoryCode: 'ROLE_PERMISSION_UPDATE', entityId: 'r1' });
    expect([page.shownUpdate(), requested()]).toEqual(['r1', [0, 1]]);
  });

  it.each([
    ['another notification', [{ subCategoryCode: 'SUBMISSION_CREATED' }]],
    ['a broadcast, which brings its own text', [{ subCategoryCode: 'BROADCAST' }]],
  ] as const)('%s requests nothing', async (_, facts) => {
    const page = await queueWorld().open();
    const requested = counting(page);
    for (const fact of facts) await page.receive(fact);
    expect(requested()).toEqual([0, 0]);
  });

  it('the event that everything was read requests nothing', async () => {
    const page = await queueWorld().open();
    const requested = counting(page);
    await page.dispatch(eventsApplied({ events: [{ sequence: 1, readDate: '2026-01-15T08:00:00Z' }], live: true }));
    expect(requested()).toEqual([0, 0]);
  });

  it('a change of a role among other events is still fetched', async () => {
    const { server, open } = queueWorld();
    const page = await open();
    server.roleUpdates.push(roleUpdateOf(1));
    const news = notificationOf(2, { subCategoryCode: 'ROLE_PERMISSION_UPDATE', entityId: 'r1' });
    const events = [
      { sequence: 1, readDate: '2026-01-15T08:00:00Z' },
      { sequence: 2, notification: news },
      { sequence: 3, notification: notificationOf(3) },
    ];
    await page.dispatch(eventsApplied({ events, live: true }));
    expect(page.shownUpdate()).toBe('r1');
  });
});

describe('while a request runs', () => {
  it('many events cause only one more, which loads what arrived in the meantime', async () => {
    const { clock, server, open } = queueWorld();
    const page = await open();
    const requested = counting(page);
    page.tab.signal('visible');
    // The server has built its list by now, and the answer is in flight.
    await clock.advance(30);
    server.roleUpdates.push(roleUpdateOf(1));
    for (let times = 0; times < 3; times++) page.tab.signal('visible');
    await clock.advance(1_000);
    expect([requested(), page.shownUpdate()]).toEqual([[2, 2], 'r1']);
  });

  it('a broadcast that arrives live is not lost to the answer, which does not list it yet', async () => {
    const { clock, open } = queueWorld();
    const page = await open();
    page.tab.signal('visible');
    await clock.advance(30);
    await page.receive({ subCategoryCode: 'BROADCAST', ...broadcastOf(1) });
    await clock.advance(1_000);
    expect(page.broadcast()).toBe('b1');
  });
});

describe('accepted on another device', () => {
  it('a broadcast disappears when the page becomes visible again', async () => {
    const { server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1));
    const page = await open();
    server.accepted.set('b1', 1);
    await page.look();
    expect([page.broadcast(), page.tab.reloads()]).toEqual([null, 0]);
  });

  it('a change of a role reloads this page, too', async () => {
    const { server, open } = queueWorld();
    server.roleUpdates.push(roleUpdateOf(1));
    const page = await open();
    server.accepted.set('r1', 1);
    await page.look();
    expect([page.roleUpdate(), page.tab.reloads()]).toEqual([null, 1]);
  });
});

describe('a queue that cannot be fetched', () => {
  const gaps = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));

  it('is requested repeatedly, with longer waits, until the server answers', async () => {
    const { clock, server, open } = queueWorld();
    server.roleUpdates.push(roleUpdateOf(1));
    server.respond(UPDATES, 'unreachable');
    const page = await open();
    await clock.advance(60_000);
    const [first = 0, second = 0, third = 0] = gaps(page.timesOf(UPDATES));
    expect(first).toBeGreaterThan(500);
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
    server.respond(UPDATES, null);
    await clock.advance(60_000);
    expect(page.shownUpdate()).toBe('r1');
    const requested = counting(page);
    await clock.advance(300_000);
    expect(requested()).toEqual([0, 0]);
  });

  it('starts again with the first wait once the server has answered in between', async () => {
    const { clock, server, open } = queueWorld();
    server.respond(UPDATES, 'unreachable');
    const page = await open();
    await clock.advance(60_000);
    const [first] = gaps(page.timesOf(UPDATES));
    server.respond(UPDATES, null);
    await clock.advance(60_000);
    server.respond(UPDATES, 'unreachable');
    const before = page.sent(UPDATES).length;
    await page.look();
    await clock.advance(10_000);
    expect(gaps(page.timesOf(UPDATES).slice(before))[0]).toBe(first);
  });

  it('is requested immediately when the network is back', async () => {
    const { clock, server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1));
    server.respond(BROADCASTS, 'unreachable');
    const page = await open();
    server.respond(BROADCASTS, null);
    await clock.advance(100);
    expect(page.broadcast()).toBeNull();
    page.tab.signal('online');
    await clock.advance(100);
    expect(page.broadcast()).toBe('b1');
  });
});

it.each([
  ['reloads the page if nothing has been typed', false, 1],
  ['does not reload a page with unsaved input, which would be lost', true, 0],
])('the last broadcast of a list that came late %s', async (_, typed, reloads) => {
  const { clock, server, open } = queueWorld();
  server.broadcasts.push(broadcastOf(1));
  server.respond(BROADCASTS, 'unreachable');
  const page = await open();
  if (typed) page.tab.store.dispatch(inputBegun());
  server.respond(BROADCASTS, null);
  page.tab.signal('online');
  await clock.advance(500);
  await page.acceptBroadcast();
  await clock.advance(5_000);
  expect([[...server.accepted.keys()], page.broadcast(), page.tab.reloads()]).toEqual([['b1'], null, reloads]);
  await page.receive({ subCategoryCode: 'BROADCAST', ...broadcastOf(2) });
  expect(page.broadcast()).toBe('b2');
});

it('a page that is about to reload requests and shows nothing more', async () => {
  const { clock, server, open } = queueWorld();
  server.roleUpdates.push(roleUpdateOf(1));
  const page = await open();
  await page.acceptUpdate();
  expect(page.tab.reloads()).toBe(1);
  const requested = counting(page);
  server.roleUpdates.push(roleUpdateOf(2));
  await page.look();
  expect([requested()[1], page.roleUpdate()]).toEqual([0, null]);
  // The new page has not come, so this one continues.
  await clock.advance(3_000);
  expect(page.shownUpdate()).toBe('r2');
});
