import { useRef } from 'react';
import {
  selectCanLeaveProvider,
  selectConfig,
  selectPasswordReset,
  selectSignIn,
} from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { Gate } from '../gate/Gate';
import { ResetPassword } from '../passwordReset';
import { LeaveProvider } from '../sso';
import { CredentialsForm } from './CredentialsForm';
import { DemoUsers, STEPS } from './steps';

/** One address, several steps: which one is shown, the sign-in machine decides. */
export function SignInScreen() {
  const { step } = useAppSelector(selectSignIn);
  const { mode, demoUsers } = useAppSelector(selectConfig);
  const resetOpen = useAppSelector(selectPasswordReset).open;
  const canLeaveProvider = useAppSelector(selectCanLeaveProvider);
  const form = useRef<HTMLFormElement>(null);

  if (step !== 'credentials') {
    const Step = STEPS[step];
    return (
      <Gate>
        <Step />
      </Gate>
    );
  }
  return (
    <Gate aside={mode === 'demo' && <DemoUsers users={demoUsers} form={form} />}>
      <CredentialsForm form={form} />
      {canLeaveProvider && <LeaveProvider />}
      {resetOpen && <ResetPassword form={form} />}
    </Gate>
  );
}
