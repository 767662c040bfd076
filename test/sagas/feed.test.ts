/**
 * Old state plus events gives the fresh state: events may be repeated, reordered, dropped and fetched again, in any
 * number of tabs and devices; the bell, the server and the lists agree.
 */
import fc from 'fast-check';
import {
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_TABS,
  type NotificationCategory,
  type NotificationTab,
} from '../../contract/notifications/categories';
import type { Notification, NotificationEvent, NotificationState } from '../../contract/notifications/notification';
import {
  EMPTY_FEED,
  ITEMS_KEPT,
  appendOlder,
  applyEvents,
  hasGap,
  applySnapshot,
  type FeedState,
  type Snapshot,
} from '../../sagas/features/notifications/feed/feed';
import { cases } from '../support/cases';
import {
  changeEvent,
  tabSeenEvent,
  rowsOf,
  settleEvent,
  snapshotOf,
  wokenEvent,
  type Change,
} from '../support/readerModel';
import { snapshotArrived } from '../../sagas/features/notifications/feed/feed.slice';
import { rowsOf as rowsOfPanel } from '../../sagas/features/notifications/panel/rows.rules';
import { notificationsReducer } from '../../sagas/features/notifications/notifications.reducer';

const RUNS = cases('histories of the notification feed', { usual: 300, long: 50_000 });
const PAGE = 25;

const dateOf = (sequence: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(sequence / 3) * 1_000).toISOString();

function notification(sequence: number, categoryCode: NotificationCategory): Notification {
  return {
    id: `n${sequence}`,
    sequence,
    categoryCode,
    subCategoryCode: 'JOB_UPDATED',
    subCategoryName: 'Job Updated',
    subject: `Number ${sequence}`,
    template: '',
    entityId: 'e',
    // Some have no record; a record may have a row in two tabs.
    recordKey: sequence % 6 === 0 ? null : `job:${sequence % 5}`,
    // Several share a date, as in the same second.
    notificationDate: dateOf(sequence),
    notificationDateWithZone: '',
    stickyNotification: sequence % 4 === 0,
    releaseNotes: false,
    messageTags: [],
    documentName: 'xdummyFilex',
  };
}

/** One reader's rows, and what the server computes from them. */
class Server {
  readonly log: NotificationEvent[] = [];

  notify(category: NotificationCategory): void {
    this.log.push({ sequence: this.next, notification: notification(this.next, category) });
  }
  read(): void {
    this.log.push({ sequence: this.next, readDate: dateOf(this.next) });
  }
  since(sequence: number): readonly NotificationEvent[] {
    return this.log.slice(sequence);
  }
  /** A user acts on the notification at this position from the end. */
  change(place: number, patch: Omit<Change, 'id'>): void {
    const id = this.idAt(place);
    if (id !== undefined) this.changeOf(id, patch);
  }
  changeOf(id: string, patch: Omit<Change, 'id'>): void {
    this.add(changeEvent(this.log, { ...patch, id }));
  }
  /** The record of the notification at this position is acted on, or that action is undone. */
  settle(place: number, isSettled: boolean): void {
    const id = this.idAt(place);
    if (id !== undefined) this.settleOf(id, isSettled);
  }
  settleOf(id: string, isSettled: boolean): void {
    this.add(settleEvent(this.log, id, isSettled));
  }
  look(tab: NotificationTab): void {
    this.add(tabSeenEvent(this.log, tab));
  }
  /** The first snoozed notification returns. */
  wake(): void {
    const [first] = rowsOf(this.log, ({ snoozedUntil }) => snoozedUntil !== null);
    if (!first) return;
    const { state, ...sent } = first;
    this.log.push({
      sequence: this.next,
      notification: { ...sent, sequence: this.next, notificationDate: dateOf(this.next) },
    });
    // Its saved and settled states are removed with it.
    if (state?.saved || state?.settled) this.add(wokenEvent(this.log, sent.id, state));
  }
  /** As of any past moment: answers may be late. */
  snapshot(sequence: number, page: number): Snapshot {
    return snapshotOf(this.log.slice(0, sequence), page);
  }
  private idAt(place: number): string | undefined {
    return this.log.flatMap(({ notification: sent }) => (sent ? [sent.id] : [])).at(-1 - place);
  }
  private add(event: NotificationEvent | null): void {
    if (event) this.log.push(event);
  }
  private get next(): number {
    return this.log.length + 1;
  }
}

