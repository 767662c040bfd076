/** Calls of the notification panel beside its lists: what is told of one thing is one row there. */
import type { Endpoint } from '../base/endpoint';
import { NOTIFICATION_TABS } from './categories';

/** Of so many things the news is counted at once. */
export const THINGS_COUNTED_MAX = 100;

/** As `kind:id`; a job, candidate, submission, assignment, timesheet, invoice or task. */
export const thingSchema = { type: 'string', minLength: 3, maxLength: 60 } as const;

export const inboxEndpoints = {
  countThings: {
    method: 'POST',
    path: '/api-user/v1/notifications/things',
    summary: 'How many notifications of these things the caller has in a tab, whatever was done with them.',
    auth: 'bearer',
    body: {
      title: 'CountThings',
      type: 'object',
      required: ['userId', 'categoryCode', 'things'],
      properties: {
        userId: { type: 'string', format: 'uuid', description: "The caller's own." },
        categoryCode: { type: 'string', enum: NOTIFICATION_TABS },
        things: { type: 'array', minItems: 1, maxItems: THINGS_COUNTED_MAX, items: thingSchema },
      },
      additionalProperties: false,
    },
    response: {
      title: 'ThingsCounted',
      type: 'object',
      required: ['items'],
      properties: {
        items: {
          type: 'array',
          description: 'Things without any are left out.',
          items: {
            type: 'object',
            required: ['thing', 'count', 'open'],
            properties: {
              thing: thingSchema,
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
} as const satisfies Record<string, Endpoint>;
