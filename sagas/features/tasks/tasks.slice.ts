/** Tasks of a managing organization. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';
import type { TaskStatus } from '../../../contract/tasks/tasks.endpoints';
import type { Failure } from '../../../machines/failure';
import type { WithMachines } from '../../base/runtime/machines.slice';
import { selectUser } from '../../session/session.selectors';

export type Task = ResponseOf<'taskStatus'>;

interface StatusChoice {
  readonly task: Task;
  readonly status: TaskStatus;
}

export const tasksViewChosen = createAction<{ readonly view: 'list' | 'calendar' }>('tasks/viewChosen');
/** Moves the calendar; `step` adds a step to the history. */
export const calendarMoved = createAction<{ readonly month: string; readonly day: string; readonly step: boolean }>(
  'tasks/calendarMoved',
);
export const calendarReloadRequested = createAction('tasks/calendarReloadRequested');

export interface TasksState {
  /** Today by the browser's clock, 'YYYY-MM-DD'; null before the calendar is first opened. */
  readonly today: string | null;
  /** How many tasks of the user, and unassigned ones, are open and due today. */
  readonly dueToday: number;
  /** The month of the tasks below; null until loaded. */
  readonly month: string | null;
  /** The facility of the tasks below; null for all. */
  readonly clientId: string | null;
  readonly tasks: readonly Task[];
  readonly loading: boolean;
  readonly failure: Failure | null;
  /** Statuses that are being saved, by task. */
  readonly changing: Readonly<Record<string, TaskStatus>>;
  readonly opened: Task | null;
}

const NOTHING: TasksState = {
  today: null,
  dueToday: 0,
  month: null,
  clientId: null,
  tasks: [],
  loading: false,
  failure: null,
  changing: {},
  opened: null,
};

interface Month {
  readonly month: string;
  readonly clientId: string | null;
  readonly tasks: readonly Task[];
}

const slice = createSlice({
  name: 'tasks',
  initialState: NOTHING,
  reducers: {
    todayKnown: (state, { payload }: PayloadAction<{ readonly today: string }>) => {
      state.today = payload.today;
    },
    dueCounted: (state, { payload }: PayloadAction<{ readonly count: number }>) => {
      state.dueToday = payload.count;
    },
    monthRequested: (state) => {
      state.loading = true;
      state.failure = null;
    },
    monthArrived: (state, { payload }: PayloadAction<Month>): TasksState => ({
      ...state,
      ...payload,
      loading: false,
      failure: null,
    }),
    monthFailed: (state, { payload: { failure } }: PayloadAction<{ readonly failure: Failure }>): TasksState => ({
      ...state,
      loading: false,
      failure,
    }),
    /** A task of the list, shown in a dialog. */
    taskOpened: (state, { payload }: PayloadAction<{ readonly task: Task }>) => {
      state.opened = payload.task;
    },
    taskClosed: (state) => {
      state.opened = null;
    },
    /** Shown immediately; statuses being saved are kept. */
    taskStatusChosen: (state, { payload: { task, status } }: PayloadAction<StatusChoice>) => {
      state.changing[task.id] ??= status;
    },
    taskChanged: (state, { payload: { task } }: PayloadAction<{ readonly task: Task }>) => {
      state.tasks = state.tasks.map((old) => (old.id === task.id ? task : old));
      if (state.opened?.id === task.id) state.opened = task;
      delete state.changing[task.id];
    },
    /** The change failed: the status is as before. */
    taskNotChanged: (state, { payload }: PayloadAction<{ readonly id: string }>) => {
      delete state.changing[payload.id];
    },
  },
});

export const {
  todayKnown,
  dueCounted,
  monthRequested,
  monthArrived,
  monthFailed,
  taskOpened,
  taskClosed,
  taskStatusChosen,
  taskChanged,
  taskNotChanged,
} = slice.actions;
export const tasksReducer = slice.reducer;

/** Only managing organizations have tasks. */
export const selectHasTasks = (state: WithMachines): boolean => selectUser(state)?.organizationType === 'VMS';

/** How many are open and due today, to highlight the bar's icon. */
export const selectTasksDue = (state: { readonly tasks?: TasksState }): number => state.tasks?.dueToday ?? 0;
