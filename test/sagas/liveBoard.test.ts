/** The live board with the real root saga: what it shows, holds back and counts, and its address. */
import { NOTIFICATION_TABS } from '../../contract/notifications/categories';
import type { Notification } from '../../contract/notifications/notification';
import { entryEnded } from '../../sagas/features/liveBoard/boardEntries.slice';
import { readBoard, withTab, writeBoard } from '../../sagas/features/liveBoard/liveBoard.address';
import {
  selectBoardCounts,
  selectBoardExit,
  selectBoardPaging,
  selectBoardRows,
  selectOpenCount,
} from '../../sagas/features/liveBoard/liveBoard.selectors';
import {
  boardChanged,
  boardNewPressed,
  boardPausePressed,
  boardRead,
  boardRetried,
  selectBoard,
} from '../../sagas/features/liveBoard/liveBoard.slice';
import { moreRequested, rowChanged } from '../../sagas/features/notifications/notifications.intents';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { createNotificationServer } from '../support/notificationServer';
import { apiError } from '../support/scriptedServer';
import { createBrowser } from '../support/browser';
import { openTab, type Tab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { createVirtualClock } from '../support/virtualClock';
import { selectBadge } from '../../sagas/features/notifications/panel/panel.selectors';
import { selectToasts, toastsShown } from '../../sagas/features/notifications/toasts/toasts.slice';

const BOARD = '/vms/notifications/live';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

const JOB = { subCategoryCode: 'NEW_JOB_POSTED' } as const;
const downFrom = (last: number) => Array.from({ length: last }, (_, index) => last - index);

async function world(first: number | readonly Partial<Notification>[] = 0, path = BOARD) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  const initial = typeof first === 'number' ? Array<object>(first).fill({}) : first;
  server.notify(...initial.map((facts) => ({ notificationDate: isoAt(clock.now()), ...facts })));
  const tab = openTab({
    clock,
    browser: createBrowser(clock),
    answer: server.answer,
    socket: server.socket,
    path,
  });
  tab.start();
  await untilBellKnown(tab, clock);
  await clock.advance(2_000);
  const notify = (...facts: readonly Partial<Notification>[]) =>
    server.notify(...facts.map((fact) => ({ notificationDate: isoAt(clock.now()), ...fact })));
  return { clock, server, tab, notify };
}

const isoAt = (at: number) => new Date(at).toISOString();
const press = (tab: Tab, action: Parameters<Tab['store']['dispatch']>[0]) => void tab.store.dispatch(action);
const rows = (tab: Tab) => selectBoardRows(tab.state());
const sequences = (tab: Tab) => rows(tab).items.map(({ sequence }) => sequence);
const counts = (tab: Tab, now: number) => selectBoardCounts(tab.state(), now);
const total = (tab: Tab, now: number) => Object.values(counts(tab, now).totals).reduce((sum, count) => sum + count, 0);
const place = (tab: Tab) => tab.state().location;
const calls = (tab: Tab) => tab.sent.filter(({ endpoint }) => endpoint === 'notificationQuarters').length;

it('an event just after the full hour counts immediately, before the clock of the view has ticked', async () => {
  const { clock, tab, notify } = await world(1);
  const seen = clock.now();
  await clock.advance(3_600_000 - (seen % 3_600_000) + 500);
  notify({});
  await clock.advance(300);
  expect(total(tab, seen)).toBe(2);
});

