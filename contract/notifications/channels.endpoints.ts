/** Notifications outside the panel: pushes and email, what a person follows and mutes, and their rules. */
import type { FromSchema } from 'json-schema-to-ts';
import type { Endpoint } from '../base/endpoint';
import { ONLY_VISIBLE, TIME_ZONE_PATTERN } from '../base/values';
import { SUB_CATEGORY_CODES } from './kinds';
import { notificationSchema } from './notification';
import { ID } from '../base/schemas';
import { UUID_PATTERN } from '../base/uuid';

export const MAIL_MODES = ['AT_ONCE', 'HOURLY', 'MORNING'] as const;
export type MailMode = (typeof MAIL_MODES)[number];
/** PENDING: not tried yet. FAILED: tried, and tried again. */
const DELIVERY_STATUSES = ['PENDING', 'SENT', 'FAILED', 'GIVEN_UP'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const FOLLOW_MODES = ['FOLLOW', 'MUTE'] as const;
export type FollowMode = (typeof FOLLOW_MODES)[number];

/** Per user, like the two limits below. */
export const PUSH_DEVICES_MAX = 10;
export const RULES_MAX = 50;
export const FOLLOWS_MAX = 1_000;
export const RULE_WORDS_MAX_LENGTH = 100;
/** How far back rules are tried. */
export const RULE_TRIED_DAYS = 30;
const DELIVERIES_SHOWN = 20;
const idOrNull = { anyOf: [ID, { type: 'null' }] } as const;
const time = { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM in the zone.' } as const;
const modeOrNull = { type: ['string', 'null'], enum: [...FOLLOW_MODES, null] } as const;
/** The kinds of records that notifications are about. */
export const FOLLOWED_RECORDS = [
  'job',
  'candidate',
  'submission',
  'assignment',
  'document',
  'timesheet',
  'invoice',
  'facility',
  'supplier',
] as const;
/** A record by its id, as `job:<id>`, or a kind by its code. */
const subject = {
  type: 'string',
  pattern: `^((${FOLLOWED_RECORDS.join('|')}):${UUID_PATTERN}|kind:[A-Z][A-Z_]{0,59})$`,
} as const;

const settings = {
  title: 'NotificationSettings',
  type: 'object',
  required: ['mailMode', 'morningAt', 'quietFrom', 'quietTo', 'timeZone'],
  properties: {
    mailMode: {
      type: 'string',
      enum: MAIL_MODES,
      description: 'For emails about notifications; other emails are sent immediately.',
    },
    morningAt: { ...time, description: 'When the digest of the morning is sent, HH:MM in the zone.' },
    quietFrom: { anyOf: [time, { type: 'null' }], description: 'Pushes and emails wait from then until quietTo.' },
    quietTo: { anyOf: [time, { type: 'null' }] },
    timeZone: { type: 'string', pattern: TIME_ZONE_PATTERN, description: 'IANA name.' },
  },
  additionalProperties: false,
} as const;
export type NotificationSettings = FromSchema<typeof settings>;

const followed = {
  title: 'Followed',
  type: 'object',
  required: ['subject', 'label', 'mode'],
  properties: {
    subject,
    label: { type: 'string' },
    mode: { ...modeOrNull, description: 'Null: as the rules and preferences say.' },
  },
  additionalProperties: false,
} as const;
export type Followed = FromSchema<typeof followed>;

const rule = {
  title: 'NotificationRule',
  type: 'object',
  required: ['kinds', 'facilityId', 'supplierId', 'words', 'toast', 'push', 'mail'],
  description: 'A setting that is null stays as without the rule. Of several that match, the first decides.',
  properties: {
    kinds: {
      type: 'array',
      maxItems: SUB_CATEGORY_CODES.length,
      uniqueItems: true,
      items: { type: 'string', enum: SUB_CATEGORY_CODES },
      description: 'The kinds of notifications that it matches; empty for all.',
    },
    facilityId: idOrNull,
    supplierId: idOrNull,
    words: {
      type: 'string',
      maxLength: RULE_WORDS_MAX_LENGTH,
      description: 'A text that the notification contains, in upper or lower case; empty for any.',
    },
    toast: { type: ['string', 'null'], enum: ['STICKY', 'QUIET', null] },
    push: { type: ['boolean', 'null'] },
    mail: { type: ['string', 'null'], enum: [...MAIL_MODES, 'NONE', null] },
  },
  additionalProperties: false,
} as const;
export type NotificationRule = FromSchema<typeof rule>;

const rulesVersion = {
  type: 'string',
  maxLength: 100,
  description:
    'Changes with the rules. A save names the version it was based on; another change in between is a conflict.',
} as const;

const device = {
  title: 'PushDevice',
  type: 'object',
  required: ['id', 'name', 'since', 'isCurrent'],
  properties: {
    id: ID,
    name: { type: 'string' },
    since: { type: 'string', format: 'date-time' },
    isCurrent: { type: 'boolean', description: 'It was added in this session.' },
  },
  additionalProperties: false,
} as const;

const delivery = {
  title: 'NotificationDelivery',
  type: 'object',
  required: ['id', 'channel', 'subject', 'status', 'problem', 'device', 'createdAt', 'dueAt', 'doneAt', 'attempts'],
  properties: {
    id: { type: 'string' },
    channel: { type: 'string', enum: ['PUSH', 'MAIL'] },
    subject: { type: 'string' },
    status: { type: 'string', enum: DELIVERY_STATUSES },
    problem: { type: ['string', 'null'], description: 'The result of the last try.' },
    device: { type: ['string', 'null'] },
    createdAt: { type: 'string', format: 'date-time' },
    dueAt: { type: 'string', format: 'date-time', description: 'The next try, or the last one.' },
    doneAt: { type: ['string', 'null'], format: 'date-time', description: 'Null while it is tried.' },
    attempts: { type: 'integer', minimum: 0, description: 'Tries so far.' },
  },
  additionalProperties: false,
} as const;
export type NotificationDelivery = FromSchema<typeof delivery>;

const named = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: ID, name: { type: 'string' } },
    additionalProperties: false,
  },
} as const;

