/** Intents of the enrollment. Secrets are passed as references. */
import { createAction } from '@reduxjs/toolkit';
import type { Enrollment } from '../../../contract/identity/factors.endpoints';
import type { SecretRef } from '../../../machines/references';

export const enrollmentChosen = createAction<{ readonly enrollment: Enrollment }>('factors/enrollmentChosen');
export const appCodeSubmitted = createAction<{ readonly code: SecretRef }>('factors/appCodeSubmitted');
/** From the QR code back to the choice. */
export const enrollmentBackPressed = createAction('factors/enrollmentBackPressed');
/** The recovery codes have been written down. */
export const recoveryCodesKept = createAction('factors/recoveryCodesKept');
export const enrollmentClosed = createAction('factors/enrollmentClosed');