describe('the rows', () => {
  it('are of the kinds in the address, together and newest first', async () => {
    const { clock, tab, notify } = await world();
    notify({}, JOB, { subCategoryCode: 'INVOICE_ISSUED' });
    await clock.advance(300);
    expect(sequences(tab)).toEqual([3, 2, 1]);
    press(tab, boardChanged({ tabs: ['BACK_OFFICE', 'SUBMISSIONS'] }));
    await clock.advance(10);
    expect(sequences(tab)).toEqual([3, 1]);
    expect(place(tab)?.search).toBe('?kinds=SUBMISSIONS,BACK_OFFICE');
    expect(tab.faults).toEqual([]);
  });

  it('of alarms are never open, because an alarm is acknowledged above the list', async () => {
    const { clock, tab } = await world([JOB, { subCategoryCode: 'BOARD_ALARM' }]);
    const notificationId = rows(tab).items.find(({ sequence }) => sequence === 1)!.id;
    expect([sequences(tab), selectOpenCount(tab.state())]).toEqual([[2, 1], 1]);
    const [at, name] = [isoAt(clock.now()), 'Dana Brooks'];
    const given = { acknowledgedBy: name, acknowledgedAt: at, assigneeId: 'u-dana', assignee: name, assignedAt: at };
    press(tab, entryEnded({ notificationId, entry: { notificationId, version: 1, ...given } }));
    expect([sequences(tab), selectOpenCount(tab.state())]).toEqual([[2, 1], 0]);
    press(tab, boardChanged({ show: 'open' }));
    await clock.advance(10);
    expect(sequences(tab)).toEqual([]);
  });

  it('end at the oldest row of a tab with more rows, so that there is no gap, and continue from there', async () => {
    const { clock, tab } = await world([...Array<object>(3).fill({}), ...Array<object>(60).fill(JOB)]);
    expect(sequences(tab)).toEqual(downFrom(63).slice(0, 25));
    expect(rows(tab).olderTab).toBe('JOBSORDERS');
    press(tab, moreRequested({ tab: 'JOBSORDERS' }));
    await clock.advance(500);
    expect(sequences(tab)).toEqual(downFrom(63).slice(0, 50));
    press(tab, moreRequested({ tab: 'JOBSORDERS' }));
    await clock.advance(500);
    expect([sequences(tab), rows(tab).olderTab]).toEqual([downFrom(63), null]);
  });

  it('do not move while someone reads, and new ones wait behind a count', async () => {
    for (const [hold, release] of [
      [boardRead({ away: true }), boardRead({ away: false })],
      [boardRead({ focused: true }), boardRead({ focused: false })],
      [boardPausePressed(), boardPausePressed()],
    ] as const) {
      const { clock, tab, notify } = await world(2);
      press(tab, hold);
      notify({}, {}, JOB);
      await clock.advance(600);
      expect([sequences(tab), rows(tab).fresh, selectBadge(tab.state())]).toEqual([[2, 1], 3, 5]);
      press(tab, release);
      expect([sequences(tab), rows(tab).fresh]).toEqual([[5, 4, 3, 2, 1], 0]);
    }
  });

  it('a click on the count shows the new ones; if paused, it shows those but no later ones', async () => {
    const { clock, tab, notify } = await world(1);
    press(tab, boardPausePressed());
    notify({}, {});
    await clock.advance(600);
    const { shows } = selectBoard(tab.state());
    press(tab, boardNewPressed());
    expect([sequences(tab), selectBoard(tab.state()).shows]).toEqual([[3, 2, 1], shows + 1]);
    notify({});
    await clock.advance(600);
    expect([sequences(tab), rows(tab).fresh]).toEqual([[3, 2, 1], 1]);
  });

  it('remain even after more than the feed’s limit has arrived', async () => {
    const { clock, tab, notify } = await world(3);
    press(tab, boardPausePressed());
    for (let burst = 0; burst < 6; burst += 1) {
      notify(...Array.from({ length: 200 }, () => ({})));
      await clock.advance(300);
    }
    expect([sequences(tab), rows(tab).fresh]).toEqual([[3, 2, 1], 1_200]);
    press(tab, boardPausePressed());
    notify({});
    await clock.advance(300);
    expect([rows(tab).items.length, rows(tab).olderTab]).toEqual([500, 'SUBMISSIONS']);
  });

  it('older ones load page by page, each once, with a message on failure', async () => {
    const { clock, server, tab } = await world(60);
    expect([sequences(tab).length, rows(tab).olderTab]).toEqual([25, 'SUBMISSIONS']);
    server.script.respond('searchUserNotifications', apiError(503, 'service.unavailable'));
    press(tab, moreRequested({ tab: 'SUBMISSIONS' }));
    expect(selectBoardPaging(tab.state())).toEqual({ busy: true, failed: false });
    await clock.advance(500);
    expect(selectBoardPaging(tab.state())).toEqual({ busy: false, failed: true });
    server.script.clearResponse('searchUserNotifications');
    for (let page = 0; page < 2; page += 1) {
      press(tab, moreRequested({ tab: 'SUBMISSIONS' }));
      await clock.advance(500);
    }
    expect(sequences(tab)).toEqual(downFrom(60));
    expect(rows(tab).olderTab).toBeNull();
  });
});

