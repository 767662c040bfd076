/**
 * The notification calls of the user service. Each notification, and each time everything is marked as read, is an
 * event in the reader's sequence; state is the fold of these events, on the server and in every tab.
 */
import type { Endpoint } from '../base/endpoint';
import { FILE_RESPONSE } from '../base/files';
import { INSTANT_INPUT } from '../base/values';
import { NOTIFICATION_TABS } from './categories';
import { CATCH_UP_MAX, chatItemSchema, notificationEventSchema, notificationSchema } from './notification';
import { OWN_USER_ID } from '../base/schemas';

export const NOTIFICATION_KEYWORD_MAX_LENGTH = 100;
/** How far back notifications are counted by quarter of an hour. */
const NOTIFICATION_HOURS_MAX = 72;
/** Page size of the panel. */
export const NOTIFICATION_PAGE_SIZE = 25;
/** At most this many sticky notifications are listed; the others are only counted. */
export const STICKY_MAX = 50;

/** Which of a tab's notifications are listed; without a view, those that are neither done nor snoozed. */
export const NOTIFICATION_VIEWS = ['unread', 'mine', 'saved', 'snoozed', 'done'] as const;
export type NotificationView = (typeof NOTIFICATION_VIEWS)[number];
const context = { type: 'string', minLength: 1, maxLength: 200 } as const;
export const sequenceSchema = {
  type: 'integer',
  minimum: 0,
  description: "The last of the reader's events that is included.",
} as const;
const lastReadDate = { type: ['string', 'null'], format: 'date-time' } as const;
/** Names the caller. */
export const ownCall = {
  type: 'object',
  required: ['userId', 'context'],
  properties: { userId: OWN_USER_ID, context },
  additionalProperties: false,
} as const;
const notifications = { type: 'array', items: notificationSchema } as const;

const search = {
  title: 'NotificationSearch',
  type: 'object',
  required: ['userId', 'categoryCode', 'keyword'],
  properties: {
    userId: OWN_USER_ID,
    categoryCode: { type: 'string', enum: NOTIFICATION_TABS },
    keyword: { type: 'string', maxLength: NOTIFICATION_KEYWORD_MAX_LENGTH },
    view: {
      type: 'string',
      enum: NOTIFICATION_VIEWS,
      description: 'Without it, a keyword also finds notifications that are done or snoozed.',
    },
    recordKey: {
      type: 'string',
      maxLength: 60,
      description: 'Only notifications of this record, including done and snoozed ones: the history of a row.',
    },
    lastNotificationDate: {
      ...INSTANT_INPUT,
      description: 'The `notificationDate` of the last notification that the caller has.',
    },
    lastNotificationId: {
      type: 'string',
      format: 'uuid',
      description: 'The id of that notification, so that none with the same date is left out.',
    },
  },
  additionalProperties: false,
} as const;
const found = {
  title: 'NotificationsFound',
  type: 'object',
  required: ['notifications', 'more'],
  properties: { notifications, more: { type: 'boolean' } },
  additionalProperties: false,
} as const;

