/** Two tabs of one browser with a mandatory queue in each, driven by random actions of users and of the network. */
import fc from 'fast-check';
import type { Saga, Task } from 'redux-saga';
import { whileActive } from '../../sagas/session/activeSession.saga';
import type { CallFault, createQueueServer } from './queueServer';
import { type createBrowser } from './browser';
import { openTab, type Tab } from './tab';
import type { VirtualClock } from './virtualClock';
import { cases } from './cases';

export const QUEUE_HISTORIES = cases('histories of a strict queue in two tabs', { usual: 50, long: 10_000 });
/** A page stays for a moment after it has requested a reload. */
const LEAVING_MS = 500;
/** Items in one history. */
export const MAX_BROADCASTS = 6;

export type Act =
  | { readonly do: 'accept' | 'acceptTwice' | 'reload'; readonly tab: 0 | 1 }
  | { readonly do: 'acceptInBoth' | 'arrive' | 'comeBack' | 'loseStorage' | 'wait' }
  | { readonly do: 'fail'; readonly how: CallFault };

export type PacedActs = readonly (readonly [Act, pauseMs: number])[];

/** `failures` is the weight of a failing call, where an acceptance has 5. */
export function queueActs(failures: number): fc.Arbitrary<PacedActs> {
  const tab = fc.constantFrom<0 | 1>(0, 1);
  const act: fc.Arbitrary<Act> = fc.oneof(
    { weight: 5, arbitrary: tab.map((which): Act => ({ do: 'accept', tab: which })) },
    { weight: 1, arbitrary: tab.map((which): Act => ({ do: 'acceptTwice', tab: which })) },
    { weight: 1, arbitrary: tab.map((which): Act => ({ do: 'reload', tab: which })) },
    { weight: 1, arbitrary: fc.constant<Act>({ do: 'acceptInBoth' }) },
    { weight: 2, arbitrary: fc.constant<Act>({ do: 'arrive' }) },
    { weight: 1, arbitrary: fc.constant<Act>({ do: 'comeBack' }) },
    { weight: 1, arbitrary: fc.constant<Act>({ do: 'loseStorage' }) },
    { weight: 2, arbitrary: fc.constant<Act>({ do: 'wait' }) },
    {
      weight: failures,
      arbitrary: fc.constantFrom<CallFault>('before', 'after', '500').map((how): Act => ({ do: 'fail', how })),
    },
  );
  return fc.array(fc.tuple(act, fc.constantFrom(0, 10, 30, 50, 400, 1_500)), { maxLength: 16 });
}

export interface Page {
  /** When it began to load (epoch ms). */
  readonly openedAt: number;
  /** When it had loaded its queue, unless a call failed. */
  readonly readyAt: number;
  readonly tab: Tab;
  readonly tasks: readonly Task[];
  /** The items it has shown, in order. */
  readonly shown: string[];
}

export interface QueueWorld {
  readonly clock: VirtualClock;
  readonly server: ReturnType<typeof createQueueServer>;
  readonly browser: ReturnType<typeof createBrowser>;
  readonly queue: Saga;
  readonly storedAs: string;
  readonly current: (tab: Tab) => string | undefined;
  readonly acceptIn: (tab: Tab, entityId: string) => void;
  /** Adds one on the server and notifies the open tabs. */
  readonly arrive: (tabs: readonly Tab[]) => void;
  /** The snoozes of all notifications end, accepted or not; missing for items that have no notification. */
  readonly comeBack?: (tabs: readonly Tab[]) => void;
  readonly problems: string[];
}

export async function openPages(world: QueueWorld) {
  const { clock, server, browser, problems } = world;
  const reloaded: { readonly page: Page; readonly at: number }[] = [];

  const open = async (): Promise<Page> => {
    const openedAt = clock.now();
    const tab = openTab({ clock, browser, answer: server.answer });
    const shown: string[] = [];
    tab.store.subscribe(() => {
      const id = world.current(tab);
      if (id !== undefined && id !== shown.at(-1)) shown.push(id);
    });
    const queue = tab.sagas.run(whileActive, world.queue);
    const session = tab.startSession();
    await clock.advance(100);
    return { openedAt, readyAt: clock.now(), tab, tasks: [session, queue], shown };
  };
  const close = ({ tab, tasks, shown }: Page) => {
    // In the order of the changes, and none twice on the same page.
    const order = shown.map((id) => Number(id.slice(1)));
    if (order.some((id, index) => index > 0 && id <= (order[index - 1] ?? -1)))
      problems.push(`shown out of order: ${shown.join()}`);
    for (const task of tasks) task.cancel();
    browser.tabs.splice(0, browser.tabs.length, ...browser.tabs.filter(({ id }) => id !== tab.id));
  };
  const pages = [await open(), await open()];
  const tabs = () => pages.map(({ tab }) => tab);
  const accept = (which: number) => {
    const entityId = world.current(pages[which]!.tab);
    if (entityId !== undefined) world.acceptIn(pages[which]!.tab, entityId);
  };

  const act = async (one: Act) => {
    switch (one.do) {
      case 'accept':
        return accept(one.tab);
      case 'acceptTwice':
        accept(one.tab);
        return accept(one.tab);
      case 'acceptInBoth':
        accept(0);
        return accept(1);
      case 'reload':
        close(pages[one.tab]!);
        pages[one.tab] = await open();
        return;
      case 'arrive':
        return world.arrive(tabs());
      case 'comeBack':
        return world.comeBack?.(tabs());
      case 'loseStorage':
        browser.storage.delete(world.storedAs);
        return;
      case 'fail':
        return server.failNext(one.how);
      case 'wait':
    }
  };

  return {
    open: () => pages,
    /** Pages that were reloaded because they requested it. */
    reloaded: () => reloaded,
    tabs,
    accept,
    act,
    reloads: () => reloaded.length,
    /** Time passes, and pages that request a reload are reloaded, as in a browser. */
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= LEAVING_MS) {
        await clock.advance(Math.min(left, LEAVING_MS));
        for (const [which, page] of pages.entries()) {
          if (page.tab.reloads() === 0) continue;
          if (page.tab.reloads() > 1) problems.push('a page was loaded afresh twice');
          reloaded.push({ page, at: clock.now() });
          close(page);
          pages[which] = await open();
        }
      }
    },
    /** A page that becomes visible catches up on what a closed tab did not pass on. */
    async lookAgain() {
      for (const tab of tabs()) tab.signal('visible');
      await clock.advance(200);
    },
    closeAll(): readonly string[] {
      const faults = tabs().flatMap((tab) => tab.faults.map(String));
      for (const page of pages) close(page);
      return faults;
    },
  };
}
