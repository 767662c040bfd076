/** Business constants that both sides must agree on. Units are in the names. */

export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 1024;
/** Digits, of mailed codes and of those of authenticator apps. */
export const AUTHENTICATION_CODE_MAX_LENGTH = 6;
export const RECOVERY_CODE_MAX_LENGTH = 64;
export const PASSKEY_NAME_MAX_LENGTH = 60;
/** Length of a WebAuthn response as JSON. */
export const PASSKEY_RESPONSE_MAX_LENGTH = 16_384;
/** How long a remembered device skips the second factor. */
export const REMEMBER_DEVICE_DAYS = 30;
export const USER_NAME_MAX_LENGTH = 254;
export const PERSON_NAME_MAX_LENGTH = 100;
export const EMAIL_MAX_LENGTH = 254;
export const ROLE_NAME_MAX_LENGTH = 100;
export const ORGANIZATION_CODE_MAX_LENGTH = 64;

/** A two-factor code may be requested again after this long; the server holds the deadline. */
export const RESEND_AFTER_SECONDS = 30;

/** A request without an answer within this time has failed. */
export const REQUEST_TIMEOUT_MS = 8_000;

/** A ticket opens one socket within this time. */
export const WEBSOCKET_TICKET_SECONDS = 30;
/** A longer message from the browser closes its socket. */
export const WEBSOCKET_FRAME_BYTES = 16 * 1024;

/** Bytes of an organization's own logo. */
export const LOGO_MAX_BYTES = 64 * 1024;
/** Pixels of its longer side. */
export const LOGO_MAX_SIDE = 1_024;
/** What an organization may set for its sessions: how long they last without a call, and at most. */
export const SESSION_IDLE_MINUTES_MIN = 5;
export const SESSION_IDLE_MINUTES_MAX = 1_440;
export const SESSION_HOURS_MAX = 168;

/** An extension needs a decision when the assignment ends within this many days. */
export const EXTENSION_WINDOW_DAYS = 21;