export const notificationEndpoints = {
  notificationContext: {
    method: 'GET',
    path: '/api-user/v1/notifications/context',
    summary: "The caller's context, which the other notification calls require.",
    auth: 'bearer',
    response: {
      title: 'NotificationContext',
      type: 'object',
      required: ['context'],
      properties: { context },
      additionalProperties: false,
    },
    errors: [],
  },
  notificationCounts: {
    method: 'POST',
    path: '/api-user/v1/notifications/count',
    summary: 'How many notifications are unread, by tab.',
    auth: 'bearer',
    body: { ...ownCall, title: 'NotificationCountRequest' },
    response: {
      title: 'NotificationCounts',
      type: 'object',
      required: ['items', 'sequence'],
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            required: ['categoryCode', 'notificationCount'],
            properties: {
              categoryCode: { type: 'string', enum: NOTIFICATION_TABS },
              notificationCount: { type: 'integer', minimum: 0 },
            },
            additionalProperties: false,
          },
        },
        sequence: sequenceSchema,
      },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  notificationQuarters: {
    method: 'POST',
    path: '/api-user/v1/notifications/quarters',
    summary:
      'How many notifications were sent in each quarter of an hour, by tab, as of one moment. In every time zone, quarters add up to hours.',
    auth: 'bearer',
    body: {
      title: 'NotificationQuartersRequest',
      type: 'object',
      required: ['userId', 'context', 'hours'],
      properties: {
        userId: OWN_USER_ID,
        context,
        hours: {
          type: 'integer',
          minimum: 1,
          maximum: NOTIFICATION_HOURS_MAX,
          description: 'How many hours back from now.',
        },
      },
      additionalProperties: false,
    },
    response: {
      title: 'NotificationQuarters',
      type: 'object',
      required: ['items', 'since', 'asOf', 'sequence'],
      properties: {
        items: {
          type: 'array',
          description: 'Quarters without notifications are left out.',
          items: {
            type: 'object',
            required: ['categoryCode', 'quarter', 'notificationCount'],
            properties: {
              categoryCode: { type: 'string', enum: NOTIFICATION_TABS },
              quarter: { type: 'string', format: 'date-time', description: 'When it begins.' },
              notificationCount: { type: 'integer', minimum: 1 },
            },
            additionalProperties: false,
          },
        },
        since: { type: 'string', format: 'date-time', description: 'The beginning of the first quarter counted.' },
        asOf: { type: 'string', format: 'date-time', description: 'The server’s clock.' },
        sequence: sequenceSchema,
      },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  userNotifications: {
    method: 'POST',
    path: '/api-user/v1/notifications',
    summary: 'The newest notifications of each tab with the unread counts, as of one moment.',
    auth: 'bearer',
    body: { ...ownCall, title: 'UserNotificationsRequest' },
    response: {
      title: 'UserNotifications',
      type: 'object',
      required: ['notificationCategoryTemplateDTOs', 'notificationLastReadDate', 'sequence', 'sticky', 'stickyCount'],
      properties: {
        notificationCategoryTemplateDTOs: {
          type: 'array',
          items: {
            title: 'NotificationTabPage',
            type: 'object',
            required: ['categoryCode', 'notificationCount', 'freshCount', 'seenUpTo', 'notifications', 'more'],
            properties: {
              categoryCode: { type: 'string', enum: NOTIFICATION_TABS },
              notificationCount: { type: 'integer', minimum: 0 },
              freshCount: { type: 'integer', minimum: 0, description: 'How many are marked as new.' },
              seenUpTo: {
                ...sequenceSchema,
                description: 'The last event when its reader last saw the tab; 0 for never.',
              },
              notifications,
              more: { type: 'boolean' },
            },
            additionalProperties: false,
          },
        },
        notificationLastReadDate: lastReadDate,
        sticky: {
          ...notifications,
          maxItems: STICKY_MAX,
          description: 'Those whose toasts stay until they are dismissed: the newest, newest first.',
        },
        stickyCount: { type: 'integer', minimum: 0, description: 'How many toasts stay, also those not listed.' },
        sequence: sequenceSchema,
      },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  searchUserNotifications: {
    method: 'POST',
    path: '/api-user/v1/notifications/search',
    summary: 'A further page of a tab, or what a keyword finds in it; newest first, by date and id.',
    auth: 'bearer',
    body: search,
    response: found,
    errors: ['not.found'],
  },
  searchBroadcastNotifications: {
    method: 'POST',
    path: '/api-user/v1/notifications/broadcasts/search',
    summary: 'A further page of the broadcasts, or what a keyword finds in them; newest first, by date and id.',
    auth: 'bearer',
    body: { ...search, title: 'BroadcastSearch' },
    response: found,
    errors: ['not.found'],
  },
  notificationsSince: {
    method: 'GET',
    path: '/api-user/v1/notifications/since/{sequence}',
    summary: 'The events after this position in the sequence: notifications sent and times of reading.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['sequence'],
      properties: { sequence: { type: 'string', pattern: '^[0-9]{1,15}$' } },
      additionalProperties: false,
    },
    response: {
      title: 'NotificationsSince',
      type: 'object',
      required: ['events', 'sequence', 'reset'],
      properties: {
        events: {
          type: 'array',
          maxItems: CATCH_UP_MAX,
          items: notificationEventSchema,
        },
        sequence: sequenceSchema,
        reset: { type: 'boolean', description: 'Too much was missed: call userNotifications instead.' },
      },
      additionalProperties: false,
    },
    errors: [],
  },
  notificationDocument: {
    method: 'GET',
    path: '/api-user/v1/notifications/{notificationId}/document',
    summary: 'The document that a notification of the caller names, whatever its type; its name shows the type.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['notificationId'],
      properties: { notificationId: { type: 'string', format: 'uuid' } },
      additionalProperties: false,
    },
    produces: 'application/octet-stream',
    response: FILE_RESPONSE,
    errors: ['not.found'],
  },
  unreadChatMessages: {
    method: 'POST',
    path: '/api-user/v1/notifications/chat/unread',
    summary: 'Messages of candidates since a date, the newest first, 200 at most. Needs MENU_CANDIDATE.',
    auth: 'bearer',
    body: {
      title: 'UnreadChatRequest',
      type: 'object',
      required: ['candidateIds', 'userId'],
      properties: {
        candidateIds: {
          type: 'array',
          maxItems: 500,
          items: { type: 'string', format: 'uuid' },
          description: 'Empty for all candidates that the caller follows; the date is then required.',
        },
        lastCreatedDate: INSTANT_INPUT,
        userId: OWN_USER_ID,
      },
      additionalProperties: false,
    },
    response: {
      title: 'UnreadChat',
      type: 'object',
      required: ['records', 'count'],
      properties: { records: { type: 'array', items: chatItemSchema }, count: { type: 'integer', minimum: 0 } },
      additionalProperties: false,
    },
    errors: ['not.found', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
