/** Rows of the panel, one per record: the number of its notifications, its history, and actions on all of them. */
import type { Notification } from '../../contract/notifications/notification';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import {
  bellPressed,
  moreRequested,
  panelClosed,
  rowChanged,
  searchSubmitted,
  undoPressed,
  viewChosen,
} from '../../sagas/features/notifications/notifications.intents';
import { selectBadge, selectPanel, selectPanelView } from '../../sagas/features/notifications/panel/panel.selectors';
import { affectedBy, rowsOf, type Row } from '../../sagas/features/notifications/panel/rows.rules';
import {
  historyItems,
  selectHistory,
  selectRowHistory,
  selectRows,
} from '../../sagas/features/notifications/panel/rows.selectors';
import { historyToggled, olderHistoryRequested, rowShown } from '../../sagas/features/notifications/panel/rows.slice';
import { createBrowser } from '../support/browser';
import { createNotificationServer, notificationOf } from '../support/notificationServer';
import { apiError } from '../support/scriptedServer';
import { openTab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { createVirtualClock } from '../support/virtualClock';

beforeAll(() => Promise.all([import('../../sagas/app/shell.saga'), import('../../sagas/app/lateParts')]));

const ADA = { recordKey: 'submission:ada' };
const BOB = { recordKey: 'submission:bob', subCategoryCode: 'SUBMISSION_STATUS_CHANGED' } as const;
const SUBMISSIONS = 'SUBMISSIONS' as const;

/** The panel is open on Submissions, with these earlier notifications. */
async function atThePanel(...notifications: readonly Partial<Notification>[]) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  server.notify(...notifications);
  const tab = openTab({ clock, browser: createBrowser(clock), answer: server.answer, socket: server.socket });
  tab.start();
  await untilBellKnown(tab, clock);
  const act = async (action: Parameters<typeof tab.store.dispatch>[0]) => {
    tab.store.dispatch(action);
    // Late parts load in no time.
    for (let turns = 0; turns < 30; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(600);
  };
  await act(bellPressed());
  await clock.advance(1_000);
  const rows = () => selectRows(tab.state()).map(({ key, items }) => [key, items.length]);
  const rowOf = (recordKey: string): Row => selectRows(tab.state()).find(({ key }) => key === recordKey)!;
  const show = (recordKey: string) => act(rowShown({ tab: SUBMISSIONS, recordKey }));
  const textOf = (recordKey: string) =>
    selectRowHistory(tab.state(), rowOf(recordKey).items[0], rowOf(recordKey).items.length);
  const change = (recordKey: string, patch: ReturnType<typeof rowChanged>['payload']['patch']) =>
    act(rowChanged({ id: rowOf(recordKey).items[0].id, patch }));
  const sent = (endpoint: string) =>
    tab.sent.filter((call) => call.endpoint === endpoint).map(({ body }) => body as Record<string, unknown>);
  const changed = () =>
    (sent('changeNotifications').at(-1)?.['changes'] as readonly { id: string }[] | undefined) ?? [];
  return { clock, server, tab, act, rows, rowOf, show, textOf, change, sent, changed };
}

const many = (count: number, facts: Partial<Notification>) => Array.from({ length: count }, () => facts);
const others = (count: number) => Array.from({ length: count }, (_, index) => ({ recordKey: `submission:${index}` }));
/** Of the sixty about Ada the first page has the ten newest. */
const PARTLY = [...many(50, ADA), ...others(15), ...many(10, ADA)];

describe('the rules', () => {
  const item = (sequence: number, recordKey: string | null, state?: Notification['state']): Notification => ({
    ...notificationOf(sequence),
    recordKey,
    ...(state && { state }),
  });
  const state = (more: Partial<NonNullable<Notification['state']>>) => ({
    read: null,
    done: false,
    saved: false,
    snoozedUntil: null,
    ...more,
  });

  it('has a row for each record, at the position of its newest notification, and for each notification without a record', () => {
    const rows = rowsOf([item(9, 'a'), item(8, null), item(7, 'b'), item(6, 'a'), item(5, null), item(4, 'b')]);
    expect(rows.map(({ recordKey, items }) => [recordKey, ...items.map(({ sequence }) => sequence)])).toEqual([
      ['a', 9, 6],
      [null, 8],
      ['b', 7, 4],
      [null, 5],
    ]);
  });

  const saved = item(3, 'a', state({ saved: true }));
  const read = item(2, 'a', state({ read: true }));
  const asleep = item(1, 'a', state({ snoozedUntil: '2026-02-01T08:00:00.000Z' }));
  const done = item(5, 'a', state({ done: true }));
  const all = [item(4, 'a'), saved, read, asleep, done] as const;
  it.each([
    [{ done: true }, [4, 3, 2, 1, 5]],
    [{ done: false }, [5]],
    [{ snoozedUntil: '2026-03-01T08:00:00.000Z' }, [4, 3, 2, 1, 5]],
    [{ snoozedUntil: null }, [1]],
    [{ read: true }, [4, 3, 1, 5]],
    [{ read: false }, [4]],
    [{ saved: true }, [4]],
    [{ saved: false }, [3]],
  ])('%j affects %j of a row', (patch, wanted) => {
    expect(affectedBy(all, patch).map(({ sequence }) => sequence)).toEqual(wanted);
  });
  it('affects the shown notification by default', () => {
    expect(affectedBy([read, read], { saved: false })).toEqual([read]);
  });
});

test('a new notification moves its row up and is its new state; other rows keep their places', async () => {
  const { server, clock, rows, rowOf } = await atThePanel(ADA, BOB, ADA, {});
  expect(rows().slice(1)).toEqual([
    ['submission:ada', 2],
    ['submission:bob', 1],
  ]);
  server.notify({ ...BOB, subject: 'Offered' });
  await clock.advance(1_000);
  expect(rows().map(([key]) => key)).toEqual(['submission:bob', expect.any(String), 'submission:ada']);
  expect(rowOf('submission:bob').items.map(({ subject }) => subject)).toEqual(['Offered', 'Subject 2']);
});

test('rows shown together are counted together, once, and again after new events', async () => {
  const { server, clock, tab, show, textOf, sent } = await atThePanel(...many(40, ADA), BOB);
  tab.store.dispatch(rowShown({ tab: SUBMISSIONS, recordKey: 'submission:ada' }));
  await show('submission:bob');
  await show('submission:ada');
  expect(sent('countByRecord').map(({ recordKeys }) => recordKeys)).toEqual([['submission:ada', 'submission:bob']]);
  expect([textOf('submission:ada'), textOf('submission:bob')]).toEqual([
    { earlier: 39, open: 39 },
    { earlier: 0, open: 0 },
  ]);
  server.notify(BOB, {});
  await clock.advance(1_000);
  expect(
    sent('countByRecord')
      .slice(1)
      .map(({ recordKeys }) => recordKeys),
  ).toEqual([['submission:bob']]);
  expect(textOf('submission:bob').earlier).toBe(1);
});

test('until the count is loaded, or if it fails, a row shows its number in the list', async () => {
  const { server, textOf, show } = await atThePanel(ADA, ADA, ADA);
  expect(textOf('submission:ada')).toEqual({ earlier: 2, open: 0 });
  server.script.respond('countByRecord', apiError(503, 'service.unavailable'));
  await show('submission:ada');
  expect(textOf('submission:ada')).toEqual({ earlier: 2, open: 0 });
  server.script.clearResponse('countByRecord');
  await show('submission:ada');
  expect(textOf('submission:ada')).toEqual({ earlier: 2, open: 2 });
});

test('marking a row as done includes its whole history, loaded or not; Undo restores each notification', async () => {
  const { tab, act, rows, show, change, changed } = await atThePanel(...PARTLY);
  expect(rows()[0]).toEqual(['submission:ada', 10]);
  await show('submission:ada');
  await change('submission:ada', { done: true });
  expect([changed().length, new Set(changed().map(({ id }) => id)).size]).toEqual([60, 60]);
  expect([rows().length, rows()[0]]).toEqual([15, ['submission:14', 1]]);
  expect(selectPanel(tab.state()).undo?.text).toBe('Done: Subject 75, and 59 more about it');
  await act(undoPressed());
  expect([rows().length, rows()[0]]).toEqual([16, ['submission:ada', 10]]);
});

describe('Undo leaves alone what was done meanwhile in another tab or on the phone', () => {
  const LATER = '2026-02-01T08:00:00.000Z';
  it.each([
    ['marked as done', { done: true }, { saved: true, read: true }, { done: false }],
    ['snoozed', { snoozedUntil: LATER }, { saved: true }, { snoozedUntil: null }],
    [
      'snoozed by the server’s clock',
      { snoozedUntil: LATER, snoozeMinutes: 60 },
      { read: true },
      { snoozedUntil: null },
    ],
    ['saved', { saved: true }, { done: true }, { saved: false }],
    ['marked as read', { read: true }, { snoozedUntil: LATER }, { read: null }],
  ] as const)('of what was %s', async (_, patch, meanwhile, undone) => {
    const { server, clock, tab, act, rowOf, changed } = await atThePanel(ADA);
    const { id } = rowOf('submission:ada').items[0];
    await act(rowChanged({ id, patch }));
    server.change({ id, ...meanwhile });
    await clock.advance(1_000);
    await act(undoPressed());
    expect(changed()).toEqual([{ id, ...undone }]);
    expect(selectPanel(tab.state()).undo).toBeNull();
  });

  it.each([
    [
      'a snooze that Done ended',
      'snoozed',
      { snoozedUntil: LATER },
      { done: true },
      { done: false, snoozedUntil: LATER },
    ],
    ['Done that a snooze ended', 'done', { done: true }, { snoozedUntil: LATER }, { done: true, snoozedUntil: null }],
  ] as const)('and restores %s', async (_, view, before, patch, undone) => {
    const { server, clock, act, rowOf, changed } = await atThePanel(ADA);
    const { id } = rowOf('submission:ada').items[0];
    server.change({ id, ...before });
    await clock.advance(1_000);
    await act(viewChosen({ tab: SUBMISSIONS, view }));
    await act(rowChanged({ id, patch }));
    await act(undoPressed());
    expect(changed()).toEqual([{ id, ...undone }]);
  });
});

test('notifications finished or snoozed earlier stay so', async () => {
  const { server, clock, change, changed } = await atThePanel(...PARTLY);
  const first = server.log.flatMap(({ notification }) => notification ?? [])[0]!;
  server.answer(
    { endpoint: 'changeNotifications', body: { changes: [{ id: first.id, done: true }] } } as never,
    null,
    () => undefined,
  );
  await clock.advance(1_000);
  await change('submission:ada', { snoozedUntil: '2026-02-01T08:00:00.000Z' });
  expect([changed().length, changed().some(({ id }) => id === first.id)]).toEqual([59, false]);
});

test('keeping unread and saving affect the newest; removing the mark affects the whole row', async () => {
  const { change, changed, rowOf } = await atThePanel(ADA, ADA, ADA);
  const [newest, second] = rowOf('submission:ada').items;
  await change('submission:ada', { read: false });
  expect(changed()).toEqual([{ id: newest.id, read: false }]);
  await change('submission:ada', { saved: true });
  expect(changed()).toEqual([{ id: newest.id, saved: true }]);
  await change('submission:ada', { read: true });
  expect(changed().map(({ id }) => id)).toContain(second!.id);
  await change('submission:ada', { saved: false });
  expect(changed()).toEqual([{ id: newest.id, saved: false }]);
});

test('opening a row marks all of it as read: the bell no longer counts it, and a change shows how many it affects', async () => {
  const { tab, server, clock, change } = await atThePanel(...many(3, ADA));
  expect(selectBadge(tab.state())).toBe(0);
  server.notify(ADA, ADA);
  await clock.advance(1_000);
  expect(selectBadge(tab.state())).toBe(2);
  await change('submission:ada', { done: true });
  expect(selectBadge(tab.state())).toBe(0);
});

test('if the rest of a row cannot be loaded, nothing is changed, and a notice shows why', async () => {
  const { tab, server, change, sent, rows } = await atThePanel(...PARTLY);
  server.script.respond('searchUserNotifications', apiError(503, 'service.unavailable'));
  await change('submission:ada', { done: true });
  expect([sent('changeNotifications'), rows()[0]]).toEqual([[], ['submission:ada', 10]]);
  expect(selectNotices(tab.state())[0]?.text).toMatch(/^Nothing was changed\. /);
});

test('without a connection nothing is sent: the notice says that nothing was changed, and there is nothing to undo', async () => {
  const { tab, server, change, sent } = await atThePanel(ADA);
  server.script.respond('notificationContext', 'unreachable');
  await change('submission:ada', { done: true });
  expect(selectNotices(tab.state())[0]?.text).toMatch(/^Nothing was changed\. The server cannot be reached\. /);
  expect([selectPanel(tab.state()).undo, sent('changeNotifications')]).toEqual([null, []]);
});

test('if the connection is lost after the first part of a long row, the first stays changed, and all can be undone', async () => {
  const { tab, server, clock, rowOf, sent } = await atThePanel(...many(210, ADA));
  tab.store.dispatch(rowChanged({ id: rowOf('submission:ada').items[0].id, patch: { done: true } }));
  while (sent('changeNotifications').length === 0) await clock.advance(5);
  server.script.respond('notificationContext', 'unreachable');
  await clock.advance(1_000);
  expect(sent('changeNotifications')).toHaveLength(1);
  expect(selectNotices(tab.state())[0]?.text).toMatch(/^Some of these may not have been changed\. /);
  expect(selectPanel(tab.state()).undo?.text).toBe('May have changed: Subject 210');
});

test('a change that the server was too busy for has not been made', async () => {
  const { tab, server, change } = await atThePanel(ADA);
  server.script.respond('changeNotifications', apiError(503, 'service.unavailable'));
  await change('submission:ada', { done: true });
  expect(selectNotices(tab.state())[0]?.text).toMatch(/^Nothing was changed\. The service is busy/);
  expect(selectPanel(tab.state()).undo).toBeNull();
});

test.each([
  ['is lost', 'unreachable', 'The server cannot be reached.'],
  ['is that of a proxy', { status: 502, body: '<html></html>', retryAfterSeconds: null }, 'The service is busy'],
] as const)(
  'a change whose answer %s may have been made: the notice says so, and it can be undone',
  async (...each) => {
    const [, reply, reason] = each;
    const { tab, server, act, change, changed } = await atThePanel(ADA);
    server.script.respond('changeNotifications', reply);
    await change('submission:ada', { done: true });
    expect(selectNotices(tab.state())[0]?.text).toContain(`It is not known whether this was changed. ${reason}`);
    expect(selectPanel(tab.state()).undo?.text).toBe('May have changed: Subject 1');
    server.script.clearResponse('changeNotifications');
    await act(undoPressed());
    expect(changed()).toMatchObject([{ done: false }]);
    expect(selectPanel(tab.state()).undo).toBeNull();
  },
);

test.each([
  ['refused', apiError(503, 'service.unavailable')],
  ['lost', 'unreachable'],
] as const)(
  'if the second part of a long row is %s, the first stays changed, and all can be undone',
  async (_, reply) => {
    const { tab, server, clock, act, rowOf, sent } = await atThePanel(...many(210, ADA));
    tab.store.dispatch(rowChanged({ id: rowOf('submission:ada').items[0].id, patch: { done: true } }));
    while (sent('changeNotifications').length === 0) await clock.advance(5);
    server.script.respond('changeNotifications', reply);
    await clock.advance(1_000);
    expect(selectNotices(tab.state())[0]?.text).toMatch(/^Some of these may not have been changed\. /);
    expect(selectPanel(tab.state()).undo?.text).toBe('May have changed: Subject 210');
    server.script.clearResponse('changeNotifications');
    await act(undoPressed());
    const undone = sent('changeNotifications').slice(2);
    expect(undone.flatMap(({ changes }) => changes as unknown[]).length).toBe(210);
    expect(selectPanel(tab.state()).undo).toBeNull();
  },
);

test('the history opens in place, page by page; another one replaces it, and a failure can be retried', async () => {
  const { tab, act, server, rowOf } = await atThePanel(...PARTLY, ...many(3, BOB));
  const toggle = (recordKey: string) => act(historyToggled({ tab: SUBMISSIONS, recordKey }));
  const shown = (recordKey: string) => {
    const history = selectHistory(tab.state(), recordKey);
    return history && historyItems(rowOf(recordKey), history.items ?? []).map(({ subject }) => subject);
  };
  await toggle('submission:ada');
  expect([shown('submission:ada')?.length, shown('submission:ada')?.[0]]).toEqual([24, 'Subject 74']);
  server.script.respond('searchUserNotifications', apiError(503, 'service.unavailable'));
  await act(olderHistoryRequested());
  expect(selectHistory(tab.state(), 'submission:ada')).toMatchObject({ busy: false, failure: expect.anything() });
  server.script.clearResponse('searchUserNotifications');
  await act(olderHistoryRequested());
  await act(olderHistoryRequested());
  expect(shown('submission:ada')).toHaveLength(59);
  expect(selectHistory(tab.state(), 'submission:ada')?.more).toBe(false);

  await toggle('submission:bob');
  expect([shown('submission:ada'), shown('submission:bob')]).toEqual([null, ['Subject 77', 'Subject 76']]);
  await toggle('submission:bob');
  expect(shown('submission:bob')).toBeNull();
});

test('in an open history states change with the events, and new entries are at the top', async () => {
  const { tab, act, server, clock, rowOf } = await atThePanel(ADA, ADA, ADA);
  await act(historyToggled({ tab: SUBMISSIONS, recordKey: 'submission:ada' }));
  server.notify({ ...ADA, subject: 'Newest' });
  await clock.advance(1_000);
  const history = () =>
    historyItems(rowOf('submission:ada'), selectHistory(tab.state(), 'submission:ada')?.items ?? []);
  expect(history().map(({ subject }) => subject)).toEqual(['Subject 3', 'Subject 2', 'Subject 1']);
  await act(rowChanged({ id: rowOf('submission:ada').items[0].id, patch: { read: true } }));
  expect(history().map(({ state }) => state?.read)).toEqual([true, true, true]);
  await act(panelClosed());
  await act(bellPressed());
  expect(selectHistory(tab.state(), 'submission:ada')).toBeNull();
});

test('an opened tab has ten rows if there are enough, and a click on See More adds ten more', async () => {
  const { act, rows, sent } = await atThePanel(...others(60), ...many(100, ADA));
  expect([rows().length, sent('searchUserNotifications').length]).toEqual([26, 4]);
  await act(moreRequested({ tab: SUBMISSIONS }));
  expect([rows().length, sent('searchUserNotifications').length]).toEqual([51, 5]);
  await act(moreRequested({ tab: SUBMISSIONS }));
  expect(rows()).toHaveLength(61);
});

test('loading stops after eight pages of one record, and after a failure', async () => {
  const { act, rows, sent, server, tab } = await atThePanel({}, ...many(300, ADA));
  expect([rows(), sent('searchUserNotifications').length]).toEqual([[['submission:ada', 225]], 8]);
  server.script.respond('searchUserNotifications', apiError(503, 'service.unavailable'));
  await act(moreRequested({ tab: SUBMISSIONS }));
  expect(sent('searchUserNotifications')).toHaveLength(9);
  expect(selectPanelView(tab.state()).moreFailure).not.toBeNull();
});

test('a view has rows, too, and actions affect the shown items; search results are single', async () => {
  const { act, rows, change, changed } = await atThePanel(ADA, ADA, ADA, BOB);
  await change('submission:ada', { snoozedUntil: '2026-02-01T08:00:00.000Z' });
  await act(viewChosen({ tab: SUBMISSIONS, view: 'snoozed' }));
  expect(rows()).toEqual([['submission:ada', 3]]);
  await change('submission:ada', { snoozedUntil: null });
  expect(changed()).toHaveLength(3);
  await act(viewChosen({ tab: SUBMISSIONS, view: null }));
  await act(searchSubmitted({ tab: SUBMISSIONS, keyword: 'Subject' }));
  expect(rows().map(([, count]) => count)).toEqual([1, 1, 1, 1]);
});
