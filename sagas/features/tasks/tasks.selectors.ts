/** What the calendar, its days and the bar's icon show. */
import { createSelector } from 'reselect';
import { failureText } from '../../base/http/failureText';
import { monthOf, weeksOf } from '../../base/calendar';
import {
  selectClientId,
  selectPersistentQuery,
  selectQuery,
  selectShowsCalendar,
} from '../../navigation/location/location.selectors';
import { recordAddress } from '../../navigation/routes/records.sections';
import { rootOf } from '../../navigation/routes/resolve';
import { selectUser } from '../../session/session.selectors';
import type { TaskAssignmentState } from './assignment.slice';
import { readPlace, type CalendarPlace } from './calendar.rules';
import type { Task } from './tasks.slice';
import type { TasksState } from './tasks.slice';

interface WithTasks {
  readonly tasks?: TasksState;
}

const selectTasks = (state: WithTasks) => state.tasks;

const selectToday = (state: WithTasks) => selectTasks(state)?.today ?? null;

/** Month and day of the calendar at the address; null while the list is shown. */
export const selectPlace = createSelector(
  [selectShowsCalendar, selectQuery, selectToday],
  (shown, params, today): CalendarPlace | null => (shown && today !== null ? readPlace(params, today) : null),
);

/** Whether the month that was loaded last has the task. */
export const selectIsInMonth = (state: WithTasks, id: string): boolean =>
  selectTasks(state)?.tasks.some((task) => task.id === id) === true;

export interface ShownTask {
  readonly task: Task;
  /** Its new status is being saved. */
  readonly changing: boolean;
  /** Open, and due before today. */
  readonly isOverdue: boolean;
}

const selectShownTasks = createSelector(
  [(state: WithTasks) => selectTasks(state)?.tasks, (state: WithTasks) => selectTasks(state)?.changing, selectToday],
  (tasks = [], changing = {}, today): readonly ShownTask[] => tasks.map((task) => shownTask(task, changing, today)),
);

function shownTask(task: Task, changing: Readonly<Record<string, Task['status']>>, today: string | null): ShownTask {
  const status = changing[task.id] ?? task.status;
  return {
    task: { ...task, status },
    changing: changing[task.id] !== undefined,
    isOverdue: status === 'OPEN' && today !== null && task.dueOn < today,
  };
}

export interface CalendarDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly inMonth: boolean;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  readonly tasks: readonly ShownTask[];
}

/** The weeks of the month with their tasks; null while the list is shown. */
export const selectCalendar = createSelector(
  [selectPlace, selectTasks, selectShownTasks, selectClientId],
  (place, state, tasks, clientId) => {
    if (place === null || state === undefined) return null;
    const isThere = state.month === place.month && state.clientId === clientId;
    const byDay = groupByDay(tasks);
    const weeks = weeksOf(place.month).map((week) =>
      week.map((day): CalendarDay => ({
        day,
        inMonth: monthOf(day) === place.month,
        isToday: day === state.today,
        isChosen: day === place.day,
        tasks: isThere ? (byDay.get(day) ?? []) : [],
      })),
    );
    return {
      ...place,
      today: state.today ?? place.day,
      weeks,
      chosen: isThere ? (byDay.get(place.day) ?? []) : [],
      isThere,
      error: state.failure === null ? null : failureText(state.failure),
    };
  },
);
export type Calendar = NonNullable<ReturnType<typeof selectCalendar>>;

function groupByDay(tasks: readonly ShownTask[]): ReadonlyMap<string, readonly ShownTask[]> {
  const groups = new Map<string, ShownTask[]>();
  for (const shown of tasks) {
    const group = groups.get(shown.task.dueOn);
    if (group) group.push(shown);
    else groups.set(shown.task.dueOn, [shown]);
  }
  return groups;
}

interface WithAssignment {
  readonly taskAssignment?: TaskAssignmentState;
}

/** The people who can be assigned, and the assignments in progress; no people until loaded. */
export const selectTaskPeople = createSelector([(state: WithAssignment) => state.taskAssignment], (state) => ({
  people: state?.people?.people ?? [],
  me: state?.people?.me ?? null,
  underWay: state?.underWay ?? [],
}));

const SUBJECT_RECORDS = { JOB: 'job', ASSIGNMENT: 'assignment', SUBMISSION: 'submission' } as const;

/** The address of a task's subject; null if it has none, or the user may not open it. */
export const selectSubjectAddress = createSelector(
  [selectUser, selectPersistentQuery],
  (user, persistentQuery) =>
    ({ subject, subjectId }: Pick<Task, 'subject' | 'subjectId'>): string | null =>
      user === null || subject === null || subjectId === null
        ? null
        : recordAddress(user, rootOf(user), { kind: SUBJECT_RECORDS[subject], id: subjectId }, persistentQuery),
);

/** The task of the dialog. */
export const selectOpenedTask = createSelector([selectTasks], (state): ShownTask | null =>
  state?.opened == null ? null : shownTask(state.opened, state.changing, state.today),
);
