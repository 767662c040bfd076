/** The review desk in virtual time: what is decided is what is on it, whatever others do in the meantime. */
import type { ActionableRecord } from '../../contract/records/recordActions.endpoints';
import type { HttpAnswer, HttpCall } from '../../sagas/base/ports/network';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import { recordsChanged } from '../../sagas/features/realtime/realtime.slice';
import { selectActionForm } from '../../sagas/features/recordActions/recordActions.selectors';
import {
  actionCancelled,
  actionConfirmed,
  actionDraftChanged,
} from '../../sagas/features/recordActions/recordActions.slice';
import { selectReviewDesk } from '../../sagas/features/reviewDesk/reviewDesk.selectors';
import {
  reviewActionPressed,
  reviewFileRequested,
  reviewPreviousPressed,
  reviewReloadPressed,
  reviewUndoPressed,
} from '../../sagas/features/reviewDesk/reviewDesk.slice';
import { clientChosen } from '../../sagas/navigation/location/clients.slice';
import { createBrowser } from '../support/browser';
import { token } from '../support/scriptedServer';
import { openTab, type Tab } from '../support/tab';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

const [A, B] = ['d0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000002'] as const;
/** Of another facility. */
const C = 'd0000000-0000-4000-8000-00000000000c';
const LAKESIDE = 'f0000000-0000-4000-8000-000000000001';
const json = (body: unknown, status = 200): HttpAnswer => ({ status, body, retryAfterSeconds: null });
const NOT_FOUND = json({ errorCode: 'not.found', errorMessage: 'No.' }, 404);
const BUSY = json({ errorCode: 'service.unavailable', errorMessage: 'The server is busy.' }, 503);

interface Paper {
  readonly version: number;
  readonly uploadedAt: string;
  readonly status: string;
}
const PAPER: Paper = { version: 1, uploadedAt: '2026-01-10T08:00:00Z', status: 'PENDING_REVIEW' };
/** Another reviewer has rejected it, and the supplier has uploaded it again. */
const UPLOADED_AGAIN: Paper = { version: 3, uploadedAt: '2026-01-15T08:00:00Z', status: 'PENDING_REVIEW' };

const stateOf = (recordId: string, { version, status }: Paper): ActionableRecord => ({
  recordId,
  name: { [A]: 'BLS of Ann', [B]: 'ACLS of Ben' }[recordId] ?? 'PALS of Cy',
  version,
  state: { status },
  defaults: {},
  changedAt: null,
  changedBy: null,
  lastAction: null,
});

