import { useDispatch } from 'react-redux';
import { reconnectRequested } from '../../../sagas/access/access.intents';
import { selectUnreachable } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { StepHeading } from '../../ui/StepHeading';
import { Gate } from '../gate/Gate';

/** Nobody is signed out because a network is down: the app waits, and asks again by itself. */
export function UnreachableScreen() {
  const { attempts } = useAppSelector(selectUnreachable);
  const dispatch = useDispatch();
  return (
    <Gate>
      <StepHeading>The server cannot be reached</StepHeading>
      <p className="gate-lead">You are still signed in if you were before. Nothing is lost.</p>
      <Message tone="warning" key={attempts}>
        We keep trying by ourselves, and at once when your connection is back.
      </Message>
      <div className="gate-choices">
        <Button look="primary" fluid onClick={() => dispatch(reconnectRequested())}>
          Retry
        </Button>
      </div>
    </Gate>
  );
}
