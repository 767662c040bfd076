/** Assigns tasks to people, with a notice that offers undo. */
import type { Action } from '@reduxjs/toolkit';
import { idOf } from '../../../contract/records/links';
import type { Failure } from '../../../machines/failure';
import { attempt } from '../../base/http/attempt.saga';
import { failureText } from '../../base/http/failureText';
import { sendAgain } from '../../base/http/sendAgain.saga';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, fork, put, select, take, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { pageMoved } from '../../navigation/location/location.slice';
import { retryUntilAnswered } from '../../base/retry.saga';
import { request } from '../../session/token/request.saga';
import { selectListAt } from '../lists/lists.selectors';
import { listFailed, listReloadRequested, pageArrived } from '../lists/lists.slice';
import { assignmentEnded, taskAssigned, taskAssignmentReducers, taskPeopleKnown } from './assignment.slice';
import { selectOpenedTask } from './tasks.selectors';
import { calendarReloadRequested, taskChanged, taskClosed, type Task } from './tasks.slice';

/** Runs with the tasks. Its reducer joins the store here. */
export function* watchTaskAssignment(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, taskAssignmentReducers);
  yield* takeEvery(taskAssigned, assign);
  yield* fork(loadPeople);
}

/** Until the server has answered no one can be chosen. */
function* loadPeople(): SagaGenerator<void> {
  const { failure, answer } = yield* attempt(retryUntilAnswered(() => request('taskPeople', {})));
  if (failure === null) yield* put(taskPeopleKnown(answer));
}

function* assign({ payload }: ReturnType<typeof taskAssigned>): SagaGenerator<void> {
  const { taskId, title, userId, replaces, isUndo } = payload;
  const body = { userId, replaces };
  const attempted = yield* sendAgain(() => request('assignTask', { params: { taskId }, body }, { stays: true }));
  yield* put(assignmentEnded({ taskId }));
  if (attempted.failure !== null) {
    const outcome = attempted.mayBeDone ? PERHAPS_REASSIGNED : 'The task was not reassigned.';
    const text = attempted.serverText ?? `${outcome} ${failureText(attempted.failure)}`;
    yield* put(noticeShown({ tone: 'negative', text }));
    if (attempted.mayBeDone || hasChanged(attempted.failure)) yield* call(reloadTask, taskId);
    return;
  }
  const { task } = attempted.answer;
  // It has the new assignee already if only the first answer was lost.
  const formerly = attempted.answer.formerly === userId ? replaces : attempted.answer.formerly;
  yield* put(taskChanged({ task }));
  if ((yield* select(selectListAt))?.name === 'tasks') yield* put(listReloadRequested());
  const text = task.assignee === null ? `'${title}' is now unassigned.` : `'${title}' is assigned to ${task.assignee}.`;
  const undo = taskAssigned({ taskId, title, userId: formerly, replaces: userId, isUndo: true });
  yield* put(noticeShown({ tone: 'positive', text, ...(!isUndo && formerly !== userId && { undo, undoes: taskId }) }));
}

const PERHAPS_REASSIGNED = 'It is not known whether the task was reassigned.';

/** Whether the task, or what the user may do with it, is not as shown. */
const hasChanged = (failure: Failure): boolean =>
  failure.kind === 'unauthorized' || (failure.kind === 'refused' && failure.code === 'conflict');

/** Reloads the calendar or the list. The dialog shows the task of the new list, or closes if it is not in it. */
export function* reloadTask(taskId: string): SagaGenerator<void> {
  if ((yield* select(selectListAt))?.name !== 'tasks') return void (yield* put(calendarReloadRequested()));
  yield* put(listReloadRequested());
  const reloaded: Action = yield* take([pageArrived.type, listFailed.type, pageMoved.type]);
  const opened = yield* select(selectOpenedTask);
  if (!pageArrived.match(reloaded) || opened?.task.id !== taskId) return;
  const row = reloaded.payload.page.rows.find(({ id }) => id === taskId);
  if (row === undefined) return void (yield* put(taskClosed()));
  const { status, assignee } = row;
  const assigneeId = row[idOf('assignee')] ?? null;
  yield* put(taskChanged({ task: { ...opened.task, status, assignee, assigneeId } as Task }));
}
