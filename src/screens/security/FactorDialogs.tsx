import { useDispatch } from 'react-redux';
import { newCodesKept } from '../../../sagas/features/security/security.slice';
import { enrollmentClosed } from '../../../sagas/session/factors/enrollFactor.intents';
import { selectEnrollment } from '../../../sagas/session/factors/enrollFactor.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { CodeList, Enrollment, ENROLLMENT_TITLES } from '../factors/Enrollment';

/** Setting up a factor. Codes that come only once keep it open. */
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

export function NewCodesDialog({ codes }: { readonly codes: Parameters<typeof CodeList>[0]['codes'] }) {
  const dispatch = useDispatch();
  return (
    <Dialog title="Keep your recovery codes" onClose={() => undefined}>
      <p>The earlier ones count no longer. These are shown only now: print them or write them down.</p>
      <CodeList codes={codes} />
      <div className="dialog-actions">
        <Button look="primary" autoFocus onClick={() => dispatch(newCodesKept())}>
          I have kept them
        </Button>
      </div>
    </Dialog>
  );
}
