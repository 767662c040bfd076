/** A record by its id: its facts, the rows that belong to it, and what happened to it. */
import type { Endpoint } from '../base/endpoint';
import { SOMETHING_VISIBLE } from '../base/values';
import { RECORD_KINDS } from './kinds';
import { ID } from '../base/schemas';

const value = { type: ['string', 'number', 'boolean', 'null'] } as const;

const record = {
  kind: { type: 'string', enum: RECORD_KINDS },
  recordId: ID,
} as const;
const params = {
  type: 'object',
  required: ['kind', 'recordId'],
  properties: record,
  additionalProperties: false,
} as const;

/**
 * A row: `id` and its columns; `zone` is the IANA zone of its facility, ids of other records are in columns beside
 * their names.
 */
const row = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, zone: { type: 'string' } },
  additionalProperties: value,
} as const;

const errors = ['not.found', 'server.unauthorized'] as const;

/** Results of each kind in a search over all kinds. */
export const RESULTS_PER_KIND = 5;
/** A longer search is cut off by the palette and refused by the server. */
export const FIND_MAX_LENGTH = 80;

/** Events in one page. */
export const TIMELINE_PAGE = 50;

export const recordEndpoints = {
  recordRead: {
    method: 'GET',
    path: '/api-user/v1/records/{kind}/{recordId}',
    summary:
      'A record with its version and how many rows each of its lists has. An absent record and one that the caller may not see get the same answer.',
    auth: 'bearer',
    params,
    response: {
      title: 'RecordPage',
      type: 'object',
      required: ['kind', 'id', 'version', 'row', 'counts'],
      properties: {
        kind: record.kind,
        id: ID,
        version: { type: 'integer', minimum: 1, description: 'Counts the changes of what people see of it.' },
        row,
        counts: {
          type: 'object',
          description:
            'How many rows each list that the caller may see has, by tab; null if counting takes long: call listTotal.',
          additionalProperties: { type: ['integer', 'null'], minimum: 0 },
        },
      },
      additionalProperties: false,
    },
    errors,
  },
  recordsFound: {
    method: 'GET',
    path: '/api-user/v1/records',
    summary: `Records of all kinds that the caller may see, by their number or by the beginnings of their name, documents and compliance files by that of their person: the first ${RESULTS_PER_KIND} of each kind.`,
    auth: 'bearer',
    query: {
      type: 'object',
      required: ['q'],
      properties: { q: { type: 'string', pattern: SOMETHING_VISIBLE, maxLength: FIND_MAX_LENGTH } },
      additionalProperties: false,
    },
    response: {
      title: 'RecordsFound',
      type: 'object',
      required: ['records'],
      properties: {
        records: {
          type: 'array',
          items: {
            title: 'RecordFound',
            type: 'object',
            required: ['kind', 'id', 'row'],
            properties: { kind: record.kind, id: ID, row },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    errors: ['request.invalid'],
  },
  recordTable: {
    method: 'GET',
    path: '/api-user/v1/records/{kind}/{recordId}/tables/{table}',
    summary: 'The rows of a table of the record, such as the days of a timesheet or the versions of a deal sheet.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['kind', 'recordId', 'table'],
      properties: { ...record, table: { type: 'string', minLength: 1, maxLength: 40 } },
      additionalProperties: false,
    },
    response: {
      title: 'RecordTable',
      type: 'object',
      required: ['rows'],
      properties: { rows: { type: 'array', items: row } },
      additionalProperties: false,
    },
    query: {
      type: 'object',
      properties: {
        recruiterId: { ...ID, description: 'For a table of candidates: only those of this recruiter.' },
      },
      additionalProperties: false,
    },
    errors,
  },
  recordTimeline: {
    method: 'GET',
    path: '/api-user/v1/records/{kind}/{recordId}/timeline',
    summary: `What happened to the record and to what belongs to it, newest first, ${TIMELINE_PAGE} events at a time.`,
    auth: 'bearer',
    params,
    query: {
      type: 'object',
      properties: {
        after: { type: 'string', maxLength: 80, description: 'The `next` of the page before.' },
      },
      additionalProperties: false,
    },
    response: {
      title: 'RecordTimeline',
      type: 'object',
      required: ['events', 'next'],
      properties: {
        events: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'at', 'kind', 'recordId', 'subject', 'moment', 'action', 'reason', 'by', 'changes'],
            properties: {
              id: { type: 'string' },
              at: { type: 'string', format: 'date-time' },
              kind: { ...record.kind, description: 'The kind of the record that it happened to.' },
              recordId: ID,
              subject: {
                type: ['string', 'null'],
                description: 'What identifies that record, such as its candidate; null for the requested one.',
              },
              moment: {
                type: ['string', 'null'],
                description: 'For what happened before changes were recorded: the date of the record that shows it.',
              },
              action: { type: ['string', 'null'], description: 'The action that caused it.' },
              reason: { type: ['string', 'null'] },
              by: { type: ['string', 'null'], description: 'Who did it, where that is known.' },
              changes: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['field', 'before', 'after'],
                  properties: {
                    field: { type: 'string' },
                    before: { ...value, description: 'In the unit of the field, like `after`; null for empty.' },
                    after: value,
                  },
                  additionalProperties: false,
                },
              },
            },
            additionalProperties: false,
          },
        },
        next: {
          type: ['string', 'null'],
          description: 'Sent as `after`, it returns older events; null if there are none.',
        },
      },
      additionalProperties: false,
    },
    errors: ['not.found', 'server.unauthorized', 'request.invalid'],
  },
} as const satisfies Record<string, Endpoint>;
