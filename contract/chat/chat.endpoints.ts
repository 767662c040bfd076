/**
 * Chat with candidates, for managing organizations and suppliers: each sees the threads of the candidates whose page
 * they may open. Reading needs MENU_CANDIDATE, writing CANDIDATE_CHAT_ANSWER as well; without them, and for facilities
 * and owners, the answer is `server.unauthorized`. Candidates of other organizations and unknown ones both answer
 * `not.found`.
 */
import type { Endpoint } from '../base/endpoint';
import { FILE_NAME_QUERY, FILE_REQUEST, FILE_RESPONSE } from '../base/files';
import { INTEGER_MAX } from '../base/values';
import {
  CHAT_CHANGES_MAX,
  CHAT_FILE_MAX_BYTES,
  CHAT_PAGE_SIZE,
  CHAT_SEARCH_MAX_LENGTH,
  CHAT_TEXT_MAX_LENGTH,
  CHAT_THREADS_PAGE_SIZE,
  chatChangesSchema,
  chatMessageSchema,
  chatThreadSchema,
} from './chat';
import { ID } from '../base/schemas';

const params = {
  type: 'object',
  required: ['candidateId'],
  properties: { candidateId: ID },
  additionalProperties: false,
} as const;
const number = { type: 'integer', minimum: 1, maximum: INTEGER_MAX } as const;
const position = {
  type: 'integer',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The position that the reader has; the answer contains all changes since then.',
} as const;

export const chatEndpoints = {
  chatChanges: {
    method: 'GET',
    path: '/api-user/v1/chat/changes',
    summary: `The changes since \`position\`, at most ${CHAT_CHANGES_MAX}; without it, the current position of the reader. Messages written before the first call of a user count as read by them.`,
    auth: 'bearer',
    query: { type: 'object', properties: { position } },
    response: chatChangesSchema,
    errors: ['server.unauthorized'],
  },
  chatThreads: {
    method: 'GET',
    path: '/api-user/v1/chat/threads',
    summary: `Threads with messages, the one with the newest message first, ${CHAT_THREADS_PAGE_SIZE} a page; \`count\` is of all pages. With \`q\` only those whose candidate has this name or number, or that have a message with words that begin like this.`,
    auth: 'bearer',
    query: {
      type: 'object',
      properties: {
        q: { type: 'string', maxLength: CHAT_SEARCH_MAX_LENGTH },
        unread: { type: 'boolean', description: 'Only threads with unread messages.' },
        page: { type: 'integer', minimum: 0, maximum: 10_000, description: 'From 0, which is the default.' },
      },
    },
    response: {
      title: 'ChatThreads',
      type: 'object',
      required: ['records', 'count'],
      properties: {
        records: {
          type: 'array',
          items: {
            title: 'ChatThreadFound',
            type: 'object',
            required: ['thread', 'match'],
            properties: {
              thread: chatThreadSchema,
              match: {
                type: ['string', 'null'],
                description: 'The beginning of the newest message that was searched for.',
              },
            },
            additionalProperties: false,
          },
        },
        count: { type: 'integer', minimum: 0 },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  chatMessages: {
    method: 'GET',
    path: '/api-user/v1/chat/candidates/{candidateId}/messages',
    summary: `The last ${CHAT_PAGE_SIZE} messages of a candidate's thread, oldest first; with \`before\` those before that one. A candidate without messages has an empty thread.`,
    auth: 'bearer',
    params,
    query: { type: 'object', properties: { before: number } },
    response: {
      title: 'ChatMessages',
      type: 'object',
      required: ['thread', 'messages', 'more'],
      properties: {
        thread: chatThreadSchema,
        messages: { type: 'array', items: chatMessageSchema },
        more: { type: 'boolean', description: 'Whether there are earlier messages.' },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized', 'not.found'],
  },
  sendChatMessage: {
    method: 'POST',
    path: '/api-user/v1/chat/candidates/{candidateId}/messages',
    summary:
      'Writes to a candidate: a text, a file, or both. Calls with the same requestId send one message; each is answered with that message, whatever else the call contains.',
    auth: 'bearer',
    params,
    body: {
      title: 'SendChatMessage',
      type: 'object',
      required: ['requestId', 'text'],
      properties: {
        requestId: ID,
        text: { type: 'string', maxLength: CHAT_TEXT_MAX_LENGTH, description: 'Plain text.' },
        chatFileId: { ...ID, description: 'A file that the caller has stored with uploadChatFile for this candidate.' },
        position,
      },
      additionalProperties: false,
    },
    response: {
      title: 'ChatMessageSent',
      type: 'object',
      required: ['message', 'changes'],
      properties: { message: chatMessageSchema, changes: chatChangesSchema },
      additionalProperties: false,
    },
    errors: ['server.unauthorized', 'not.found', 'conflict'],
  },
  readChat: {
    method: 'POST',
    path: '/api-user/v1/chat/candidates/{candidateId}/read',
    summary: 'The caller has read the thread up to this message. It never goes back.',
    auth: 'bearer',
    params,
    body: {
      title: 'ReadChat',
      type: 'object',
      required: ['number'],
      properties: { number, position },
      additionalProperties: false,
    },
    response: chatChangesSchema,
    errors: ['server.unauthorized', 'not.found'],
  },
  uploadChatFile: {
    method: 'POST',
    path: '/api-user/v1/chat/candidates/{candidateId}/files',
    summary: `Stores a file for a message to this candidate: the body is the file itself, at most ${CHAT_FILE_MAX_BYTES} bytes. Its type is determined by its bytes: PDF, Word, Excel, PowerPoint, PNG, JPEG or plain text. A file that is not sent within a day is deleted.`,
    auth: 'bearer',
    encoding: 'file',
    maxBytes: CHAT_FILE_MAX_BYTES,
    params,
    body: FILE_REQUEST,
    query: FILE_NAME_QUERY,
    response: {
      title: 'ChatFileKept',
      type: 'object',
      required: ['chatFileId', 'fileName', 'mediaType', 'size'],
      properties: {
        chatFileId: { type: 'string' },
        fileName: { type: 'string' },
        mediaType: { type: 'string' },
        size: { type: 'integer', minimum: 0, description: 'Bytes.' },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized', 'not.found', 'payload.too.large', 'unsupported.media.type'],
  },
  chatFile: {
    method: 'GET',
    path: '/api-user/v1/chat/files/{chatFileId}',
    summary: 'The file of a message, as a download; before it is sent, only for the user who uploaded it.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['chatFileId'],
      properties: { chatFileId: ID },
      additionalProperties: false,
    },
    produces: 'application/octet-stream',
    response: FILE_RESPONSE,
    errors: ['server.unauthorized', 'not.found'],
  },
} as const satisfies Record<string, Endpoint>;
