/** A notification as its reader receives it. */
import type { FromSchema } from 'json-schema-to-ts';
import { NOTIFICATION_CATEGORIES, NOTIFICATION_TABS, NO_DOCUMENT } from './categories';
import { SUB_CATEGORY_CODES } from './kinds';

export const DISPLAY_FREQUENCIES = ['EVERY_LOGIN', 'NEXT_LOGIN', 'IMMEDIATE'] as const;
export type DisplayFrequency = (typeof DISPLAY_FREQUENCIES)[number];

const MESSAGE_TAGS_MAX = 3;

const orNull = <const T extends string>(type: T) => ({ type: [type, 'null'] }) as const;

/** What its reader has done with a notification, and its outcome. */
export const notificationStateSchema = {
  title: 'NotificationState',
  type: 'object',
  required: ['read', 'done', 'saved', 'snoozedUntil'],
  properties: {
    read: {
      ...orNull('boolean'),
      description:
        'True: read by itself. False: kept unread. Null: decided by the last reading and by when its tab was last seen.',
    },
    done: { type: 'boolean', description: 'Finished: it left the list for the archive.' },
    saved: { type: 'boolean' },
    snoozedUntil: { ...orNull('string'), format: 'date-time', description: 'It is not listed until then.' },
    settled: {
      title: 'NotificationOutcome',
      type: 'object',
      required: ['status', 'by', 'at'],
      properties: {
        status: { type: 'string', description: 'What its record has become.' },
        by: orNull('string'),
        at: { ...orNull('string'), format: 'date-time' },
      },
      additionalProperties: false,
      description: 'How the requested action was settled, by any user; missing while it is open.',
    },
  },
  additionalProperties: false,
} as const;
export type NotificationState = FromSchema<typeof notificationStateSchema>;
/** The part of it that its reader sets. */
export type ReaderState = Omit<NotificationState, 'settled'>;
/** What a reader changes of it; omitted fields stay. */
export type ReaderChange = Partial<ReaderState> & {
  /** The server counts these from now on its own clock, instead of taking `snoozedUntil`. */
  readonly snoozeMinutes?: number;
};

export const notificationSchema = {
  title: 'Notification',
  type: 'object',
  required: [
    'id',
    'sequence',
    'categoryCode',
    'subCategoryCode',
    'subCategoryName',
    'subject',
    'template',
    'entityId',
    'notificationDate',
    'notificationDateWithZone',
    'stickyNotification',
    'releaseNotes',
    'messageTags',
    'documentName',
  ],
  properties: {
    id: { type: 'string' },
    sequence: { type: 'integer', minimum: 1, description: "Its position among its reader's events, without a gap." },
    categoryCode: { type: 'string', enum: NOTIFICATION_CATEGORIES },
    subCategoryCode: { type: 'string', enum: SUB_CATEGORY_CODES },
    subCategoryName: { type: 'string' },
    subject: { type: 'string', description: 'One line of plain text.' },
    template: { type: 'string', description: 'HTML; to be sanitized before it is shown.' },
    entityId: {
      type: 'string',
      description: 'The id of the job, submission, document, assignment, sheet, invoice, broadcast or role update.',
    },
    tenantId: {
      ...orNull('string'),
      description: 'For a broadcast: its tenant, which with entityId identifies its document.',
    },
    sender: { ...orNull('string'), description: 'For a broadcast: the name of the sending organization.' },
    candidateId: orNull('string'),
    jobId: orNull('string'),
    entityNumber: {
      ...orNull('integer'),
      description: 'The name or number by which people know the entity; lists are narrowed by it.',
    },
    candidateNumber: orNull('integer'),
    jobNumber: orNull('integer'),
    candidateFirstName: orNull('string'),
    candidateLastName: orNull('string'),
    recruiterId: orNull('string'),
    availableForLog: orNull('boolean'),
    recordKey: {
      ...orNull('string'),
      description:
        'The record that it is about, such as a job or a timesheet, as `kind:id`: notifications of the same one are one row of the panel. Null for a message.',
    },
    stickyNotification: {
      type: 'boolean',
      description:
        'Its toast stays until it is dismissed or acted on. False once it was, except in the event that sent it.',
    },
    quiet: { type: 'boolean', description: 'True if its reader wants no toast for it: muted, or by a rule.' },
    releaseNotes: { type: 'boolean' },
    displayFrequency: { type: ['string', 'null'], enum: [...DISPLAY_FREQUENCIES, null] },
    notificationDate: { type: 'string', format: 'date-time' },
    notificationDateWithZone: { type: 'string', description: 'MM-DD-YYYY hh:mm:ss and the zone in four characters.' },
    forceLogout: { type: 'boolean' },
    acceptBy: {
      ...orNull('string'),
      format: 'date-time',
      description: 'The deadline of a broadcast when it was sent. The list of pending broadcasts has the current one.',
    },
    subscribedUserIds: { type: 'array', items: { type: 'string' } },
    messageTags: {
      type: 'array',
      maxItems: MESSAGE_TAGS_MAX,
      items: {
        type: 'object',
        required: ['text', 'color'],
        properties: { text: { type: 'string' }, color: { type: 'string' } },
        additionalProperties: false,
      },
    },
    documentName: { type: 'string', description: `'${NO_DOCUMENT}' where there is none.` },
    state: { ...notificationStateSchema, description: 'Missing where its reader has done nothing with it.' },
  },
  additionalProperties: false,
} as const;
export type Notification = FromSchema<typeof notificationSchema>;

