import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { TaskStatus } from '../../contract';
import type { Failure } from '../../machines/failure';
import { taskClosed, taskOpened, taskStatusChosen, type Task } from './tasks.intents';

export interface TasksState {
  /** The business day, 'YYYY-MM-DD'; null before the first look at the calendar. */
  readonly today: string | null;
  readonly dueToday: number;
  /** The month of the tasks below; null before any came. */
  readonly month: string | null;
  readonly tasks: readonly Task[];
  readonly loading: boolean;
  readonly failure: Failure | null;
  /** What was chosen for a task and is not yet sure. */
  readonly changing: Readonly<Record<string, TaskStatus>>;
  readonly opened: Task | null;
}

const NOTHING: TasksState = {
  today: null,
  dueToday: 0,
  month: null,
  tasks: [],
  loading: false,
  failure: null,
  changing: {},
  opened: null,
};

export const todayKnown = createAction<{ readonly today: string }>('tasks/todayKnown');
export const dueCounted = createAction<{ readonly count: number }>('tasks/dueCounted');
export const monthAsked = createAction('tasks/monthAsked');
export const monthArrived = createAction<{
  readonly month: string;
  readonly today: string;
  readonly tasks: readonly Task[];
}>('tasks/monthArrived');
export const monthFailed = createAction<{ readonly failure: Failure }>('tasks/monthFailed');
export const taskChanged = createAction<{ readonly task: Task }>('tasks/changed');
/** It is as it was before. */
export const taskNotChanged = createAction<{ readonly id: string }>('tasks/notChanged');

export function tasksReducer(state: TasksState = NOTHING, action: UnknownAction): TasksState {
  if (todayKnown.match(action)) return { ...state, today: action.payload.today };
  if (dueCounted.match(action)) return { ...state, dueToday: action.payload.count };
  if (monthAsked.match(action)) return { ...state, loading: true, failure: null };
  if (monthArrived.match(action)) return { ...state, ...action.payload, loading: false, failure: null };
  if (monthFailed.match(action)) return { ...state, loading: false, failure: action.payload.failure };
  if (taskOpened.match(action)) return { ...state, opened: action.payload.task };
  if (taskClosed.match(action)) return { ...state, opened: null };
  return changeReducer(state, action);
}

function changeReducer(state: TasksState, action: UnknownAction): TasksState {
  if (taskStatusChosen.match(action)) {
    const { task, status } = action.payload;
    return { ...state, changing: { [task.id]: status, ...state.changing } };
  }
  if (taskChanged.match(action)) {
    const { task } = action.payload;
    const fresh = (old: Task): Task => (old.id === task.id ? task : old);
    return {
      ...state,
      tasks: state.tasks.map(fresh),
      opened: state.opened === null ? null : fresh(state.opened),
      changing: without(state.changing, task.id),
    };
  }
  if (taskNotChanged.match(action)) return { ...state, changing: without(state.changing, action.payload.id) };
  return state;
}

function without(changing: TasksState['changing'], id: string): TasksState['changing'] {
  const { [id]: _gone, ...others } = changing;
  return others;
}
