/** Actions on records in virtual time: shown immediately, sent once, reverted if refused, and undone. */
import { UNDO_GRACE_SECONDS } from '../../contract/records/action';
import type { ActionableRecord, RecordActionResult } from '../../contract/records/recordActions.endpoints';
import type { HttpAnswer, HttpCall } from '../../sagas/base/ports/network';
import { noticesHeld, selectNotices } from '../../sagas/base/notices/notices.slice';
import {
  recordActionPressed,
  recordActionsNeeded,
  selectIsActing,
} from '../../sagas/features/recordActions/recordActions.intents';
import { draftOf, readDraft } from '../../sagas/features/recordActions/recordActions.rules';
import {
  selectActionableRecord,
  selectActionButtons,
  selectActionForm,
  selectActionProgress,
} from '../../sagas/features/recordActions/recordActions.selectors';
import {
  actionCancelled,
  actionConfirmed,
  actionDraftChanged,
  actionStopped,
} from '../../sagas/features/recordActions/recordActions.slice';
import { createBrowser } from '../support/browser';
import { token } from '../support/scriptedServer';
import { openTab } from '../support/tab';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

const json = (body: unknown, status = 200): HttpAnswer => ({ status, body, retryAfterSeconds: null });
const idOf = (number: number): string => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const record = (number: number, status = 'PENDING_REVIEW', version = 1): ActionableRecord => ({
  recordId: idOf(number),
  name: `Paper ${number}`,
  version,
  state: { status },
  defaults: {},
  changedAt: null,
  changedBy: null,
  lastAction: null,
});
const result = (of: ActionableRecord, more: Partial<RecordActionResult> = {}): RecordActionResult => ({
  outcome: 'done',
  sentence: null,
  record: of,
  undoSeconds: 10,
  ...more,
});

/** A timesheet of this many hours, ready to be adjusted. */
const sheet = (hours: number, version: number, changedBy: string | null = null): ActionableRecord => ({
  ...record(1, 'FINALIZED', version),
  name: 'Timesheet 1',
  state: { status: 'FINALIZED', expense: 'NONE' },
  defaults: { adjust: { minutes: hours * 60 } },
  changedBy,
});

type Act = (call: {
  requestId: string;
  action: string;
  records: { recordId: string; version: number }[];
}) => RecordActionResult[] | HttpAnswer | 'unreachable';
const approveAll: Act = ({ records }) =>
  records.map(({ recordId, version }) => result(record(Number(recordId.slice(-6)), 'APPROVED', version + 1)));

