import type { Calendar } from '../../../sagas/tasks/tasks.selectors';
import { DayTasks } from './DayTasks';

/** A month on a phone: the days that have something, one below the other. */
export function Agenda({ calendar }: { readonly calendar: Calendar }) {
  const days = calendar.weeks.flat().filter(({ inMonth, tasks }) => inMonth && tasks.length > 0);
  if (!calendar.isThere) {
    return (
      <p className="quiet" role="status">
        Loading…
      </p>
    );
  }
  if (days.length === 0) return <p className="quiet">Nothing is due in this month.</p>;
  return (
    <div className="agenda">
      {days.map(({ day, tasks }) => (
        <DayTasks key={day} day={day} tasks={tasks} isThere />
      ))}
    </div>
  );
}
