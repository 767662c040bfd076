/**
 * Loads the week at the address, or the current one, which may change at midnight. Another week, or leaving, cancels
 * the call.
 */
import type { Task } from 'redux-saga';
import { attempt } from '../../base/http/attempt.saga';
import { pause } from '../../base/clock.saga';
import { localDayAt, toNextLocalDay } from '../../base/dates';
import { port } from '../../base/ports/ports';
import { call, cancel, fork, put, race, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { firstDayOf, selectScheduleRequest, type ScheduleRequest } from './schedule.selectors';
import {
  scheduleArrived,
  scheduleDayKnown,
  scheduleFailed,
  scheduleReducers,
  scheduleReloadRequested,
  scheduleRequested,
} from './schedule.slice';

/** A late part. Its reducers join the store here. */
export function* watchSchedule(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, scheduleReducers);
  const clock = yield* port('clock');
  let known: string | null = null;
  let wanted: string | null = null;
  let loading: Task | null = null;
  let again = false;
  while (true) {
    const now = yield* call(clock.now);
    const today = localDayAt(now);
    if (today !== known) yield* put(scheduleDayKnown({ today }));
    known = today;
    const week = yield* select(selectScheduleRequest);
    const asked = week === null ? null : JSON.stringify(week);
    if (asked !== wanted || again) {
      wanted = asked;
      if (loading !== null) yield* cancel(loading);
      // Another day of the same week keeps what is shown.
      const key = week === null ? null : JSON.stringify({ ...week, day: firstDayOf(week.day) });
      yield* put(scheduleRequested({ key }));
      loading = week === null ? null : yield* fork(load, week);
    }
    const { reload } = yield* race({
      moved: take(pageMoved),
      reload: take(scheduleReloadRequested),
      ...(week !== null && { nextDay: call(pause, toNextLocalDay(now)) }),
    });
    again = reload !== undefined;
  }
}

function* load({ kind, day, clientId }: ScheduleRequest): SagaGenerator<void> {
  const query = { kind, day, ...(clientId !== null && { clientId }) };
  const { failure, answer } = yield* attempt(request('weeklySchedule', { query }));
  yield* put(failure ? scheduleFailed({ failure }) : scheduleArrived({ schedule: answer }));
}
