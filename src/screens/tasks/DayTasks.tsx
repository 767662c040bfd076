import { dayName } from '../../../sagas/tasks/index';
import type { ShownTask } from '../../../sagas/tasks/tasks.selectors';
import { TaskItem } from './TaskItem';

interface DayTasksProps {
  readonly day: string;
  readonly tasks: readonly ShownTask[];
  readonly isThere: boolean;
}

/** What is due on one day. */
export function DayTasks({ day, tasks, isThere }: DayTasksProps) {
  return (
    <section className="day-tasks" aria-label={`Tasks of ${dayName(day)}`}>
      <h2>{dayName(day)}</h2>
      {!isThere && (
        <p className="quiet" role="status">
          Loading…
        </p>
      )}
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
