/** The sentence for each failure. The switch is exhaustive: a new failure needs a sentence. */
import type { PasskeyProblem } from '../../../machines/grant';
import type { Failure } from '../../../machines/failure';

export const OTHER_USER =
  'Another user has signed in in this browser, so you were signed out. Please sign in again, or reload the page to continue as that user.';
/** Of any failure that has no sentence of its own. */
export const UNKNOWN_ERROR = 'The application has encountered an unknown error. Please contact Administrator.';
export const SESSION_EXPIRED = 'Your session has been expired. Please login again.';

const LOCKED_AT_CHECK = 'Account is locked. Please contact administrator.';
const LOCKED =
  "You've reached the limit for failed login attempts and your account has been locked. Enter your email address to reset your password and unlock your account.";

const PASSKEY_PROBLEMS: Readonly<Record<PasskeyProblem, string>> = {
  declined:
    'No passkey was used: you declined, it took too long, or this device has none for this site. Please try again, or choose another way.',
  unsupported: 'This browser cannot use passkeys here. Please choose another way.',
  present: 'This device already has a passkey for your account. You can use it to sign in.',
  refused: 'This passkey could not be verified. Please try again, or choose another way.',
};

function lockEndText(minutes: number | null): string {
  if (minutes === null) return '';
  return ` It unlocks by itself in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

/** How a text contains the id of a request, so that it can be shown in small print. */
export const REQUEST_ID = / \(Request ID: ([\w-]{1,64})\)/;

/**
 * One or two sentences for the user: what happened and what to do. Includes the id of the request for support, unless
 * the user can correct the input.
 */
export function failureText(failure: Failure): string {
  const { requestId } = failure;
  const sentence = sentenceFor(failure);
  return requestId === undefined || !isFault(failure) ? sentence : `${sentence} (Request ID: ${requestId})`;
}

function isFault(failure: Failure): boolean {
  switch (failure.kind) {
    case 'badAnswer':
    case 'unavailable':
    case 'rateLimited':
    case 'unauthorized':
    case 'unknown':
      return true;
    case 'refused':
      return failure.status !== 400 && failure.status !== 409;
    default:
      return false;
  }
}

function sentenceFor(failure: Failure): string {
  switch (failure.kind) {
    case 'badCredentials':
      return 'Username, password or organization code is incorrect.';
    case 'userNotFound':
      return failure.message ?? 'User Not Found.';
    case 'locked':
      return [failure.at === 'check' ? LOCKED_AT_CHECK : LOCKED, lockEndText(failure.minutesLeft)].join('');
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
    case 'otherUser':
      return OTHER_USER;
    case 'unauthorized':
      return 'Unauthorized access.';
    case 'sessionPending':
      return 'Your other sessions have not been ended yet. Please try again.';
    case 'passwordChangeRequired':
      return 'Your password must be changed before you continue. Please sign in again.';
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
    case 'passkey':
      return PASSKEY_PROBLEMS[failure.problem];
    // Single sign-on has its own screen and texts (sagas/session/signIn/sso.selectors.ts), and screens with large files
    // have theirs; elsewhere these failures are unknown.
    case 'sso':
    case 'tooLarge':
    case 'badAnswer':
    case 'unknown':
      return UNKNOWN_ERROR;
  }
}
