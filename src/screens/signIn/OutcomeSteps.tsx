import { useDispatch } from 'react-redux';
import { retryRequested, returnToSignInRequested } from '../../../sagas/session/signIn/signIn.intents';
import { selectSignIn } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/prerendered/Button';
import { Loader } from '../../ui/prerendered/Loader';
import { Message } from '../../ui/prerendered/Message';
import { StepHeading } from '../../ui/StepHeading';
import { WaitNote, useWait } from './WaitNote';

/** Between the token and the page: the account and the shell are being loaded. */
export function FinishingStep() {
  return (
    <>
      <StepHeading>Signing you in</StepHeading>
      <Loader>Getting your account ready</Loader>
    </>
  );
}

/** The password was right, but the account could not be loaded: retrying needs no password. */
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
        <Button variant="primary" fluid disabled={secondsLeft > 0} onClick={() => dispatch(retryRequested())}>
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
