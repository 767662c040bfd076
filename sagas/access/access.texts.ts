/** Every sentence the sign-in screens can say, in one place. Switches are exhaustive: a new failure needs a sentence. */
import type { Failure } from '../../machines/failure';
import type { SignedOutReason } from '../../machines/session/session.types';
import type { SignInNotice } from '../../machines/signIn/signIn.types';

const UNKNOWN_ERROR = 'The application has encountered an unknown error. Please contact Administrator.';
const SESSION_EXPIRED = 'Your session has been expired. Please login again.';

export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'badCredentials':
      return 'Username, password or organization code is incorrect.';
    case 'userNotFound':
      return failure.message ?? 'User Not Found.';
    case 'locked':
      return failure.at === 'check'
        ? 'Account is locked. Please contact administrator.'
        : "You've reached the limit for failed login attempts and your account has been locked. Enter your email address to reset your password and unlock your account.";
    case 'addressDenied':
      return 'Access is denied at this IP address.  Please reach out to your internal point of contact.';
    case 'codeNotAvailable':
      return 'Authentication code not available.';
    case 'codeWrong':
      return 'Invalid authentication code.';
    case 'challengeExpired':
      return 'The authentication code is no longer valid. Please sign in again to receive a new one.';
    case 'resendTooEarly':
      return 'A code was sent a moment ago. Please wait for the countdown before asking for another.';
    case 'tokenExpired':
    case 'sessionEnded':
      return SESSION_EXPIRED;
    case 'unauthorized':
      return 'Unauthorized access.';
    case 'sessionPending':
      return 'Your other sessions have not been ended yet. Please try again.';
    case 'passwordChangeRequired':
      return 'Your password must be changed before you go on. Please sign in again.';
    case 'unreachable':
      return 'The server cannot be reached. Check your connection and try again.';
    case 'timedOut':
      return 'The server took too long to answer. Please try again.';
    case 'unavailable':
      return 'The service is busy at the moment. Please wait a little and try again.';
    case 'rateLimited':
      return 'There were too many attempts. Please wait a little and try again.';
    case 'refused':
      return failure.message;
    // Single sign-on has a screen, and sentences, of its own (sagas/sso/sso.texts.ts): elsewhere it is unknown.
    case 'sso':
    case 'badAnswer':
    case 'unknown':
      return UNKNOWN_ERROR;
  }
}

export function noticeText(notice: SignInNotice): string {
  switch (notice) {
    case 'passwordChanged':
      return 'Password has been changed successfully';
    case 'temporaryPasswordSent':
      return 'Temporary password has been sent to your registered email';
  }
}

/** Why the sign-in screen is there again. Null where nothing needs saying. */
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
      return 'You were signed out by a message from your managing organisation. Please sign in again.';
    case 'invalid_url':
      return 'Invalid URL';
    case 'revoked':
      return 'Your session is no longer valid. Please sign in again.';
  }
}
