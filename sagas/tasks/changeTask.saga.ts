import { call, put, select, takeEvery, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { failureText } from '../access/access.texts';
import { request } from '../http/request.saga';
import { listReloadRequested } from '../lists/lists.intents';
import { selectListAt } from '../lists/lists.selectors';
import { noticeShown } from '../shell/notices/notices.actions';
import { taskStatusChosen } from './tasks.intents';
import { taskChanged, taskNotChanged } from './tasks.reducer';

/** What is on its way for a task must arrive before more is asked of it. */
export function* watchTaskChanges(): SagaGenerator<void> {
  const underWay = new Set<string>();
  yield* takeEvery(taskStatusChosen, function* ({ payload: { task, status } }) {
    if (underWay.has(task.id)) return;
    underWay.add(task.id);
    try {
      yield* call(changeTask, task.id, status);
    } finally {
      underWay.delete(task.id);
    }
  });
}

/** Shown as done at once; where it cannot be, it is as it was, and said. */
function* changeTask(taskId: string, status: 'OPEN' | 'DONE'): SagaGenerator<void> {
  try {
    const task = yield* call(request<'taskStatus'>, 'taskStatus', { params: { taskId }, body: { status } });
    yield* put(taskChanged({ task }));
    if ((yield* select(selectListAt))?.name === 'tasks') yield* put(listReloadRequested());
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(taskNotChanged({ id: taskId }));
    yield* put(noticeShown({ tone: 'negative', text: `The task was not changed. ${failureText(error.failure)}` }));
  }
}
