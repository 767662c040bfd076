/**
 * Calls by which readers mark notifications as read, done, saved or snoozed, and choose whether live ones show toasts.
 */
import type { Endpoint } from '../base/endpoint';
import { INSTANT_INPUT } from '../base/values';
import { NOTIFICATION_TABS } from './categories';
import { notificationEventSchema, notificationStateSchema } from './notification';
import { ownCall, sequenceSchema } from './notifications.endpoints';

/** At most this many are changed in one call. */
export const STATE_CHANGES_MAX = 200;
const SNOOZE_MINUTES_MAX = 1_440;

export const readerEndpoints = {
  updateLastRead: {
    method: 'POST',
    path: '/api-user/v1/notifications/last-read',
    summary: 'Marks everything sent so far as read. The date is the server’s.',
    auth: 'bearer',
    body: { ...ownCall, title: 'UpdateLastReadRequest' },
    response: {
      title: 'LastRead',
      type: 'object',
      required: ['notificationLastReadDate', 'sequence'],
      properties: { notificationLastReadDate: { type: 'string', format: 'date-time' }, sequence: sequenceSchema },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  changeNotifications: {
    method: 'POST',
    path: '/api-user/v1/notifications/states',
    summary: 'Marks notifications of the caller: as read, unread, done, saved, snoozed, or their toasts as dismissed.',
    auth: 'bearer',
    body: {
      ...ownCall,
      title: 'ChangeNotifications',
      required: [...ownCall.required, 'changes'],
      properties: {
        ...ownCall.properties,
        changes: {
          type: 'array',
          minItems: 1,
          maxItems: STATE_CHANGES_MAX,
          items: {
            type: 'object',
            required: ['id'],
            description: 'Fields that are left out stay unchanged. Done ends a snooze, and the other way round.',
            properties: {
              id: { type: 'string', format: 'uuid', description: 'The id of the notification.' },
              read: notificationStateSchema.properties.read,
              done: notificationStateSchema.properties.done,
              saved: notificationStateSchema.properties.saved,
              snoozedUntil: { anyOf: [INSTANT_INPUT, { type: 'null' }] },
              snoozeMinutes: {
                type: 'integer',
                minimum: 1,
                maximum: SNOOZE_MINUTES_MAX,
                description: 'Snoozes for so long by the clock of the server, whatever `snoozedUntil` says.',
              },
              dismissed: { type: 'boolean', enum: [true] },
            },
            additionalProperties: false,
          },
        },
      },
    },
    response: {
      title: 'NotificationsChanged',
      type: 'object',
      required: ['events'],
      properties: { events: { type: 'array', items: notificationEventSchema } },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  dismissToasts: {
    method: 'POST',
    path: '/api-user/v1/notifications/toasts/dismiss',
    summary:
      'Dismisses the toasts of the caller that stay, up to this event, the newest first, some hundred in one call; each is an event. Repeating it changes nothing.',
    auth: 'bearer',
    body: {
      ...ownCall,
      title: 'DismissToasts',
      required: [...ownCall.required, 'upTo'],
      properties: { ...ownCall.properties, upTo: { ...sequenceSchema, maximum: Number.MAX_SAFE_INTEGER } },
    },
    response: {
      title: 'ToastsDismissed',
      type: 'object',
      required: ['more'],
      properties: { more: { type: 'boolean', description: 'There are others: repeat the call.' } },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  markTabSeen: {
    method: 'POST',
    path: '/api-user/v1/notifications/seen',
    summary: 'Records that the caller has seen a tab: nothing in it is new, except what they keep unread.',
    auth: 'bearer',
    body: {
      ...ownCall,
      title: 'MarkTabSeen',
      required: [...ownCall.required, 'categoryCode'],
      properties: { ...ownCall.properties, categoryCode: { type: 'string', enum: NOTIFICATION_TABS } },
    },
    response: {
      title: 'TabMarkedSeen',
      type: 'object',
      required: ['events'],
      properties: { events: { type: 'array', items: notificationEventSchema } },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  setPopupPreference: {
    method: 'PUT',
    path: '/api-user/v1/notifications/popup',
    summary: 'Saves whether live notifications pop up.',
    auth: 'bearer',
    body: {
      title: 'PopupPreference',
      type: 'object',
      required: ['checked'],
      properties: { checked: { type: 'boolean' } },
      additionalProperties: false,
    },
    response: { title: 'PopupPreferenceSaved', type: 'object', additionalProperties: false },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
