import { Link } from 'react-router';
import { Icon } from '../../ui/Icon';

/** The way to the tasks. */
export function TaskCalendar() {
  return (
    <Link className="icon-button" to="/vms/vms-task" aria-label="Task calendar" title="Task calendar">
      <Icon name="calendar" />
    </Link>
  );
}
