/** Texts of the sign-in screens, besides failures. Switches are exhaustive: a new reason needs a sentence. */
import type { SignInNotice } from '../../../machines/signIn/signIn.types';
import type { SignedOutReason } from '../../../machines/session/session.types';
import { OTHER_USER, SESSION_EXPIRED } from '../../base/http/failureText';

/** Whether the notice says that something succeeded. */
export const noticeTone = (notice: SignInNotice): 'positive' | 'info' =>
  notice === 'passwordChanged' || notice === 'temporaryPasswordSent' ? 'positive' : 'info';

/** The sentence above the form. */
export function noticeText(notice: SignInNotice): string {
  switch (notice) {
    case 'passwordChanged':
      return 'Password has been changed successfully';
    case 'temporaryPasswordSent':
      return 'Temporary password has been sent to your registered email';
    case 'fromSso':
      return 'Single sign-on has brought you here. Please sign in with your password, or go back and start single sign-on again.';
    case 'reloadedAtCode':
      return 'The page was reloaded, and your password is not kept. Please sign in once more: a code that we sent you stays valid.';
    case 'reloadedAtTakeover':
      return 'The page was reloaded before you answered, so your other session continues. Please sign in once more.';
    case 'reloadedAtPasswordChange':
      return 'The page was reloaded before you chose a password. Please sign in with the temporary one once more.';
    case 'reloadedAtEnrollment':
      return 'The page was reloaded before you had set up a second factor. Please sign in once more.';
  }
}

export const SIGN_OUT_PENDING =
  'You have signed out on this device, but the server has not confirmed it yet. We keep trying. On a shared computer, please stay until this message changes. If that takes too long, the session ends by itself after some time without use.';

/** Why the sign-in screen is shown again. Null without a reason to mention. */
export function signedOutText(reason: SignedOutReason): string | null {
  switch (reason) {
    case null:
      return null;
    case 'signed_out':
      return 'You have signed out.';
    case 'expired':
      return SESSION_EXPIRED;
    case 'taken_over':
      return 'You were signed out here because your account was signed in on another device.';
    case 'password_changed':
      return 'You were signed out because your password was changed. Please sign in with the new one.';
    case 'forced':
      return 'Your organization has ended your session. Please sign in again.';
    case 'invalid_url':
      return 'Invalid URL';
    case 'other_user':
      return OTHER_USER;
    case 'ended_elsewhere':
      return 'You were signed out here from another device of yours. If that was not you, please change your password.';
    case 'ended_by_administrator':
      return 'An administrator has signed you out. Please sign in again.';
    case 'revoked':
      return 'Your session is no longer valid. Please sign in again.';
  }
}
