import { selectShowsCalendar } from '../../../sagas/tasks/tasks.selectors';
import { useAppSelector } from '../../app/state';
import '../../ui/theme/tasks.css';
import { ListScreen } from '../list/ListScreen';
import { CalendarView } from './CalendarView';
import { TaskDialog } from './TaskDialog';
import { ViewSwitch } from './ViewSwitch';

/** The same tasks as a list or as a calendar. */
export function TasksScreen() {
  const calendar = useAppSelector(selectShowsCalendar);
  return (
    <div className="tasks-screen">
      <ViewSwitch calendar={calendar} />
      {calendar ? <CalendarView /> : <ListScreen />}
      <TaskDialog />
    </div>
  );
}
