import { useDispatch } from 'react-redux';
import { tasksViewChosen } from '../../../sagas/tasks/tasks.intents';

const VIEWS = [
  { view: 'list', label: 'List' },
  { view: 'calendar', label: 'Calendar' },
] as const;

export function ViewSwitch({ calendar }: { readonly calendar: boolean }) {
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
