/** The week of units: who works where, and which shifts of open orders are unassigned. */
import type { Endpoint } from '../base/endpoint';
import { DAY_INPUT } from '../base/values';
import { ID, TEXT } from '../base/schemas';

/**
 * PRN: everyone who works by the shift, and the openings of all orders. IRP: only people of the facility's own pool,
 * who have worked there before, and the openings that they could fill.
 */
const SCHEDULE_KINDS = ['PRN', 'IRP'] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];
/** Rows in one answer: units with a shift. */
export const SCHEDULE_MAX_ROWS = 200;
const day = { type: 'string', format: 'date', description: "A calendar date, 'YYYY-MM-DD'." } as const;
const days = { type: 'array', items: day, description: 'Days of the week, in order.' } as const;

export const scheduleEndpoints = {
  weeklySchedule: {
    method: 'GET',
    path: '/api-job/v1/schedule/week',
    summary: `The week of a day, Sunday to Saturday, by unit and shift; at most ${SCHEDULE_MAX_ROWS} of these. Days follow from hours and shift, as those of a timesheet do. IRP is not for suppliers.`,
    auth: 'bearer',
    query: {
      type: 'object',
      required: ['kind', 'day'],
      properties: {
        kind: { type: 'string', enum: SCHEDULE_KINDS },
        day: { ...DAY_INPUT, description: 'Any day of the week.' },
        clientId: { ...ID, description: 'The facility chosen in the shell.' },
      },
      additionalProperties: false,
    },
    response: {
      title: 'WeeklySchedule',
      type: 'object',
      required: ['from', 'rows', 'more'],
      properties: {
        from: { ...day, description: 'The Sunday.' },
        rows: {
          type: 'array',
          items: {
            type: 'object',
            required: ['facility', 'department', 'shift', 'people', 'gaps'],
            properties: {
              facility: TEXT,
              department: TEXT,
              shift: TEXT,
              people: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['assignmentId', 'name', 'booked', 'days'],
                  properties: {
                    assignmentId: ID,
                    name: TEXT,
                    booked: {
                      type: 'boolean',
                      description: 'True if the assignment is booked and has not started yet.',
                    },
                    days,
                  },
                  additionalProperties: false,
                },
              },
              gaps: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['jobId', 'number', 'openings', 'days'],
                  properties: {
                    jobId: ID,
                    number: { type: 'integer', description: 'The number of the job.' },
                    openings: { type: 'integer', minimum: 1, description: 'How many openings are not filled.' },
                    days,
                  },
                  additionalProperties: false,
                },
              },
            },
            additionalProperties: false,
          },
        },
        more: { type: 'boolean', description: 'There are more units than the answer contains.' },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
