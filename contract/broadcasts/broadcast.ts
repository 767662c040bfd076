import type { FromSchema } from 'json-schema-to-ts';
import { NO_DOCUMENT } from '../notifications/categories';
import { DISPLAY_FREQUENCIES, type DisplayFrequency } from '../notifications/notification';
import { INSTANT } from '../base/schemas';

/** Limits of a broadcast. */
export const BROADCAST_SUBJECT_MAX_LENGTH = 200;
/** Length of the HTML; forbidden markup is removed. */
export const BROADCAST_MESSAGE_MAX_LENGTH = 20_000;
export const BROADCAST_DOCUMENT_MAX_BYTES = 10 * 1024 * 1024;
export const BROADCAST_RECIPIENTS_PAGE_SIZE = 100;

/** ENDED: sent earlier, and no longer requires acceptance. */
export const BROADCAST_STATES = ['SCHEDULED', 'SENT', 'ENDED', 'CANCELLED'] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];

/** Who is notified of recipients who have not accepted a broadcast in time. */
export const BROADCAST_ESCALATIONS = ['SENDERS', 'ADMINISTRATORS'] as const;
export type BroadcastEscalation = (typeof BROADCAST_ESCALATIONS)[number];
export const BROADCAST_ESCALATION_LABELS: Readonly<Record<BroadcastEscalation, string>> = {
  SENDERS: 'Those who may send broadcasts here',
  ADMINISTRATORS: 'The administrators of those who have not accepted',
};
/** No one is reminded of the same broadcast again within this time. */
export const BROADCAST_REMINDER_MINUTES = 60;
export const BROADCAST_RECIPIENT_SEARCH_MAX_LENGTH = 100;

export const DISPLAY_FREQUENCY_LABELS: Readonly<Record<DisplayFrequency, string>> = {
  EVERY_LOGIN: 'Every Login Notification',
  NEXT_LOGIN: 'Next Login Notification',
  IMMEDIATE: 'Immediate Notification',
};
const dateWithZone = { type: 'string', description: 'MM-DD-YYYY hh:mm:ss and the zone in four characters.' } as const;
const template = { type: 'string', description: 'HTML; to be sanitized before it is shown.' } as const;
const codes = { type: 'array', items: { type: 'string' }, description: 'Permission codes.' } as const;

/** A broadcast that its reader still has to accept. The server decides; what a browser remembers is only a hint. */
export const pendingBroadcastSchema = {
  title: 'PendingBroadcast',
  type: 'object',
  required: [
    'entityId',
    'tenantId',
    'subject',
    'template',
    'displayFrequency',
    'documentName',
    'stickyNotification',
    'releaseNotes',
    'forceLogout',
    'notificationDate',
    'notificationDateWithZone',
    'sender',
  ],
  properties: {
    entityId: { type: 'string' },
    tenantId: { type: 'string' },
    subject: { type: 'string' },
    template,
    displayFrequency: { type: 'string', enum: DISPLAY_FREQUENCIES },
    documentName: { type: 'string', description: `'${NO_DOCUMENT}' where there is none.` },
    stickyNotification: { type: 'boolean' },
    releaseNotes: { type: 'boolean' },
    forceLogout: { type: 'boolean' },
    notificationDate: INSTANT,
    notificationDateWithZone: dateWithZone,
    sender: { type: 'string', description: 'The name of the sending organization.' },
    acceptBy: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'By when it is to be accepted; null where there is no deadline, or the caller has met it.',
    },
  },
  additionalProperties: false,
} as const;
export type PendingBroadcast = FromSchema<typeof pendingBroadcastSchema>;

export const pendingRoleUpdateSchema = {
  title: 'PendingRoleUpdate',
  type: 'object',
  required: [
    'entityId',
    'roleName',
    'subject',
    'template',
    'added',
    'removed',
    'notificationDate',
    'notificationDateWithZone',
  ],
  properties: {
    entityId: { type: 'string' },
    roleName: { type: 'string' },
    subject: { type: 'string' },
    template,
    added: codes,
    removed: codes,
    notificationDate: INSTANT,
    notificationDateWithZone: dateWithZone,
  },
  additionalProperties: false,
} as const;
export type PendingRoleUpdate = FromSchema<typeof pendingRoleUpdateSchema>;
