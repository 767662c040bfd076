/**
 * Whatever happens in whatever order, in two tabs of one browser: a broadcast is shown until the server has its
 * acceptance and never after, in the order of sending, and an emptied queue loads its page afresh at most once.
 */
import fc from 'fast-check';
import type { Task } from 'redux-saga';
import { broadcastAccepted } from '../../sagas/broadcasts/broadcasts.intents';
import { selectBroadcast } from '../../sagas/broadcasts/broadcasts.selectors';
import { watchBroadcasts } from '../../sagas/broadcasts/broadcasts.watch';
import { eventsArrived } from '../../sagas/notifications/notifications.events';
import { selectIsActive } from '../../sagas/session/session.selectors';
import { whileActive } from '../../sagas/session/whileActive.saga';
import { notificationOf } from '../support/notificationServer';
import { broadcastOf, createQueueServer, type CallFault } from '../support/queueServer';
import { createBrowser, openTab, type Tab } from '../support/tab';
import { createVirtualClock } from '../support/virtualClock';

/** 2,000 by default; ask for more with QUEUE_HISTORIES=10000. */
const RUNS = Number(process.env['QUEUE_HISTORIES'] ?? 2_000);
const MOST = 6;

type Act =
  | { readonly do: 'accept' | 'acceptTwice' | 'reload'; readonly tab: 0 | 1 }
  | { readonly do: 'acceptInBoth' | 'arrive' | 'loseStorage' | 'wait' }
  | { readonly do: 'fail'; readonly how: CallFault };

