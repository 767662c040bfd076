/** @jest-environment jsdom */
/** The buttons of a selection, and the result of an action on many. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { ActionKind } from '../../contract/records/action';
import type { ActionableRecord } from '../../contract/records/recordActions.endpoints';
import type { AppState } from '../../sagas/app/state';
import { noticeDismissed, noticeShown } from '../../sagas/base/notices/notices.slice';
import { recordStatesArrived } from '../../sagas/features/recordActions/recordStates.events';
import { recordActionPressed } from '../../sagas/features/recordActions/recordActions.intents';
import {
  actionBegun,
  actionDraftChanged,
  actionFormOpened,
  actionOver,
  actionResultClosed,
  actionStopped,
  actionUndone,
  recordActionsReducers,
} from '../../sagas/features/recordActions/recordActions.slice';
import { RecordActionLayer } from '../../src/screens/recordActions/RecordActionLayer';
import { RecordActions } from '../../src/screens/recordActions/RecordActions';
import { focused } from './support/focused';
import { testStore } from './support/show';
import { after, signedIn } from './support/states';

const paper = (recordId: string, status: string): ActionableRecord => ({
  recordId,
  name: `Paper ${recordId}`,
  version: 1,
  state: { status },
  defaults: {},
  changedAt: null,
  changedBy: null,
  lastAction: null,
});
const IDS = ['a', 'b', 'c'];
const ONLY = ['a'];
const REVIEWER = signedIn({ permissions: ['DOCUMENT_REVIEW'] });

/** The state after these actions, with the part of record actions. */
const withActions = (state: AppState, ...actions: readonly UnknownAction[]): AppState => ({
  ...after(state, ...actions),
  recordActions: actions.reduce(recordActionsReducers.recordActions, undefined)!,
});

function showAt(state: AppState, kind: ActionKind = 'document', mayAct = true) {
  const { store, intents, move } = testStore(state);
  render(
    <Provider store={store}>
      <section>
        <h2 tabIndex={-1}>Three records</h2>
        <RecordActions kind={kind} ids={IDS} mayAct={mayAct} />
      </section>
      <RecordActionLayer />
    </Provider>,
  );
  return { intents, move, press: (name: string) => userEvent.click(screen.getByRole('button', { name })) };
}

test('a button acts on as many of the selection as it says', async () => {
  const records = [paper('a', 'PENDING_REVIEW'), paper('b', 'APPROVED'), paper('c', 'PENDING_REVIEW')];
  const { intents, press } = showAt(withActions(REVIEWER, recordStatesArrived({ records })));
  await press('Approve (2 of 3)');
  expect(intents).toEqual([recordActionPressed({ kind: 'document', ids: ['a', 'c'], action: 'approve' })]);
});

test('a button for a version that is not on the screen yet does nothing, and keeps the focus', async () => {
  const records = [paper('a', 'PENDING_REVIEW')];
  const { intents, press } = showAt(withActions(REVIEWER, recordStatesArrived({ records })), 'document', false);
  await press('Approve (1 of 3)');
  const button = screen.getByRole('button', { name: 'Approve (1 of 3)' });
  expect([intents, button.getAttribute('aria-disabled'), document.activeElement]).toEqual([[], 'true', button]);
});

test('the buttons beside a record name their keys', () => {
  const { store } = testStore(withActions(REVIEWER, recordStatesArrived({ records: [paper('a', 'PENDING_REVIEW')] })));
  render(
    <Provider store={store}>
      <RecordActions kind="document" ids={ONLY} isInline />
    </Provider>,
  );
  expect(screen.getAllByRole('button').map(({ title }) => title)).toEqual(['1', '2']);
});

