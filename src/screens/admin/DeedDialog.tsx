import { useDispatch } from 'react-redux';
import { deedCancelled, deedConfirmed } from '../../../sagas/deeds/deeds.intents';
import { selectDeed } from '../../../sagas/deeds/deeds.selectors';
import { useAppSelector } from '../../app/state';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';

/** Asks before something is done that cannot simply be taken back. */
export function DeedDialog() {
  const dispatch = useDispatch();
  const deed = useAppSelector(selectDeed);
  if (deed === null) return null;
  const cancel = () => dispatch(deedCancelled());
  return (
    <Dialog title={deed.title} onClose={cancel}>
      {deed.error !== null && (
        <Message tone="negative" key={deed.errorId}>
          {deed.error}
        </Message>
      )}
      <p className="deed-question">{deed.question}</p>
      <div className="dialog-actions">
        <Button autoFocus onClick={cancel}>
          Back
        </Button>
        <Button look="primary" busy={deed.busy} onClick={() => dispatch(deedConfirmed())}>
          {deed.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
