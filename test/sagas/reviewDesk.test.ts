/** The review desk in virtual time: what is decided is what is on it, whatever others do in the meantime. */
import { recordsChanged } from '../../sagas/features/realtime/realtime.slice';
import { selectActionForm } from '../../sagas/features/recordActions/recordActions.selectors';
import {
  actionCancelled,
  actionConfirmed,
  actionDraftChanged,
} from '../../sagas/features/recordActions/recordActions.slice';
import {
  reviewActionPressed,
  reviewFileRequested,
  reviewPreviousPressed,
  reviewReloadPressed,
  reviewUndoPressed,
} from '../../sagas/features/reviewDesk/reviewDesk.slice';
import { A, B, C, UPLOADED_AGAIN, approve, atDesk } from '../support/reviewDesk';

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

test('a decision pressed just after a colleague’s is not taken for the document that came to the desk', async () => {
  const { act, after, papers, decided, shown } = await atDesk();
  papers[A] = { ...papers[A]!, status: 'APPROVED', version: 2 };
  await act(recordsChanged({ ids: [A] }), 100);
  expect(shown()).toMatchObject({ id: B, mayDecide: true, isHeld: true });
  await act(approve, 100);
  await act(reviewActionPressed({ action: 'reject' }), 700);
  expect([decided(), shown()?.id, shown()?.isHeld]).toEqual([[], B, true]);
  await after(300);
  expect(shown()?.isHeld).toBe(false);
  await act(approve);
  expect(decided()).toEqual([{ recordId: B, version: 1 }]);
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