type Step =
  | { readonly do: 'notify'; readonly category: NotificationCategory }
  | { readonly do: 'read' }
  | { readonly do: 'change'; readonly place: number; readonly patch: Omit<Change, 'id'> }
  | { readonly do: 'settle'; readonly place: number; readonly isSettled: boolean }
  | { readonly do: 'look'; readonly tab: NotificationTab }
  | { readonly do: 'wake' }
  /** Some events of the log in any order, possibly repeated or omitted. */
  | { readonly do: 'deliver'; readonly to: number; readonly places: readonly number[] }
  | { readonly do: 'catchUp'; readonly of: number }
  | { readonly do: 'snapshot'; readonly of: number; readonly age: number };

const CLIENTS = 6;
const client = fc.nat(CLIENTS - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('notify' as const), category: fc.constantFrom(...NOTIFICATION_CATEGORIES) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      place: fc.nat(10),
      patch: fc.oneof(
        fc.record({ read: fc.constantFrom(true, false, null) }),
        fc.record({ done: fc.boolean() }),
        fc.record({ saved: fc.boolean() }),
        fc.record({ snoozedUntil: fc.constantFrom('2026-02-01T08:00:00.000Z', null) }),
        fc.constant({ dismissed: true as const }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('settle' as const), place: fc.nat(10), isSettled: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('look' as const), tab: fc.constantFrom(...NOTIFICATION_TABS) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wake' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      to: client,
      places: fc.array(fc.nat(12), { maxLength: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('catchUp' as const), of: client }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('snapshot' as const), of: client, age: fc.nat(5) }) },
);

/** A notification with all actions undone equals an untouched one. */
const stateText = (state: NotificationState | undefined): string =>
  JSON.stringify(state ?? { read: null, done: false, saved: false, snoozedUntil: null });

/** The lists are compared as far as a fresh page shows them; below that nothing may be missing or duplicated. */
function shown(feed: FeedState, page = PAGE) {
  return {
    sequence: feed.sequence,
    lastReadDate: feed.lastReadDate,
    badge: NOTIFICATION_TABS.reduce((sum, tab) => sum + feed.tabs[tab].unread, 0),
    unread: NOTIFICATION_TABS.map((tab) => feed.tabs[tab].unread),
    fresh: NOTIFICATION_TABS.map((tab) => feed.tabs[tab].fresh),
    seenUpTo: NOTIFICATION_TABS.map((tab) => feed.tabs[tab].seenUpTo),
    sticky: feed.sticky.map(({ id }) => id),
    states: NOTIFICATION_TABS.map((tab) => feed.tabs[tab].items.slice(0, page).map(({ state }) => stateText(state))),
    lists: NOTIFICATION_TABS.map((tab) => feed.tabs[tab].items.slice(0, page).map(({ id }) => id)),
    rows: NOTIFICATION_TABS.map((tab) => rowsOfPanel(feed.tabs[tab].items.slice(0, page)).map(({ key }) => key)),
    gap: hasGap(feed),
  };
}

/** The view is never ahead of the server, never counts below zero, and shows nothing twice. */
function assertSound(feed: FeedState, server: Server): void {
  if (feed.sequence > server.log.length) throw new Error(`ahead of the server: ${feed.sequence}`);
  for (const tab of NOTIFICATION_TABS) {
    const { unread, fresh, items } = feed.tabs[tab];
    if (unread < 0 || fresh < 0) throw new Error(`${tab} counts ${unread}`);
    if (new Set(items.map(({ id }) => id)).size !== items.length) throw new Error(`${tab} shows something twice`);
    const rows = rowsOfPanel(items);
    if (new Set(rows.map(({ key }) => key)).size !== rows.length) throw new Error(`${tab} has two rows of one record`);
    if (rows.reduce((sum, row) => sum + row.items.length, 0) !== items.length)
      throw new Error(`${tab} has other notifications in its rows than in its list`);
    const visible = items.filter(
      ({ id, recordKey }) => id === items.find((first) => recordKey && first.recordKey === recordKey)?.id || !recordKey,
    );
    if (visible.map(({ id }) => id).join() !== rows.map((row) => row.items[0].id).join())
      throw new Error(`${tab} does not show the newest of each record, in the order of the list`);
  }
}

