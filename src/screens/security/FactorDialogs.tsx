import { useDispatch } from 'react-redux';
import type { SecretRef } from '../../../sagas/base/ports/network';
import { newCodesKept } from '../../../sagas/features/security/security.slice';
import { enrollmentClosed, selectEnrollment } from '../../../sagas/session/factors/enrollFactor.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Enrollment, ENROLLMENT_TITLES } from '../factors/Enrollment';
import { RecoveryCodes } from '../factors/RecoveryCodes';

/** Sets up a factor. It cannot be closed while it shows recovery codes, which are shown once. */
export function EnrollmentDialog() {
  const { step, busy } = useAppSelector(selectEnrollment);
  const dispatch = useDispatch();
  const stays = step === 'codes' || step === 'passkey' || (step === 'scanning' && busy);
  const close = () => stays || dispatch(enrollmentClosed());
  return (
    <Dialog title={ENROLLMENT_TITLES[step]} onClose={close}>
      <Enrollment />
      {!stays && (
        <div className="dialog-actions">
          <Button onClick={close}>Cancel</Button>
        </div>
      )}
    </Dialog>
  );
}

/** `codes` are in the secret store, never in Redux. Only the button closes it. */
export function NewCodesDialog({ codes }: { readonly codes: SecretRef | null }) {
  const dispatch = useDispatch();
  return (
    <Dialog title="Save your recovery codes" onClose={() => undefined}>
      <p>The earlier ones no longer work. These are shown only now: copy, download or write them down.</p>
      <RecoveryCodes codes={codes} />
      <div className="dialog-actions">
        <Button variant="primary" autoFocus onClick={() => dispatch(newCodesKept())}>
          I have saved them
        </Button>
      </div>
    </Dialog>
  );
}