const tab = fc.constantFrom<0 | 1>(0, 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: tab.map((which): Act => ({ do: 'accept', tab: which })) },
  { weight: 1, arbitrary: tab.map((which): Act => ({ do: 'acceptTwice', tab: which })) },
  { weight: 1, arbitrary: tab.map((which): Act => ({ do: 'reload', tab: which })) },
  { weight: 1, arbitrary: fc.constant<Act>({ do: 'acceptInBoth' }) },
  { weight: 2, arbitrary: fc.constant<Act>({ do: 'arrive' }) },
  { weight: 1, arbitrary: fc.constant<Act>({ do: 'loseStorage' }) },
  { weight: 2, arbitrary: fc.constant<Act>({ do: 'wait' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<CallFault>('before', 'after', '500').map((how): Act => ({ do: 'fail', how })),
  },
);
const history = fc.record({
  atSignIn: fc.integer({ min: 0, max: 4 }),
  forced: fc.option(fc.integer({ min: 0, max: MOST - 1 }), { nil: null, freq: 6 }),
  acts: fc.array(fc.tuple(act, fc.constantFrom(0, 10, 30, 50, 400, 1_500)), { maxLength: 16 }),
});

async function play({ atSignIn, forced, acts }: typeof history extends fc.Arbitrary<infer T> ? T : never) {
  const clock = createVirtualClock();
  const server = createQueueServer(clock);
  const browser = createBrowser(clock);
  const problems: string[] = [];
  const next = () => broadcastOf(server.broadcasts.length, { forceLogout: server.broadcasts.length === forced });
  for (let index = 0; index < atSignIn; index++) server.broadcasts.push(next());

  interface Page {
    readonly tab: Tab;
    readonly tasks: readonly Task[];
    readonly shown: string[];
  }
  const openPage = async (): Promise<Page> => {
    const opened = openTab({ clock, browser, answer: server.answer });
    const shown: string[] = [];
    opened.store.subscribe(() => {
      const id = selectBroadcast(opened.state())?.broadcast.entityId;
      if (id !== undefined && id !== shown.at(-1)) shown.push(id);
    });
    const queue = opened.sagas.run(whileActive, watchBroadcasts);
    const session = opened.startSession();
    await clock.advance(100);
    return { tab: opened, tasks: [session, queue], shown };
  };
  const close = ({ tab: closed, tasks }: Page) => {
    for (const task of tasks) task.cancel();
    browser.tabs.splice(0, browser.tabs.length, ...browser.tabs.filter(({ id }) => id !== closed.id));
  };
  const pages = [await openPage(), await openPage()];
  const current = (which: number) => selectBroadcast(pages[which]!.tab.state())?.broadcast.entityId;
  const accept = (which: number) => {
    const entityId = current(which);
    if (entityId !== undefined) pages[which]!.tab.store.dispatch(broadcastAccepted({ entityId }));
  };
  let reloads = 0;
  /** Does what a browser would. */
  const follow = async () => {
    for (const [which, page] of pages.entries()) {
      if (page.tab.reloads() === 0) continue;
      if (page.tab.reloads() > 1) problems.push('a page was loaded afresh twice');
      reloads++;
      close(page);
      pages[which] = await openPage();
    }
  };
  const signedIn = () => pages.every(({ tab: opened }) => selectIsActive(opened.state()));

  for (const [one, pauseMs] of acts) {
    if (!signedIn()) break;
    switch (one.do) {
      case 'accept':
        accept(one.tab);
        break;
      case 'acceptTwice':
        accept(one.tab);
        accept(one.tab);
        break;
      case 'acceptInBoth':
        accept(0);
        accept(1);
        break;
      case 'reload':
        close(pages[one.tab]!);
        pages[one.tab] = await openPage();
        break;
      case 'arrive': {
        if (server.broadcasts.length >= MOST) break;
        const item = next();
        server.broadcasts.push(item);
        const notification = notificationOf(server.broadcasts.length, { subCategoryCode: 'BROADCAST', ...item });
        const events = [{ sequence: notification.sequence, notification }];
        for (const { tab: opened } of pages) opened.store.dispatch(eventsArrived({ events, live: true }));
        break;
      }
      case 'loseStorage':
        browser.storage.delete('pendingBroadcasts');
        break;
      case 'fail':
        server.failNext(one.how);
        break;
      case 'wait':
    }
    await clock.advance(pauseMs);
    await follow();
  }

  // The storm is over; whoever is still there accepts what is shown.
  server.calm();
  for (let round = 0; round < 20 && signedIn(); round++) {
    await clock.advance(2_500);
    await follow();
    // Looked at again, a page learns what it was not told: by a tab that was closed too soon.
    for (const { tab: opened } of pages) opened.signal('visible');
    await clock.advance(200);
    if (!signedIn()) break;
    for (const which of [0, 1]) {
      const shown = current(which);
      if (shown !== undefined && !server.isPending({ entityId: shown }))
        problems.push(`${shown} is shown although the server has its acceptance`);
      if (shown === undefined && server.pendingBroadcasts().length > 0)
        problems.push(`nothing is shown although ${server.pendingBroadcasts().join()} wait`);
    }
    if (server.pendingBroadcasts().length === 0 && current(0) === undefined && current(1) === undefined) break;
    accept(0);
  }
  await clock.advance(5_000);
  await follow();
  const settledReloads = reloads;
  if (signedIn()) {
    await clock.advance(5_000);
    await follow();
    if (reloads !== settledReloads) problems.push('an empty queue loads the page afresh again');
    if (server.pendingBroadcasts().length > 0) problems.push(`${server.pendingBroadcasts().join()} never accepted`);
  }
  const faults = pages.flatMap(({ tab: opened }) => opened.faults.map(String));
  const wasForced = forced !== null && server.accepted.has(`b${forced}`);
  if (wasForced && signedIn()) problems.push('the session goes on although an accepted broadcast forces a logout');
  if (!wasForced && !signedIn()) problems.push('the session has ended for no reason');
  for (const page of pages) close(page);
  return { problems, faults, reloads };
}

test(`${RUNS} histories of broadcasts in two tabs`, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      const { problems, faults } = await play(one);
      expect({ problems, faults }).toEqual({ problems: [], faults: [] });
    }),
    { numRuns: RUNS },
  );
}, 300_000);