function caughtUp(feed: FeedState, server: Server): FeedState {
  const now = () => server.snapshot(server.log.length, PAGE);
  if (!feed.known) return applySnapshot(feed, now());
  const folded = applyEvents(feed, server.since(feed.sequence));
  return folded.needsSnapshot ? applySnapshot(folded, now()) : folded;
}

test('random histories end in the server’s state, in every tab and device', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const server = new Server();
      const feeds: FeedState[] = Array.from({ length: CLIENTS }, () => EMPTY_FEED);
      const change = (index: number, next: (feed: FeedState) => FeedState) => {
        feeds[index] = next(feeds[index]!);
        assertSound(feeds[index], server);
      };
      for (const one of steps) {
        if (one.do === 'notify') server.notify(one.category);
        else if (one.do === 'read') server.read();
        else if (one.do === 'change') server.change(one.place, one.patch);
        else if (one.do === 'settle') server.settle(one.place, one.isSettled);
        else if (one.do === 'look') server.look(one.tab);
        else if (one.do === 'wake') server.wake();
        else if (one.do === 'catchUp') change(one.of, (feed) => caughtUp(feed, server));
        else if (one.do === 'snapshot') {
          const moment = Math.max(0, server.log.length - one.age);
          change(one.of, (feed) => applySnapshot(feed, server.snapshot(moment, PAGE)));
        } else {
          const events = one.places.flatMap((place) => server.log.at(-1 - place) ?? []);
          change(one.to, (feed) => applyEvents(feed, events));
        }
      }
      const fresh = shown(applySnapshot(EMPTY_FEED, server.snapshot(server.log.length, PAGE)));
      for (const feed of feeds) expect(shown(caughtUp(feed, server))).toEqual(fresh);
    }),
    { numRuns: RUNS },
  );
});

test('a repeated event changes nothing, not even the object identity', () => {
  const server = new Server();
  for (let count = 0; count < 5; count += 1) server.notify('SUBMISSIONS');
  const feed = applySnapshot(EMPTY_FEED, server.snapshot(5, PAGE));
  expect(applyEvents(feed, server.log)).toBe(feed);
});

test('an early event waits, hidden, and marks a gap until the earlier events arrive', () => {
  const server = new Server();
  const start = applySnapshot(EMPTY_FEED, server.snapshot(0, PAGE));
  for (let count = 0; count < 3; count += 1) server.notify('COMPLIANCE');
  const ahead = applyEvents(start, [server.log[2]!]);
  expect([hasGap(ahead), ahead.tabs.COMPLIANCE.unread]).toEqual([true, 0]);
  const whole = applyEvents(ahead, [server.log[1]!, server.log[0]!]);
  expect([hasGap(whole), whole.tabs.COMPLIANCE.items.map(({ id }) => id)]).toEqual([false, ['n3', 'n2', 'n1']]);
});

test('a late answer to an older request does not undo newer events', () => {
  const server = new Server();
  server.notify('ASSIGNMENTS');
  const old = server.snapshot(1, PAGE);
  server.notify('ASSIGNMENTS');
  server.read();
  const now = applyEvents(applySnapshot(EMPTY_FEED, old), server.since(1));
  expect(applySnapshot(now, old)).toBe(now);
});

test('in the store an older answer changes nothing, unless the server was restored from a backup', () => {
  const server = new Server();
  for (let count = 0; count < 3; count += 1) server.notify('ASSIGNMENTS');
  const old = server.snapshot(1, PAGE);
  const start = notificationsReducer(undefined, snapshotArrived({ snapshot: server.snapshot(3, PAGE) }));
  expect(notificationsReducer(start, snapshotArrived({ snapshot: old })).feed).toBe(start.feed);
  const rewound = notificationsReducer(start, snapshotArrived({ snapshot: old, isRewound: true })).feed;
  expect([rewound.sequence, rewound.tabs.ASSIGNMENTS.unread]).toEqual([1, 1]);
});

test('an answer for the current moment replaces the lists', () => {
  const server = new Server();
  for (let count = 0; count < PAGE + 5; count += 1) server.notify('ASSIGNMENTS');
  const folded = applyEvents(applySnapshot(EMPTY_FEED, server.snapshot(0, PAGE)), server.log);
  const { items, more } = applySnapshot(folded, server.snapshot(PAGE + 5, PAGE)).tabs.ASSIGNMENTS;
  expect([folded.tabs.ASSIGNMENTS.items.length, items.length, more]).toEqual([PAGE + 5, PAGE, true]);
});

