/** Actions on many records, sent in parts in virtual time: progress, refusals, stops, unknown outcomes and undo. */
import type { RecordActionResult } from '../../contract/records/recordActions.endpoints';
import { selectHasUnsavedWork } from '../../sagas/app/unsavedWork.saga';
import { noticesHeld } from '../../sagas/base/notices/notices.slice';
import { selectRoleUpdate } from '../../sagas/features/mustAccept/roleUpdates/roleUpdates.slice';
import { recordActionsNeeded } from '../../sagas/features/recordActions/recordActions.intents';
import {
  selectActionButtons,
  selectActionForm,
  selectActionProgress,
} from '../../sagas/features/recordActions/recordActions.selectors';
import {
  actionConfirmed,
  actionDraftChanged,
  actionStopped,
} from '../../sagas/features/recordActions/recordActions.slice';
import { peerSettled } from '../../sagas/session/tabs/peers.saga';
import { json, idOf, record, result, approveAll, atWork, type Act } from '../support/recordActionTab';

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

test('a role update accepted in another tab reloads no page while many are sent: its reload is offered instead', async () => {
  const many = Array.from({ length: 30 }, (_, index) => idOf(index + 1));
  const { press, tab, dispatch, sent, clock } = await atWork();
  await press('approve', many, 75);
  expect(selectHasUnsavedWork(tab.state())).toBe(true);
  await dispatch(peerSettled({ type: 'settled', tokenIdentifier: 'mine', queue: 'roleUpdates', entityId: 'r1' }), 500);
  expect([tab.reloads(), selectRoleUpdate(tab.state())]).toEqual([0, { kind: 'putOff' }]);
  await clock.advance(1_000);
  expect([sent('performRecordAction').length, selectHasUnsavedWork(tab.state())]).toEqual([3, false]);
});

