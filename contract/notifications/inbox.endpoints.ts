/** Calls of the notification panel besides its lists. All notifications about one record are one row there. */
import type { Endpoint } from '../base/endpoint';
import { DAY_INPUT, INSTANT_INPUT } from '../base/values';
import { NOTIFICATION_TABS } from './categories';
import { SUB_CATEGORY_CODES } from './kinds';
import { notificationSchema } from './notification';
import { NOTIFICATION_KEYWORD_MAX_LENGTH } from './notifications.endpoints';
import { OWN_USER_ID } from '../base/schemas';

/** Notifications of at most this many records are counted in one call. */
export const RECORDS_COUNTED_MAX = 100;

/** As `kind:id`; a job, candidate, submission, assignment, timesheet, invoice or task. */
const recordKeySchema = { type: 'string', minLength: 3, maxLength: 60 } as const;
const words = { type: 'string', maxLength: NOTIFICATION_KEYWORD_MAX_LENGTH } as const;

export const inboxEndpoints = {
  countByRecord: {
    method: 'POST',
    path: '/api-user/v1/notifications/record-counts',
    summary: 'How many notifications of these records the caller has in a tab, whatever was done with them.',
    auth: 'bearer',
    body: {
      title: 'CountByRecord',
      type: 'object',
      required: ['userId', 'categoryCode', 'recordKeys'],
      properties: {
        userId: OWN_USER_ID,
        categoryCode: { type: 'string', enum: NOTIFICATION_TABS },
        recordKeys: { type: 'array', minItems: 1, maxItems: RECORDS_COUNTED_MAX, items: recordKeySchema },
      },
      additionalProperties: false,
    },
    response: {
      title: 'RecordCounts',
      type: 'object',
      required: ['items'],
      properties: {
        items: {
          type: 'array',
          description: 'Records without any are left out.',
          items: {
            type: 'object',
            required: ['recordKey', 'count', 'open'],
            properties: {
              recordKey: recordKeySchema,
              count: { type: 'integer', minimum: 1 },
              open: {
                type: 'integer',
                minimum: 0,
                description: 'How many of them ask for something that is neither settled nor done.',
              },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  findNotifications: {
    method: 'POST',
    path: '/api-user/v1/notifications/find',
    summary:
      'Notifications of the caller in all tabs, including done and snoozed ones, that match everything given; newest first, 25 at a time.',
    auth: 'bearer',
    body: {
      title: 'FindNotifications',
      type: 'object',
      required: ['userId'],
      properties: {
        userId: OWN_USER_ID,
        words: { ...words, description: 'Beginnings of words, in any order, without regard to case and accents.' },
        person: { ...words, description: 'The same in the name of the candidate.' },
        facility: { ...words, description: 'The same in the name of the facility.' },
        kind: { type: 'string', enum: SUB_CATEGORY_CODES },
        from: { ...DAY_INPUT, description: 'Calendar date of the caller; included.' },
        to: { ...DAY_INPUT, description: 'Calendar date of the caller; included.' },
        away: {
          type: 'boolean',
          description: 'True: only what came while the caller was away and still waits; without an absence, nothing.',
        },
        before: {
          type: 'integer',
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The sequence of the last notification that the caller has; only earlier ones are returned.',
        },
      },
      additionalProperties: false,
    },
    response: {
      title: 'FoundNotifications',
      type: 'object',
      required: ['notifications', 'more'],
      properties: { notifications: { type: 'array', items: notificationSchema }, more: { type: 'boolean' } },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  whileAway: {
    method: 'GET',
    path: '/api-user/v1/notifications/away',
    summary:
      'The notifications that came during the last absence of the caller, by kind, and how many of them still wait.',
    auth: 'bearer',
    response: {
      title: 'WhileAway',
      type: 'object',
      required: ['absence', 'kinds'],
      properties: {
        absence: {
          anyOf: [
            {
              type: 'object',
              required: ['since', 'until'],
              properties: {
                since: { type: 'string', format: 'date-time', description: 'Included.' },
                until: { type: 'string', format: 'date-time', description: 'Not included.' },
              },
              additionalProperties: false,
            },
            { type: 'null' },
          ],
          description: 'The last absence; null if there was none, or once its summary is dismissed.',
        },
        kinds: {
          type: 'array',
          description: 'The kind with the most waiting notifications comes first.',
          items: {
            title: 'KindWhileAway',
            type: 'object',
            required: ['kind', 'tab', 'came', 'waiting'],
            properties: {
              kind: { type: 'string', enum: SUB_CATEGORY_CODES },
              tab: { type: 'string', enum: NOTIFICATION_TABS },
              came: { type: 'integer', minimum: 1 },
              waiting: {
                type: 'integer',
                minimum: 0,
                description: 'How many of these have not been read, marked as done, snoozed or settled elsewhere.',
              },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    errors: [],
  },
  dismissAway: {
    method: 'PUT',
    path: '/api-user/v1/notifications/away/dismissed',
    summary: 'Dismisses the summary of that absence in all browsers; a later absence is shown.',
    auth: 'bearer',
    body: {
      title: 'DismissAway',
      type: 'object',
      required: ['until'],
      properties: { until: { ...INSTANT_INPUT, description: 'When that absence ended.' } },
      additionalProperties: false,
    },
    response: { title: 'AwayDismissed', type: 'object', additionalProperties: false },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