/** At the desk with both documents fetched. `papers` are those of the server. */
async function atDesk(query = '') {
  const clock = createVirtualClock();
  const calls: HttpCall[] = [];
  const papers: Record<string, Paper> = { [A]: PAPER, [B]: PAPER };
  const paperOf = (id: string) => papers[id] ?? PAPER;
  const server = {
    fileMs: 30,
    files: 'sent' as 'sent' | 'unreachable',
    isBusy: false,
    isListBusy: false,
    undoing: 'done' as 'done' | 'busy' | 'refused',
    removed: [] as readonly string[],
    listMs: 30,
    actionMs: 30,
    /** Pending at all facilities, and at Lakeside. */
    pending: [A, B] as readonly string[],
    atLakeside: [C] as readonly string[],
  };
  const perform = (body: unknown) => {
    const { records } = body as { records: readonly { recordId: string; version: number }[] };
    return records.map(({ recordId, version }) => {
      const isCurrent = version === paperOf(recordId).version;
      if (isCurrent) papers[recordId] = { ...paperOf(recordId), status: 'APPROVED', version: version + 1 };
      return {
        outcome: isCurrent ? 'done' : 'changed',
        sentence: isCurrent ? null : 'It was changed by Dana Brooks.',
        record: stateOf(recordId, paperOf(recordId)),
        undoSeconds: isCurrent ? 10 : null,
      };
    });
  };
  const undo = (body: unknown) => {
    const { recordId } = body as { recordId: string };
    papers[recordId] = { ...PAPER, version: paperOf(recordId).version + 1 };
    return { outcome: 'undone', sentence: null, record: stateOf(recordId, paperOf(recordId)), undoSeconds: null };
  };
  const tab = openTab({
    clock,
    browser: createBrowser(clock),
    answer: (call, _, reply) => {
      const { recordId = '', documentId = '' } = call.params ?? {};
      const answers: Partial<Record<string, () => HttpAnswer | 'unreachable'>> = {
        sessionCheck: () => json({ accessStatus: 'LOGGED_IN', userName: USER.userName }),
        token: () => json(token()),
        userInfo: () => json({ ...USER, permissions: ['DOCUMENT_REVIEW', 'MENU_COMPLIANCE'] }),
        tasksDueToday: () => json({ count: 0 }),
        clientChoices: () => json([{ value: LAKESIDE, label: 'Lakeside' }]),
        listIds: () =>
          server.isListBusy
            ? BUSY
            : json({ ids: call.body?.['clientId'] === LAKESIDE ? server.atLakeside : server.pending, complete: true }),
        recordRead: () => {
          if (server.removed.includes(recordId)) return NOT_FOUND;
          const { version, uploadedAt, status } = paperOf(recordId);
          return json({
            ...{ kind: 'document', id: recordId, version, counts: {} },
            row: { id: recordId, name: 'BLS', candidate: 'Smith, Ann', uploadedAt, status },
          });
        },
        recordStates: () =>
          json({ records: (call.body as { recordIds: string[] }).recordIds.map((id) => stateOf(id, paperOf(id))) }),
        complianceDocumentPreview: () =>
          server.files === 'unreachable'
            ? 'unreachable'
            : json({ file: tab.files.keep(new Blob([paperOf(documentId).uploadedAt])), fileName: 'a.pdf', size: 4 }),
        performRecordAction: () => (server.isBusy ? BUSY : json({ results: perform(call.body) })),
        undoRecordAction: () =>
          ({ done: () => json(undo(call.body)), busy: () => BUSY, refused: () => NOT_FOUND })[server.undoing](),
      };
      calls.push(call);
      const waits: Partial<Record<string, number>> = {
        complianceDocumentPreview: server.fileMs,
        listIds: server.listMs,
        performRecordAction: server.actionMs,
      };
      void clock.at(waits[call.endpoint] ?? 30, () => reply(answers[call.endpoint]?.() ?? NOT_FOUND));
    },
  });
  tab.goTo(`/vms/compliance/reviewdesk${query}`);
  tab.start();
  await clock.advance(500);
  const view = () => selectReviewDesk(tab.state());
  // The first visit loads the code of the page, which takes no virtual time.
  for (let turns = 0; turns < 500 && view()?.document?.mayDecide !== true; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(10);
  }
  await clock.advance(500);
  const sent = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return {
    papers,
    server,
    tab,
    view,
    after: clock.advance,
    shown: () => view()?.document,
    /** The upload whose file is on the desk. */
    fileShown: async () => {
      const file = view()?.document?.file ?? null;
      return file === null ? null : await tab.files.open(file)?.text();
    },
    filesFetched: (id: string) =>
      sent('complianceDocumentPreview').filter(({ params }) => params?.['documentId'] === id),
    /** The facility of each queue that was requested; undefined for all facilities. */
    queues: () => sent('listIds').map(({ body }) => body?.['clientId']),
    reads: (id: string) => sent('recordRead').filter(({ params }) => params?.['recordId'] === id).length,
    decided: () =>
      sent('performRecordAction').map(
        ({ body }) => (body as { records: readonly { recordId: string; version: number }[] }).records[0],
      ),
    undone: () => sent('undoRecordAction').map(({ body }) => body?.['recordId']),
    undoOffers: () => selectNotices(tab.state()).filter(({ undo: offered }) => offered !== undefined).length,
    act: async (action: { readonly type: string }, ms = 200) => {
      tab.store.dispatch(action);
      await clock.advance(ms);
    },
  };
}
const approve = reviewActionPressed({ action: 'approve' });

test('the next document is fetched ahead, and can be decided as soon as it is the current one', async () => {
  const { act, decided, filesFetched, shown } = await atDesk();
  expect([filesFetched(A).length, filesFetched(B).length]).toEqual([1, 1]);
  await act(approve, 65);
  expect(shown()).toMatchObject({ id: B, mayDecide: true });
  await act(approve);
  expect(decided()).toEqual([
    { recordId: A, version: 1 },
    { recordId: B, version: 1 },
  ]);
  expect([filesFetched(A).length, filesFetched(B).length]).toEqual([1, 1]);
});

test('a decided document that is being read stays on the desk when the next decision is answered', async () => {
  const { act, after, papers, server, shown, view } = await atDesk();
  await act(approve);
  server.actionMs = 1_000;
  await act(approve, 100);
  await act(reviewPreviousPressed(), 100);
  expect(shown()?.id).toBe(A);
  await after(1_000);
  expect([papers[B]?.status, view()?.phase, shown()?.id, view()?.progress.approved]).toEqual([
    'APPROVED',
    'reviewing',
    A,
    2,
  ]);
});

