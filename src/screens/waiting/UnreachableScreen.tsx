import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { reconnectRequested } from '../../../sagas/access/access.intents';
import { selectUnreachable } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { useNow } from '../../ports/useNow';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { StepHeading } from '../../ui/StepHeading';
import { Gate } from '../gate/Gate';

/** Whoever listens has understood by then. */
const MOST_ANNOUNCED = 3;

/** Nobody is signed out because a network is down: the app waits, and asks again by itself. Each wait is a new screen. */
export function UnreachableScreen() {
  const { attempts, retryMs } = useAppSelector(selectUnreachable);
  const dispatch = useDispatch();
  const now = useNow(250, true);
  const [until] = useState(now + retryMs);
  const seconds = Math.ceil((until - now) / 1_000);
  return (
    <Gate>
      <StepHeading>The server cannot be reached</StepHeading>
      <p className="gate-lead">You are still signed in if you were before. Nothing is lost.</p>
      <Message tone="warning" quiet={attempts >= MOST_ANNOUNCED}>
        We keep trying by ourselves, and at once when your connection is back.
      </Message>
      <div className="gate-choices">
        <Button look="primary" fluid onClick={() => dispatch(reconnectRequested())}>
          Retry
        </Button>
        <p className="field-hint">{seconds > 0 ? `The next try is in ${seconds} s.` : 'Trying now.'}</p>
      </div>
    </Gate>
  );
}
