/** Assigning tasks to people. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';
import { clearedOnSignOut } from '../../session/activeSession.saga';

type TaskPeople = ResponseOf<'taskPeople'>;

interface Assignment {
  readonly taskId: string;
  readonly title: string;
  /** Null: unassigned. */
  readonly userId: string | null;
  /** The assignee that the user sees, who must still have the task; null for none. */
  readonly replaces: string | null;
  /** Reverses an earlier assignment, so that it offers no undo itself. */
  readonly isUndo?: true;
}

export interface TaskAssignmentState {
  /** Null until they are loaded. */
  readonly people: TaskPeople | null;
  /** The tasks whose assignment is being saved. */
  readonly underWay: readonly string[];
}

const NOTHING: TaskAssignmentState = { people: null, underWay: [] };

const slice = createSlice({
  name: 'taskAssignment',
  initialState: NOTHING,
  reducers: {
    taskPeopleKnown: (state, { payload }: PayloadAction<TaskPeople>): TaskAssignmentState => ({
      ...state,
      people: payload,
    }),
    taskAssigned: (state, { payload: { taskId } }: PayloadAction<Assignment>): TaskAssignmentState => ({
      ...state,
      underWay: [...state.underWay, taskId],
    }),
    assignmentEnded: (state, { payload: { taskId } }: PayloadAction<{ readonly taskId: string }>) => ({
      ...state,
      underWay: state.underWay.filter((id) => id !== taskId),
    }),
  },
});

export const { taskPeopleKnown, taskAssigned, assignmentEnded } = slice.actions;
/** Joins the store with the first page of tasks. */
export const taskAssignmentReducers = clearedOnSignOut({ taskAssignment: slice.reducer });