async function atWork(
  act: Act = approveAll,
  actMs = 30,
  read: (number: number) => ActionableRecord = (number) => record(number),
) {
  const clock = createVirtualClock();
  const calls: HttpCall[] = [];
  const scripted = { act, read, undoMs: 30 };
  const tab = openTab({
    clock,
    browser: createBrowser(clock),
    answer: (call, _, reply) => {
      const body = call.body as never;
      const answers: Partial<Record<string, () => HttpAnswer | 'unreachable'>> = {
        sessionCheck: () => json({ accessStatus: 'LOGGED_IN', userName: USER.userName }),
        token: () => json(token()),
        userInfo: () => json({ ...USER, permissions: ['DOCUMENT_REVIEW', 'MENU_COMPLIANCE', 'TIMESHEET_ADJUST'] }),
        listSearch: () => json({ rows: [], total: 0, page: 1, size: 50 }),
        tasksDueToday: () => json({ count: 0 }),
        recordStates: () =>
          json({
            records: (body as { recordIds: string[] }).recordIds.map((id) => scripted.read(Number(id.slice(-6)))),
          }),
        performRecordAction: () => {
          const results = scripted.act(body);
          return Array.isArray(results) ? json({ results }) : results;
        },
        undoRecordAction: () => {
          const { recordId } = body as { recordId: string };
          const undone = record(Number(recordId.slice(-6)), 'PENDING_REVIEW', 3);
          return json(result(undone, { outcome: 'undone', undoSeconds: null }));
        },
      };
      calls.push(call);
      const ms: Readonly<Record<string, number>> = { performRecordAction: actMs, undoRecordAction: scripted.undoMs };
      void clock.at(ms[call.endpoint] ?? 30, () =>
        reply(answers[call.endpoint]?.() ?? json({ errorCode: 'not.found', errorMessage: 'No.' }, 404)),
      );
    },
  });
  tab.goTo('/vms/vms-task');
  tab.start();
  await clock.advance(500);
  const dispatch = async (action: Parameters<typeof tab.store.dispatch>[0], ms = 100): Promise<void> => {
    tab.store.dispatch(action);
    // The first one loads the sagas, which takes no virtual time.
    for (let turns = 0; turns < 500 && tab.state().recordActions === undefined; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await clock.advance(ms);
  };
  const sent = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  const bodies = (endpoint: string) => sent(endpoint).map(({ body }) => body as Record<string, unknown>);
  const ids = [idOf(1)];
  const press = (action: string, of = ids, ms?: number) =>
    dispatch(recordActionPressed({ kind: 'document', ids: of, action }), ms);
  const statusOf = (number: number) => selectActionableRecord(tab.state(), idOf(number))?.state['status'];
  const notices = () => selectNotices(tab.state());
  return { tab, clock, dispatch, sent, bodies, ids, press, statusOf, notices, scripted };
}

test('only the user’s allowed actions have buttons, once the states are known', async () => {
  const { tab, dispatch, ids } = await atWork();
  const buttons = () => selectActionButtons(tab.state(), 'document', ids).map(({ label }) => label);
  expect(buttons()).toEqual([]);
  await dispatch(recordActionsNeeded({ kind: 'document', ids }));
  expect(buttons()).toEqual(['Approve', 'Decline']);
});

test('records without actions for the user are not requested: the refusal would leave the page', async () => {
  const { dispatch, sent } = await atWork();
  await dispatch(recordActionsNeeded({ kind: 'job', ids: [idOf(2)] }));
  expect(sent('recordStates')).toEqual([]);
  await dispatch(recordActionsNeeded({ kind: 'document', ids: [idOf(1)] }));
  expect(sent('recordStates')).toHaveLength(1);
});

test('an undoable action is shown before its answer, sent once, and then undone', async () => {
  const { press, statusOf, notices, sent, dispatch, bodies, ids } = await atWork();
  await press('approve', ids, 45);
  expect(statusOf(1)).toBe('APPROVED');
  await press('approve');
  expect(sent('performRecordAction')).toHaveLength(1);
  expect(notices()).toMatchObject([{ tone: 'positive', text: 'Paper 1: you approved it.' }]);
  const { undo } = notices()[0]!;
  await dispatch(undo!);
  expect(bodies('undoRecordAction')).toEqual([
    { recordId: idOf(1), requestId: bodies('performRecordAction')[0]!['requestId'] },
  ]);
  expect(statusOf(1)).toBe('PENDING_REVIEW');
});

test('a refused action is reverted, with the server’s message', async () => {
  const { press, statusOf, notices } = await atWork(() => [
    result(record(1), { outcome: 'refused', sentence: 'The file is empty.', undoSeconds: null }),
  ]);
  await press('approve');
  expect(statusOf(1)).toBe('PENDING_REVIEW');
  expect(notices()[0]?.text).toContain('The file is empty.');
});

test('a reason is required, and kept while the server is unreachable; then it is sent as the same request', async () => {
  const { press, dispatch, tab, bodies, clock, scripted, statusOf, notices } = await atWork(() => 'unreachable');
  const form = () => selectActionForm(tab.state());
  await press('reject');
  expect(form()).toMatchObject({ title: 'Decline: Paper 1', fields: [{ field: 'reason', text: '' }] });
  await dispatch(actionConfirmed());
  expect(form()?.fields[0]?.error).toBe('Please give a reason.');
  expect(bodies('performRecordAction')).toEqual([]);

  await dispatch(actionDraftChanged({ field: 'reason', text: 'Illegible' }));
  await dispatch(actionConfirmed(), 5_000);
  expect(form()).toMatchObject({ problem: expect.stringContaining('cannot be reached'), busy: false });
  expect(form()?.fields[0]?.text).toBe('Illegible');
  expect(statusOf(1)).toBe('PENDING_REVIEW');

  // Typed input is still there when the form is closed and opened again.
  await dispatch(actionCancelled());
  expect(selectIsActing(tab.state())).toBe(false);
  await press('reject');
  expect(form()?.fields[0]?.text).toBe('Illegible');
  scripted.act = () => [result(record(1, 'DECLINED', 2))];
  await dispatch(actionConfirmed());
  await clock.advance(100);
  expect(form()).toBeNull();
  expect(statusOf(1)).toBe('DECLINED');
  expect(notices().at(-1)?.text).toBe('Paper 1: you declined it.');
  // Two attempts and this one: whichever of them arrived, the action happens once.
  expect(new Set(bodies('performRecordAction').map(({ requestId }) => requestId)).size).toBe(1);
});

test('if another user was first, both states are shown and nothing is lost', async () => {
  const now = { ...record(1, 'APPROVED', 2), changedBy: 'Dana Brooks' };
  const { press, dispatch, tab } = await atWork(() => [
    result(now, { outcome: 'changed', sentence: 'Paper 1 was changed by Dana Brooks.', undoSeconds: null }),
  ]);
  await press('reject');
  await dispatch(actionDraftChanged({ field: 'reason', text: 'Expired' }));
  await dispatch(actionConfirmed());
  expect(selectActionForm(tab.state())).toMatchObject({
    problem: 'Paper 1 was changed by Dana Brooks.',
    changed: { seen: 'Pending review', now: 'Approved' },
    fields: [{ text: 'Expired' }],
  });
});

describe('a record that another user changes while its form is open', () => {
  const target = { kind: 'timesheet', ids: [idOf(1)] } as const;
  const atForm = async () => {
    const work = await atWork(
      ({ records }) => [
        records[0]?.version === 2
          ? result(sheet(37.5, 3), { undoSeconds: null })
          : result(sheet(40, 2, 'Dana Brooks'), {
              outcome: 'changed',
              sentence: 'Timesheet 1 was changed by Dana Brooks.',
              undoSeconds: null,
            }),
      ],
      30,
      () => sheet(36, 1),
    );
    await work.dispatch(recordActionPressed({ ...target, action: 'adjust' }));
    const changeElsewhere = async () => {
      work.scripted.read = () => sheet(40, 2, 'Dana Brooks');
      await work.dispatch(recordActionsNeeded(target));
    };
    const form = () => selectActionForm(work.tab.state());
    const texts = () => form()?.fields.map(({ text }) => text);
    const versions = () =>
      work.bodies('performRecordAction').map(({ records }) => (records as { version: number }[])[0]?.version);
    return { ...work, changeElsewhere, form, texts, versions };
  };

  test('is not overwritten: the form shows both, keeps what was typed, and then acts on what it shows', async () => {
    const { dispatch, changeElsewhere, form, texts, versions } = await atForm();
    await dispatch(actionDraftChanged({ field: 'minutes', text: '37.5' }));
    await dispatch(actionDraftChanged({ field: 'reason', text: 'Break' }));
    await changeElsewhere();
    await dispatch(actionConfirmed());
    expect(versions()).toEqual([1]);
    expect(form()).toMatchObject({
      problem: 'Timesheet 1 was changed by Dana Brooks.',
      changed: { seen: 'Finalized, hours worked 36', now: 'Finalized, hours worked 40' },
    });
    expect(texts()).toEqual(['37.5', 'Break']);
    await dispatch(actionConfirmed());
    expect([versions(), form()]).toEqual([[1, 2], null]);
  });

  test('proposes the new value where nothing was typed, at once and when the form is opened again', async () => {
    const { dispatch, changeElsewhere, texts } = await atForm();
    await dispatch(actionDraftChanged({ field: 'reason', text: 'Break' }));
    await changeElsewhere();
    expect(texts()).toEqual(['36', 'Break']);
    await dispatch(actionConfirmed());
    expect(texts()).toEqual(['40', 'Break']);
    await dispatch(actionCancelled());
    await dispatch(recordActionPressed({ ...target, action: 'adjust' }));
    expect(texts()).toEqual(['40', 'Break']);
  });

  test('proposes the new value if the form was left and is opened again', async () => {
    const { dispatch, changeElsewhere, texts, versions } = await atForm();
    await dispatch(actionDraftChanged({ field: 'reason', text: 'Break' }));
    await dispatch(actionCancelled());
    await changeElsewhere();
    await dispatch(recordActionPressed({ ...target, action: 'adjust' }));
    expect(texts()).toEqual(['40', 'Break']);
    await dispatch(actionConfirmed());
    expect(versions()).toEqual([2]);
  });
});

test('a button acts on those of a selection that are in its state', async () => {
  const many = [1, 2, 3, 4].map(idOf);
  const { tab, dispatch, press, bodies } = await atWork(approveAll, 30, (number) =>
    record(number, number === 2 ? 'APPROVED' : 'PENDING_REVIEW'),
  );
  await dispatch(recordActionsNeeded({ kind: 'document', ids: many }));
  const [approve] = selectActionButtons(tab.state(), 'document', many);
  const three = [1, 3, 4].map(idOf);
  expect(approve).toMatchObject({ label: 'Approve', ids: three });
  await press('approve', [...approve!.ids]);
  expect(bodies('performRecordAction')).toMatchObject([{ records: three.map((recordId) => ({ recordId })) }]);
});

test('many are sent in parts with progress, and failed ones are named', async () => {
  const many = Array.from({ length: 25 }, (_, index) => idOf(index + 1));
  const { press, tab, bodies } = await atWork((call) =>
    call.records.map(({ recordId }) => {
      const number = Number(recordId.slice(-6));
      return number % 10 === 0
        ? result(record(number), { outcome: 'refused', sentence: 'No.', undoSeconds: null })
        : result(record(number, 'APPROVED', 2));
    }),
  );
  await press('approve', many, 75);
  expect(selectActionProgress(tab.state())).toMatchObject({ percent: 40, text: '10 of 25', isOver: false });
  await press('approve', many, 500);
  expect(bodies('performRecordAction').map(({ records }) => (records as unknown[]).length)).toEqual([10, 10, 5]);
  expect(selectActionProgress(tab.state())).toMatchObject({
    text: '23 of 25 done.',
    isOver: true,
    notDone: [{ name: 'Paper 10', sentence: 'No.' }, { name: 'Paper 20' }],
  });
});

test('of many that were partly refused, those that were done can be undone, at the list of the others too', async () => {
  const many = Array.from({ length: 12 }, (_, index) => idOf(index + 1));
  const { press, tab, notices, dispatch, clock, bodies } = await atWork((call) =>
    call.records.map(({ recordId }) => {
      const number = Number(recordId.slice(-6));
      return number === 2
        ? result(record(number), { outcome: 'refused', sentence: 'No.', undoSeconds: null })
        : result(record(number, 'APPROVED', 2));
    }),
  );
  await press('approve', many, 500);
  const [notice] = notices();
  expect(notice).toMatchObject({ tone: 'negative', text: 'Approve: 11 of 12 done. No.' });
  expect(selectActionProgress(tab.state())?.undo).toEqual(notice);
  await dispatch(notice!.undo!, 1_000);
  expect(bodies('undoRecordAction').map(({ recordId }) => recordId)).toEqual(many.filter((id) => id !== idOf(2)));
  await clock.advance(10_000);
  expect(selectActionProgress(tab.state())).toMatchObject({ isOver: true, undo: null });
});

test('of many that were all refused, nothing is offered to undo', async () => {
  const { press, tab, notices } = await atWork((call) =>
    call.records.map(({ recordId }) =>
      result(record(Number(recordId.slice(-6))), { outcome: 'refused', sentence: 'No.', undoSeconds: null }),
    ),
  );
  await press('approve', [idOf(1), idOf(2)], 500);
  expect([notices()[0]?.undo, selectActionProgress(tab.state())?.undo]).toEqual([undefined, null]);
});

test('a batch can be stopped: answered ones stay and can be undone, the others are reverted', async () => {
  const many = Array.from({ length: 30 }, (_, index) => idOf(index + 1));
  const { press, dispatch, statusOf, sent, notices, bodies } = await atWork();
  await press('approve', many, 75);
  await dispatch(actionStopped(), 1_000);
  expect(sent('performRecordAction').length).toBeLessThan(3);
  expect([statusOf(1), statusOf(30)]).toEqual(['APPROVED', 'PENDING_REVIEW']);
  await dispatch(notices()[0]!.undo!, 1_000);
  expect(bodies('undoRecordAction').map(({ recordId }) => recordId)).toEqual(many.slice(0, 10));
  // What was undone is done again with the next press.
  await press('approve', many, 1_000);
  const requestIds = bodies('performRecordAction').map(({ requestId }) => requestId);
  expect(requestIds.at(-1)).not.toBe(requestIds[0]);
});

describe.each([502, 503, 504])('after a %i to the second part of many, which leaves its outcome unknown,', (status) => {
  const many = Array.from({ length: 20 }, (_, index) => idOf(index + 1));
  type Work = Awaited<ReturnType<typeof atWork>>;
  /** A server that did what it answered with an error, and does each request once. */
  const afterError = async (begin = ({ press }: Work) => press('approve', many, 5_000)) => {
    const versions = new Map<string, number>();
    const done = new Set<string>();
    let calls = 0;
    const work = await atWork(({ requestId, records }) => {
      calls += 1;
      const results = records.map(({ recordId, version }) => {
        const number = Number(recordId.slice(-6));
        const current = versions.get(recordId) ?? 1;
        const isDone = done.has(requestId + recordId);
        if (!isDone && version !== current) {
          const sentence = `Paper ${number} was changed by you.`;
          return result(record(number, 'APPROVED', current), { outcome: 'changed', sentence, undoSeconds: null });
        }
        done.add(requestId + recordId);
        versions.set(recordId, isDone ? current : current + 1);
        return result(record(number, 'APPROVED', versions.get(recordId)));
      });
      return calls === 2 ? json({ errorCode: 'server.error', errorMessage: 'No.' }, status) : results;
    });
    await begin(work);
    const [notice] = work.notices();
    expect(notice?.text).toMatch(/^(Approve|Decline): 10 of 20 done\./);
    const requests = () => new Set(work.bodies('performRecordAction').map(({ requestId }) => requestId)).size;
    return { ...work, requests };
  };

  test('the rest, which a list leaves selected, is sent as the same request', async () => {
    const { press, notices, requests } = await afterError();
    await press('approve', many.slice(10), 5_000);
    expect([notices().at(-1)?.text, requests()]).toEqual(['10 records: you approved it.', 1]);
  });

  test('all records, which a form sends again, are sent as the same request', async () => {
    const { dispatch, notices, requests } = await afterError(async (work) => {
      await work.press('reject', many);
      await work.dispatch(actionDraftChanged({ field: 'reason', text: 'Illegible' }));
      await work.dispatch(actionConfirmed(), 5_000);
    });
    await dispatch(actionConfirmed(), 5_000);
    expect([notices().at(-1)?.text, requests()]).toEqual(['20 records: you declined it.', 1]);
  });

  test('other records are sent as a new request', async () => {
    const { press, requests } = await afterError();
    await press('approve', [idOf(20), idOf(21)], 5_000);
    expect(requests()).toBe(2);
  });

  test('a record that was done and has changed since is sent as a new request, because the server would not repeat the old one', async () => {
    const { press, dispatch, scripted, ids, requests } = await afterError();
    scripted.read = () => record(1, 'PENDING_REVIEW', 3);
    await dispatch(recordActionsNeeded({ kind: 'document', ids }));
    await press('approve', ids, 5_000);
    expect(requests()).toBe(2);
  });
});

describe('undo', () => {
  /** A run whose calls of ten records take a second each, and the notice right after the last answer. */
  const afterRun = async (count: number) => {
    const work = await atWork(approveAll, 1_000);
    const many = Array.from({ length: count }, (_, index) => idOf(index + 1));
    await work.dispatch(recordActionsNeeded({ kind: 'document', ids: many }), 500);
    await work.press('approve', many, (count / 10) * 1_000 + 10);
    const undo = () => {
      const [notice] = work.notices();
      return notice && { text: notice.text, isOffered: notice.undo !== undefined };
    };
    return { ...work, undo };
  };

  test('of many is offered after a run of 7 s, for the rest of the ten seconds since the first answer', async () => {
    const { undo, clock } = await afterRun(70);
    expect(undo()).toEqual({ text: '70 records: you approved it.', isOffered: true });
    await clock.advance(3_900);
    expect(undo()).toEqual({ text: '70 records: you approved it.', isOffered: true });
    await clock.advance(200);
    expect(undo()?.isOffered ?? false).toBe(false);
  });

  test('of many is offered after a run of 10 s, for a second, and the notice stays as long as any other', async () => {
    const { undo, clock } = await afterRun(100);
    expect(undo()).toEqual({ text: '100 records: you approved it.', isOffered: true });
    await clock.advance(1_100);
    expect(undo()).toEqual({ text: '100 records: you approved it.', isOffered: false });
    await clock.advance(3_800);
    expect(undo()).toEqual({ text: '100 records: you approved it.', isOffered: false });
    await clock.advance(200);
    expect(undo()).toBeUndefined();
  });

  test('of many ends on time even if the pointer or the focus keeps the notice', async () => {
    const { undo, dispatch, clock } = await afterRun(70);
    await dispatch(noticesHeld());
    await clock.advance(60_000);
    expect(undo()).toEqual({ text: '70 records: you approved it.', isOffered: false });
  });

  test('of many is not offered after a longer run', async () => {
    const { undo } = await afterRun(120);
    expect(undo()).toEqual({ text: '120 records: you approved it.', isOffered: false });
  });

  test('of many, pressed at the last moment, still undoes all hundred', async () => {
    const { notices, clock, dispatch, bodies, scripted } = await afterRun(100);
    scripted.undoMs = 300;
    await clock.advance(900);
    // The first of them was done eleven seconds before the offer ends.
    await dispatch(notices()[0]!.undo!, UNDO_GRACE_SECONDS * 1_000);
    const undone = bodies('undoRecordAction').map(({ recordId }) => recordId);
    expect(undone).toEqual(Array.from({ length: 100 }, (_, index) => idOf(index + 1)));
    expect(notices().at(-1)?.text).toBe('100 have been undone.');
  });

  test('of one record is offered as long as the server says', async () => {
    const { press, notices, clock } = await atWork(() => [result(record(1, 'APPROVED', 2), { undoSeconds: 3 })]);
    await press('approve');
    await clock.advance(2_800);
    expect(notices()[0]?.undo).toBeDefined();
    await clock.advance(200);
    expect(notices()).toEqual([{ id: '1', tone: 'positive', text: 'Paper 1: you approved it.' }]);
  });
});

describe('typed values', () => {
  const label = { label: 'x' };
  test.each([
    [{ rateCents: label }, { rateCents: '85.50' }, { rateCents: 8_550 }],
    [{ minutes: label }, { minutes: '37,5' }, { minutes: 2_250 }],
    [{ openings: label }, { openings: '3' }, { openings: 3 }],
    [{ reason: label }, { reason: '  Expired ' }, { reason: 'Expired' }],
    [
      { date: label, endedBy: label },
      { date: '2026-11-24', endedBy: 'SUPPLIER' },
      { date: '2026-11-24', endedBy: 'SUPPLIER' },
    ],
  ])('%j of %j is sent as %j', (fields, draft, input) => expect(readDraft({ fields }, draft)).toEqual({ input }));

  test.each([
    ['rateCents', '0'],
    ['rateCents', '1001'],
    ['minutes', '169'],
    ['minutes', '1e3'],
    ['openings', '2.5'],
    ['openings', ''],
    ['reason', ' '],
    ['date', '24.11.2026'],
    ['endedBy', 'NOBODY'],
  ])('as %s %j is refused', (field, text) =>
    expect(readDraft({ fields: { [field]: label } }, { [field]: text })).toEqual({
      errors: { [field]: expect.any(String) },
    }),
  );

  test('a form begins with the proposed values, in the usual units', () =>
    expect(draftOf({ rateCents: 9_505, minutes: 2_250, openings: 2, date: '2026-12-01' })).toEqual({
      rateCents: '95.05',
      minutes: '37.5',
      openings: '2',
      date: '2026-12-01',
    }));
});
