/**
 * Composing broadcasts and tracking their acceptance. All need BROADCAST_SEND; suppliers send none. The list is
 * `broadcasts`.
 */
import {
  BROADCAST_DOCUMENT_MAX_BYTES,
  BROADCAST_ESCALATIONS,
  BROADCAST_MESSAGE_MAX_LENGTH,
  BROADCAST_RECIPIENT_SEARCH_MAX_LENGTH,
  BROADCAST_RECIPIENTS_PAGE_SIZE,
  BROADCAST_REMINDER_MINUTES,
  BROADCAST_STATES,
  BROADCAST_SUBJECT_MAX_LENGTH,
} from './broadcast';
import type { Endpoint } from '../base/endpoint';
import { FILE_NAME_QUERY, FILE_REQUEST, FILE_RESPONSE } from '../base/files';
import { NO_DOCUMENT } from '../notifications/categories';
import { DISPLAY_FREQUENCIES } from '../notifications/notification';
import { ORGANIZATION_TYPES } from '../base/organizations';
import { INSTANT_INPUT, SOMETHING_VISIBLE } from '../base/values';
import { COUNT, FLAG, ID, INSTANT, NULLABLE_INSTANT, TEXT } from '../base/schemas';

const acceptBy = {
  ...INSTANT_INPUT,
  description: 'The time by which all recipients must accept it; later than its sending.',
} as const;
const escalateTo = {
  type: 'array',
  maxItems: 2,
  items: { type: 'string', enum: BROADCAST_ESCALATIONS },
  description:
    'Who is notified after the deadline about people who have not accepted it: those who may send broadcasts here, and the administrators of each organization.',
} as const;
const params = {
  type: 'object',
  required: ['entityId'],
  properties: { entityId: ID },
  additionalProperties: false,
} as const;
const state = {
  title: 'BroadcastState',
  type: 'object',
  required: ['entityId', 'status', 'recipients'],
  properties: { entityId: TEXT, status: TEXT, recipients: COUNT },
} as const;

