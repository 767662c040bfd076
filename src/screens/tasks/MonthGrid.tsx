import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import { TASK_KIND_OPTIONS, TASK_SUBJECT_OPTIONS } from '../../../contract/lists/tasks.list';
import { longDayText, longMonthText, monthOf } from '../../../sagas/base/calendar';
import { dayByKey } from '../../../sagas/features/tasks/calendar.rules';
import type { Calendar, CalendarDay } from '../../../sagas/features/tasks/tasks.selectors';
import { calendarMoved, type Task } from '../../../sagas/features/tasks/tasks.slice';
import { labelOf } from './DayTasks';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** How many tasks fit into a day; in low windows one less, if there is also a line for the others. */
const SHOWN = 3;

/** The ARIA grid pattern: one day is focusable, and arrow keys move and select. */
export function MonthGrid({ calendar }: { readonly calendar: Calendar }) {
  const dispatch = useDispatch();
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    byKey.current = false;
  }, [calendar.day, calendar.month]);

  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const day = dayByKey(calendar.day, event.key);
    if (day === null) return;
    event.preventDefault();
    byKey.current = true;
    // Replaces the history step, so that Back leaves the calendar.
    dispatch(calendarMoved({ month: monthOf(day), day, step: false }));
  };

  return (
    <table ref={grid} className="month" role="grid" aria-label={longMonthText(calendar.month)} onKeyDown={onKey}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {calendar.weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((each) => (
              <DayCell
                key={each.day}
                each={each}
                isThere={calendar.isThere}
                onChoose={() => dispatch(calendarMoved({ month: calendar.month, day: each.day, step: false }))}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** 'Extension 703058', and of a narrow cell 'Exten… 703058': titles begin alike, and the number tells them apart. */
function ShortName({ task: { title, kind, subject, subjectNumber } }: { readonly task: Task }) {
  if (subject === null) return <span>{title}</span>;
  const what = kind === 'OTHER' ? labelOf(TASK_SUBJECT_OPTIONS, subject) : labelOf(TASK_KIND_OPTIONS, kind);
  return (
    <>
      <span>{what}</span> <span className="day-task-number">{subjectNumber}</span>
    </>
  );
}

const stateClass = (isDone: boolean, isOverdue: boolean) => (isDone ? ' is-done' : isOverdue ? ' is-overdue' : '');

interface DayCellProps {
  readonly each: CalendarDay;
  /** Until the tasks are there, their number is not known. */
  readonly isThere: boolean;
  readonly onChoose: () => void;
}

function DayCell({ each, isThere, onChoose }: DayCellProps) {
  const { day, inMonth, isToday, isChosen, tasks } = each;
  const names = ['day', !inMonth && 'is-beside', isToday && 'is-today', isChosen && 'is-chosen'];
  const open = tasks.filter(({ task }) => task.status === 'OPEN').length;
  const overdue = tasks.some(({ isOverdue }) => isOverdue) ? ', overdue' : '';
  const count = tasks.length === 0 ? 'no tasks' : `${open} open of ${tasks.length}${overdue}`;
  return (
    <td role="gridcell" aria-selected={isChosen} className={names.filter(Boolean).join(' ')}>
      <button type="button" tabIndex={isChosen ? 0 : -1} aria-current={isToday ? 'date' : undefined} onClick={onChoose}>
        <span className="visually-hidden">
          {longDayText(day)}
          {isThere && `, ${count}`}
        </span>
        <span className="day-head" aria-hidden="true">
          <span className="day-number">{Number(day.slice(8))}</span>
          {open > 0 && <span className="day-count">{open}</span>}
        </span>
        {tasks.slice(0, SHOWN).map(({ task, isOverdue }) => (
          <span key={task.id} className={`day-task${stateClass(task.status === 'DONE', isOverdue)}`} title={task.title}>
            <ShortName task={task} />
          </span>
        ))}
        {tasks.length > SHOWN && <span className="day-more">{tasks.length} in all</span>}
      </button>
    </td>
  );
}
