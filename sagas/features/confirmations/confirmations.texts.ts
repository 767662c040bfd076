/** Texts of the actions that must be confirmed. */
import type { ConfirmedAction } from '../../../machines/confirmation/confirmation.machine';

/** The words of the dialog; `done` is the notice after it. Both functions are given the name of what is affected. */
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
      `${name} is signed out immediately and cannot sign in again until an administrator reactivates them. Deactivate ${name}?`,
    confirm: 'Deactivate',
    done: (name) => `${name} has been deactivated.`,
  },
  reactivateUser: {
    title: 'Reactivate User',
    question: (name) =>
      `${name} can sign in again as before. If they have never signed in, a new invitation is emailed to them, unless their address was changed less than a day ago. Reactivate ${name}?`,
    confirm: 'Reactivate',
    done: (name) => `${name} has been reactivated.`,
  },
  unlockUser: {
    title: 'Unlock Sign-In',
    question: (name) =>
      `After wrong passwords or codes ${name} has to wait before the next try. Unlocking ends the wait immediately; the password stays. Unlock ${name}?`,
    confirm: 'Unlock',
    done: (name) => `${name} can try to sign in again.`,
  },
  resetUserFactors: {
    title: 'Reset Second Factors',
    question: (name) =>
      `The authenticator app, passkeys and recovery codes of ${name} are removed. Do this only for a person who has lost their device, and only when you are sure who asks. Reset them?`,
    confirm: 'Reset',
    done: (name) => `${name} signs in with the password, and with a code by email where a second factor is needed.`,
  },
  confirmEmail: {
    title: 'Confirm Email Address',
    question: (name) =>
      `Anyone who can read the new mailbox of ${name} can then reset their password and sign in as them. Confirm only an address that you have checked with them. Confirm the email address?`,
    confirm: 'Confirm email address',
    done: (name) => `The email address of ${name} has been confirmed.`,
  },
  deactivateOrganization: {
    title: 'Deactivate Organization',
    question: (name) =>
      `Everyone at ${name} is signed out immediately, their unsaved work is lost, and no one there can sign in again until you reactivate it. Its jobs, people and documents stay. Deactivate ${name}?`,
    confirm: 'Deactivate',
    done: (name) => `${name} has been deactivated.`,
  },
  reactivateOrganization: {
    title: 'Reactivate Organization',
    question: (name) => `Everyone at ${name} can sign in again, as before. Reactivate ${name}?`,
    confirm: 'Reactivate',
    done: (name) => `${name} has been reactivated.`,
  },
  switchOffSso: {
    title: 'Turn Off Single Sign-On',
    question: (name) =>
      `From now on everyone at ${name} signs in with a password. Those without one cannot sign in until they are unlinked on their user page. Anyone who is signed in stays signed in. Turn it off?`,
    confirm: 'Turn off',
    done: (name) => `Everyone at ${name} signs in with a password.`,
  },
  unlinkIdentity: {
    title: 'Unlink Identity',
    question: (name) =>
      `The provider no longer signs in ${name}. Open sessions continue; sign them out, too, if another person may be using them. Where linking by email is on, an account without a password can be linked again. Unlink?`,
    confirm: 'Unlink',
    done: (name) => `${name} has been unlinked.`,
  },
  endSession: {
    title: 'Sign Out Device',
    question: (name) => `${name} is signed out immediately; unsaved work there is lost. Sign it out?`,
    confirm: 'Sign out',
    done: (name) => `${name} has been signed out.`,
  },
  endOtherSessions: {
    title: 'Sign Out Other Devices',
    question: () =>
      'Every device but this one is signed out immediately; unsaved work there is lost. Sign them all out?',
    confirm: 'Sign out',
    done: () => 'All other devices have been signed out.',
  },
  endUserSession: {
    title: 'Sign Out Device',
    question: (name) => `${name} is signed out immediately; unsaved work there is lost. Sign it out?`,
    confirm: 'Sign out',
    done: (name) => `${name} has been signed out.`,
  },
  endUserSessions: {
    title: 'Sign Out Everywhere',
    question: (name) =>
      `${name} is signed out immediately on every device, and can sign in again. Unsaved work there is lost. Sign ${name} out?`,
    confirm: 'Sign out',
    done: (name) => `${name} has been signed out everywhere.`,
  },
  cancelBroadcast: {
    title: 'Cancel Broadcast',
    question: (name) => `“${name}” will not be sent. Cancel this broadcast?`,
    confirm: 'Cancel broadcast',
    done: (name) => `“${name}” has been cancelled.`,
  },
  endBroadcast: {
    title: 'End Broadcast',
    question: (name) => `From now on “${name}” is no longer shown to anyone. End this broadcast?`,
    confirm: 'End broadcast',
    done: (name) => `“${name}” has ended.`,
  },
};
