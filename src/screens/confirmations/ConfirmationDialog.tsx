import { useDispatch } from 'react-redux';
import {
  confirmationCancelled,
  actionConfirmed,
  selectConfirmation,
} from '../../../sagas/features/confirmations/confirmations.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { ProofPrompt } from './ProofPrompt';

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmationDialog() {
  const dispatch = useDispatch();
  const confirmation = useAppSelector(selectConfirmation);
  if (confirmation === null) return null;
  const cancel = () => dispatch(confirmationCancelled());
  return (
    <Dialog title={confirmation.title} onClose={cancel}>
      {confirmation.error !== null && (
        <Message tone="negative" key={confirmation.errorId}>
          {confirmation.error}
        </Message>
      )}
      <p className="confirmation-question">{confirmation.question}</p>
      {confirmation.needsReauthentication && <ProofPrompt then={actionConfirmed} />}
      <div className="dialog-actions">
        <Button autoFocus onClick={cancel}>
          Back
        </Button>
        {!confirmation.needsReauthentication && (
          <Button variant="primary" busy={confirmation.busy} onClick={() => dispatch(actionConfirmed())}>
            {confirmation.confirm}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
