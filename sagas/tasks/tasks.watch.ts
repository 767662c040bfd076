/** The tasks domain: the icon's count, the calendar's months, and what is done about a task. */
import { call, fork, put, select, takeEvery, takeLatest, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { port } from '../ports';
import { navigateRequested } from '../shell/navigation/navigation.actions';
import { selectLocation, selectQuery } from '../shell/shell.selectors';
import { pause } from '../time.saga';
import { isoDay } from './calendar.rules';
import { watchTaskChanges } from './changeTask.saga';
import { loadMonths } from './loadMonth.saga';
import { readPlace, writePlace } from './tasks.address';
import { calendarMoved, tasksViewChosen } from './tasks.intents';
import { dueCounted, taskChanged, todayKnown } from './tasks.reducer';
import { selectHasTasks } from './tasks.selectors';

/** The shell first: whether something is due can wait for a moment. */
export const DUE_CHECK_MS = 1_000;

export function* watchTasks(): SagaGenerator<void> {
  if (!(yield* select(selectHasTasks))) return;
  yield* fork(loadMonths);
  yield* fork(watchTaskChanges);
  yield* takeEvery(calendarMoved, moveCalendar);
  yield* takeEvery(tasksViewChosen, chooseView);
  yield* takeLatest(taskChanged, checkDue);
  yield* put(todayKnown({ today: yield* call(todayByClock) }));
  yield* fork(checkDue);
}

function* todayByClock(): SagaGenerator<string> {
  const clock = yield* port('clock');
  return isoDay(yield* call(clock.now));
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

function* moveCalendar({ payload: { month, day, step } }: ReturnType<typeof calendarMoved>): SagaGenerator<void> {
  const location = yield* select(selectLocation);
  if (location === null) return;
  const search = writePlace(yield* select(selectQuery), { month, day });
  yield* put(navigateRequested({ to: location.pathname + search, replace: !step }));
}

function* chooseView({ payload: { view } }: ReturnType<typeof tasksViewChosen>): SagaGenerator<void> {
  const location = yield* select(selectLocation);
  if (location === null) return;
  const params = yield* select(selectQuery);
  const place = view === 'list' ? null : readPlace(params, yield* call(todayByClock));
  yield* put(navigateRequested({ to: location.pathname + writePlace(params, place) }));
}