export const broadcastAdminEndpoints = {
  broadcastAudience: {
    method: 'GET',
    path: '/api-user/v1/broadcasts/audience',
    summary:
      'The possible recipients of the caller: the number of people of each organization type, and the organizations that can be chosen one by one.',
    auth: 'bearer',
    response: {
      title: 'BroadcastAudience',
      type: 'object',
      required: ['types', 'organizations'],
      properties: {
        types: {
          type: 'array',
          items: { type: 'object', required: ['type', 'people'], properties: { type: TEXT, people: COUNT } },
        },
        organizations: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'name', 'type', 'people'],
            properties: { id: TEXT, name: TEXT, type: TEXT, people: COUNT },
          },
        },
      },
    },
    errors: ['server.unauthorized'],
  },
  uploadBroadcastDocument: {
    method: 'POST',
    path: '/api-user/v1/broadcasts/documents',
    summary: `Stores a document for a broadcast: the body is the file itself, at most ${BROADCAST_DOCUMENT_MAX_BYTES} bytes. Its type is determined by its bytes: PDF, Word, Excel, PowerPoint, PNG, JPEG or plain text. A document that no broadcast uses within a day is deleted.`,
    auth: 'bearer',
    encoding: 'file',
    maxBytes: BROADCAST_DOCUMENT_MAX_BYTES,
    body: FILE_REQUEST,
    query: FILE_NAME_QUERY,
    response: {
      title: 'BroadcastDocumentKept',
      type: 'object',
      required: ['broadcastDocumentId', 'fileName', 'mediaType', 'size'],
      properties: { broadcastDocumentId: TEXT, fileName: TEXT, mediaType: TEXT, size: COUNT },
    },
    errors: ['server.unauthorized', 'payload.too.large', 'unsupported.media.type'],
  },
  createBroadcast: {
    method: 'POST',
    path: '/api-user/v1/broadcasts',
    summary:
      'Sends a broadcast now, or at `sendAt`, to all people of the given organization types and organizations. Calls with the same requestId create one broadcast; one with other values is a conflict.',
    auth: 'bearer',
    body: {
      title: 'CreateBroadcast',
      type: 'object',
      required: ['requestId', 'subject', 'template', 'displayFrequency', 'organizationTypes', 'organizationIds'],
      properties: {
        requestId: ID,
        subject: { type: 'string', minLength: 1, maxLength: BROADCAST_SUBJECT_MAX_LENGTH, pattern: SOMETHING_VISIBLE },
        template: { type: 'string', minLength: 1, maxLength: BROADCAST_MESSAGE_MAX_LENGTH, pattern: SOMETHING_VISIBLE },
        displayFrequency: { type: 'string', enum: DISPLAY_FREQUENCIES },
        organizationTypes: { type: 'array', maxItems: 4, items: { type: 'string', enum: ORGANIZATION_TYPES } },
        organizationIds: { type: 'array', maxItems: 1_000, items: ID },
        broadcastDocumentId: { ...ID, description: 'A document that was stored with uploadBroadcastDocument.' },
        stickyNotification: FLAG,
        releaseNotes: FLAG,
        forceLogout: FLAG,
        sendAt: { ...INSTANT_INPUT, description: 'If it is left out or in the past, the broadcast is sent now.' },
        endsAt: { ...INSTANT_INPUT, description: 'From then on it no longer asks for acceptance.' },
        acceptBy,
        escalateTo,
      },
      additionalProperties: false,
    },
    response: state,
    errors: ['not.found', 'server.unauthorized', 'conflict'],
  },
  broadcast: {
    method: 'GET',
    path: '/api-user/v1/broadcasts/{entityId}',
    summary: 'A broadcast of the caller’s organization, with its contents and its current state.',
    auth: 'bearer',
    params,
    response: {
      title: 'Broadcast',
      type: 'object',
      required: [
        ...['entityId', 'tenantId', 'status', 'subject', 'template', 'displayFrequency', 'documentName', 'recipients'],
        ...['accepted', 'stickyNotification', 'releaseNotes', 'forceLogout', 'sendAt', 'endsAt', 'createdBy', 'sender'],
        ...['organizationTypes', 'organizationNames', 'acceptBy', 'escalateTo', 'escalatedAt', 'overduePeople'],
        ...['sentAt', 'waiting', 'remindedAt', 'remindedPeople'],
      ],
      properties: {
        entityId: TEXT,
        tenantId: TEXT,
        status: { type: 'string', enum: BROADCAST_STATES },
        subject: TEXT,
        template: { type: 'string', description: 'HTML; to be sanitized before it is shown.' },
        displayFrequency: { type: 'string', enum: DISPLAY_FREQUENCIES },
        documentName: { type: 'string', description: `'${NO_DOCUMENT}' where there is none.` },
        recipients: COUNT,
        accepted: COUNT,
        stickyNotification: FLAG,
        releaseNotes: FLAG,
        forceLogout: FLAG,
        sendAt: INSTANT,
        sentAt: {
          ...NULLABLE_INSTANT,
          description: 'When it was sent, which may be later than `sendAt`; null before.',
        },
        endsAt: { type: ['string', 'null'] },
        createdBy: { type: ['string', 'null'], description: 'Who wrote it.' },
        sender: { type: 'string', description: 'The name of the sending organization.' },
        organizationTypes: { type: 'array', items: { type: 'string', enum: ORGANIZATION_TYPES } },
        organizationNames: { type: 'array', items: TEXT },
        acceptBy: NULLABLE_INSTANT,
        escalateTo,
        escalatedAt: { ...NULLABLE_INSTANT, description: 'When it was overdue and the chosen people were notified.' },
        overduePeople: { type: ['integer', 'null'], description: 'How many had not accepted it then.' },
        waiting: {
          ...COUNT,
          description: 'The number of people whom a reminder reaches: those who have not accepted it and can sign in.',
        },
        remindedAt: { ...NULLABLE_INSTANT, description: 'When the last reminder was sent.' },
        remindedPeople: {
          type: ['integer', 'null'],
          description: 'How many people got the last reminder; null without one.',
        },
      },
      additionalProperties: false,
    },
    errors: ['not.found', 'server.unauthorized'],
  },
  cancelBroadcast: {
    method: 'POST',
    path: '/api-user/v1/broadcasts/{entityId}/cancel',
    summary:
      'Cancels a scheduled broadcast, or ends one for every login that was sent. Any other broadcast has reached its readers, so the answer is a conflict.',
    auth: 'bearer',
    params,
    response: state,
    errors: ['not.found', 'server.unauthorized', 'conflict'],
  },
  setBroadcastDeadline: {
    method: 'PUT',
    path: '/api-user/v1/broadcasts/{entityId}/deadline',
    summary:
      'Sets the time by which a broadcast of the caller’s organization must be accepted, and who is notified afterwards; null removes it. It cannot be changed after they were notified. If `replaces` is neither the current deadline nor the wanted one is current already, the answer is a conflict.',
    auth: 'bearer',
    params,
    body: {
      title: 'BroadcastDeadline',
      type: 'object',
      required: ['acceptBy', 'escalateTo'],
      properties: {
        acceptBy: { anyOf: [INSTANT_INPUT, { type: 'null' }] },
        escalateTo,
        replaces: {
          anyOf: [INSTANT_INPUT, { type: 'null' }],
          description: 'The deadline that the caller has seen; if it is left out, any is replaced.',
        },
      },
      additionalProperties: false,
    },
    response: state,
    errors: ['not.found', 'server.unauthorized', 'conflict'],
  },
  remindBroadcast: {
    method: 'POST',
    path: '/api-user/v1/broadcasts/{entityId}/remind',
    summary: `Reminds all recipients who have not accepted, by a notification and a mail, once for each requestId. If they were reminded within the last ${BROADCAST_REMINDER_MINUTES} minutes, the answer is a conflict.`,
    auth: 'bearer',
    params,
    body: {
      title: 'RemindBroadcast',
      type: 'object',
      required: ['requestId'],
      properties: { requestId: ID },
      additionalProperties: false,
    },
    response: {
      title: 'BroadcastReminded',
      type: 'object',
      required: ['people', 'remindedAt'],
      properties: { people: { ...COUNT, description: 'How many were reminded.' }, remindedAt: INSTANT },
    },
    errors: ['not.found', 'server.unauthorized', 'conflict'],
  },
  broadcastReceipts: {
    method: 'GET',
    path: '/api-user/v1/broadcasts/{entityId}/receipts',
    summary:
      'All recipients as a CSV file: name, organization, and when it was shown, reminded of and accepted, in the zone of x-time-zone.',
    auth: 'bearer',
    params,
    produces: 'text/csv',
    response: FILE_RESPONSE,
    isExpensive: true,
    errors: ['not.found', 'server.unauthorized', 'too.many.requests'],
  },
  broadcastRecipients: {
    method: 'GET',
    path: '/api-user/v1/broadcasts/{entityId}/recipients',
    summary: `The recipients of a broadcast of the caller’s organization, and when each accepted it, ${BROADCAST_RECIPIENTS_PAGE_SIZE} a page.`,
    auth: 'bearer',
    params,
    query: {
      type: 'object',
      properties: {
        page: { type: 'integer', minimum: 0, maximum: 10_000, description: 'From 0, which is the default.' },
        accepted: { type: 'boolean', description: 'Only those who have accepted, or only those who have not.' },
        q: {
          type: 'string',
          maxLength: BROADCAST_RECIPIENT_SEARCH_MAX_LENGTH,
          description: 'Words of a name, a username or an organization; each has to be found.',
        },
      },
    },
    response: {
      title: 'BroadcastRecipients',
      type: 'object',
      required: ['recipients', 'accepted', 'found', 'rows'],
      properties: {
        recipients: COUNT,
        accepted: COUNT,
        found: { ...COUNT, description: 'How many were found, on all pages.' },
        rows: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'userName', 'organizationName', 'shownAt', 'remindedAt', 'acceptedAt'],
            properties: {
              name: TEXT,
              userName: TEXT,
              organizationName: TEXT,
              shownAt: { ...NULLABLE_INSTANT, description: 'When it first came to an open page of theirs.' },
              remindedAt: NULLABLE_INSTANT,
              acceptedAt: NULLABLE_INSTANT,
            },
          },
        },
      },
    },
    errors: ['not.found', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
