/** How many tasks are due, for the icon in the bar: of all about tasks, the only thing that every page shows. */
import { call, fork, put, select, takeLatest, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { pause } from '../time.saga';
import { selectHasTasks } from './due.selectors';
import { dueCounted, taskChanged } from './tasks.reducer';

/** The shell first: whether something is due can wait for a moment. */
const DUE_CHECK_MS = 1_000;

export function* watchDueTasks(): SagaGenerator<void> {
  if (!(yield* select(selectHasTasks))) return;
  yield* takeLatest(taskChanged, checkDue);
  yield* fork(checkDue);
}

/** A count that does not come leaves the icon as it is: nobody waits for it. */
function* checkDue(): SagaGenerator<void> {
  yield* call(pause, DUE_CHECK_MS);
  try {
    yield* put(dueCounted(yield* call(request<'tasksDueToday'>, 'tasksDueToday', {})));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}
