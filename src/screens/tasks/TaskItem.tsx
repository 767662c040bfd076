import { useDispatch } from 'react-redux';
import { TASK_KIND_OPTIONS, TASK_SUBJECT_OPTIONS, type ListOption } from '../../../contract/lists';
import { taskStatusChosen } from '../../../sagas/tasks/tasks.intents';
import type { ShownTask } from '../../../sagas/tasks/tasks.selectors';
import { ToolButton } from '../../ui/ToolButton';

const labelOf = (options: readonly ListOption[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

/** A task with what can be done about it. */
export function TaskItem({ shown: { task, changing } }: { readonly shown: ShownTask }) {
  const dispatch = useDispatch();
  const done = task.status === 'DONE';
  const facts = [
    labelOf(TASK_KIND_OPTIONS, task.kind),
    task.subject !== null && `${labelOf(TASK_SUBJECT_OPTIONS, task.subject)} ${task.subjectNumber}`,
    task.assignee ?? 'Nobody yet',
  ];
  return (
    <article className={done ? 'task is-done' : 'task'}>
      <h3>{task.title}</h3>
      <p className="quiet">{facts.filter(Boolean).join(' · ')}</p>
      {task.notes !== null && <p>{task.notes}</p>}
      <ToolButton
        icon={done ? undefined : 'check'}
        busy={changing}
        aria-disabled={changing}
        aria-label={`${done ? 'Reopen' : 'Mark as done'}: ${task.title}`}
        onClick={({ detail }) => {
          // The second press of a double click would take back what the first one did.
          if (!changing && detail < 2) dispatch(taskStatusChosen({ task, status: done ? 'OPEN' : 'DONE' }));
        }}
      >
        {done ? 'Reopen' : 'Mark as done'}
      </ToolButton>
      {done && <span className="task-done">Done</span>}
    </article>
  );
}
