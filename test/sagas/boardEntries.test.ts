/**
 * The shared board: whose entries are shown, in any order of answers, and how often each request is sent.
 */
import fc from 'fast-check';
import { BOARD_ENTRIES_MAX } from '../../contract/board/board.endpoints';
import type { Notification } from '../../contract/notifications/notification';
import { hasWords, isShown, wordsOf } from '../../sagas/features/liveBoard/boardFilter.rules';
import {
  boardStateArrived,
  boardEntriesReducers,
  entryAcknowledgePressed,
  entryAssignPressed,
  entryEnded,
  handoverFormCleared,
  handoverSubmitted,
  selectBoardEntries,
  takeOverEnded,
  takeOverPressed,
  type BoardEntry,
  type Handover,
  type SharedBoard,
} from '../../sagas/features/liveBoard/boardEntries.slice';
import { BOARD_SHOWN, readBoard, writeBoard } from '../../sagas/features/liveBoard/liveBoard.address';
import { selectBoardRows } from '../../sagas/features/liveBoard/liveBoard.selectors';
import { boardChanged, boardLeft, boardSearched } from '../../sagas/features/liveBoard/liveBoard.slice';
import { snapshotArrived } from '../../sagas/features/notifications/feed/feed.slice';
import { moreRequested } from '../../sagas/features/notifications/notifications.intents';
import { recordsChanged } from '../../sagas/features/realtime/realtime.slice';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { createBrowser } from '../support/browser';
import { createNotificationServer } from '../support/notificationServer';
import { apiError, ok, type Reply } from '../support/scriptedServer';
import { openTab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { createVirtualClock } from '../support/virtualClock';

beforeAll(() => import('../../sagas/app/shell.saga'));

const AT = '2026-11-21T10:00:00.000Z';
const entry = (notificationId: string, version = 1, facts: Partial<BoardEntry> = {}): BoardEntry => ({
  notificationId,
  acknowledgedBy: 'Dana Brooks',
  acknowledgedAt: AT,
  assigneeId: 'u-dana',
  assignee: 'Dana Brooks',
  assignedAt: AT,
  version,
  ...facts,
});
const NOTE: Handover = {
  handoverId: 'h1',
  note: 'Two are open.',
  author: 'Dana Brooks',
  createdAt: AT,
  acknowledgedBy: null,
  acknowledgedAt: null,
};
const TAKEN: Handover = { ...NOTE, acknowledgedBy: 'Robin Lee', acknowledgedAt: AT };
const SECOND: Handover = { ...NOTE, handoverId: 'h2', note: 'Bed 4 is waiting.' };
/** The id of the nth notification. */
const rowId = (sequence: number): string => `00000000-0000-4000-8000-${String(sequence).padStart(12, '0')}`;
const shared = (entries: readonly BoardEntry[] = [], facts: object = {}) => ({
  boardId: 'board',
  asOf: AT,
  entries: [...entries],
  people: [{ userId: 'u-dana', name: 'Dana Brooks' }],
  handovers: [],
  hasOlderHandovers: false,
  lastTakenOver: null,
  alarms: [],
  ...facts,
});

async function world(answers: Record<string, Reply> = {}, path = '/vms/notifications/live', older = 0) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  const script: Record<string, Reply> = { boardState: ok(shared()), ...answers };
  const slow: Record<string, number> = {};
  const tab = openTab({
    clock,
    browser: createBrowser(clock),
    answer: (sent, wire, reply) => {
      const answer = script[sent.endpoint];
      if (answer === undefined) server.answer(sent, wire, reply);
      else clock.at(slow[sent.endpoint] ?? 10, () => reply(answer as never));
    },
    socket: server.socket,
    path,
  });
  server.notify(
    ...Array.from({ length: older }, () => ({ notificationDate: AT })),
    { subject: 'Timesheet of Ann', notificationDate: AT },
    { subject: 'Job at Lakeside', notificationDate: AT },
  );
  tab.start();
  await untilBellKnown(tab, clock);
  await clock.advance(2_000);
  const act = async (...actions: readonly { readonly type: string }[]) => {
    for (const action of actions) tab.store.dispatch(action);
    await clock.advance(400);
  };
  const calls = (endpoint: string) => tab.sent.filter((each) => each.endpoint === endpoint);
  return { clock, tab, script, slow, act, calls, entries: () => selectBoardEntries(tab.state()) };
}

