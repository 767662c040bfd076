import { useRef } from 'react';
import {
  selectCanLeaveProvider,
  selectConfig,
  selectPasswordReset,
  selectSignIn,
} from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { CredentialsForm } from './CredentialsForm';
import { Gate } from './Gate';
import { DemoUsers, LeaveProvider, ResetPassword, STEPS } from './lazyParts';

/** One address with several steps; the sign-in machine decides which one is shown. */
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
