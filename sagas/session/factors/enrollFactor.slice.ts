/** Intents and view of the enrollment; its state is the machine's. Secrets are passed as references. */
import { createSelector } from 'reselect';
import type { EnrollFactorContext } from '../../../machines/factors/enrollFactor.machine';
import type { Failure } from '../../../machines/failure';
import { failureText } from '../../base/http/failureText';
import { machineSelector } from '../../base/runtime/machines.slice';
import { createAction } from '@reduxjs/toolkit';
import type { Enrollment } from '../../../contract/identity/factors.endpoints';
import type { SecretRef } from '../../../machines/references';

const STEPS = ['choosing', 'scanning', 'passkey', 'codes'] as const;
export type EnrollmentStep = (typeof STEPS)[number];

/** If a key or the proof of the password is too old, the usual sentence would name the wrong step. */
function enrollmentText(failure: Failure): string {
  if (failure.kind === 'challengeExpired') return 'This took too long. Please choose again and use the new key.';
  if (failure.kind === 'refused' && failure.code === 'proof.required')
    return 'More than ten minutes have passed since you entered your password. Please go back and enter it again.';
  return failureText(failure);
}

const selectMachine = machineSelector<EnrollFactorContext>('enrollFactor');

/** `app` and `recoveryCodes` are references, which the view resolves to show them. */
export const selectEnrollment = createSelector([selectMachine], (machine) => ({
  step: STEPS.find((step) => machine?.tags.includes(step)) ?? 'choosing',
  /** Whether the methods are offered; on the profile page the user has already chosen one. */
  hasChoice: machine?.context.first === null,
  busy: machine?.tags.includes('busy') ?? false,
  app: machine?.context.app ?? null,
  recoveryCodes: machine?.context.recoveryCodes ?? null,
  error: machine?.context.failure ? enrollmentText(machine.context.failure) : null,
  errorId: machine?.context.failureCount ?? 0,
}));

export const enrollmentChosen = createAction<{ readonly enrollment: Enrollment }>('factors/enrollmentChosen');
export const appCodeSubmitted = createAction<{ readonly code: SecretRef }>('factors/appCodeSubmitted');
/** From the QR code back to the choice. */
export const enrollmentBackPressed = createAction('factors/enrollmentBackPressed');
/** The user has written down the recovery codes. */
export const recoveryCodesKept = createAction('factors/recoveryCodesKept');
export const enrollmentClosed = createAction('factors/enrollmentClosed');
