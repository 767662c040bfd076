/** Fetches the month that the address shows; another month, or leaving, cancels the call before. */
import type { Task as SagaTask } from 'redux-saga';
import { call, cancel, fork, put, select, take, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { pageMoved } from '../shell/navigation/navigation.actions';
import { weeksOf } from './calendar.rules';
import { calendarReloadRequested } from './tasks.intents';
import { monthArrived, monthAsked, monthFailed, todayKnown } from './tasks.reducer';
import { selectPlace } from './tasks.selectors';

export function* loadMonths(): SagaGenerator<void> {
  let wanted: string | null = null;
  let loading: SagaTask | null = null;
  while (true) {
    const { type } = yield* take([pageMoved.type, todayKnown.type, calendarReloadRequested.type]);
    const month: string | null = (yield* select(selectPlace))?.month ?? null;
    if (month === wanted && type !== calendarReloadRequested.type) continue;
    wanted = month;
    if (loading !== null) yield* cancel(loading);
    loading = month === null ? null : yield* fork(loadMonth, month);
  }
}

function* loadMonth(month: string): SagaGenerator<void> {
  const days = weeksOf(month).flat();
  const [from = `${month}-01`, to = from] = [days[0], days.at(-1)];
  yield* put(monthAsked());
  try {
    const { today, tasks } = yield* call(request<'tasksBetween'>, 'tasksBetween', { query: { from, to } });
    yield* put(monthArrived({ month, today, tasks }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(monthFailed({ failure: error.failure }));
  }
}