const channels = {
  title: 'NotificationChannels',
  type: 'object',
  required: [
    'settings',
    'publicKey',
    'devices',
    'deliveries',
    'follows',
    'rules',
    'rulesVersion',
    'mailRefused',
    'facilities',
    'suppliers',
  ],
  properties: {
    settings,
    publicKey: { type: 'string', description: 'The VAPID key (RFC 8292) that a browser subscribes with, base64url.' },
    devices: { type: 'array', items: device },
    deliveries: { type: 'array', maxItems: DELIVERIES_SHOWN, items: delivery, description: 'The newest first.' },
    follows: { type: 'array', items: followed },
    rules: { type: 'array', items: rule },
    rulesVersion,
    mailRefused: {
      type: 'array',
      items: { type: 'string', enum: SUB_CATEGORY_CODES },
      description:
        'Kinds whose emails were stopped by the link in one. Whatever a rule says, none are sent until the user turns them on again in the preferences.',
    },
    facilities: { ...named, description: 'The facilities that rules can name.' },
    suppliers: named,
  },
  additionalProperties: false,
} as const;
export type NotificationChannels = FromSchema<typeof channels>;

const deviceId = {
  type: 'object',
  required: ['deviceId'],
  properties: { deviceId: ID },
  additionalProperties: false,
} as const;
const nothing = (title: string) => ({ title, type: 'object', additionalProperties: false }) as const;
const base64url = { type: 'string', pattern: '^[A-Za-z0-9_-]+$', maxLength: 200 } as const;

