/** Another facility is chosen while one is at the review desk. */
import { selectActionForm } from '../../sagas/features/recordActions/recordActions.selectors';
import { actionConfirmed, actionDraftChanged } from '../../sagas/features/recordActions/recordActions.slice';
import {
  reviewActionPressed,
  reviewReloadPressed,
  reviewUndoPressed,
} from '../../sagas/features/reviewDesk/reviewDesk.slice';
import { clientChosen } from '../../sagas/navigation/location/clients.slice';
import type { Tab } from '../support/tab';
import { A, C, LAKESIDE, approve, atDesk } from '../support/reviewDesk';

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
