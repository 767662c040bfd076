/** What a broadcast may hold. */
export const BROADCAST_SUBJECT_MAX_LENGTH = 200;
/** Of HTML; what is not allowed in it is taken out. */
export const BROADCAST_MESSAGE_MAX_LENGTH = 20_000;
export const BROADCAST_DOCUMENT_MAX_BYTES = 10 * 1024 * 1024;
export const BROADCAST_RECIPIENTS_PAGE_SIZE = 100;

/** Ended ones were sent, and ask nobody any more. */
export const BROADCAST_STATES = ['SCHEDULED', 'SENT', 'ENDED', 'CANCELLED'] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];
