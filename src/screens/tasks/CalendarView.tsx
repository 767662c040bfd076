import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { addMonths, longMonthText, monthOf } from '../../../sagas/base/calendar';
import { selectCalendar } from '../../../sagas/features/tasks/tasks.selectors';
import { calendarMoved, calendarReloadRequested } from '../../../sagas/features/tasks/tasks.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { ToolButton } from '../../ui/ToolButton';
import { Agenda, DayTasks } from './DayTasks';
import { MonthGrid } from './MonthGrid';
import { selectWindow } from '../../../sagas/base/window';

/** A month of tasks, with one day's tasks beside it. */
export function CalendarView() {
  const calendar = useAppSelector(selectCalendar);
  const narrow = useAppSelector(selectWindow).breakpoint === 'mobile';
  const dispatch = useDispatch();
  const [showsEarlier, setShowsEarlier] = useState(false);
  if (calendar === null) return null;
  const go = (day: string) => {
    setShowsEarlier(false);
    dispatch(calendarMoved({ month: monthOf(day), day, step: true }));
  };

  return (
    <section className="calendar" aria-label="Calendar">
      <div className="calendar-head">
        <h1>
          VMS Manage Tasks <span className="calendar-month">{longMonthText(calendar.month)}</span>
        </h1>
        <div className="calendar-steps">
          <ToolButton
            icon="previous"
            iconOnly
            aria-label="Previous month"
            onClick={() => go(addMonths(`${calendar.month}-01`, -1))}
          />
          <ToolButton onClick={() => go(calendar.today)}>Today</ToolButton>
          <ToolButton
            icon="next"
            iconOnly
            aria-label="Next month"
            onClick={() => go(addMonths(`${calendar.month}-01`, 1))}
          />
        </div>
        <p className="quiet">Your tasks, and unassigned tasks.</p>
      </div>
      {calendar.error !== null && (
        <Message tone="negative">
          The tasks could not be loaded. {calendar.error}{' '}
          <LinkButton onClick={() => dispatch(calendarReloadRequested())}>Retry</LinkButton>
        </Message>
      )}
      {narrow ? (
        <Agenda calendar={calendar} showsEarlier={showsEarlier} onEarlier={setShowsEarlier} />
      ) : (
        <div className="calendar-body">
          <MonthGrid calendar={calendar} />
          <DayTasks day={calendar.day} tasks={calendar.chosen} isThere={calendar.isThere} error={calendar.error} />
        </div>
      )}
    </section>
  );
}
