/** The tasks domain: the calendar's months, and what is done about a task. */
import { call, fork, put, select, takeEvery, type SagaGenerator } from '../effects';
import { port } from '../ports';
import { navigateRequested } from '../shell/navigation/navigation.actions';
import { selectLocation, selectQuery } from '../shell/shell.selectors';
import { isoDay } from './calendar.rules';
import { watchTaskChanges } from './changeTask.saga';
import { loadMonths } from './loadMonth.saga';
import { readPlace, writePlace } from './tasks.address';
import { calendarMoved, tasksViewChosen } from './tasks.intents';
import { todayKnown } from './tasks.reducer';

export function* watchTasks(): SagaGenerator<void> {
  yield* fork(loadMonths);
  yield* fork(watchTaskChanges);
  yield* takeEvery(calendarMoved, moveCalendar);
  yield* takeEvery(tasksViewChosen, chooseView);
  yield* put(todayKnown({ today: yield* call(todayByClock) }));
}

function* todayByClock(): SagaGenerator<string> {
  const clock = yield* port('clock');
  return isoDay(yield* call(clock.now));
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