describe('the counts', () => {
  it('are the server’s plus later events, each counted once', async () => {
    const { clock, server, tab, notify } = await world(40);
    expect([total(tab, clock.now()), calls(tab)]).toEqual([40, 1]);
    notify({}, JOB);
    await clock.advance(600);
    server.again(server.log.slice(-2));
    await clock.advance(600);
    expect([total(tab, clock.now()), counts(tab, clock.now()).totals.JOBSORDERS, calls(tab)]).toEqual([42, 1, 1]);
    expect(counts(tab, clock.now()).counts.SUBMISSIONS.at(-1)).toBe(41);
  });

  it('stay the same whatever the reader does with a new notification, as the server counts it', async () => {
    const { clock, server, tab, notify } = await world(3);
    const returning = 'c0000000-0000-4000-8000-000000000001';
    notify({}, { ...JOB, id: returning });
    await clock.advance(600);
    expect([total(tab, clock.now()), calls(tab)]).toEqual([5, 1]);
    const [last, done] = rows(tab).items;
    press(tab, rowChanged({ id: done!.id, patch: { done: true } }));
    server.snooze(last!.id);
    await clock.advance(600);
    expect([sequences(tab), total(tab, clock.now())]).toEqual([[3, 2, 1], 5]);
    notify({ ...JOB, id: returning });
    await clock.advance(600);
    const shown = counts(tab, clock.now()).counts;
    expect([total(tab, clock.now()), calls(tab)]).toEqual([6, 1]);
    press(tab, boardRetried());
    await clock.advance(1_000);
    expect([counts(tab, clock.now()).counts, calls(tab)]).toEqual([shown, 2]);
  });

  it('are unknown for hours that the server has not counted, also if it fails to', async () => {
    const { clock, server, tab } = await world(2);
    expect(counts(tab, clock.now()).known).toBe(true);
    server.script.respond('notificationQuarters', apiError(503, 'service.unavailable'));
    press(tab, boardChanged({ hours: 48 }));
    expect([counts(tab, clock.now()).known, counts(tab, clock.now()).error]).toEqual([false, null]);
    await clock.advance(3_000);
    expect([counts(tab, clock.now()).known, counts(tab, clock.now()).error]).toEqual([false, expect.any(String)]);
    server.script.clearResponse('notificationQuarters');
    press(tab, boardRetried());
    await clock.advance(2_000);
    expect([counts(tab, clock.now()).known, counts(tab, clock.now()).error]).toEqual([true, null]);
    // A part of the counted hours is known at once.
    press(tab, boardChanged({ hours: 12 }));
    expect(counts(tab, clock.now()).known).toBe(true);
  });

  it('are requested again before the feed drops uncounted events, and at most once a second', async () => {
    const { clock, tab, notify } = await world(1);
    for (let burst = 0; burst < 20; burst += 1) {
      notify(...Array.from({ length: 100 }, () => ({})));
      await clock.advance(250);
    }
    await clock.advance(2_000);
    expect(total(tab, clock.now())).toBe(2_001);
    expect(calls(tab)).toBeLessThanOrEqual(1 + 7);
  });

  it('follow the server’s clock: a client clock off by a day changes nothing', async () => {
    const { clock, server, tab } = await world(0);
    const asOf = clock.now() - 24 * 3_600_000;
    server.script.respond('notificationQuarters', {
      status: 200,
      retryAfterSeconds: null,
      body: {
        asOf: isoAt(asOf),
        since: isoAt(asOf - 13 * 3_600_000),
        sequence: 0,
        items: [{ categoryCode: 'JOBSORDERS', quarter: isoAt(asOf - (asOf % 900_000)), notificationCount: 3 }],
      },
    });
    press(tab, boardChanged({ hours: 12 }));
    await clock.advance(500);
    expect(counts(tab, clock.now()).counts.JOBSORDERS).toEqual([...Array(11).fill(0), 3]);
  });

  it('that fail to load show a message; Retry loads them', async () => {
    const { clock, server, tab } = await world(2);
    server.script.respond('notificationQuarters', apiError(503, 'service.unavailable'));
    press(tab, boardChanged({ hours: 48 }));
    await clock.advance(3_000);
    expect(counts(tab, clock.now()).error).toMatch(/^The counts could not be loaded\. /);
    server.script.clearResponse('notificationQuarters');
    press(tab, boardRetried());
    await clock.advance(500);
    expect([counts(tab, clock.now()).error, counts(tab, clock.now()).hours.length, total(tab, clock.now())]).toEqual([
      null,
      48,
      2,
    ]);
  });

  it('that fail can be retried at once', async () => {
    const { clock, server, tab } = await world(2);
    server.script.respond('notificationQuarters', apiError(503, 'service.unavailable'));
    press(tab, boardChanged({ hours: 48 }));
    await clock.advance(200);
    expect(counts(tab, clock.now()).error).not.toBeNull();
    server.script.clearResponse('notificationQuarters');
    const before = calls(tab);
    press(tab, boardRetried());
    await clock.advance(2_000);
    expect([calls(tab), counts(tab, clock.now()).error]).toEqual([before + 1, null]);
  });

  it('are not requested anywhere else', async () => {
    const { clock, tab, notify } = await world(1, '/vms/dashboard');
    for (let burst = 0; burst < 4; burst += 1) {
      notify(...Array.from({ length: 100 }, () => ({})));
      await clock.advance(500);
    }
    expect([calls(tab), selectBoard(tab.state()).open]).toEqual([0, false]);
  });
});