test('pressing U twice undoes the last two decisions, the newest first', async () => {
  const { act, shown, undone, undoOffers } = await atDesk();
  await act(approve);
  await act(approve);
  expect(undoOffers()).toBe(2);
  await act(reviewUndoPressed());
  expect([undone(), shown()?.id, undoOffers()]).toEqual([[B], B, 1]);
  await act(reviewUndoPressed());
  expect([undone(), shown()?.id, undoOffers()]).toEqual([[B, A], A, 0]);
  await act(reviewUndoPressed());
  expect(undone()).toEqual([B, A]);
});

test('pressing U again retries an undo that the server could not make, as long as it can be undone', async () => {
  const { act, after, papers, server, shown, undone, undoOffers } = await atDesk();
  await act(approve);
  await act(approve);
  server.undoing = 'busy';
  await act(reviewUndoPressed());
  expect([undone(), undoOffers()]).toEqual([[B], 2]);
  server.undoing = 'done';
  await act(reviewUndoPressed());
  expect([undone(), shown()?.id]).toEqual([[B, B], B]);
  expect([papers[A]?.status, papers[B]?.status]).toEqual(['APPROVED', 'PENDING_REVIEW']);

  await act(approve);
  server.undoing = 'busy';
  await after(9_000);
  await act(reviewUndoPressed());
  expect(undoOffers()).toBe(1);
  await after(1_000);
  expect(undoOffers()).toBe(0);
});

test('an undo that the server refuses is not offered again: the next U undoes what was decided before', async () => {
  const { act, server, undone, undoOffers } = await atDesk();
  await act(approve);
  await act(approve);
  server.undoing = 'refused';
  await act(reviewUndoPressed());
  expect(undoOffers()).toBe(1);
  await act(reviewUndoPressed());
  expect([undone(), undoOffers()]).toEqual([[B, A], 0]);
});

test('a document fetched ahead that was uploaded again is fetched again, and not decided before it is on the desk', async () => {
  const { act, after, papers, server, decided, fileShown, filesFetched, shown, tab } = await atDesk();
  papers[B] = UPLOADED_AGAIN;
  server.fileMs = 2_000;
  await act(approve);
  expect(filesFetched(B)).toHaveLength(2);
  expect(shown()).toMatchObject({ id: B, file: null, mayDecide: false });
  await act(approve);
  expect(decided()).toEqual([{ recordId: A, version: 1 }]);
  await after(2_000);
  expect([await fileShown(), shown()?.mayDecide]).toEqual([UPLOADED_AGAIN.uploadedAt, true]);
  // Those of A and of the new B: that of the old one is released.
  expect(tab.files.count()).toBe(2);
  await act(approve);
  expect(decided().at(-1)).toEqual({ recordId: B, version: 3 });
});

test('a change of the current document that is announced replaces its facts and its file', async () => {
  const { act, papers, fileShown, shown, view } = await atDesk();
  papers[A] = UPLOADED_AGAIN;
  await act(recordsChanged({ ids: [A] }));
  expect([await fileShown(), shown()?.mayDecide]).toEqual([UPLOADED_AGAIN.uploadedAt, true]);
  expect(view()?.announcement).toBe('BLS of Ann was uploaded again. Review the new document.');
});

test('a change of the next document that is announced is fetched at once; others are not followed', async () => {
  const { act, papers, filesFetched, reads } = await atDesk();
  papers[B] = UPLOADED_AGAIN;
  await act(recordsChanged({ ids: [B] }));
  expect(filesFetched(B)).toHaveLength(2);
  const before = reads(A);
  await act(recordsChanged({ ids: ['d0000000-0000-4000-8000-000000000003'] }));
  expect(reads(A)).toBe(before);
});

test('an approval that comes too late shows the new document before the next press can approve it', async () => {
  const { act, after, papers, server, decided, fileShown, shown } = await atDesk();
  papers[A] = UPLOADED_AGAIN;
  server.fileMs = 2_000;
  await act(approve, 100);
  await act(approve, 100);
  await act(approve, 100);
  expect(decided()).toEqual([{ recordId: A, version: 1 }]);
  expect(shown()).toMatchObject({ id: A, file: null, mayDecide: false });
  await after(2_000);
  expect(await fileShown()).toBe(UPLOADED_AGAIN.uploadedAt);
  await act(approve);
  expect(decided().at(-1)).toEqual({ recordId: A, version: 3 });
});

