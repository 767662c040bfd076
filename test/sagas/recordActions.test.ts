/** Actions on records in virtual time: shown immediately, sent once, reverted if refused, and undone. */
import {
  recordActionPressed,
  recordActionsNeeded,
  selectIsActing,
} from '../../sagas/features/recordActions/recordActions.intents';
import { draftOf, readDraft } from '../../sagas/features/recordActions/recordActions.rules';
import { selectActionButtons, selectActionForm } from '../../sagas/features/recordActions/recordActions.selectors';
import {
  actionCancelled,
  actionConfirmed,
  actionDraftChanged,
} from '../../sagas/features/recordActions/recordActions.slice';
import { idOf, record, result, sheet, atWork } from '../support/recordActionTab';

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

test('an undo whose answer is lost is sent again', async () => {
  const { press, notices, dispatch, sent, scripted } = await atWork();
  await press('approve');
  const answer = scripted.undo;
  scripted.undo = (recordId) => (sent('undoRecordAction').length === 1 ? 'unreachable' : answer(recordId));
  await dispatch(notices()[0]!.undo!, 2_000);
  expect(sent('undoRecordAction')).toHaveLength(2);
  expect(notices().at(-1)?.text).toBe('It has been undone.');
});

test('an undo that no answer arrives to is not denied: it is offered again in its time, and the record is read again', async () => {
  const { press, notices, dispatch, scripted, clock, sent, statusOf } = await atWork();
  await press('approve');
  scripted.undo = () => 'unreachable';
  await dispatch(notices()[0]!.undo!, 2_000);
  const again = notices().at(-1);
  expect(again?.text).toMatch(/^It is not known whether this was undone\. The server cannot be reached\./);
  expect(again?.undo).toBeDefined();

  const read = sent('recordStates').length;
  scripted.read = () => record(1, 'PENDING_REVIEW', 3);
  await clock.advance(7_000);
  await dispatch(again!.undo!, 2_000);
  expect(notices().at(-1)).toMatchObject({
    tone: 'negative',
    text: 'It is not known whether this was undone. Please check what is shown now before you go on.',
  });
  expect(notices().at(-1)?.undo).toBeUndefined();
  expect([sent('recordStates').length, statusOf(1)]).toEqual([read + 1, 'PENDING_REVIEW']);
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
  expect(form()).toMatchObject({
    problem: expect.stringMatching(/^It is not known whether this was done\. The server cannot be reached\./),
    busy: false,
  });
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

test('an action in doubt is a new request once its record has changed, because the server would not repeat the old one', async () => {
  const { press, dispatch, bodies, scripted, ids } = await atWork(() => 'unreachable');
  await press('reject');
  await dispatch(actionDraftChanged({ field: 'reason', text: 'Illegible' }));
  scripted.read = () => record(1, 'DECLINED', 2);
  await dispatch(actionConfirmed(), 5_000);
  await dispatch(actionCancelled());

  // It was uploaded again.
  scripted.read = () => record(1, 'PENDING_REVIEW', 3);
  await dispatch(recordActionsNeeded({ kind: 'document', ids }));
  scripted.act = () => [result(record(1, 'DECLINED', 4))];
  await press('reject');
  await dispatch(actionConfirmed());
  const [first, repeated, last] = bodies('performRecordAction').map(({ requestId }) => requestId);
  expect(repeated).toBe(first);
  expect(last).not.toBe(first);
});

test('an action in doubt that its form sends again is the same request, although the record was read since', async () => {
  const { press, dispatch, bodies, scripted } = await atWork(() => 'unreachable');
  await press('reject');
  await dispatch(actionDraftChanged({ field: 'reason', text: 'Illegible' }));
  scripted.read = () => record(1, 'DECLINED', 2);
  await dispatch(actionConfirmed(), 5_000);
  scripted.act = () => [result(record(1, 'DECLINED', 2))];
  await dispatch(actionConfirmed());
  const ids = bodies('performRecordAction').map(({ requestId }) => requestId);
  expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
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
