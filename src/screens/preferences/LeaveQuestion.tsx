import { useDispatch } from 'react-redux';
import { changesDiscarded, changesKept } from '../../../sagas/preferences/preferences.intents';
import { Button } from '../../ui/Button';

/** Before changes are lost. */
export function LeaveQuestion() {
  const dispatch = useDispatch();
  return (
    <div className="leave-question" role="alertdialog" aria-label="Unsaved changes">
      <p>You have changes that are not saved. Close without saving them?</p>
      <div>
        <Button autoFocus onClick={() => dispatch(changesKept())}>
          Keep editing
        </Button>
        <Button onClick={() => dispatch(changesDiscarded())}>Close without saving</Button>
      </div>
    </div>
  );
}