/** After more missed events than this the reader fetches a snapshot instead. */
export const CATCH_UP_MAX = 500;

const delta = { type: 'integer', minimum: -1, maximum: 1 } as const;
const tab = { type: 'string', enum: NOTIFICATION_TABS } as const;

/** The reader changed the state of a notification. */
const changedSchema = {
  title: 'NotificationChanged',
  type: 'object',
  required: ['id', 'tab', 'date', 'state', 'dismissed', 'listed', 'unread', 'fresh'],
  properties: {
    id: { type: 'string', description: 'The id of the notification.' },
    tab,
    date: { type: 'string', format: 'date-time', description: 'The date of the notification.' },
    state: notificationStateSchema,
    dismissed: { type: 'boolean', description: 'Its toast is no longer shown.' },
    listed: { ...delta, description: 'How many more the list of the tab has.' },
    unread: { ...delta, description: 'How many more are unread.' },
    fresh: { ...delta, description: 'How many more are marked as new.' },
  },
  additionalProperties: false,
} as const;
export type NotificationChanged = FromSchema<typeof changedSchema>;

/** An event of one user: a notification was sent, all earlier ones were read, or the state of one has changed. */
export const notificationEventSchema = {
  title: 'NotificationEvent',
  type: 'object',
  required: ['sequence'],
  properties: {
    sequence: { type: 'integer', minimum: 1, description: "Its position among its reader's events, without a gap." },
    notification: notificationSchema,
    returned: {
      type: 'boolean',
      description: 'True if the notification was sent before, and came back from a snooze.',
    },
    readDate: {
      type: 'string',
      format: 'date-time',
      description: 'Instead of a notification: everything up to here was read then.',
    },
    changed: { ...changedSchema, description: 'Instead of a notification: what its reader did with one.' },
    tabSeen: {
      title: 'TabSeen',
      type: 'object',
      required: ['tab', 'fresh'],
      properties: {
        tab,
        fresh: {
          type: 'integer',
          minimum: 0,
          description: 'How many in it are still marked because they are kept unread.',
        },
      },
      additionalProperties: false,
      description: 'Instead of a notification: its reader has seen a tab, so nothing in it is new.',
    },
  },
  additionalProperties: false,
} as const;
export type NotificationEvent = FromSchema<typeof notificationEventSchema>;

export const chatItemSchema = {
  title: 'ChatItem',
  type: 'object',
  required: ['id', 'candidateId', 'createdDate'],
  properties: {
    id: { type: 'string' },
    candidateId: { type: 'string' },
    candidateName: { type: 'string' },
    text: { type: 'string' },
    createdDate: { type: 'string', format: 'date-time' },
  },
  additionalProperties: false,
} as const;
export type ChatItem = FromSchema<typeof chatItemSchema>;
