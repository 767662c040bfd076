import { useDispatch } from 'react-redux';
import { selectEnrollment, type EnrollmentStep as Step } from '../../../sagas/session/factors/enrollFactor.slice';
import { returnToSignInRequested } from '../../../sagas/session/signIn/signIn.intents';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/prerendered/Button';
import { FormHeading, StepHeading } from '../../ui/StepHeading';
import { Enrollment, ENROLLMENT_TITLES } from '../factors/Enrollment';

const LEADS: Readonly<Record<Step, string>> = {
  choosing: 'Your organization requires a second factor in addition to your password. It takes a minute.',
  scanning: 'Then enter the code that it shows.',
  passkey: 'You can cancel there and choose another way.',
  codes: 'Your second factor is set up.',
};

/** The organization accepts no mailed codes, so the user sets up an app or a passkey first. */
export function EnrollmentStep() {
  const { step, busy } = useAppSelector(selectEnrollment);
  const dispatch = useDispatch();
  // The first button or field takes the focus.
  const Heading = step === 'passkey' ? StepHeading : FormHeading;
  return (
    <>
      <Heading key={step}>{ENROLLMENT_TITLES[step]}</Heading>
      <p className="gate-lead">{LEADS[step]}</p>
      <Enrollment />
      {step !== 'codes' && (
        <div className="gate-links">
          {/* The answer to a confirmation may bring recovery codes, which are sent once. */}
          <LinkButton disabled={busy && step !== 'choosing'} onClick={() => dispatch(returnToSignInRequested())}>
            Return to Login
          </LinkButton>
        </div>
      )}
    </>
  );
}
