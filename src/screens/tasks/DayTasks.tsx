import { useDispatch } from 'react-redux';
import type { ListOption } from '../../../contract/lists/list';
import { TASK_KIND_OPTIONS, TASK_SUBJECT_OPTIONS } from '../../../contract/lists/tasks.list';
import { longDayText } from '../../../sagas/base/calendar';
import {
  type Calendar,
  type CalendarDay,
  type ShownTask,
  selectSubjectAddress,
  selectTaskPeople,
} from '../../../sagas/features/tasks/tasks.selectors';
import { taskAssigned } from '../../../sagas/features/tasks/assignment.slice';
import { taskStatusChosen } from '../../../sagas/features/tasks/tasks.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Link } from '../../ui/Link';
import { SelectField } from '../../ui/SelectField';
import { ToolButton } from '../../ui/ToolButton';

interface DayTasksProps {
  readonly day: string;
  readonly tasks: readonly ShownTask[];
  readonly isThere: boolean;
  /** Why they could not be loaded. */
  readonly error: string | null;
}

const Loading = () => (
  <p className="quiet" role="status">
    Loading…
  </p>
);

/** The tasks due on one day. */
export function DayTasks({ day, tasks, isThere, error }: DayTasksProps) {
  return (
    <section className="day-tasks" aria-label={`Tasks of ${longDayText(day)}`}>
      <h2>{longDayText(day)}</h2>
      {!isThere && error === null && <Loading />}
      {isThere && tasks.length === 0 && <p className="quiet">Nothing is due on this day.</p>}
      <ul>
        {tasks.map((shown) => (
          <li key={shown.task.id}>
            <TaskItem shown={shown} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The label of a code. */
export const labelOf = (options: readonly ListOption[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

/** A task with its actions. */
export function TaskItem({ shown: { task, changing, isOverdue } }: { readonly shown: ShownTask }) {
  const dispatch = useDispatch();
  const done = task.status === 'DONE';
  const subject = task.subject === null ? null : `${labelOf(TASK_SUBJECT_OPTIONS, task.subject)} ${task.subjectNumber}`;
  const to = useAppSelector(selectSubjectAddress)(task);
  return (
    <article className={done ? 'task is-done' : 'task'}>
      <h3>{task.title}</h3>
      <p className="quiet">
        {isOverdue && <strong className="task-overdue">Overdue · </strong>}
        {labelOf(TASK_KIND_OPTIONS, task.kind)}
        {subject !== null && <> · {to === null ? subject : <Link to={to}>{subject}</Link>}</>}
        {done && ` · ${task.assignee ?? 'Unassigned'}`}
      </p>
      {task.notes !== null && <p>{task.notes}</p>}
      {!done && <Assignee task={task} />}
      <ToolButton
        icon={done ? undefined : 'check'}
        busy={changing}
        aria-disabled={changing}
        aria-label={`${done ? 'Reopen' : 'Mark as done'}: ${task.title}`}
        onClick={({ detail }) => {
          // The second press of a double click would undo the first.
          if (!changing && detail < 2) dispatch(taskStatusChosen({ task, status: done ? 'OPEN' : 'DONE' }));
        }}
      >
        {done ? 'Reopen' : 'Mark as done'}
      </ToolButton>
      {done && <span className="task-done">Done</span>}
    </article>
  );
}

const NOBODY = '';
/** The option for a person whom the user cannot assign tasks to. */
const OTHER = 'other';

/** The assignee of the task, with a menu to reassign it. The server decides who may. */
function Assignee({ task: { id, title, assignee, assigneeId } }: { readonly task: ShownTask['task'] }) {
  const dispatch = useDispatch();
  const { people, me, underWay } = useAppSelector(selectTaskPeople);
  const now = assigneeId === null ? NOBODY : people.some(({ value }) => value === assigneeId) ? assigneeId : OTHER;
  const isSaving = underWay.includes(id);
  const choices = [
    { value: NOBODY, label: 'Unassigned' },
    ...(now === OTHER ? [{ value: OTHER, label: assignee ?? '' }] : []),
    ...people.map(({ value, label }) => ({ value, label: value === me ? `${label} (me)` : label })),
  ];
  return (
    <SelectField
      id={`assignee-${id}`}
      name="assignee"
      label="Assigned to"
      choices={choices}
      value={now}
      disabled={people.length === 0}
      // Disabled, it would lose the focus.
      aria-disabled={isSaving}
      onChange={({ target: { value } }) => {
        if (isSaving || value === OTHER) return;
        dispatch(taskAssigned({ taskId: id, title, userId: value === NOBODY ? null : value, replaces: assigneeId }));
      }}
    />
  );
}

interface AgendaProps {
  readonly calendar: Calendar;
  /** Whether the days before the chosen one are shown. */
  readonly showsEarlier: boolean;
  readonly onEarlier: (shows: boolean) => void;
}

/** The weeks of a month on a phone: the days with tasks, one below the other, from the chosen day on. */
export function Agenda({ calendar, showsEarlier, onEarlier }: AgendaProps) {
  if (!calendar.isThere) return calendar.error === null ? <Loading /> : null;
  const days = calendar.weeks.flat().filter(({ tasks }) => tasks.length > 0);
  if (days.length === 0) return <p className="quiet">Nothing is due in this month.</p>;
  const earlier = days.filter(({ day }) => day < calendar.day);
  return (
    <div className="agenda">
      {earlier.length > 0 && (
        <ToolButton aria-expanded={showsEarlier} onClick={() => onEarlier(!showsEarlier)}>
          Earlier days ({countText(earlier)})
        </ToolButton>
      )}
      {(showsEarlier ? days : days.slice(earlier.length)).map(({ day, tasks }) => (
        <DayTasks key={day} day={day} tasks={tasks} isThere error={null} />
      ))}
      {earlier.length === days.length && <p className="quiet">Nothing is due from {longDayText(calendar.day)} on.</p>}
    </div>
  );
}

/** '2 open of 36 tasks' */
function countText(days: readonly CalendarDay[]): string {
  const tasks = days.flatMap((each) => each.tasks);
  const open = tasks.filter(({ task }) => task.status === 'OPEN').length;
  return `${open} open of ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}`;
}