test('events that arrive before the first snapshot are kept for it', () => {
  const server = new Server();
  server.notify('JOB');
  const early = applyEvents(EMPTY_FEED, server.log);
  expect(early.known).toBe(false);
  const feed = applySnapshot(early, server.snapshot(0, PAGE));
  expect(feed.tabs.JOBSORDERS.items.map(({ id }) => id)).toEqual(['n1']);
});

test('a list keeps its newest 500 and knows that there are more', () => {
  const server = new Server();
  for (let count = 0; count < ITEMS_KEPT + 20; count += 1) server.notify('BACK_OFFICE');
  const feed = applyEvents(applySnapshot(EMPTY_FEED, server.snapshot(0, PAGE)), server.log);
  const { items, more, unread } = feed.tabs.BACK_OFFICE;
  expect([items.length, items[0]?.id, more, unread]).toEqual([ITEMS_KEPT, 'n520', true, ITEMS_KEPT + 20]);
});

test('the newest 50 sticky notifications are kept, with the number of all of them', () => {
  const server = new Server();
  for (let count = 0; count < 4_000; count += 1) server.notify('SUBMISSIONS');
  const feed = applyEvents(applySnapshot(EMPTY_FEED, snapshotOf([], PAGE)), server.since(0));
  expect([feed.sticky.length, feed.stickyCount, feed.sticky[0]?.sequence, feed.needsSnapshot]).toEqual([
    50,
    1_000,
    4_000,
    false,
  ]);
  expect(applySnapshot(EMPTY_FEED, snapshotOf(server.log, PAGE))).toMatchObject({
    sticky: feed.sticky,
    stickyCount: 1_000,
  });
  // Whether one that is not loaded was counted is known to the server; the others are counted down here.
  const dismiss = (sequence: number): NotificationEvent =>
    changeEvent(server.log, { id: `n${sequence}`, dismissed: true })!;
  const listed = applyEvents(feed, [dismiss(4_000)]);
  expect([listed.sticky.length, listed.stickyCount, listed.needsSnapshot]).toEqual([49, 999, false]);
  expect(applyEvents(feed, [dismiss(4)])).toMatchObject({ stickyCount: 1_000, needsSnapshot: false });
});

test('acting on an older sticky notification keeps the older pages of the list', () => {
  const server = new Server();
  for (let count = 0; count < 240; count += 1) server.notify('SUBMISSIONS');
  const start = applySnapshot(EMPTY_FEED, snapshotOf(server.log, PAGE));
  const older = snapshotOf(server.log, 4 * PAGE).notificationCategoryTemplateDTOs.find(
    ({ categoryCode }) => categoryCode === 'SUBMISSIONS',
  )!.notifications;
  const list = appendOlder(start.tabs.SUBMISSIONS, older, true);
  // With fewer lasting toasts in the feed than there are, as after 51 of them.
  const feed: FeedState = { ...start, sticky: start.sticky.slice(0, 12), tabs: { ...start.tabs, SUBMISSIONS: list } };
  const done = (id: string) => applyEvents(feed, [changeEvent(server.log, { id, done: true })!]);
  const shownOf = ({ tabs, stickyCount, needsSnapshot }: FeedState) => [
    tabs.SUBMISSIONS.items.length,
    stickyCount,
    needsSnapshot,
  ];
  expect(shownOf(feed)).toEqual([100, 60, false]);
  const acted = done('n160');
  expect(shownOf(acted)).toEqual([99, 59, false]);
  // Only the server knows whether one that is not loaded was counted.
  expect(shownOf(done('n40'))).toEqual([100, 60, false]);
  expect(shownOf(done('n161'))).toEqual([99, 60, false]);
});

