/** The number of tasks due, for the icon in the bar: the only part of tasks that every page shows. */
import { pause } from '../../base/clock.saga';
import { call, fork, put, select, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { dueCounted, taskChanged, selectHasTasks } from './tasks.slice';
import { attempt } from '../../base/http/attempt.saga';

/** Delayed, so that the shell loads first. */
const DUE_CHECK_MS = 1_000;

/** Counts after sign-in and after each changed task, for users who have tasks. */
export function* watchDueTasks(): SagaGenerator<void> {
  if (!(yield* select(selectHasTasks))) return;
  yield* takeLatest(taskChanged, checkDue);
  yield* fork(checkDue);
}

/** If the count fails, the icon stays as it is. */
function* checkDue(): SagaGenerator<void> {
  yield* call(pause, DUE_CHECK_MS);
  const { failure, answer: count } = yield* attempt(request('tasksDueToday', {}));
  if (failure === null) yield* put(dueCounted(count));
}