test.each(BOARD_SHOWN.map((show) => [show] as const))('%s filters entries by assignee', (show) => {
  const rows = {
    none: undefined,
    left: entry('n', 2, { assigneeId: null }),
    mine: entry('n', 1, { assigneeId: 'me' }),
    other: entry('n'),
  };
  const expected = {
    all: ['none', 'left', 'mine', 'other'],
    open: ['none', 'left'],
    mine: ['mine'],
    taken: ['mine', 'other'],
  };
  expect(
    Object.entries(rows)
      .filter(([, each]) => isShown(show, { subCategoryCode: 'NEW_JOB_POSTED' }, each, 'me'))
      .map(([name]) => name),
  ).toEqual(expected[show]);
});

test('words are found in visible text, in any order and case, but not in markup', () => {
  const notification = {
    subject: 'Timesheet submitted',
    template: '<p class="lakeside">Of <b>Ann</b> Smith</p>',
    subCategoryName: 'Timesheet Submitted',
    messageTags: [{ text: 'Night shift', color: '#000000' }],
    candidateFirstName: 'Ann',
    candidateLastName: 'Smith',
  } as unknown as Notification;
  const finds = (text: string) => hasWords(notification, wordsOf(text));
  expect(['smith ANN', ' night  time ', '', 'lakeside', '<b>', 'bob'].map(finds)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('the address has the search and the view, the same board has the same address, and defaults are left out', () => {
  const place = readBoard(new URLSearchParams('wall=on&q=%20lake%20&show=mine&x=1'));
  expect(place).toMatchObject({ wall: true, words: 'lake', show: 'mine' });
  expect(writeBoard(new URLSearchParams('x=1'), place)).toBe('?x=1&show=mine&q=lake&wall=on');
  expect(readBoard(new URLSearchParams('show=everything&wall=1'))).toMatchObject({
    show: 'all',
    wall: false,
    words: '',
  });
});

test('in any order of answers and states, each entry ends at its latest version', () => {
  const reducer = boardEntriesReducers.boardEntries;
  const start = reducer(undefined, { type: 'nothing' });
  const ids = ['a', 'b', 'c'];
  const made = fc.record({ id: fc.constantFrom(...ids), version: fc.integer({ min: 1, max: 9 }), whole: fc.boolean() });
  fc.assert(
    fc.property(fc.array(made, { maxLength: 40 }), (steps) => {
      let state = start;
      for (const { id, version, whole } of steps) {
        const one = entry(id, version);
        state = reducer(
          state,
          whole ? boardStateArrived(shared([one])) : entryEnded({ notificationId: id, entry: one }),
        );
      }
      for (const id of ids) {
        const versions = steps.filter((step) => step.id === id).map((step) => step.version);
        expect(state.entries[id]?.version ?? 0).toBe(Math.max(0, ...versions));
      }
    }),
    { numRuns: 500 },
  );
});

test('the same entries again change nothing, later ones only themselves; they are gone with the board', () => {
  const reducer = boardEntriesReducers.boardEntries;
  const all = Array.from({ length: 500 }, (_, index) => entry(`n${index}`));
  const again = () => boardStateArrived(JSON.parse(JSON.stringify(shared(all, { handovers: [NOTE] }))) as SharedBoard);
  const first = reducer(undefined, again());
  expect(reducer(first, again())).toBe(first);
  const next = reducer(first, boardStateArrived(shared([entry('n7', 2)], { handovers: [NOTE], people: null })));
  expect(Object.keys(next.entries).filter((id) => next.entries[id] !== first.entries[id])).toEqual(['n7']);
  expect([next.people, next.handovers]).toEqual([first.people, [NOTE]]);
  expect(next.handovers).toBe(first.handovers);
  expect(reducer(next, boardLeft()).entries).toEqual({});
});

test('a board that is never closed keeps only the newest entries', () => {
  const reducer = boardEntriesReducers.boardEntries;
  let state = reducer(undefined, { type: 'nothing' });
  const at = (index: number) => new Date(Date.parse(AT) + index).toISOString();
  for (let first = 0; first < 12_000; first += 500) {
    const some = Array.from({ length: 500 }, (_, index) => first + index);
    state = reducer(
      state,
      boardStateArrived(shared(some.map((index) => entry(`n${index}`, 1, { acknowledgedAt: at(index) })))),
    );
  }
  expect(Object.keys(state.entries).length).toBeLessThanOrEqual(10_000);
  expect([state.entries['n11999'] === undefined, state.entries['n0'] === undefined]).toEqual([false, true]);
});

it('the more people, the longer after a change a board is loaded, and then only what has changed', async () => {
  const later = '2026-11-21T10:05:00.000Z';
  const waitOf = async (count: number) => {
    const people = Array.from({ length: count }, (_, index) => ({ userId: `u${index}`, name: `Person ${index}` }));
    const all = await world({ boardState: ok(shared([], { people })) });
    all.script['boardState'] = ok(shared([entry('n')], { people: null, asOf: later }));
    const before = all.calls('boardState').length;
    all.tab.store.dispatch(recordsChanged({ ids: ['board'] }));
    let wait = 0;
    for (; all.calls('boardState').length === before; wait += 10) await all.clock.advance(10);
    await all.clock.advance(100);
    return { ...all, wait };
  };
  expect((await waitOf(10)).wait).toBeLessThanOrEqual(150);
  const { tab, script, calls, clock, entries, wait } = await waitOf(500);
  // Half of the time over which they spread, as the random number is here.
  expect([wait >= 2_000, wait <= 2_200]).toEqual([true, true]);
  expect(calls('boardState').at(-1)?.query?.['since']).toBe(AT);
  expect([entries().people.length, entries().entries['n']?.version]).toEqual([500, 1]);
  // The refusal of the user's own press is shown immediately.
  script['acknowledgeEntry'] = apiError(409, 'conflict');
  const before = calls('boardState').length;
  tab.store.dispatch(recordsChanged({ ids: ['board'] }));
  await clock.advance(110);
  tab.store.dispatch(entryAcknowledgePressed({ notificationId: selectBoardRows(tab.state()).items[0]!.id }));
  await clock.advance(20);
  expect([calls('boardState').length, calls('boardState').at(-1)?.query?.['since']]).toEqual([before + 1, later]);
  expect(tab.faults).toEqual([]);
});

it('the whole state is loaded again after a snapshot, and now and then', async () => {
  const { tab, calls, clock } = await world();
  await clock.advance(40 * 20_100);
  const asked = calls('boardState').map(({ query }) => query?.['since'] === undefined);
  // The first snapshot of the page has come in between.
  expect(asked.flatMap((isFull, index) => (isFull ? [index] : []))).toEqual([0, 1, 30]);
  const { feed } = tab.state().notifications!;
  tab.store.dispatch(
    snapshotArrived({
      snapshot: {
        ...{ sequence: feed.sequence, notificationLastReadDate: null, notificationCategoryTemplateDTOs: [] },
        ...{ sticky: [], stickyCount: 0 },
      },
    }),
  );
  await clock.advance(1_000);
  expect(calls('boardState').at(-1)?.query?.['since']).toBeUndefined();
});

it('a double press acknowledges once; the second user learns who was first', async () => {
  const { tab, script, act, calls, entries } = await world();
  const id = selectBoardRows(tab.state()).items[0]!.id;
  script['acknowledgeEntry'] = apiError(409, 'conflict', {
    errorMessage: 'Dana Brooks was first: acknowledged at 10:00 AM.',
  });
  script['boardState'] = ok(shared([entry(id)]));
  await act(entryAcknowledgePressed({ notificationId: id }), entryAcknowledgePressed({ notificationId: id }));
  expect(calls('acknowledgeEntry')).toHaveLength(1);
  expect(selectNotices(tab.state()).map(({ text }) => text)).toEqual([
    'Dana Brooks was first: acknowledged at 10:00 AM.',
  ]);
  expect(entries().entries[id]?.assignee).toBe('Dana Brooks');
  script['assignEntry'] = ok(entry(id, 2, { assigneeId: null, assignee: null, assignedAt: null }));
  await act(entryAssignPressed({ notificationId: id, assigneeId: null }));
  expect([calls('assignEntry')[0]?.body, entries().entries[id]?.assigneeId]).toEqual([
    { assigneeId: null, version: 1 },
    null,
  ]);
  expect(tab.faults).toEqual([]);
});

it('an entry that neither the state nor its changes have is shown after the conflict', async () => {
  const { tab, script, act, calls, entries } = await world();
  const id = selectBoardRows(tab.state()).items[0]!.id;
  script['acknowledgeEntry'] = apiError(409, 'conflict', { errorMessage: 'Dana Brooks was first.' });
  script['findEntries'] = 'unreachable';
  await act(entryAcknowledgePressed({ notificationId: id }));
  expect(entries().entries[id]).toBeUndefined();
  script['findEntries'] = ok({ entries: [entry(id)] });
  await act(recordsChanged({ ids: ['board'] }));
  expect(calls('findEntries').map(({ body }) => body)).toEqual([{ notificationIds: [id] }, { notificationIds: [id] }]);
  expect(entries().entries[id]?.assignee).toBe('Dana Brooks');
  expect(tab.faults).toEqual([]);
});

describe('of a state that has as many entries as it can have', () => {
  const full = shared(Array.from({ length: BOARD_ENTRIES_MAX }, (_, index) => entry(`other${index}`)));

  it('those of the rows are found, each asked for once', async () => {
    const { tab, script, act, clock, calls, entries } = await world({
      boardState: ok(full),
      findEntries: ok({ entries: [entry(rowId(1))] }),
    });
    expect(calls('findEntries').at(-1)?.body).toEqual({ notificationIds: [rowId(2), rowId(1)] });
    expect([entries().entries[rowId(1)]?.assignee, entries().entries[rowId(2)]]).toEqual(['Dana Brooks', undefined]);
    await act(boardChanged({ show: 'taken' }));
    expect(selectBoardRows(tab.state()).items.map(({ id }) => id)).toEqual([rowId(1)]);
    script['boardState'] = ok(shared([], { people: null }));
    await act(recordsChanged({ ids: ['board'] }));
    const asked = calls('findEntries').length;
    await clock.advance(60_000);
    expect(calls('findEntries').length).toBe(asked);
    expect(tab.faults).toEqual([]);
  });

  it('those of older rows are found as soon as these are loaded', async () => {
    const { tab, script, act, calls, entries } = await world(
      {
        boardState: ok(full),
        findEntries: ok({ entries: [] }),
      },
      '/vms/notifications/live',
      40,
    );
    script['findEntries'] = ok({ entries: [entry(rowId(3))] });
    await act(moreRequested({ tab: 'SUBMISSIONS' }));
    expect((calls('findEntries').at(-1)?.body as { notificationIds: string[] }).notificationIds).toContain(rowId(3));
    expect(entries().entries[rowId(3)]?.assignee).toBe('Dana Brooks');
    expect(tab.faults).toEqual([]);
  });
});

it('of a state with fewer entries nothing else is asked for', async () => {
  const { act, calls } = await world({}, '/vms/notifications/live', 40);
  await act(moreRequested({ tab: 'SUBMISSIONS' }));
  expect([calls('searchUserNotifications').length, calls('findEntries').length]).toEqual([1, 0]);
});

it('changes of colleagues are fetched on the server’s event, for this board only, and periodically', async () => {
  const { tab, act, calls, clock } = await world();
  const before = calls('boardState').length;
  await act(recordsChanged({ ids: ['another'] }));
  expect(calls('boardState')).toHaveLength(before);
  await act(recordsChanged({ ids: ['board'] }), recordsChanged({ ids: ['board'] }));
  expect(calls('boardState')).toHaveLength(before + 1);
  await clock.advance(21_000);
  expect(calls('boardState')).toHaveLength(before + 2);
  expect(tab.faults).toEqual([]);
});

it('a colleague’s change that comes while the board is being loaded is shown immediately', async () => {
  const { tab, act, script, calls, clock, entries } = await world();
  const before = calls('boardState').length;
  tab.store.dispatch(recordsChanged({ ids: ['board'] }));
  await clock.advance(105);
  // The answer that is on its way was read before the change.
  expect(calls('boardState')).toHaveLength(before + 1);
  script['boardState'] = ok(shared([entry('n')]));
  await act(recordsChanged({ ids: ['board'] }), recordsChanged({ ids: ['another'] }));
  expect([calls('boardState').length, entries().entries['n']?.assignee]).toEqual([before + 2, 'Dana Brooks']);
  await clock.advance(5_000);
  expect(calls('boardState')).toHaveLength(before + 2);
});

it('an older state of the board does not replace the one after a refusal', async () => {
  const { tab, act, script, slow, clock, entries } = await world({ acknowledgeEntry: apiError(409, 'conflict') });
  slow['boardState'] = 1_000;
  await act(recordsChanged({ ids: ['board'] }));
  delete slow['boardState'];
  script['boardState'] = ok(shared([], { handovers: [NOTE] }));
  await act(entryAcknowledgePressed({ notificationId: selectBoardRows(tab.state()).items[0]!.id }));
  await clock.advance(2_000);
  expect(entries().handovers).toEqual([NOTE]);
});

it('the search waits for a pause in typing, and combines with the assignee filter', async () => {
  const { tab, act, script, clock } = await world();
  tab.store.dispatch(boardSearched({ words: 'la' }));
  await act(boardSearched({ words: 'lakeside ' }));
  const subjects = () => selectBoardRows(tab.state()).items.map(({ subject }) => subject);
  expect([tab.state().location?.search, subjects()]).toEqual(['?q=lakeside', ['Job at Lakeside']]);
  await act(boardChanged({ words: '', show: 'taken' }));
  expect(subjects()).toEqual([]);
  const id = (await act(boardChanged({ show: 'all' })), selectBoardRows(tab.state()).items[1]!.id);
  script['boardState'] = ok(shared([entry(id)]));
  await act(recordsChanged({ ids: ['board'] }), boardChanged({ show: 'taken' }));
  await clock.advance(500);
  expect(subjects()).toEqual(['Timesheet of Ann']);
});

const submitted = handoverSubmitted({ note: 'Two are open.' });
const requestIds = (sent: readonly { readonly body?: unknown }[]) =>
  new Set(sent.map(({ body }) => (body as { requestId: string }).requestId));

it('a note whose answer is lost is sent again by itself, and is saved once', async () => {
  const { act, script, calls, entries, clock, tab } = await world({ writeHandover: 'unreachable' });
  await act(submitted);
  expect([entries().handoverBusy, entries().handoverError]).toEqual([true, null]);
  script['writeHandover'] = ok(NOTE);
  await clock.advance(2_000);
  expect([calls('writeHandover').length, requestIds(calls('writeHandover')).size]).toEqual([2, 1]);
  expect([entries().handovers, entries().handoversWritten, entries().handoverError]).toEqual([[NOTE], 1, null]);
  expect(tab.faults).toEqual([]);
});

describe('a note that is sent again without an answer', () => {
  async function unanswered() {
    const all = await world({ writeHandover: 'unreachable' });
    const submit = async (note = 'Two are open.') => {
      await all.act(handoverSubmitted({ note }));
      await all.clock.advance(2_000);
    };
    // The answer is lost, but the note is saved.
    all.script['boardState'] = ok(shared([], { handovers: [NOTE] }));
    await submit();
    return { ...all, submit };
  }

  it('is not said to be lost: the board shows whether it is saved, and the form says to look there', async () => {
    const { entries, tab } = await unanswered();
    expect(entries().handoverError).toMatch(/^It is not known whether the note was saved\. .* cannot be reached/);
    expect(entries().handoverError).toMatch(/before you change the text, please check whether the board already shows/);
    expect([entries().handovers, entries().handoversWritten]).toEqual([[NOTE], 0]);
    expect(tab.faults).toEqual([]);
  });

  it('stays perhaps saved when the same text is refused, while a changed text is only not saved', async () => {
    const { submit, script, calls, entries } = await unanswered();
    script['writeHandover'] = apiError(503, 'service.unavailable');
    await submit();
    expect(entries().handoverError).toMatch(/^It is not known whether the note was saved\. The service is busy/);
    await submit('Three are open.');
    expect(entries().handoverError).toMatch(/^The note was not saved\. The service is busy/);
    script['writeHandover'] = ok(NOTE);
    await submit();
    expect([requestIds(calls('writeHandover')).size, entries().handoversWritten]).toEqual([2, 1]);
    expect([entries().handovers, entries().handoverError]).toEqual([[NOTE], null]);
  });

  it('leaves no message in the next form, where the same text is a new note', async () => {
    const { submit, act, script, calls, entries } = await unanswered();
    await act(handoverFormCleared());
    expect(entries().handoverError).toBeNull();
    script['writeHandover'] = ok({ ...NOTE, handoverId: 'h2' });
    await submit();
    expect([requestIds(calls('writeHandover')).size, entries().handoversWritten]).toEqual([2, 1]);
  });
});

it('a note that the server refuses is said not to be saved, and is sent once', async () => {
  const { act, calls, entries } = await world({ writeHandover: apiError(503, 'service.unavailable') });
  await act(submitted);
  expect(entries().handoverError).toMatch(/^The note was not saved\. The service is busy/);
  expect(calls('writeHandover')).toHaveLength(1);
});

it('a note is taken over by one user', async () => {
  const { act, script, calls, entries, tab } = await world({ writeHandover: ok(NOTE) });
  await act(submitted);
  script['acknowledgeHandover'] = apiError(409, 'conflict', { errorMessage: 'You wrote this note yourself.' });
  script['boardState'] = ok(shared([], { handovers: [NOTE] }));
  await act(takeOverPressed({ handoverId: 'h1' }));
  expect(selectNotices(tab.state()).map(({ text }) => text)).toEqual(['You wrote this note yourself.']);
  script['acknowledgeHandover'] = ok(TAKEN);
  await act(takeOverPressed({ handoverId: 'h1' }), takeOverPressed({ handoverId: 'h1' }));
  expect([entries().handovers, entries().lastTakenOver, entries().busy]).toEqual([[], TAKEN, []]);
  expect(calls('acknowledgeHandover')).toHaveLength(2);
  expect(tab.faults).toEqual([]);
});

describe('while the board cannot be loaded', () => {
  const LOADED = shared([], { handovers: [NOTE] });
  const FAILURES: readonly (readonly [string, Reply])[] = [
    ['the server is busy', apiError(503, 'service.unavailable')],
    ['the server cannot be reached', 'unreachable'],
    // As of a release that has left out a field.
    ['its answer cannot be read', ok({ ...LOADED, handovers: undefined })],
  ];

  it.each(FAILURES)(
    'because %s, it is called out of date after a minute, with the last time, until it is loaded',
    async (_, failure) => {
      const { tab, script, clock, entries } = await world({ boardState: ok(LOADED) });
      const since = clock.now();
      expect(entries().outdated).toBeNull();
      script['boardState'] = failure;
      await clock.advance(30_000);
      expect(entries().outdated).toBeNull();
      await clock.advance(60_000);
      const { outdated } = entries();
      expect(Math.abs((outdated?.since ?? 0) - since)).toBeLessThanOrEqual(20_000);
      await clock.advance(600_000);
      // What is said does not change, so that it is not read out again.
      expect(entries().outdated).toBe(outdated);
      expect(entries().handovers).toEqual([NOTE]);
      script['boardState'] = ok(LOADED);
      await clock.advance(20_100);
      expect(entries().outdated).toBeNull();
      expect(tab.faults).toEqual([]);
    },
  );

  it('from the beginning, this is said immediately', async () => {
    const { entries } = await world({ boardState: 'unreachable' });
    expect(entries().outdated).toEqual({ since: null });
  });

  it('when the board is opened again, the time is that of the earlier visit, whose alarms are still shown', async () => {
    const { act, script, clock, entries } = await world({ boardState: ok(LOADED) });
    await act(navigateRequested({ to: '/vms/profile' }));
    await clock.advance(300_000);
    script['boardState'] = 'unreachable';
    await act(navigateRequested({ to: '/vms/notifications/live' }));
    const since = entries().outdated?.since ?? Infinity;
    expect(Math.abs(clock.now() - 300_000 - since)).toBeLessThanOrEqual(25_000);
    await act(navigateRequested({ to: '/vms/profile' }));
    expect(entries().outdated).toBeNull();
  });
});

it('takes over the note that was pressed, whatever else is handed over or taken over in the meantime', async () => {
  const { act, script, slow, calls, entries, tab, clock } = await world({
    boardState: ok(shared([], { handovers: [NOTE] })),
    acknowledgeHandover: ok(TAKEN),
  });
  slow['acknowledgeHandover'] = 1_000;
  await act(takeOverPressed({ handoverId: 'h1' }));
  script['boardState'] = ok(shared([], { handovers: [NOTE, SECOND] }));
  await act(recordsChanged({ ids: ['board'] }));
  expect([entries().handovers, entries().busy]).toEqual([[NOTE, SECOND], ['h1']]);
  script['acknowledgeHandover'] = apiError(409, 'conflict', { errorMessage: 'Dana Brooks was first.' });
  tab.store.dispatch(takeOverPressed({ handoverId: 'h2' }));
  script['boardState'] = ok(shared([], { lastTakenOver: TAKEN }));
  await clock.advance(2_000);
  expect(calls('acknowledgeHandover').map(({ params }) => params)).toEqual([
    { handoverId: 'h1' },
    { handoverId: 'h2' },
  ]);
  expect(selectNotices(tab.state()).map(({ text }) => text)).toEqual(['Dana Brooks was first.']);
  expect([entries().handovers, entries().lastTakenOver, entries().busy]).toEqual([[], TAKEN, []]);
  expect(tab.faults).toEqual([]);
});

test('a note that was taken over here leaves the others, and a state that was read before does not bring it back', () => {
  const reducer = boardEntriesReducers.boardEntries;
  const before = boardStateArrived(shared([], { handovers: [NOTE, SECOND] }));
  const refused = reducer(reducer(undefined, before), takeOverEnded({ handoverId: 'h1', handover: null }));
  expect(refused.handovers).toEqual([NOTE, SECOND]);
  const taken = reducer(refused, takeOverEnded({ handoverId: 'h1', handover: TAKEN }));
  for (const state of [taken, reducer(taken, before)])
    expect([state.handovers, state.lastTakenOver]).toEqual([[SECOND], TAKEN]);
  const later = { ...SECOND, acknowledgedBy: 'Robin Lee', acknowledgedAt: '2026-11-21T11:00:00.000Z' };
  const next = reducer(taken, boardStateArrived(shared([], { lastTakenOver: later })));
  expect([next.handovers, next.lastTakenOver]).toEqual([[], later]);
});