test('the reasons of those that were refused are shown after the action, and do not prevent a reload', async () => {
  const { press, tab } = await atWork((call) =>
    call.records.map(({ recordId }) =>
      result(record(Number(recordId.slice(-6))), { outcome: 'refused', sentence: 'No.', undoSeconds: null }),
    ),
  );
  await press('approve', [idOf(1), idOf(2)], 500);
  expect([selectActionProgress(tab.state())?.isOver, selectHasUnsavedWork(tab.state())]).toEqual([true, false]);
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

test('of many at one of which the server failed, that one may be done, and the next press is the same request', async () => {
  const three = [1, 2, 3].map(idOf);
  const failed = {
    outcome: 'refused',
    sentence: 'The service is not available.',
    record: null,
    undoSeconds: null,
  } as const;
  let isFailing = true;
  const { press, tab, notices, sent, bodies, dispatch } = await atWork((call) =>
    call.records.map(({ recordId }, index) =>
      isFailing && index > 0 ? failed : result(record(Number(recordId.slice(-6)), 'APPROVED', 2)),
    ),
  );
  await press('approve', three, 500);
  expect(selectActionProgress(tab.state())).toMatchObject({
    text: '1 of 3 done.',
    notDone: [
      { name: 'Paper 2', sentence: 'It is not known whether this was done.' },
      { name: 'Paper 3', sentence: 'This was not done.' },
    ],
  });
  expect(notices().map(({ text, undo }) => [text, undo === undefined])).toEqual([
    ['Approve: 1 of 3 done, and perhaps 1 more. The service is not available.', false],
  ]);
  // What may have changed is requested.
  expect(sent('recordStates').length).toBeGreaterThan(0);
  isFailing = false;
  await press('approve', [2, 3].map(idOf), 500);
  const [first, second] = bodies('performRecordAction');
  expect(second).toMatchObject({ requestId: first!['requestId'] });
  // Both presses can be undone, although they were one request.
  for (const { undo } of notices()) if (undo) await dispatch(undo, 500);
  expect(bodies('undoRecordAction').map(({ recordId }) => recordId)).toEqual(three);
});

const failedFrom = (index: number, call: Parameters<Act>[0]): RecordActionResult[] =>
  call.records.map(({ recordId }, at) =>
    at < index
      ? result(record(Number(recordId.slice(-6)), 'APPROVED', 2))
      : { outcome: 'refused', sentence: 'The service is not available.', record: null, undoSeconds: null },
  );
const allPerhaps = (names: readonly string[]) =>
  names.map((name) => ({ name, sentence: 'It is not known whether this was done.' }));

test('of many sent again after a lost answer, those from the one at which the server then failed may all be done', async () => {
  let calls = 0;
  const { press, tab } = await atWork((call) => ((calls += 1) === 1 ? 'unreachable' : failedFrom(1, call)));
  await press('approve', [1, 2, 3].map(idOf), 5_000);
  expect(selectActionProgress(tab.state())?.notDone).toMatchObject(allPerhaps(['Paper 2', 'Paper 3']));
});

test('of many pressed again after two lost answers, those from the one at which the server then failed may all be done', async () => {
  let calls = 0;
  const { press, tab } = await atWork((call) => ((calls += 1) <= 2 ? 'unreachable' : failedFrom(1, call)));
  const three = [1, 2, 3].map(idOf);
  await press('approve', three, 5_000);
  await press('approve', three, 5_000);
  expect([calls, selectActionProgress(tab.state())?.notDone]).toMatchObject([3, allPerhaps(['Paper 2', 'Paper 3'])]);
});

test('two batches with the same result can both be undone', async () => {
  const { press, notices, dispatch, bodies, clock } = await atWork();
  await press('approve', [idOf(1), idOf(2)], 500);
  await press('approve', [idOf(3), idOf(4)], 500);
  const texts = notices().map(({ text }) => text);
  expect(texts).toEqual(['2 records: you approved it.', '2 records: you approved it.']);
  for (const { undo } of notices()) await dispatch(undo!, 500);
  expect(bodies('undoRecordAction').map(({ recordId }) => recordId)).toEqual([1, 2, 3, 4].map(idOf));
  await clock.advance(10_000);
  expect(notices()).toEqual([]);
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

test('a batch whose form was filled in can be stopped, too: the form is left, and filled in when it is opened again', async () => {
  const many = Array.from({ length: 30 }, (_, index) => idOf(index + 1));
  const { press, dispatch, tab } = await atWork();
  const reason = () => selectActionForm(tab.state())?.fields[0]?.text;
  await press('reject', many);
  await dispatch(actionDraftChanged({ field: 'reason', text: 'Illegible' }));
  await dispatch(actionConfirmed(), 45);
  await dispatch(actionStopped(), 1_000);
  expect([reason(), selectActionProgress(tab.state())]).toMatchObject([undefined, { text: '10 of 30 done.' }]);
  await press('reject', many);
  expect(reason()).toBe('Illegible');
});

test('of many whose second part is not answered, the notice says how many may be done, and their records are loaded again', async () => {
  const many = Array.from({ length: 30 }, (_, index) => idOf(index + 1));
  const { press, notices, bodies, tab } = await atWork((call) =>
    call.records[0]?.recordId === idOf(11) ? 'unreachable' : approveAll(call),
  );
  await press('approve', many, 5_000);
  expect(notices()[0]?.text).toBe(
    'Approve: 10 of 30 done, and perhaps 10 more. The server cannot be reached. Check your connection and try again.',
  );
  expect(bodies('performRecordAction')).toHaveLength(3);
  expect(bodies('recordStates').at(-1)).toEqual({ recordIds: many.slice(10, 20) });
  expect(selectActionProgress(tab.state())).toMatchObject({ text: '10 of 30 done.', isOver: true });
  const sentences = selectActionProgress(tab.state())?.notDone.map(({ name, sentence }) => `${name}: ${sentence}`);
  expect([sentences?.length, sentences?.[0], sentences?.[10]]).toEqual([
    20,
    'Paper 11: It is not known whether this was done.',
    'Paper 21: This was not done.',
  ]);
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
    await dispatch(notices()[0]!.undo!, 5_000);
    const undone = bodies('undoRecordAction').map(({ recordId }) => recordId);
    expect(undone).toEqual(Array.from({ length: 100 }, (_, index) => idOf(index + 1)));
    expect(notices().at(-1)?.text).toBe('100 have been undone.');
  });

  test('of many whose first part is not answered sends no more, says how many may be undone, and is offered again', async () => {
    const { notices, dispatch, bodies, scripted } = await afterRun(30);
    const answer = scripted.undo;
    scripted.undo = () => 'unreachable';
    const many = Array.from({ length: 30 }, (_, index) => idOf(index + 1));
    await dispatch(notices()[0]!.undo!, 1_500);
    expect(bodies('undoRecordAction').map(({ recordId }) => recordId)).toEqual([
      ...many.slice(0, 10),
      ...many.slice(0, 10),
    ]);
    expect(bodies('recordStates').at(-1)).toEqual({ recordIds: many.slice(0, 10) });
    const again = notices().at(-1);
    expect(again?.text).toMatch(/^0 of 30 undone, and perhaps 10 more\. The server cannot be reached\./);
    scripted.undo = answer;
    await dispatch(again!.undo!, 500);
    expect(notices().at(-1)?.text).toBe('30 have been undone.');
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
