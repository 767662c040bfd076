/**
 * The shared board: who has acknowledged a notification and who is assigned to it, the same on all screens
 * of an organization, and the handover notes from one shift to the next.
 */
import type { Endpoint } from '../base/endpoint';
import { INSTANT_INPUT, SOMETHING_VISIBLE } from '../base/values';
import { alarmSchema } from './alarms.endpoints';
import { ID, INSTANT, NULLABLE_INSTANT, NULLABLE_TEXT, TEXT } from '../base/schemas';

export const HANDOVER_NOTE_MAX_LENGTH = 4_000;
/** A note is shown until someone takes over, for at most so many days. */
export const HANDOVER_DAYS = 14;
export const HANDOVERS_MAX = 20;
/** The state has the newest entries; those of other notifications are found by their ids. */
export const BOARD_ENTRIES_MAX = 500;
/** A state with fewer entries has every entry of so many of the caller's newest notifications. */
export const BOARD_NOTIFICATIONS_MAX = 2_000;

const entry = {
  title: 'BoardEntry',
  type: 'object',
  required: ['notificationId', 'acknowledgedBy', 'acknowledgedAt', 'assigneeId', 'assignee', 'assignedAt', 'version'],
  properties: {
    notificationId: TEXT,
    acknowledgedBy: { ...NULLABLE_TEXT, description: 'The name of the user who was first.' },
    acknowledgedAt: INSTANT,
    assigneeId: NULLABLE_TEXT,
    assignee: { ...NULLABLE_TEXT, description: 'The name of the assignee; null: no one now.' },
    assignedAt: { ...NULLABLE_INSTANT, description: 'When it was assigned.' },
    version: { type: 'integer', description: 'Grows with each change.' },
  },
  additionalProperties: false,
} as const;

const handover = {
  title: 'Handover',
  type: 'object',
  required: ['handoverId', 'note', 'author', 'createdAt', 'acknowledgedBy', 'acknowledgedAt'],
  properties: {
    handoverId: TEXT,
    note: TEXT,
    author: { ...NULLABLE_TEXT, description: 'Who wrote it.' },
    createdAt: INSTANT,
    acknowledgedBy: { ...NULLABLE_TEXT, description: 'Who took over; null: no one yet.' },
    acknowledgedAt: NULLABLE_INSTANT,
  },
  additionalProperties: false,
} as const;

export const boardEndpoints = {
  boardState: {
    method: 'GET',
    path: '/api-user/v1/board',
    summary: `What the caller's organization has done with the notifications of the caller, at most ${BOARD_ENTRIES_MAX}, newest first; the people they can be assigned to; and the handovers that no one has taken over. The caller is notified of changes for at least the next 45 s.`,
    auth: 'bearer',
    query: {
      type: 'object',
      properties: {
        since: {
          ...INSTANT_INPUT,
          description:
            'The `asOf` of an earlier answer: only the entries that have changed since, and no people. Some may be repeated; the later version of an entry counts. After more than 5 minutes everything is returned, as without it.',
        },
      },
      additionalProperties: false,
    },
    response: {
      title: 'BoardState',
      type: 'object',
      required: ['boardId', 'asOf', 'entries', 'people', 'handovers', 'hasOlderHandovers', 'lastTakenOver', 'alarms'],
      properties: {
        boardId: { ...TEXT, description: 'The message of the socket contains it when something has changed.' },
        asOf: { ...INSTANT, description: 'Sent as `since`, it returns later changes.' },
        entries: { type: 'array', items: entry },
        people: {
          anyOf: [
            {
              type: 'array',
              items: { type: 'object', required: ['userId', 'name'], properties: { userId: TEXT, name: TEXT } },
            },
            { type: 'null' },
          ],
          description: 'The first 500 by name; null with `since`.',
        },
        handovers: {
          type: 'array',
          items: handover,
          description: `The notes of the last ${HANDOVER_DAYS} days that no one has taken over, oldest first; of more than ${HANDOVERS_MAX}, the newest.`,
        },
        hasOlderHandovers: { type: 'boolean', description: 'Whether older ones of these days are left out.' },
        lastTakenOver: {
          anyOf: [handover, { type: 'null' }],
          description: `Of the notes of the last ${HANDOVER_DAYS} days, the last one that was taken over.`,
        },
        // Not required, so that a later release can leave it out once pages of the release before this one are gone.
        handover: {
          anyOf: [handover, { type: 'null' }],
          description:
            'Only for pages that were opened before there were several notes: the newest of `handovers`, otherwise `lastTakenOver`. Always sent.',
        },
        alarms: { type: 'array', items: alarmSchema, description: 'The alarms that are raised now, newest first.' },
      },
      additionalProperties: false,
    },
    errors: [],
  },
  findEntries: {
    method: 'POST',
    path: '/api-user/v1/board/entries/find',
    summary: `What the caller's organization has done with these of the caller's notifications: for those whose entries the state leaves out, because it has the newest ${BOARD_ENTRIES_MAX} and looks through the newest ${BOARD_NOTIFICATIONS_MAX} notifications.`,
    auth: 'bearer',
    body: {
      title: 'FindEntries',
      type: 'object',
      required: ['notificationIds'],
      properties: {
        notificationIds: { type: 'array', minItems: 1, maxItems: BOARD_ENTRIES_MAX, uniqueItems: true, items: ID },
      },
      additionalProperties: false,
    },
    response: {
      title: 'EntriesFound',
      type: 'object',
      required: ['entries'],
      properties: {
        entries: { type: 'array', items: entry, description: 'Without those with which nothing was done.' },
      },
      additionalProperties: false,
    },
    errors: [],
  },
  acknowledgeEntry: {
    method: 'POST',
    path: '/api-user/v1/board/entries/{notificationId}/acknowledge',
    summary:
      'Acknowledges a notification of the caller for their whole organization, and assigns it to the caller. If another user was first, the answer is a conflict that states who and when; a repeated call by the same user changes nothing.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['notificationId'],
      properties: { notificationId: ID },
      additionalProperties: false,
    },
    response: entry,
    errors: ['not.found', 'conflict'],
  },
  assignEntry: {
    method: 'PUT',
    path: '/api-user/v1/board/entries/{notificationId}/assignee',
    summary:
      'Assigns a notification to a colleague who has received it as well, or to no one. Acknowledges it if no one has yet. `version` is the version that was read, 0 if nothing was done with it; if another user was faster, the answer is a conflict that states who.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['notificationId'],
      properties: { notificationId: ID },
      additionalProperties: false,
    },
    body: {
      title: 'AssignEntry',
      type: 'object',
      required: ['assigneeId', 'version'],
      properties: {
        assigneeId: { anyOf: [ID, { type: 'null' }] },
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
      'Writes a note from the shift that ends to the next one, in the caller’s organization. Calls with the same requestId write one note.',
    auth: 'bearer',
    body: {
      title: 'WriteHandover',
      type: 'object',
      required: ['requestId', 'note'],
      properties: {
        requestId: ID,
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
      'Records that the caller has read the note and takes over. Its author cannot do this; if another user was first, the answer is a conflict that states who.',
    auth: 'bearer',
    params: { type: 'object', required: ['handoverId'], properties: { handoverId: ID }, additionalProperties: false },
    response: handover,
    errors: ['not.found', 'conflict'],
  },
} as const satisfies Record<string, Endpoint>;
