import { useDispatch } from 'react-redux';
import { confirmationRequested } from '../../../sagas/features/confirmations/confirmations.slice';
import { selectSecurity } from '../../../sagas/features/security/security.selectors';
import { selectHasOtherSessions, selectOwnEmailWait } from '../../../sagas/features/sessions/sessions.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import '../../ui/theme/admin.css';
import { ConfirmationDialog } from '../confirmations/ConfirmationDialog';
import { Factors } from './Factors';
import { SessionList } from './SessionList';

/** How the signed-in user signs in, and where they are signed in. */
export function SecurityScreen() {
  const emailWait = useAppSelector(selectOwnEmailWait);
  const security = useAppSelector(selectSecurity);
  const isComing = security === null || (security.factors === null && security.error === null);
  return (
    <section className="admin-page" aria-label="Sign-In & Security">
      <div className="admin-head">
        <h1>Sign-In &amp; Security</h1>
        <p className="quiet">How you sign in, and where you are signed in.</p>
      </div>
      {emailWait !== null && <Message tone="warning">{emailWait}</Message>}
      <Factors />
      {/* Its place is known once the factors above it are. */}
      {!isComing && <OwnSessions />}
      <ConfirmationDialog />
    </section>
  );
}

function OwnSessions() {
  const dispatch = useDispatch();
  const hasOthers = useAppSelector(selectHasOtherSessions);
  const proofNeeded = useAppSelector(selectSecurity)?.factors?.proofNeeded ?? false;
  return (
    <section className="form-card" aria-labelledby="own-sessions">
      <div className="form-status">
        <h2 id="own-sessions">Where you are signed in</h2>
        {hasOthers && (
          <Button
            disabled={proofNeeded}
            onClick={() =>
              dispatch(confirmationRequested({ action: { kind: 'endOtherSessions', id: 'own', name: '' } }))
            }
          >
            Sign out all others
          </Button>
        )}
      </div>
      <p className="quiet sessions-note">
        If you do not know a device, sign it out and change your password. The IP address is where it was signed in
        from.
      </p>
      <SessionList
        label="Devices you are signed in on"
        none="No device is signed in."
        disabled={proofNeeded}
        onEnd={({ sessionId: id, device: name }) =>
          dispatch(confirmationRequested({ action: { kind: 'endSession', id, name } }))
        }
      />
    </section>
  );
}
