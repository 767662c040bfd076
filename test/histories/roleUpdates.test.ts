/**
 * Whatever happens in whatever order, in two tabs of one browser: a role update is shown until it is accepted and not
 * again in its session, in the order of the changes, and an emptied queue loads its page afresh at most once.
 */
import fc from 'fast-check';
import type { Task } from 'redux-saga';
import { eventsArrived } from '../../sagas/notifications/notifications.events';
import { roleReloadChosen, roleUpdateAccepted } from '../../sagas/roleUpdates/roleUpdates.intents';
import { selectRoleUpdate } from '../../sagas/roleUpdates/roleUpdates.selectors';
import { watchRoleUpdates } from '../../sagas/roleUpdates/roleUpdates.watch';
import { selectIsActive } from '../../sagas/session/session.selectors';
import { whileActive } from '../../sagas/session/whileActive.saga';
import { notificationOf } from '../support/notificationServer';
import { createQueueServer, roleUpdateOf, type CallFault } from '../support/queueServer';
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
    weight: 1,
    arbitrary: fc.constantFrom<CallFault>('before', 'after', '500').map((how): Act => ({ do: 'fail', how })),
  },
);
const history = fc.record({
  atSignIn: fc.integer({ min: 0, max: 4 }),
  acts: fc.array(fc.tuple(act, fc.constantFrom(0, 10, 30, 50, 400, 1_500)), { maxLength: 16 }),
});

interface Page {
  readonly tab: Tab;
  readonly tasks: readonly Task[];
  readonly shown: string[];
}

async function play({ atSignIn, acts }: typeof history extends fc.Arbitrary<infer T> ? T : never) {
  const clock = createVirtualClock();
  const server = createQueueServer(clock);
  const browser = createBrowser(clock);
  const problems: string[] = [];
  const next = () => roleUpdateOf(server.roleUpdates.length);
  for (let index = 0; index < atSignIn; index++) server.roleUpdates.push(next());

  const currentOf = (of: Tab): string | undefined => {
    const view = selectRoleUpdate(of.state());
    return view?.kind === 'update' ? view.update.entityId : undefined;
  };
  const openPage = async (): Promise<Page> => {
    const opened = openTab({ clock, browser, answer: server.answer });
    const shown: string[] = [];
    opened.store.subscribe(() => {
      const id = currentOf(opened);
      if (id !== undefined && id !== shown.at(-1)) shown.push(id);
    });
    const queue = opened.sagas.run(whileActive, watchRoleUpdates);
    const session = opened.startSession();
    await clock.advance(100);
    return { tab: opened, tasks: [session, queue], shown };
  };
  const close = ({ tab: closed, tasks, shown }: Page) => {
    // In the order of the changes, and none a second time on the same page.
    const order = shown.map((id) => Number(id.slice(1)));
    if (order.some((id, index) => index > 0 && id <= (order[index - 1] ?? -1)))
      problems.push(`shown out of order: ${shown.join()}`);
    for (const task of tasks) task.cancel();
    browser.tabs.splice(0, browser.tabs.length, ...browser.tabs.filter(({ id }) => id !== closed.id));
  };
  const pages = [await openPage(), await openPage()];
  const accept = (which: number) => {
    const entityId = currentOf(pages[which]!.tab);
    if (entityId !== undefined) pages[which]!.tab.store.dispatch(roleUpdateAccepted({ entityId }));
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

  for (const [one, pauseMs] of acts) {
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
        if (server.roleUpdates.length >= MOST) break;
        const item = next();
        server.roleUpdates.push(item);
        const { entityId, subject, template } = item;
        const facts = { subCategoryCode: 'ROLE_PERMISSION_UPDATE', entityId, subject, template } as const;
        const notification = notificationOf(server.roleUpdates.length, facts);
        const events = [{ sequence: notification.sequence, notification }];
        for (const { tab: opened } of pages) opened.store.dispatch(eventsArrived({ events, live: true }));
        break;
      }
      case 'loseStorage':
        // What was moved past is remembered here alone, so those come again: never in silence, and never for ever.
        browser.storage.delete('pendingRoleUpdates');
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
  for (let round = 0; round < 20; round++) {
    await clock.advance(2_500);
    await follow();
    for (const { tab: opened } of pages) opened.signal('visible');
    await clock.advance(200);
    for (const { tab: opened } of pages) {
      const shown = currentOf(opened);
      if (shown !== undefined && !server.isPending({ entityId: shown }))
        problems.push(`${shown} is shown although the server has it as read`);
      if (selectRoleUpdate(opened.state())?.kind === 'putOff') opened.store.dispatch(roleReloadChosen());
    }
    if (pages.every(({ tab: opened }) => selectRoleUpdate(opened.state()) === null)) break;
    accept(0);
    accept(1);
  }
  await clock.advance(5_000);
  await follow();
  const settled = reloads;
  await clock.advance(5_000);
  await follow();
  if (reloads !== settled) problems.push('an empty queue loads the page afresh again');
  for (const { tab: opened } of pages) {
    if (!selectIsActive(opened.state())) problems.push('the session has ended for no reason');
    if (currentOf(opened) !== undefined) problems.push(`${currentOf(opened)} is never done with`);
  }
  const faulty = acts.some(([one]) => one.do === 'fail');
  const waiting = server.roleUpdates.filter(server.isPending).map(({ entityId }) => entityId);
  // One whose marking failed comes again with the next session; without a failure nothing is left behind.
  if (!faulty && waiting.length > 0) problems.push(`${waiting.join()} never marked as read`);
  const faults = pages.flatMap(({ tab: opened }) => opened.faults.map(String));
  for (const page of pages) close(page);
  return { problems, faults };
}

test(
  `${RUNS} histories of role updates in two tabs`,
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (one) => {
        const { problems, faults } = await play(one);
        expect({ problems, faults }).toEqual({ problems: [], faults: [] });
      }),
      { numRuns: RUNS },
    );
  },
  Math.max(300_000, RUNS * 150),
);