test('a rejection that comes too late closes its form, keeps the reason, and shows the new document', async () => {
  const { act, papers, decided, fileShown, tab, view } = await atDesk();
  const form = () => selectActionForm(tab.state());
  const reason = () => form()?.fields[0]?.text;
  await act(reviewActionPressed({ action: 'reject' }));
  await act(actionDraftChanged({ field: 'reason', text: 'Illegible' }));
  papers[A] = UPLOADED_AGAIN;
  await act(actionConfirmed(), 40);
  expect([form(), view()?.announcement]).toEqual([
    null,
    'BLS of Ann was changed in the meantime. Review it again before you decide; what you typed was kept.',
  ]);
  await act(actionConfirmed());
  expect(await fileShown()).toBe(UPLOADED_AGAIN.uploadedAt);
  await act(reviewActionPressed({ action: 'reject' }));
  expect(reason()).toBe('Illegible');
  await act(actionConfirmed());
  expect(decided()).toEqual([
    { recordId: A, version: 1 },
    { recordId: A, version: 3 },
  ]);
});

test('a form whose document was not changed stays when sending fails, also while the file is being fetched again', async () => {
  const { act, after, papers, server, shown, tab, view } = await atDesk();
  server.files = 'unreachable';
  papers[A] = UPLOADED_AGAIN;
  await act(recordsChanged({ ids: [A] }));
  expect(shown()?.mayDecide).toBe(true);
  await act(reviewActionPressed({ action: 'reject' }));
  await act(actionDraftChanged({ field: 'reason', text: 'Illegible' }));
  server.fileMs = 60_000;
  server.isBusy = true;
  tab.signal('visible');
  await after(100);
  expect(shown()?.mayDecide).toBe(false);
  await act(actionConfirmed());
  expect(selectActionForm(tab.state())).toMatchObject({ problem: expect.any(String) as string });
  expect(view()?.announcement).not.toMatch('in the meantime');
});

test('a document that is removed stays behind an open form, and is left out when the form is left', async () => {
  const { act, after, server, shown, tab, view } = await atDesk();
  await act(reviewActionPressed({ action: 'reject' }));
  server.removed = [A];
  await after(20_500);
  expect([shown()?.id, selectActionForm(tab.state()) !== null]).toEqual([A, true]);
  await act(actionCancelled());
  expect([shown()?.id, view()?.announcement]).toEqual([B, 'BLS of Ann no longer exists, so it was left out.']);
});

test('a change without an announcement is seen within 20 seconds, but a hidden page does not look', async () => {
  const { after, papers, fileShown, reads, tab } = await atDesk();
  const before = reads(A);
  papers[A] = UPLOADED_AGAIN;
  await after(20_500);
  expect([reads(A), await fileShown()]).toEqual([before + 1, UPLOADED_AGAIN.uploadedAt]);
  tab.attention.hide();
  await after(120_000);
  expect(reads(A)).toBe(before + 1);
  tab.signal('visible');
  await after(500);
  expect(reads(A)).toBe(before + 2);
});

test('a file that failed is fetched again by Retry, not every 20 seconds; it can be decided without', async () => {
  const { act, after, papers, server, filesFetched, fileShown, shown } = await atDesk();
  server.files = 'unreachable';
  papers[A] = UPLOADED_AGAIN;
  await act(recordsChanged({ ids: [A] }));
  await after(60_000);
  expect(filesFetched(A)).toHaveLength(2);
  expect(shown()).toMatchObject({ problem: expect.stringMatching('connection') as string, mayDecide: true });
  server.files = 'sent';
  await act(reviewFileRequested());
  expect([shown()?.problem, await fileShown()]).toEqual([null, UPLOADED_AGAIN.uploadedAt]);
});

