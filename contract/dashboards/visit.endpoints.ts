/** The home dashboard besides its cards: the person's open work, and what changed since their last visit. */
import type { Endpoint } from '../base/endpoint';
import { DASHBOARD_FILTER_PROPERTIES } from './filterSchema';
import { WIDGETS, type Widget, type WidgetCode } from './widgets';
import type { OrganizationType } from '../base/organizations';
import { COUNT } from '../base/schemas';
import { CHOSEN_FACILITY } from '../base/values';

const widget = { type: 'string', enum: WIDGETS } as const;
const code = { type: 'string', description: 'A figure of the card.' } as const;

export const visitEndpoints = {
  needsYou: {
    method: 'POST',
    path: '/api-client/v1/dashboard/needs',
    summary: 'What waits for the caller, regardless of the cards’ filter.',
    auth: 'bearer',
    body: {
      title: 'NeedsRequest',
      type: 'object',
      properties: { clientId: CHOSEN_FACILITY },
      additionalProperties: false,
    },
    response: {
      title: 'Needs',
      type: 'object',
      required: ['figures'],
      properties: {
        figures: {
          type: 'array',
          description: 'Most pressing first, also those that are 0.',
          items: {
            type: 'object',
            required: ['widget', 'code', 'count'],
            properties: { widget, code, count: COUNT },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  homeChanges: {
    method: 'POST',
    path: '/api-client/v1/dashboard/changes',
    summary:
      'How many rows entered and left each figure since the visit before this one. The call itself counts as a view.',
    auth: 'bearer',
    body: {
      title: 'ChangesRequest',
      type: 'object',
      required: ['complianceView', 'timesheetView'],
      properties: {
        ...DASHBOARD_FILTER_PROPERTIES,
        clientId: CHOSEN_FACILITY,
        complianceView: { type: 'string', enum: ['ACTIVE', 'BOOKED'] },
        timesheetView: { type: 'string', enum: ['facility', 'supplier'] },
        seen: { type: 'boolean', description: 'All of it has been seen: changes count from now on.' },
      },
      additionalProperties: false,
    },
    response: {
      title: 'Changes',
      type: 'object',
      required: ['since', 'figures'],
      properties: {
        since: {
          type: ['string', 'null'],
          format: 'date-time',
          description: 'When the previous visit of the caller ended; null at the first.',
        },
        figures: {
          type: 'array',
          description: 'The figures that changed.',
          items: {
            type: 'object',
            required: ['widget', 'code', 'entered', 'left'],
            properties: { widget, code, entered: COUNT, left: COUNT },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;

/** A new visit begins after this many minutes without a view. */
export const VISIT_PAUSE_MINUTES = 30;

/** Their rows change with the calendar or with other records, whose history is not kept (decision 25). */
const UNKNOWN: Partial<Record<Widget, readonly WidgetCode[]>> = {
  JOBS: ['NEWLY_POSTED'],
  COMPLIANCE: ['DOCS_PENDING_REVIEW', 'DOCS_EXPIRING_FIFTEEN_DAYS'],
};
/** For a supplier, a job is with or without their own submissions, which are not a part of the job's history. */
const UNKNOWN_TO_SUPPLIERS: readonly WidgetCode[] = ['OPEN_WITHOUT_SUBMISSION', 'OPEN_WITH_SUBMISSION'];

/** Whether changes of this figure are known and shown to organizations of this type. */
export const showsChange = (widget: Widget, code: WidgetCode, type: OrganizationType): boolean =>
  UNKNOWN[widget]?.includes(code) !== true && !(type === 'AGENCY' && UNKNOWN_TO_SUPPLIERS.includes(code));
