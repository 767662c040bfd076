/** What happens to the notifications of one person: each is told, or everything told so far is read. */
import type { FromSchema } from 'json-schema-to-ts';
import { notificationSchema } from './notification';

/** More than this at once is not sent as events; the reader takes the present state instead. */
export const CATCH_UP_MAX = 500;

export const notificationEventSchema = {
  title: 'NotificationEvent',
  type: 'object',
  required: ['sequence'],
  properties: {
    sequence: { type: 'integer', minimum: 1, description: "Where it stands among its reader's events, without a gap." },
    notification: notificationSchema,
    readDate: {
      type: 'string',
      format: 'date-time',
      description: 'Instead of a notification: everything told up to here was read then.',
    },
  },
  additionalProperties: false,
} as const;
export type NotificationEvent = FromSchema<typeof notificationEventSchema>;

export const chatItemSchema = {
  title: 'ChatItem',
  type: 'object',
  required: ['candidateId', 'createdDate'],
  properties: {
    candidateId: { type: 'string' },
    candidateName: { type: 'string' },
    text: { type: 'string' },
    createdDate: { type: 'string', format: 'date-time' },
  },
  additionalProperties: false,
} as const;
export type ChatItem = FromSchema<typeof chatItemSchema>;
