import { useDispatch } from 'react-redux';
import { retryRequested, returnToSignInRequested } from '../../../sagas/access/access.intents';
import { selectSso } from '../../../sagas/sso/sso.selectors';
import { useAppSelector } from '../../app/state';
import { Button } from '../../ui/Button';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import { StepHeading } from '../../ui/StepHeading';
import { Gate } from '../gate/Gate';
import { useWait } from '../signIn/useWait';
import { WaitNote } from '../signIn/WaitNote';

/** On the way to the identity provider, on the way back from it, and what can be done where the way ended. */
export function SsoScreen() {
  const { phase, organizationCode } = useAppSelector(selectSso);
  return (
    <Gate>
      {phase === 'failed' ? (
        <SsoFailed />
      ) : (
        <>
          <StepHeading key={phase}>Single sign-on</StepHeading>
          <p className="gate-lead">
            {organizationCode === null ? 'With your organization’s account.' : `For ${organizationCode}.`}
          </p>
          <Loader>{phase === 'leaving' ? 'Taking you to your identity provider' : 'Signing you in'}</Loader>
        </>
      )}
    </Gate>
  );
}

function SsoFailed() {
  const { error, errorId, canRetry, retryAt } = useAppSelector(selectSso);
  const dispatch = useDispatch();
  const secondsLeft = useWait(retryAt);
  return (
    <>
      <StepHeading key="failed">Single sign-on did not work</StepHeading>
      <p className="gate-lead">You are not signed in. Nothing else has changed.</p>
      <Message tone="negative" key={errorId}>
        {error}
      </Message>
      <div className="gate-choices">
        {canRetry && (
          <Button look="primary" fluid disabled={secondsLeft > 0} onClick={() => dispatch(retryRequested())}>
            Try again
          </Button>
        )}
        <WaitNote seconds={secondsLeft} />
        <Button fluid onClick={() => dispatch(returnToSignInRequested())}>
          Return to Login
        </Button>
      </div>
    </>
  );
}
