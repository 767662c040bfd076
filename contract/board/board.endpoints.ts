/**
 * The board as a control room: who has acknowledged a notification and who is assigned to it, the same on all screens
 * of an organization, and the handover note from one shift to the next.
 */
import type { Endpoint } from '../base/endpoint';
import { SOMETHING_VISIBLE } from '../base/values';
import { alarmSchema } from './alarms.endpoints';

export const HANDOVER_NOTE_MAX_LENGTH = 4_000;
/** The newest entries are returned; older ones are not on any board. */
export const BOARD_ENTRIES_MAX = 500;

const id = { type: 'string', format: 'uuid' } as const;
const text = { type: 'string' } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const nullableText = { type: ['string', 'null'] } as const;
const nullableInstant = { type: ['string', 'null'], format: 'date-time' } as const;

const entry = {
  title: 'BoardEntry',
  type: 'object',
  required: ['notificationId', 'acknowledgedBy', 'acknowledgedAt', 'assigneeId', 'assignee', 'assignedAt', 'version'],
  properties: {
    notificationId: text,
    acknowledgedBy: { ...nullableText, description: 'The name of who was first.' },
    acknowledgedAt: instant,
    assigneeId: nullableText,
    assignee: { ...nullableText, description: 'The name of the assignee; null: no one now.' },
    assignedAt: { ...nullableInstant, description: 'Since when.' },
    version: { type: 'integer', description: 'Grows with each change.' },
  },
  additionalProperties: false,
} as const;

const handover = {
  title: 'Handover',
  type: 'object',
  required: ['handoverId', 'note', 'author', 'createdAt', 'acknowledgedBy', 'acknowledgedAt'],
  properties: {
    handoverId: text,
    note: text,
    author: { ...nullableText, description: 'Who wrote it.' },
    createdAt: instant,
    acknowledgedBy: { ...nullableText, description: 'Who took over; null: no one yet.' },
    acknowledgedAt: nullableInstant,
  },
  additionalProperties: false,
} as const;

export const boardEndpoints = {
  boardState: {
    method: 'GET',
    path: '/api-user/v1/board',
    summary: `What the caller's organization did with the notifications that the caller has got, at most ${BOARD_ENTRIES_MAX}, the newest first; whom they can be assigned to; and the last handover. From then on the caller hears of changes for 90 s.`,
    auth: 'bearer',
    response: {
      title: 'BoardState',
      type: 'object',
      required: ['boardId', 'entries', 'people', 'handover', 'alarms'],
      properties: {
        boardId: { ...text, description: 'Named by the message of the socket when something has changed.' },
        entries: { type: 'array', items: entry },
        people: {
          type: 'array',
          items: { type: 'object', required: ['userId', 'name'], properties: { userId: text, name: text } },
        },
        handover: { anyOf: [handover, { type: 'null' }] },
        alarms: { type: 'array', items: alarmSchema, description: 'What is raised now, the newest first.' },
      },
      additionalProperties: false,
    },
    errors: [],
  },
  acknowledgeEntry: {
    method: 'POST',
    path: '/api-user/v1/board/entries/{notificationId}/acknowledge',
    summary:
      'The caller has seen a notification they got, for all of their organization, and sees to it. Where somebody else was first, that is a conflict that says who and when; the same caller again changes nothing.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['notificationId'],
      properties: { notificationId: id },
      additionalProperties: false,
    },
    response: entry,
    errors: ['not.found', 'conflict'],
  },
  assignEntry: {
    method: 'PUT',
    path: '/api-user/v1/board/entries/{notificationId}/assignee',
    summary:
      'Who sees to it: a colleague who got the notification as well, or nobody. Acknowledges it where nobody has. `version` is the one that was read, 0 where nothing was done with it: where somebody was faster, that is a conflict that says who.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['notificationId'],
      properties: { notificationId: id },
      additionalProperties: false,
    },
    body: {
      title: 'AssignEntry',
      type: 'object',
      required: ['assigneeId', 'version'],
      properties: {
        assigneeId: { anyOf: [id, { type: 'null' }] },
        version: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
      },
      additionalProperties: false,
    },
    response: entry,
    errors: ['not.found', 'conflict'],
  },
  writeHandover: {
    method: 'POST',
    path: '/api-user/v1/board/handovers',
    summary:
      'A note of the shift that ends for the one that follows, in the own organization. The same requestId writes one.',
    auth: 'bearer',
    body: {
      title: 'WriteHandover',
      type: 'object',
      required: ['requestId', 'note'],
      properties: {
        requestId: id,
        note: { type: 'string', minLength: 1, maxLength: HANDOVER_NOTE_MAX_LENGTH, pattern: SOMETHING_VISIBLE },
      },
      additionalProperties: false,
    },
    response: handover,
    errors: [],
  },
  acknowledgeHandover: {
    method: 'POST',
    path: '/api-user/v1/board/handovers/{handoverId}/acknowledge',
    summary:
      'The caller has read the note and takes over. Its author cannot; where somebody else was first, that is a conflict that says who.',
    auth: 'bearer',
    params: { type: 'object', required: ['handoverId'], properties: { handoverId: id }, additionalProperties: false },
    response: handover,
    errors: ['not.found', 'conflict'],
  },
} as const satisfies Record<string, Endpoint>;
