import { useDispatch } from 'react-redux';
import { longDayText } from '../../../sagas/base/calendar';
import { selectOpenedTask } from '../../../sagas/features/tasks/tasks.selectors';
import { taskClosed, tasksViewChosen } from '../../../sagas/features/tasks/tasks.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import '../../ui/theme/tasks.css';
import { ListScreen } from '../lists/ListScreen';
import { CalendarView } from './CalendarView';
import { TaskItem } from './DayTasks';
import { selectShowsCalendar } from '../../../sagas/navigation/location/location.selectors';

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

const VIEWS = [
  { view: 'list', label: 'List' },
  { view: 'calendar', label: 'Calendar' },
] as const;

function ViewSwitch({ calendar }: { readonly calendar: boolean }) {
  const dispatch = useDispatch();
  const current = calendar ? 'calendar' : 'list';
  return (
    <div className="view-switch" role="group" aria-label="View">
      {VIEWS.map(({ view, label }) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === current}
          onClick={() => view !== current && dispatch(tasksViewChosen({ view }))}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** A task opened from the list. */
function TaskDialog() {
  const shown = useAppSelector(selectOpenedTask);
  const dispatch = useDispatch();
  if (shown === null) return null;
  const close = () => dispatch(taskClosed());
  return (
    <Dialog title={`Due ${longDayText(shown.task.dueOn)}`} onClose={close}>
      <TaskItem shown={shown} />
      <div className="task-dialog-foot">
        <Button onClick={close}>Close</Button>
      </div>
    </Dialog>
  );
}
