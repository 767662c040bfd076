/** What people do with tasks. */
import { createAction } from '@reduxjs/toolkit';
import type { ResponseOf, TaskStatus } from '../../contract';

export type Task = ResponseOf<'taskStatus'>;

export const taskStatusChosen = createAction<{ readonly task: Task; readonly status: TaskStatus }>(
  'tasks/statusChosen',
);
/** A task of the list, shown in a dialog. */
export const taskOpened = createAction<{ readonly task: Task }>('tasks/opened');
export const taskClosed = createAction('tasks/closed');
export const tasksViewChosen = createAction<{ readonly view: 'list' | 'calendar' }>('tasks/viewChosen');
/** The calendar goes there; `step` leaves a step in the history. */
export const calendarMoved = createAction<{ readonly month: string; readonly day: string; readonly step: boolean }>(
  'tasks/calendarMoved',
);
export const calendarReloadRequested = createAction('tasks/calendarReloadRequested');