describe('a button that is gone after its press', () => {
  const user = signedIn({ permissions: ['TIMESHEET_APPROVE', 'TIMESHEET_ADJUST'] });
  const arrived = recordStatesArrived({
    records: IDS.map((id) => ({ ...paper(id, 'SUBMITTED'), state: { status: 'SUBMITTED', expense: 'NONE' } })),
  });
  const begun = (status: string) =>
    actionBegun({
      ...{ kind: 'timesheet', action: 'approve', ids: ['a'], isInline: true },
      expected: Object.fromEntries(IDS.map((id) => [id, { status, expense: 'NONE' }])),
    });
  const focus = () => {
    const shown = showAt(withActions(user, arrived), 'timesheet');
    const approve = screen.getByRole('button', { name: 'Approve' });
    act(() => approve.focus());
    return { ...shown, approve };
  };

  test.each([
    ['their group if there are other actions, so that a second press does none of them', 'APPROVED', 'Actions'],
    ['what is nearest if there are no others', 'DISPUTED', 'Three records'],
  ])('leaves the focus to %s', async (_, status, expected) => {
    const { approve, move } = focus();
    await move(withActions(user, arrived, begun(status)));
    expect([approve.isConnected, focused()]).toEqual([false, expected]);
  });

  test('leaves its place to another one, which the second press of a double click does not press', async () => {
    const { approve, intents, move } = focus();
    fireEvent.click(approve, { detail: 1 });
    await move(withActions(user, arrived, begun('APPROVED')));
    const next = screen.getAllByRole('button')[0]!;
    fireEvent.click(next, { detail: 2 });
    expect([next.textContent, intents.filter(recordActionPressed.match).length]).toEqual(['Finalize', 1]);
    // Keys press it without a count.
    fireEvent.click(next, { detail: 0 });
    fireEvent.click(next, { detail: 1 });
    expect(intents.filter(recordActionPressed.match)).toHaveLength(3);
  });

  test('takes no focus if the user has moved on', async () => {
    const { approve, move } = focus();
    act(() => approve.blur());
    await move(withActions(user, arrived, begun('APPROVED')));
    expect([approve.isConnected, focused()]).toEqual([false, 'nothing']);
  });
});

describe('the form of an action on many', () => {
  const target = { kind: 'document', action: 'reject', ids: IDS } as const;
  const filled = [actionFormOpened(target), actionDraftChanged({ field: 'reason', text: 'Illegible' })];
  const begun = [...filled, actionBegun({ ...target, expected: {} })];
  const failed = [...begun, actionOver({ keeps: true, isDone: false })];
  const reason = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })?.value;

  test('gives way to the progress, with Stop, which the second press of a double click does not press', async () => {
    const { intents, move } = showAt(withActions(REVIEWER, ...filled));
    expect(reason()).toBe('Illegible');
    await move(withActions(REVIEWER, ...begun));
    const stop = screen.getByRole('button', { name: 'Stop' });
    expect([screen.queryByRole('progressbar') !== null, reason()]).toEqual([true, undefined]);
    fireEvent.click(stop, { detail: 2 });
    expect(intents).toEqual([]);
    fireEvent.click(stop, { detail: 1 });
    expect(intents).toEqual([actionStopped()]);
  });

  test('is back as it was filled in, once the result of a failure is closed', async () => {
    const { intents, move, press } = showAt(withActions(REVIEWER, ...failed));
    await press('Close');
    expect(intents).toEqual([actionResultClosed()]);
    await move(withActions(REVIEWER, ...failed, actionResultClosed()));
    expect(reason()).toBe('Illegible');
  });
});

describe('the list of failed records, which covers the notice,', () => {
  const target = { kind: 'document', action: 'approve', ids: IDS } as const;
  const undo = actionUndone({ ...target, ids: ['a', 'b'], requestId: 'r1', undoUntil: 10_000 });
  const over = [
    actionBegun({ ...target, expected: {} }),
    noticeShown({ tone: 'negative', text: 'Approve: 2 of 3 done. No.', undo, undoMs: 10_000 }),
    actionOver({ keeps: true, isDone: true, undo }),
  ];

  test('offers to undo those that were done', async () => {
    const { intents, press } = showAt(withActions(REVIEWER, ...over));
    await press('Undo the completed ones');
    expect(intents).toEqual([undo, noticeDismissed({ id: '1' }), actionResultClosed()]);
  });

  test('offers it only as long as the notice does', () => {
    showAt(withActions(REVIEWER, ...over, noticeDismissed({ id: '1' })));
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close']);
  });
});
