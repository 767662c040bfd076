/** Texts of the actions that must be confirmed. */
import type { ConfirmedAction } from '../../../../machines/confirmation/confirmation.machine';

export interface ConfirmationTexts {
  readonly title: string;
  readonly question: (name: string) => string;
  readonly confirm: string;
  readonly done: (name: string) => string;
}

export const CONFIRMATION_TEXTS: Readonly<Record<ConfirmedAction['kind'], ConfirmationTexts>> = {
  deactivateUser: {
    title: 'Deactivate User',
    question: (name) =>
      `${name} is signed out at once and cannot sign in again until somebody reactivates them. Deactivate ${name}?`,
    confirm: 'Deactivate',
    done: (name) => `${name} has been deactivated.`,
  },
  reactivateUser: {
    title: 'Reactivate User',
    question: (name) => `${name} can sign in again with the password they had. Reactivate ${name}?`,
    confirm: 'Reactivate',
    done: (name) => `${name} has been reactivated.`,
  },
  unlockUser: {
    title: 'Unlock Sign-In',
    question: (name) =>
      `After wrong passwords ${name} has to wait before the next try. Unlocking ends the wait at once; the password stays. Unlock ${name}?`,
    confirm: 'Unlock',
    done: (name) => `${name} can try to sign in again.`,
  },
  cancelBroadcast: {
    title: 'Cancel Broadcast',
    question: (name) => `“${name}” will not be sent to anybody. Cancel this broadcast?`,
    confirm: 'Cancel broadcast',
    done: (name) => `“${name}” has been cancelled.`,
  },
  endBroadcast: {
    title: 'End Broadcast',
    question: (name) => `From now on “${name}” is shown to nobody any more. End this broadcast?`,
    confirm: 'End broadcast',
    done: (name) => `“${name}” has ended.`,
  },
};
