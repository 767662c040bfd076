import { useDispatch } from 'react-redux';
import { dayName } from '../../../sagas/tasks/index';
import { taskClosed } from '../../../sagas/tasks/tasks.intents';
import { selectOpenedTask } from '../../../sagas/tasks/tasks.selectors';
import { useAppSelector } from '../../app/state';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TaskItem } from './TaskItem';

/** A task of the list. */
export function TaskDialog() {
  const shown = useAppSelector(selectOpenedTask);
  const dispatch = useDispatch();
  if (shown === null) return null;
  const close = () => dispatch(taskClosed());
  return (
    <Dialog title={`Due ${dayName(shown.task.dueOn)}`} onClose={close}>
      <TaskItem shown={shown} />
      <div className="task-dialog-foot">
        <Button onClick={close}>Close</Button>
      </div>
    </Dialog>
  );
}