describe('toasts', () => {
  const toasts = (tab: Tab) => selectToasts(tab.state())!.shown.map(({ id }) => Number(id.slice(-4)));

  it('do not show for new rows of the board, but do elsewhere', async () => {
    const { clock, tab, notify } = await world(1);
    notify({}, JOB);
    await clock.advance(600);
    expect([toasts(tab), sequences(tab)]).toEqual([[], [3, 2, 1]]);
    press(tab, navigateRequested({ to: '/vms/dashboard' }));
    await clock.advance(50);
    notify({});
    await clock.advance(600);
    expect(toasts(tab)).toEqual([4]);
  });

  it('show for what its filters and its search leave out, and not for its new rows', async () => {
    const { clock, tab, notify } = await world(1);
    press(tab, boardChanged({ tabs: ['SUBMISSIONS'] }));
    await clock.advance(50);
    notify({}, JOB);
    await clock.advance(6_000);
    expect(tab.actions.filter(toastsShown.match).flatMap(({ payload }) => payload.toasts)).toHaveLength(1);
    for (const change of [{ show: 'mine' }, { show: 'all', words: 'lakeside' }] as const) {
      press(tab, boardChanged(change));
      await clock.advance(50);
      notify({});
      await clock.advance(600);
    }
    expect(toasts(tab)).toEqual([4, 5]);
    press(tab, boardChanged({ words: '' }));
    await clock.advance(50);
    notify({});
    await clock.advance(600);
    expect([toasts(tab), sequences(tab)[0]]).toEqual([[4, 5], 6]);
  });

  it('show for what waits behind the button while the list is held, and on a page that is not visible', async () => {
    const { clock, tab, notify } = await world(1);
    press(tab, boardRead({ focused: true }));
    notify({});
    await clock.advance(600);
    expect([toasts(tab), sequences(tab)]).toEqual([[2], [1]]);
    press(tab, boardRead({ focused: false }));
    notify({});
    await clock.advance(600);
    tab.attention.hide();
    notify({});
    await clock.advance(600);
    expect([toasts(tab), sequences(tab)]).toEqual([
      [2, 4],
      [4, 3, 2, 1],
    ]);
  });
});

