/** Tasks: loading the calendar's months, and changing a task. */
import type { Task as SagaTask } from 'redux-saga';
import { pause } from '../../base/clock.saga';
import { failureText } from '../../base/http/failureText';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, cancel, fork, put, race, select, take, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import {
  selectClientId,
  selectLocation,
  selectPathname,
  selectQuery,
} from '../../navigation/location/location.selectors';
import { navigateRequested, pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { selectListAt } from '../lists/lists.selectors';
import { listReloadRequested } from '../lists/lists.slice';
import { weeksOf } from '../../base/calendar';
import { localDayAt, toNextLocalDay } from '../../base/dates';
import { reloadTask, watchTaskAssignment } from './assignment.saga';
import { openFirst, readPlace, writePlace } from './calendar.rules';
import { awaitChangeElsewhere } from './dueTasks.saga';
import { selectIsInMonth, selectOpenedTask, selectPlace } from './tasks.selectors';
import {
  calendarMoved,
  calendarReloadRequested,
  monthArrived,
  monthRequested,
  monthFailed,
  taskChanged,
  taskClosed,
  taskNotChanged,
  taskStatusChosen,
  tasksViewChosen,
  todayKnown,
} from './tasks.slice';
import { attempt } from '../../base/http/attempt.saga';
import { sendAgain } from '../../base/http/sendAgain.saga';

/** A late part, loaded with the first page of tasks. */
export function* watchTasks(): SagaGenerator<void> {
  yield* fork(loadMonths);
  yield* fork(watchTaskChanges);
  yield* fork(watchTaskAssignment);
  yield* fork(closeLeftTask);
  yield* takeEvery(calendarMoved, moveCalendar);
  yield* takeEvery(tasksViewChosen, chooseView);
}

/** Leaving the page closes the task's dialog; it does not return with a later visit. */
function* closeLeftTask(): SagaGenerator<void> {
  let before = yield* select(selectPathname);
  while (true) {
    const { location } = (yield* take(pageMoved)).payload;
    if (location.pathname === before) continue;
    before = location.pathname;
    if ((yield* select(selectOpenedTask)) !== null) yield* put(taskClosed());
  }
}

function* todayByClock(): SagaGenerator<string> {
  const clock = yield* port('clock');
  return localDayAt(yield* call(clock.now));
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

/**
 * Fetches the month at the address, and again at midnight and when a task may have changed; another month or facility,
 * or leaving, cancels the call.
 */
function* loadMonths(): SagaGenerator<void> {
  const clock = yield* port('clock');
  let known: string | null = null;
  let wanted: string | null = null;
  let loading: SagaTask | null = null;
  let again = false;
  while (true) {
    const now = yield* call(clock.now);
    const today = localDayAt(now);
    if (today !== known) yield* put(todayKnown({ today }));
    known = today;
    const month: string | null = (yield* select(selectPlace))?.month ?? null;
    const clientId = yield* select(selectClientId);
    const key = month === null ? null : JSON.stringify([month, clientId]);
    if (key !== wanted || again) {
      wanted = key;
      if (loading !== null) yield* cancel(loading);
      loading = month === null ? null : yield* fork(loadMonth, month, clientId);
    }
    const { moved, here } = yield* race({
      moved: take(pageMoved),
      asked: take(calendarReloadRequested),
      here: take(taskChanged),
      elsewhere: call(awaitChangeElsewhere),
      // The dialog of a task of the list shows whether it is overdue.
      nextDay: call(pause, toNextLocalDay(now)),
    });
    // The user's own change is shown without a reload, unless a load was running, whose answer may predate the change,
    // or the last one was without the task, as while another user had it.
    again =
      here === undefined
        ? moved === undefined
        : loading?.isRunning() === true || !(yield* select(selectIsInMonth, here.payload.task.id));
  }
}

function* loadMonth(month: string, clientId: string | null): SagaGenerator<void> {
  const days = weeksOf(month).flat();
  const [from = `${month}-01`, to = from] = [days[0], days.at(-1)];
  yield* put(monthRequested());
  const query = { from, to, ...(clientId !== null && { clientId }) };
  const { failure, answer } = yield* attempt(request('tasksBetween', { query }));
  // Omits the server's day: its clock may be behind at midnight.
  yield* put(failure ? monthFailed({ failure }) : monthArrived({ month, clientId, tasks: openFirst(answer.tasks) }));
}

/** One change of a task must be answered before the next is sent. */
function* watchTaskChanges(): SagaGenerator<void> {
  const underWay = new Set<string>();
  yield* takeEvery(taskStatusChosen, function* ({ payload: { task, status } }) {
    if (underWay.has(task.id)) return;
    underWay.add(task.id);
    try {
      if (yield* call(changeTask, task.id, status)) return;
    } finally {
      underWay.delete(task.id);
    }
    yield* call(reloadTask, task.id);
  });
}

/**
 * The new status is shown immediately, and reverted with a notice if the call fails. Returns whether the status is
 * known: the server may have made a change that it has not answered.
 */
function* changeTask(taskId: string, status: 'OPEN' | 'DONE'): SagaGenerator<boolean> {
  const { failure, answer, mayBeDone } = yield* sendAgain(() =>
    request('taskStatus', { params: { taskId }, body: { status } }),
  );
  if (failure !== null) {
    const outcome = mayBeDone ? 'It is not known whether the task was changed.' : 'The task was not changed.';
    yield* put(taskNotChanged({ id: taskId }));
    yield* put(noticeShown({ tone: 'negative', text: `${outcome} ${failureText(failure)}` }));
    return !mayBeDone;
  }
  yield* put(taskChanged({ task: answer }));
  if ((yield* select(selectListAt))?.name === 'tasks') yield* put(listReloadRequested());
  return true;
}