describe('another facility is chosen at the desk', () => {
  const choose = clientChosen({ clientId: LAKESIDE });
  const chooseAll = clientChosen({ clientId: null });
  const search = (tab: Tab) => new URLSearchParams(tab.state().location?.search);

  test('its documents take the place of the others at once, and the keys act on them', async () => {
    const { act, after, decided, queues, shown, tab, view } = await atDesk();
    await act(choose, 0);
    expect([shown(), view()?.phase]).toEqual([null, 'loading']);
    await act(approve, 0);
    await after(500);
    expect([queues(), shown()?.id, shown()?.place]).toEqual([[undefined, LAKESIDE], C, '1 of 1']);
    expect([decided(), view()?.announcement]).toEqual([[], null]);
    expect([search(tab).get('clientId'), search(tab).get('document')]).toEqual([LAKESIDE, C]);
    // Those of A and B have been released.
    expect(tab.files.count()).toBe(1);
    await act(approve);
    expect(decided()).toEqual([{ recordId: C, version: 1 }]);
  });

  test('a document that is in both queues stays on the desk', async () => {
    const { act, server, shown, tab, view } = await atDesk();
    server.atLakeside = [C, A];
    await act(choose, 500);
    expect([shown()?.id, view()?.announcement]).toEqual([A, null]);
    await act(chooseAll, 500);
    expect([shown()?.id, view()?.announcement, search(tab).get('clientId')]).toEqual([A, null, null]);
  });

  test('while its queue is loading the next one is chosen: only the last one is shown', async () => {
    const { act, after, queues, server, shown } = await atDesk();
    server.listMs = 1_000;
    await act(choose, 500);
    await act(chooseAll, 900);
    expect([queues(), shown()]).toEqual([[undefined, LAKESIDE, undefined], null]);
    await after(500);
    expect(shown()?.id).toBe(A);
  });

  test('without pending documents the address names none, so a reload says nothing about the former one', async () => {
    const { act, server, tab, view } = await atDesk();
    server.atLakeside = [];
    await act(choose, 500);
    expect([view()?.phase, view()?.progress.total, search(tab).has('document')]).toEqual(['over', 0, false]);
    server.atLakeside = [C];
    await act(reviewReloadPressed(), 500);
    expect([view()?.document?.id, view()?.announcement]).toEqual([C, null]);
  });

  test('a failed queue is requested again for it, not for the former one', async () => {
    const { act, queues, server, shown, view } = await atDesk();
    server.isListBusy = true;
    await act(choose, 60_000);
    expect([shown(), view()?.phase]).toEqual([null, 'failed']);
    server.isListBusy = false;
    await act(reviewReloadPressed(), 500);
    expect([queues().at(-1), shown()?.id, view()?.announcement]).toEqual([LAKESIDE, C, null]);
  });

  test('a decision that is being sent stays that of its document, and is not counted among the others', async () => {
    const { act, after, decided, papers, server, shown, view } = await atDesk();
    server.actionMs = 1_000;
    await act(approve, 100);
    await act(choose, 500);
    expect(shown()?.id).toBe(C);
    await act(approve, 100);
    await after(1_000);
    expect(decided()).toEqual([{ recordId: A, version: 1 }]);
    expect([papers[A]?.status, shown()?.id, view()?.progress.approved]).toEqual(['APPROVED', C, 0]);
  });

  test('U takes back what was decided before, and the desk stays where it is', async () => {
    const { act, papers, shown, undone } = await atDesk();
    await act(approve);
    await act(choose, 500);
    await act(reviewUndoPressed());
    expect([undone(), papers[A]?.status, shown()?.id]).toEqual([[A], 'PENDING_REVIEW', C]);
  });

  test('a form that is open is closed, and what was typed is there when the document is declined again', async () => {
    const { act, decided, tab, view } = await atDesk();
    const form = () => selectActionForm(tab.state());
    await act(reviewActionPressed({ action: 'reject' }));
    await act(actionDraftChanged({ field: 'reason', text: 'Illegible' }));
    await act(choose, 500);
    expect([form(), view()?.announcement]).toEqual([
      null,
      'Other documents are on the desk now. What you typed about BLS of Ann was kept, and is there when you return to that document.',
    ]);
    await act(actionConfirmed());
    expect(decided()).toEqual([]);
    await act(chooseAll, 500);
    await act(reviewActionPressed({ action: 'reject' }));
    expect([form()?.title, form()?.fields[0]?.text]).toEqual(['Decline: BLS of Ann', 'Illegible']);
  });

  test('leaving the desk requests no further queue', async () => {
    const { after, queues, tab } = await atDesk(`?clientId=${LAKESIDE}`);
    tab.goTo('/vms/jobs');
    await after(500);
    expect([queues(), tab.faults]).toEqual([[LAKESIDE], []]);
  });

  test('a form in which nothing was typed is closed without a message', async () => {
    const { act, tab, view } = await atDesk();
    await act(reviewActionPressed({ action: 'reject' }));
    await act(choose, 500);
    expect([selectActionForm(tab.state()), view()?.announcement]).toEqual([null, null]);
  });
});

test('the document that one came from is named as no longer waiting, but not one that was decided here', async () => {
  const { act, server, shown, view } = await atDesk(`?document=${C}`);
  expect([shown()?.id, view()?.announcement]).toEqual([
    A,
    'The document you came from is no longer waiting for review.',
  ]);
  await act(approve);
  await act(approve);
  expect(view()?.phase).toBe('over');
  server.pending = [C];
  await act(reviewReloadPressed(), 500);
  expect([shown()?.id, view()?.announcement]).toEqual([C, null]);
});