test('a toast that was dismissed is not counted down again when its notification is read', () => {
  const server = new Server();
  for (let count = 0; count < 240; count += 1) server.notify('SUBMISSIONS');
  const change = (id: string, patch: Omit<Change, 'id'>) => {
    server.log.push(changeEvent(server.log, { id, ...patch })!);
    return server.log.slice(-1);
  };
  const start = applySnapshot(EMPTY_FEED, snapshotOf(server.log, PAGE));
  const dismissed = applyEvents(start, change('n236', { dismissed: true }));
  expect(applyEvents(dismissed, change('n236', { read: true }))).toMatchObject({
    stickyCount: 59,
    needsSnapshot: false,
  });
});

test('toasts that stay are counted as on the server, whatever ends them, as long as their notifications are loaded', () => {
  const acts = fc.array(
    fc.record({
      place: fc.nat(11),
      act: fc.oneof(
        fc.constant('wake' as const),
        fc.constant('reload' as const),
        fc.record({ isSettled: fc.boolean() }),
        fc.constant({ dismissed: true as const }),
        fc.record({ read: fc.constantFrom(true, false, null) }),
        fc.record({ done: fc.boolean() }),
        fc.record({ snoozedUntil: fc.constantFrom('2026-02-01T08:00:00.000Z', null) }),
      ),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(fc.array(acts, { minLength: 1, maxLength: 3 }), (phases) => {
      const server = new Server();
      const reload = () => applySnapshot(EMPTY_FEED, snapshotOf(server.log, ITEMS_KEPT));
      let feed = reload();
      for (const phase of phases) {
        // So many that those of the phases before are only counted.
        const sent = server.log.length === 0 ? 48 : 208;
        for (let count = 0; count < sent; count += 1) server.notify('SUBMISSIONS');
        feed = applyEvents(feed, server.since(feed.sequence));
        for (const { place, act } of phase) {
          const id = `n${4 * (place + 1)}`;
          if (act === 'wake') server.wake();
          else if (act === 'reload') feed = reload();
          else if ('isSettled' in act) server.settleOf(id, act.isSettled);
          else server.changeOf(id, act);
          feed = applyEvents(feed, server.since(feed.sequence));
          if (feed.needsSnapshot) feed = reload();
          expect(feed.stickyCount).toBe(reload().stickyCount);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test('a toast that was dismissed before 50 newer ones came is not counted down when its notification is read', () => {
  const server = new Server();
  for (let count = 0; count < 8; count += 1) server.notify('SUBMISSIONS');
  server.changeOf('n4', { dismissed: true });
  for (let count = 0; count < 240; count += 1) server.notify('SUBMISSIONS');
  const start = applySnapshot(EMPTY_FEED, snapshotOf([], PAGE));
  for (const feed of [applyEvents(start, server.log), applySnapshot(EMPTY_FEED, snapshotOf(server.log, ITEMS_KEPT))]) {
    expect(feed).toMatchObject({ stickyCount: 61, sticky: { length: 50 } });
    const read = changeEvent(server.log, { id: 'n4', read: true })!;
    expect(applyEvents(feed, [read]).stickyCount).toBe(61);
    const other = changeEvent(server.log, { id: 'n8', read: true })!;
    expect(applyEvents(feed, [other]).stickyCount).toBe(60);
  }
});

test('older sticky notifications are fetched before the known ones are gone', () => {
  const server = new Server();
  for (let count = 0; count < 240; count += 1) server.notify('SUBMISSIONS');
  let feed = applySnapshot(EMPTY_FEED, snapshotOf(server.log, PAGE));
  for (let left = 50; left > 9; left -= 1) {
    expect([feed.sticky.length, feed.stickyCount, feed.needsSnapshot]).toEqual([left, left + 10, false]);
    server.log.push(changeEvent(server.log, { id: feed.sticky[0]!.id, dismissed: true })!);
    feed = applyEvents(feed, server.log.slice(-1));
  }
  expect(feed.needsSnapshot).toBe(true);
  expect(applySnapshot(feed, snapshotOf(server.log, PAGE))).toMatchObject({ stickyCount: 19, needsSnapshot: false });
});

test('an older page is appended without repeating what arrived in the meantime', () => {
  const list = {
    items: [notification(9, 'JOB'), notification(8, 'JOB')],
    more: true,
    unread: 0,
    fresh: 0,
    seenUpTo: 0,
  };
  const older = appendOlder(list, [notification(8, 'JOB'), notification(7, 'JOB')], false);
  expect(older.items.map(({ id }) => id)).toEqual(['n9', 'n8', 'n7']);
  expect(older.more).toBe(false);
});
