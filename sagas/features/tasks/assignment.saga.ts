/** Assigns tasks to people, with a notice that offers undo. */
import { attempt } from '../../base/http/attempt.saga';
import { failureText } from '../../base/http/failureText';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, fork, put, select, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { selectListAt } from '../lists/lists.selectors';
import { listReloadRequested } from '../lists/lists.slice';
import { assignmentEnded, taskAssigned, taskAssignmentReducers, taskPeopleKnown } from './assignment.slice';
import { taskChanged } from './tasks.slice';

/** Runs with the tasks. Its reducer joins the store here. */
export function* watchTaskAssignment(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, taskAssignmentReducers);
  yield* takeEvery(taskAssigned, assign);
  yield* fork(loadPeople);
}

/** After a failure no one can be chosen. */
function* loadPeople(): SagaGenerator<void> {
  const { failure, answer } = yield* attempt(request('taskPeople', {}));
  if (failure === null) yield* put(taskPeopleKnown(answer));
}

function* assign({ payload }: ReturnType<typeof taskAssigned>): SagaGenerator<void> {
  const { taskId, title, userId, replaces } = payload;
  const body = { userId, ...(replaces !== undefined && { replaces }) };
  const attempted = yield* attempt(request('assignTask', { params: { taskId }, body }, { stays: true }));
  yield* put(assignmentEnded({ taskId }));
  if (attempted.failure !== null) {
    const text = attempted.serverText ?? `The task was not reassigned. ${failureText(attempted.failure)}`;
    return void (yield* put(noticeShown({ tone: 'negative', text })));
  }
  const { task, formerly } = attempted.answer;
  yield* put(taskChanged({ task }));
  if ((yield* select(selectListAt))?.name === 'tasks') yield* put(listReloadRequested());
  const text = task.assignee === null ? `'${title}' is now unassigned.` : `'${title}' is assigned to ${task.assignee}.`;
  const isUndo = replaces !== undefined;
  const back =
    isUndo || formerly === userId ? {} : { undo: taskAssigned({ taskId, title, userId: formerly, replaces: userId }) };
  yield* put(noticeShown({ tone: 'positive', text, ...back }));
}
