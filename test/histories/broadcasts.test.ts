/**
 * For any sequence of events in two tabs of one browser: a broadcast is shown until the server has its acceptance and
 * never after, in the order of sending, and an emptied queue reloads its page at most once.
 */
import fc from 'fast-check';
import { broadcastAccepted } from '../../sagas/features/mustAccept/broadcasts/broadcasts.slice';
import { selectBroadcast } from '../../sagas/features/mustAccept/broadcasts/broadcasts.selectors';
import { watchBroadcasts } from '../../sagas/features/mustAccept/broadcasts/broadcasts.saga';
import { eventsApplied } from '../../sagas/features/notifications/feed/feed.slice';
import { selectIsActive } from '../../sagas/session/session.selectors';
import { notificationOf } from '../support/notificationServer';
import { MAX_BROADCASTS, openPages, QUEUE_HISTORIES, queueActs, type PacedActs } from '../support/queuePages';
import { broadcastOf, createQueueServer } from '../support/queueServer';
import { createBrowser } from '../support/browser';
import type { Tab } from '../support/tab';
import { createVirtualClock } from '../support/virtualClock';

interface History {
  readonly atSignIn: number;
  /** Which of them forces a logout. */
  readonly forced: number | null;
  readonly acts: PacedActs;
}
const history: fc.Arbitrary<History> = fc.record({
  atSignIn: fc.integer({ min: 0, max: 4 }),
  forced: fc.option(fc.integer({ min: 0, max: MAX_BROADCASTS - 1 }), { nil: null, freq: 6 }),
  acts: queueActs(2),
});

const current = (tab: Tab): string | undefined => selectBroadcast(tab.state())?.broadcast.entityId;

async function play({ atSignIn, forced, acts }: History) {
  const clock = createVirtualClock();
  const server = createQueueServer(clock);
  const problems: string[] = [];
  const next = () => broadcastOf(server.broadcasts.length, { forceLogout: server.broadcasts.length === forced });
  for (let index = 0; index < atSignIn; index++) server.broadcasts.push(next());
  const pages = await openPages({
    clock,
    server,
    browser: createBrowser(clock),
    queue: () => watchBroadcasts(() => false),
    storedAs: 'pendingBroadcasts',
    current,
    acceptIn: (tab, entityId) => tab.store.dispatch(broadcastAccepted({ entityId })),
    arrive(tabs) {
      if (server.broadcasts.length >= MAX_BROADCASTS) return;
      const item = next();
      server.broadcasts.push(item);
      const notification = notificationOf(server.broadcasts.length, { subCategoryCode: 'BROADCAST', ...item });
      const events = [{ sequence: notification.sequence, notification }];
      for (const tab of tabs) tab.store.dispatch(eventsApplied({ events, live: true }));
    },
    comeBack(tabs) {
      const events = server.broadcasts.map((item, index) => {
        const notification = notificationOf(MAX_BROADCASTS + index + 1, { subCategoryCode: 'BROADCAST', ...item });
        return { sequence: notification.sequence, returned: true, notification };
      });
      for (const tab of tabs) tab.store.dispatch(eventsApplied({ events, live: true }));
    },
    problems,
  });
  const signedIn = () => pages.tabs().every((tab) => selectIsActive(tab.state()));

  for (const [one, pauseMs] of acts) {
    if (!signedIn()) break;
    await pages.act(one);
    await pages.pass(pauseMs);
  }

  // The random phase is over; the remaining tabs accept what is shown.
  server.calm();
  for (let round = 0; round < 20 && signedIn(); round++) {
    await pages.pass(2_500);
    await pages.lookAgain();
    if (!signedIn()) break;
    const shown = pages.tabs().map(current);
    for (const id of shown) {
      if (id !== undefined && !server.isPending({ entityId: id }))
        problems.push(`${id} is shown although the server has its acceptance`);
      if (id === undefined && server.pendingBroadcasts().length > 0)
        problems.push(`nothing is shown although ${server.pendingBroadcasts().join()} wait`);
    }
    if (server.pendingBroadcasts().length === 0 && shown.every((id) => id === undefined)) break;
    pages.accept(0);
  }
  await pages.pass(5_000);
  const settled = pages.reloads();
  if (signedIn()) {
    await pages.pass(5_000);
    if (pages.reloads() !== settled) problems.push('an empty queue loads the page afresh again');
    if (server.pendingBroadcasts().length > 0) problems.push(`${server.pendingBroadcasts().join()} never accepted`);
  }
  const wasForced = forced !== null && server.accepted.has(`b${forced}`);
  if (wasForced && signedIn()) problems.push('the session goes on although an accepted broadcast forces a logout');
  if (!wasForced && !signedIn()) problems.push('the session has ended for no reason');
  return { faults: pages.closeAll(), problems };
}

/** A page that could not load the queue receives the second message: it still shows the first one first. */
const RECEIVED_BEFORE_LOADED: History = {
  atSignIn: 0,
  forced: null,
  acts: [
    [{ do: 'fail', how: 'before' }, 0],
    [{ do: 'arrive' }, 0],
    [{ do: 'reload', tab: 0 }, 0],
    [{ do: 'arrive' }, 0],
  ],
};

/** It was accepted before the page was loaded, which therefore does not know that; its snooze ends there. */
const ACCEPTED_BEFORE_IT_CAME_BACK: History = {
  atSignIn: 0,
  forced: null,
  acts: [
    [{ do: 'arrive' }, 400],
    [{ do: 'accept', tab: 0 }, 400],
    [{ do: 'reload', tab: 0 }, 400],
    [{ do: 'comeBack' }, 1_500],
  ],
};

test(`${QUEUE_HISTORIES} histories of broadcasts in two tabs`, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      expect(await play(one)).toEqual({ problems: [], faults: [] });
    }),
    { numRuns: QUEUE_HISTORIES, examples: [[RECEIVED_BEFORE_LOADED], [ACCEPTED_BEFORE_IT_CAME_BACK]] },
  );
});