describe('navigation', () => {
  it('out of the board returns to the previous page, despite choices made in the meantime, or home if there is none', async () => {
    const { clock, tab } = await world(1, '/vms/dashboard');
    press(tab, navigateRequested({ to: '/vms/vms-task?page=2' }));
    await clock.advance(50);
    press(tab, navigateRequested({ to: BOARD }));
    await clock.advance(50);
    press(tab, boardChanged({ hours: 12, view: 'table' }));
    await clock.advance(50);
    expect(place(tab)?.search).toBe('?hours=12&view=table');
    expect(selectBoardExit(tab.state())).toBe('/vms/vms-task?page=2');
    press(tab, navigateRequested({ to: selectBoardExit(tab.state()) }));
    await clock.advance(50);
    expect([selectBoard(tab.state()).open, place(tab)?.pathname]).toEqual([false, '/vms/vms-task']);

    const first = await world(1);
    expect(selectBoardExit(first.tab.state())).toBe('/vms/dashboard');
  });

  it('out of the board skips pages that are not screens, and the board itself', async () => {
    const { clock, tab } = await world(1, '/vms/vms-task');
    for (const to of ['/unauthorized', BOARD]) {
      press(tab, navigateRequested({ to }));
      await clock.advance(50);
    }
    expect(selectBoardExit(tab.state())).toBe('/vms/dashboard');
    press(tab, navigateRequested({ to: `${BOARD}?hours=48` }));
    await clock.advance(50);
    expect(selectBoardExit(tab.state())).toBe('/vms/dashboard');
  });

  it('accepts only known values in the address', () => {
    const read = (search: string) => readBoard(new URLSearchParams(search));
    const whole = { show: 'all', words: '', wall: false } as const;
    const usual = { tabs: NOTIFICATION_TABS, hours: 24, view: 'chart', ...whole };
    expect(read('')).toEqual(usual);
    expect(read('?kinds=<script>,&hours=25&view=x')).toEqual(usual);
    expect(read('?kinds=COMPLIANCE,SUBMISSIONS,x&hours=48&view=table')).toEqual({
      tabs: ['SUBMISSIONS', 'COMPLIANCE'],
      hours: 48,
      view: 'table',
      ...whole,
    });
    for (const search of ['', '?kinds=SUBMISSIONS,COMPLIANCE&hours=48&view=table', '?clientId=x&hours=12'])
      expect(writeBoard(new URLSearchParams(search), read(search))).toBe(search);
  });

  it('from all kinds selects the clicked one, and from the last one returns to all', () => {
    const usual = readBoard(new URLSearchParams());
    expect(withTab(usual, 'COMPLIANCE')).toEqual(['COMPLIANCE']);
    expect(withTab({ ...usual, tabs: ['COMPLIANCE'] }, 'SUBMISSIONS')).toEqual(['SUBMISSIONS', 'COMPLIANCE']);
    expect(withTab({ ...usual, tabs: ['COMPLIANCE'] }, 'COMPLIANCE')).toEqual(NOTIFICATION_TABS);
  });
});
