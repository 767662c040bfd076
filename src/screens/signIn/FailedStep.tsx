import { useDispatch } from 'react-redux';
import { retryRequested, returnToSignInRequested } from '../../../sagas/access/access.intents';
import { selectSignIn } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { StepHeading } from '../../ui/StepHeading';
import { useWait } from './useWait';
import { WaitNote } from './WaitNote';

/** The password was right, but the account could not be fetched: trying again needs no password. */
export function FailedStep() {
  const { error, errorId, retryAt } = useAppSelector(selectSignIn);
  const dispatch = useDispatch();
  const secondsLeft = useWait(retryAt);
  return (
    <>
      <StepHeading>Almost there</StepHeading>
      <p className="gate-lead">Your password was accepted, but your account could not be opened yet.</p>
      {error !== null && (
        <Message tone="negative" key={errorId}>
          {error}
        </Message>
      )}
      <div className="gate-choices">
        <Button look="primary" fluid disabled={secondsLeft > 0} onClick={() => dispatch(retryRequested())}>
          Retry
        </Button>
        <WaitNote seconds={secondsLeft} />
        <Button fluid onClick={() => dispatch(returnToSignInRequested())}>
          Return to Login
        </Button>
      </div>
    </>
  );
}
