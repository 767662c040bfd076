import { useDispatch } from 'react-redux';
import { retryRequested, returnToSignInRequested } from '../../../sagas/session/signIn/signIn.intents';
import { selectSso } from '../../../sagas/session/signIn/sso.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/prerendered/Button';
import { Loader } from '../../ui/prerendered/Loader';
import { Message } from '../../ui/prerendered/Message';
import { StepHeading } from '../../ui/StepHeading';
import { Gate } from './Gate';
import { WaitingFrame } from './WaitingScreens';
import { WaitNote, useWait } from './WaitNote';
import { providerSignOutRequested } from '../../../sagas/session/session.events';

/** Shown on the way to the identity provider and back, and after a failure. */
export function SsoScreen() {
  const { phase, organizationCode } = useAppSelector(selectSso);
  if (phase === 'failed')
    return (
      <Gate>
        <SsoFailed />
      </Gate>
    );
  const provider =
    organizationCode === null ? 'your identity provider' : `the identity provider of ${organizationCode}`;
  return (
    <WaitingFrame title="Single sign-on">
      <Loader>{phase === 'leaving' ? `Taking you to ${provider}` : 'Signing you in'}</Loader>
    </WaitingFrame>
  );
}

function SsoFailed() {
  const { error, errorId, signUpUrl, canRetry, retryAt } = useAppSelector(selectSso);
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
        {signUpUrl !== null && (
          <a className="ui primary fluid button" href={signUpUrl}>
            Sign Up
          </a>
        )}
        {canRetry && (
          <Button
            variant={signUpUrl === null ? 'primary' : 'plain'}
            fluid
            disabled={secondsLeft > 0}
            onClick={() => dispatch(retryRequested())}
          >
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

/** Signing out here does not end the identity provider's session, which other applications may use. */
export function LeaveProvider() {
  const dispatch = useDispatch();
  return (
    <div className="gate-links">
      <span className="quiet">You may still be signed in at your identity provider.</span>
      <LinkButton onClick={() => dispatch(providerSignOutRequested())}>Sign out there, too</LinkButton>
    </div>
  );
}
