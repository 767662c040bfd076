/** Texts of the sign-in screens, besides failures. Switches are exhaustive: a new reason needs a sentence. */
import type { SignInNotice } from '../../../machines/signIn/signIn.types';
import type { SignedOutReason } from '../../../machines/session/session.types';
import { OTHER_USER, SESSION_EXPIRED } from '../../base/http/failureText';

/** The sentence for something that succeeded. */
export function noticeText(notice: SignInNotice): string {
  switch (notice) {
    case 'passwordChanged':
      return 'Password has been changed successfully';
    case 'temporaryPasswordSent':
      return 'Temporary password has been sent to your registered email';
  }
}

export const SIGN_OUT_PENDING =
  'You have signed out on this device, but the server has not confirmed it yet. We keep trying. On a shared computer, please stay until this message changes. If that takes too long, the session ends by itself after 30 minutes without use.';

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
      return 'You were signed out by a message from your managing organization. Please sign in again.';
    case 'invalid_url':
      return 'Invalid URL';
    case 'other_user':
      return OTHER_USER;
    case 'revoked':
      return 'Your session is no longer valid. Please sign in again.';
  }
}
