/** The home dashboard: loads its cards. Arranging it needs code that is loaded with the first change. */
import type { Action } from '@reduxjs/toolkit';
import { loadCode } from '../../../base/retry.saga';
import { call, fork, takeEvery, type SagaGenerator } from '../../../base/runtime/effects';
import { eventsApplied, snapshotArrived } from '../../notifications/feed/feed.slice';
import { recordActionsDone } from '../../recordActions/recordActions.intents';
import type * as ViewAddressModule from './viewAddress.saga';
import {
  cardsArranged,
  complianceViewChosen,
  statusesArranged,
  timesheetViewChosen,
  tooManySelected,
} from './home.slice';
import { loadCards, markAllStale, markStaleCards, reloadStaleCards } from './loadCards.saga';

type Arrange = typeof ViewAddressModule;

/** Runs for the whole session: loads the cards, reloads those whose records changed, and saves their arrangement. */
export function* watchHomeDashboard(): SagaGenerator<void> {
  yield* fork(loadCards);
  yield* fork(reloadStaleCards);
  yield* takeEvery(eventsApplied, markStaleCards);
  yield* takeEvery([snapshotArrived, recordActionsDone], markAllStale);
  yield* takeEvery(tooManySelected, arrange('warnTooMany'));
  yield* takeEvery([complianceViewChosen, timesheetViewChosen], arrange('keepToggle'));
  yield* takeEvery([cardsArranged, statusesArranged], arrange('leaveLink'));
}

const load = (): Promise<Arrange> => import(/* webpackChunkName: "needs-you" */ './viewAddress.saga');

/** Runs the worker of arrange.saga.ts that belongs to the action. */
const arrange = (worker: keyof Arrange) =>
  function* arrangeLater(action: Action): SagaGenerator<void> {
    const workers = yield* call(loadCode<Arrange>, load);
    yield* call(workers[worker] as (given: Action) => SagaGenerator<void>, action);
  };
