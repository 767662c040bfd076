import { useDispatch } from 'react-redux';
import { REMEMBER_DEVICE_DAYS } from '../../../contract/base/limits';
import { selectSecurity } from '../../../sagas/features/security/security.selectors';
import {
  enrollmentRequested,
  factorChangeRequested,
  securityReloadRequested,
} from '../../../sagas/features/security/security.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import '../../ui/theme/security.css';
import { EnrollmentDialog, NewCodesDialog } from './FactorDialogs';
import { FactorSection } from './FactorSection';
import { Passkeys } from './Passkeys';
import { ProofForm } from './ProofForm';
import { RemoveButton } from './RemoveButton';

/** The second factors of the signed-in user, and changing them. */
export function Factors() {
  const security = useAppSelector(selectSecurity);
  const dispatch = useDispatch();
  if (security === null) return null;
  const { factors, error, failureCount, enrolling, newCodes } = security;
  return (
    <>
      {error !== null && !enrolling && (
        <Message tone="negative" key={failureCount}>
          {error} {factors === null && <Button onClick={() => dispatch(securityReloadRequested())}>Retry</Button>}
        </Message>
      )}
      {factors === null && error === null && <Loader>Loading</Loader>}
      {factors?.proofNeeded && <ProofForm />}
      {factors !== null && (
        <div className="security-sections">
          <Passkeys />
          <AuthenticatorApp />
          <RecoveryCodes />
          <MailedCodes />
          <RememberedDevices />
        </div>
      )}
      {enrolling && <EnrollmentDialog />}
      {newCodes !== null && <NewCodesDialog codes={newCodes} />}
    </>
  );
}

/** Rendered once the factors are loaded. */
function useFactors() {
  const { factors, changing, lastIsKept } = useAppSelector(selectSecurity) ?? {};
  if (!factors) throw new Error('The factors are not there yet.');
  return { ...factors, changing, lastIsKept: lastIsKept === true };
}

function AuthenticatorApp() {
  const { app, proofNeeded, changing, lastIsKept } = useFactors();
  const dispatch = useDispatch();
  return (
    <FactorSection
      title="Authenticator app"
      state={app ? 'Set up' : 'Not set up'}
      about="An app on your phone shows a new code every 30 seconds. You type it after your password."
    >
      <Button disabled={proofNeeded} onClick={() => dispatch(enrollmentRequested({ first: 'app' }))}>
        {app ? 'Set up another app' : 'Set up an authenticator app'}
      </Button>
      {app && (
        <RemoveButton
          label="Remove the app"
          question="Codes of the app will no longer sign you in."
          disabled={proofNeeded}
          busy={changing === 'removeApp'}
          kept={lastIsKept}
          onRemove={() => dispatch(factorChangeRequested({ kind: 'removeApp' }))}
        />
      )}
    </FactorSection>
  );
}

function RecoveryCodes() {
  const { recoveryCodesLeft, passkeys, app, proofNeeded, changing } = useFactors();
  const dispatch = useDispatch();
  if (!app && passkeys.length === 0) return null;
  return (
    <FactorSection
      title="Recovery codes"
      state={`${recoveryCodesLeft} left`}
      about="Each code signs you in once if you lose your device. New codes replace all earlier ones."
    >
      <Button
        disabled={proofNeeded}
        busy={changing === 'newCodes'}
        onClick={() => dispatch(factorChangeRequested({ kind: 'newCodes' }))}
      >
        Generate new codes
      </Button>
    </FactorSection>
  );
}

function MailedCodes() {
  const { mailedCodes, required } = useFactors();
  return (
    <FactorSection
      title="Codes by email"
      state={mailedCodes ? 'Accepted' : 'Not accepted'}
      about={
        mailedCodes
          ? `You can have a code emailed instead of using your passkey or app.${required ? ' Your organization requires a second factor.' : ''}`
          : 'Your organization accepts passkeys and authenticator apps only.'
      }
    />
  );
}

function RememberedDevices() {
  const { mayRemember, rememberedDevices, changing } = useFactors();
  const dispatch = useDispatch();
  if (!mayRemember) return null;
  return (
    <FactorSection
      title="Remembered devices"
      state={String(rememberedDevices)}
      about={`Browsers in which you are asked for your password only, for ${REMEMBER_DEVICE_DAYS} days.`}
    >
      {rememberedDevices > 0 && (
        <Button
          busy={changing === 'removeRememberedDevices'}
          onClick={() => dispatch(factorChangeRequested({ kind: 'removeRememberedDevices' }))}
        >
          Forget remembered devices
        </Button>
      )}
    </FactorSection>
  );
}
