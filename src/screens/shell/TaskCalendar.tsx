import { selectTasksDue } from '../../../sagas/tasks/due.selectors';
import { useAppSelector } from '../../app/state';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';

/** The way to the tasks, marked where one is due today. */
export function TaskCalendar() {
  const due = useAppSelector(selectTasksDue);
  const name = due === 0 ? 'Task calendar' : `Task calendar: ${due} due today`;
  return (
    <Link
      className={due === 0 ? 'icon-button' : 'icon-button is-due'}
      to="/vms/vms-task"
      aria-label={name}
      title={name}
    >
      <Icon name="calendar" />
    </Link>
  );
}