export const channelEndpoints = {
  notificationById: {
    method: 'GET',
    path: '/api-user/v1/notifications/{notificationId}',
    summary: 'One notification of the caller, for the links of emails and pushes.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['notificationId'],
      properties: { notificationId: ID },
      additionalProperties: false,
    },
    response: { ...notificationSchema, title: 'NotificationFound' },
    errors: ['not.found'],
  },
  notificationChannels: {
    method: 'GET',
    path: '/api-user/v1/notifications/channels',
    summary:
      'How the caller is reached beside the panel, what they follow, their rules, and what was delivered lately.',
    auth: 'bearer',
    response: channels,
    errors: [],
  },
  saveNotificationSettings: {
    method: 'PUT',
    path: '/api-user/v1/notifications/channels/settings',
    summary: 'Saves when emails are sent, and the quiet hours. What is absent stays as it is saved.',
    auth: 'bearer',
    body: {
      title: 'SaveNotificationSettings',
      type: 'object',
      properties: settings.properties,
      additionalProperties: false,
    },
    response: nothing('NotificationSettingsSaved'),
    errors: ['request.invalid'],
  },
  addPushDevice: {
    method: 'POST',
    path: '/api-user/v1/notifications/devices',
    summary:
      'Adds this browser as a target of pushes. It is the caller’s until they sign out of it; adding it again changes it.',
    auth: 'bearer',
    body: {
      title: 'AddPushDevice',
      type: 'object',
      required: ['endpoint', 'p256dh', 'auth'],
      properties: {
        endpoint: {
          type: 'string',
          maxLength: 2_000,
          description: 'The address at the push service: https, never in a private network.',
        },
        p256dh: { ...base64url, description: 'The public key of the subscription.' },
        auth: { ...base64url, description: 'Its authentication secret.' },
        name: {
          type: 'string',
          maxLength: 100,
          pattern: ONLY_VISIBLE,
          description: 'By default the name of the browser.',
        },
      },
      additionalProperties: false,
    },
    response: {
      title: 'PushDeviceAdded',
      type: 'object',
      required: ['id'],
      properties: { id: ID },
      additionalProperties: false,
    },
    errors: ['request.invalid'],
  },
  removePushDevice: {
    method: 'DELETE',
    path: '/api-user/v1/notifications/devices/{deviceId}',
    summary: 'Turns push notifications off for this device.',
    auth: 'bearer',
    params: deviceId,
    response: nothing('PushDeviceRemoved'),
    errors: ['not.found'],
  },
  followChoices: {
    method: 'POST',
    path: '/api-user/v1/notifications/follows/choices',
    summary: 'What can be followed or muted for a notification of the caller or for a record, and the current choices.',
    auth: 'bearer',
    body: {
      title: 'FollowChoicesRequest',
      type: 'object',
      properties: { notificationId: ID, subject },
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: false,
    },
    response: {
      title: 'FollowChoices',
      type: 'object',
      required: ['choices'],
      properties: { choices: { type: 'array', items: followed } },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  setFollow: {
    method: 'PUT',
    path: '/api-user/v1/notifications/follows',
    summary: 'Follows a record, facility, supplier or kind, mutes it, or neither.',
    auth: 'bearer',
    body: {
      title: 'SetFollow',
      type: 'object',
      required: ['subject', 'mode'],
      properties: { subject, mode: modeOrNull },
      additionalProperties: false,
    },
    response: nothing('FollowSet'),
    errors: ['not.found', 'request.invalid'],
  },
  saveNotificationRules: {
    method: 'PUT',
    path: '/api-user/v1/notifications/rules',
    summary:
      'Saves all rules of the caller, in their order; they replace the earlier ones. Another change in between is a conflict, and so is a save without a version; a repeated save is not.',
    auth: 'bearer',
    body: {
      title: 'SaveNotificationRules',
      type: 'object',
      // Pages that were opened before there were versions send none.
      required: ['rules'],
      properties: { rules: { type: 'array', maxItems: RULES_MAX, items: rule }, version: rulesVersion },
      additionalProperties: false,
    },
    response: {
      title: 'NotificationRulesSaved',
      type: 'object',
      required: ['version'],
      properties: { version: rulesVersion },
      additionalProperties: false,
    },
    errors: ['not.found', 'request.invalid', 'conflict'],
  },
  tryNotificationRule: {
    method: 'POST',
    path: '/api-user/v1/notifications/rules/try',
    summary: 'Which notifications of the caller of the last 30 days a rule would have matched.',
    auth: 'bearer',
    body: {
      title: 'TryNotificationRule',
      type: 'object',
      required: ['rule'],
      properties: { rule },
      additionalProperties: false,
    },
    response: {
      title: 'NotificationRuleTried',
      type: 'object',
      required: ['matched', 'of', 'subjects'],
      properties: {
        matched: { type: 'integer', minimum: 0 },
        of: { type: 'integer', minimum: 0, description: 'How many notifications the caller received in these days.' },
        subjects: {
          type: 'array',
          maxItems: 5,
          items: { type: 'string' },
          description: 'The subjects of the newest ones that match.',
        },
      },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
} as const satisfies Record<string, Endpoint>;
