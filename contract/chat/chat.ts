/** Chat with candidates: each candidate has one thread, which the managing organization and the supplier share. */
import type { FromSchema } from 'json-schema-to-ts';
import { COUNT, INSTANT, TEXT } from '../base/schemas';

/** Characters of one message. */
export const CHAT_TEXT_MAX_LENGTH = 4_000;
export const CHAT_FILE_MAX_BYTES = 10 * 1024 * 1024;
/** Messages of one page. */
export const CHAT_PAGE_SIZE = 50;
/** Threads of one page. */
export const CHAT_THREADS_PAGE_SIZE = 30;
export const CHAT_SEARCH_MAX_LENGTH = 100;
/** Characters of a message that a list of threads shows. */
export const CHAT_EXCERPT_LENGTH = 140;
/** After more changes than this, a client reloads everything it shows. */
export const CHAT_CHANGES_MAX = 200;

const file = {
  title: 'ChatFile',
  type: ['object', 'null'],
  required: ['id', 'fileName', 'mediaType', 'size'],
  properties: { id: TEXT, fileName: TEXT, mediaType: TEXT, size: { ...COUNT, description: 'Bytes.' } },
  additionalProperties: false,
} as const;

export const chatMessageSchema = {
  title: 'ChatMessage',
  type: 'object',
  required: ['id', 'candidateId', 'number', 'fromCandidate', 'authorName', 'text', 'file', 'createdDate', 'requestId'],
  properties: {
    id: TEXT,
    candidateId: TEXT,
    number: { type: 'integer', minimum: 1, description: 'Its number in its thread, without a gap.' },
    fromCandidate: { type: 'boolean' },
    authorName: TEXT,
    text: { type: 'string', description: 'Plain text; empty if the message is only a file.' },
    file,
    createdDate: INSTANT,
    requestId: {
      type: ['string', 'null'],
      description: "The requestId of the reader's own message; null for those of others.",
    },
  },
  additionalProperties: false,
} as const;
export type ChatMessage = FromSchema<typeof chatMessageSchema>;

export const chatThreadSchema = {
  title: 'ChatThread',
  type: 'object',
  required: [
    ...(['candidateId', 'candidateName', 'candidateNumber', 'supplier', 'count', 'unread', 'read'] as const),
    ...(['delivered', 'seen', 'version', 'last'] as const),
  ],
  properties: {
    candidateId: TEXT,
    candidateName: TEXT,
    candidateNumber: { type: 'integer' },
    supplier: TEXT,
    count: { ...COUNT, description: 'Messages; the number of the last one.' },
    unread: { ...COUNT, description: "The candidate's messages that the reader has not read." },
    read: { ...COUNT, description: 'The last message that the reader has read.' },
    delivered: { ...COUNT, description: 'The last message that has reached the candidate.' },
    seen: { ...COUNT, description: 'The last message that the candidate has read.' },
    version: {
      ...COUNT,
      description: 'Grows with each change; of two states the one with the higher version is current.',
    },
    last: {
      title: 'ChatLast',
      type: ['object', 'null'],
      required: ['excerpt', 'fromCandidate', 'authorName', 'fileName', 'createdDate'],
      properties: {
        excerpt: { type: 'string', description: `Its first ${CHAT_EXCERPT_LENGTH} characters.` },
        fromCandidate: { type: 'boolean' },
        authorName: TEXT,
        fileName: { type: ['string', 'null'] },
        createdDate: INSTANT,
      },
      additionalProperties: false,
      description: 'The last message; null before the first.',
    },
  },
  additionalProperties: false,
} as const;
export type ChatThread = FromSchema<typeof chatThreadSchema>;

/**
 * All changes between two positions. Applied by a reader at `after` or later, they lead to `position`; a reader behind
 * `after` has missed changes and requests those since its own position. Applying them twice changes nothing.
 */
export const chatChangesSchema = {
  title: 'ChatChanges',
  type: 'object',
  required: ['after', 'position', 'unread', 'threads', 'messages', 'reset'],
  properties: {
    after: { ...COUNT, description: 'The position after which the changes are counted.' },
    position: { ...COUNT, description: 'The position that they lead to; the next changes are those after it.' },
    unread: { ...COUNT, description: 'Unread messages of all threads, at `position`.' },
    threads: { type: 'array', items: chatThreadSchema, description: 'As they are at `position`.' },
    messages: { type: 'array', items: chatMessageSchema, description: 'In the order in which they were sent.' },
    reset: { type: 'boolean', description: 'Too much has changed to be listed: reload what is shown.' },
  },
  additionalProperties: false,
} as const;
export type ChatChanges = FromSchema<typeof chatChangesSchema>;
