/** @jest-environment jsdom */
/** The buttons of a selection, and the result of an action on many. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { ActionableRecord } from '../../contract/records/recordActions.endpoints';
import type { AppState } from '../../sagas/app/state';
import { noticeDismissed, noticeShown } from '../../sagas/base/notices/notices.slice';
import { recordStatesArrived } from '../../sagas/features/recordActions/recordStates.events';
import { recordActionPressed } from '../../sagas/features/recordActions/recordActions.intents';
import {
  actionBegun,
  actionOver,
  actionResultClosed,
  actionUndone,
  recordActionsReducers,
} from '../../sagas/features/recordActions/recordActions.slice';
import { RecordActionLayer } from '../../src/screens/recordActions/RecordActionLayer';
import { RecordActions } from '../../src/screens/recordActions/RecordActions';
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
const REVIEWER = signedIn({ permissions: ['DOCUMENT_REVIEW'] });

/** The state after these actions, with the part of record actions. */
const withActions = (state: AppState, ...actions: readonly UnknownAction[]): AppState => ({
  ...after(state, ...actions),
  recordActions: actions.reduce(recordActionsReducers.recordActions, undefined)!,
});

function showAt(state: AppState) {
  const { store, intents } = testStore(state);
  render(
    <Provider store={store}>
      <RecordActions kind="document" ids={IDS} />
      <RecordActionLayer />
    </Provider>,
  );
  return { intents, press: (name: string) => userEvent.click(screen.getByRole('button', { name })) };
}

test('a button acts on as many of the selection as it says', async () => {
  const records = [paper('a', 'PENDING_REVIEW'), paper('b', 'APPROVED'), paper('c', 'PENDING_REVIEW')];
  const { intents, press } = showAt(withActions(REVIEWER, recordStatesArrived({ records })));
  await press('Approve (2 of 3)');
  expect(intents).toEqual([recordActionPressed({ kind: 'document', ids: ['a', 'c'], action: 'approve' })]);
});

describe('the list of failed records, which covers the notice,', () => {
  const target = { kind: 'document', action: 'approve', ids: IDS } as const;
  const undo = actionUndone({ ...target, ids: ['a', 'b'], requestId: 'r1' });
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
