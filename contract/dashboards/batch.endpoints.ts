/** Requests several cards at the same time. The answer is a stream, so each card appears as soon as it is counted. */
import type { Endpoint } from '../base/endpoint';
import { apiErrorSchema } from '../base/errors';
import { homeDashboardEndpoints } from './home.endpoints';

export type BatchCall = keyof typeof homeDashboardEndpoints;
const CALLS = Object.keys(homeDashboardEndpoints) as readonly BatchCall[];
const BATCH_MAX_CALLS = 12;
/** How many calls of one request run at the same time. */
export const BATCH_AT_ONCE = 6;

const index = { type: 'integer', minimum: 0, description: 'Which call of the request it answers.' } as const;

export const dashboardBatchEndpoints = {
  dashboardBatch: {
    method: 'POST',
    path: '/api-job/v1/dashboard/batch',
    summary:
      'Makes up to 12 calls for cards in one request. Each is checked, authorized and answered like a separate call, on a line of its own as soon as it is ready.',
    auth: 'bearer',
    body: {
      title: 'DashboardBatch',
      type: 'object',
      required: ['calls'],
      properties: {
        filter: { type: 'object', description: "The filter that all calls share; a call's own body takes precedence." },
        calls: {
          type: 'array',
          minItems: 1,
          maxItems: BATCH_MAX_CALLS,
          items: {
            type: 'object',
            required: ['call'],
            properties: {
              call: {
                type: 'string',
                enum: CALLS,
                description: 'The operationId of a call for a card.',
              },
              body: { type: 'object' },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    streams: 'application/x-ndjson',
    response: {
      title: 'DashboardBatchLine',
      type: 'object',
      required: ['index', 'status'],
      properties: {
        index,
        status: { type: 'integer', description: 'The status that the call would have had as a separate call.' },
        body: { type: 'object', description: 'With status 200: the answer of the call.' },
        error: { ...apiErrorSchema, description: 'With any other status.' },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
