/** Actions on records: the states of records, performing an action on several, and undoing it. */
import type { FromSchema } from 'json-schema-to-ts';
import type { Endpoint } from '../base/endpoint';
import { DAY_INPUT, INTEGER_MAX, SOMETHING_VISIBLE } from '../base/values';
import {
  ACTION_KINDS,
  ENDED_BY,
  OPENINGS_MAX,
  RATE_MAX_CENTS,
  REASON_MAX_LENGTH,
  RECORDS_PER_CALL,
  UNDO_SECONDS,
  WEEK_MINUTES,
} from './action';
import { ID, INSTANT } from '../base/schemas';

const kindParams = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: ACTION_KINDS } },
  additionalProperties: false,
} as const;

const actionableRecord = {
  title: 'ActionableRecord',
  type: 'object',
  required: ['recordId', 'name', 'version', 'state', 'defaults', 'changedAt', 'changedBy', 'lastAction'],
  properties: {
    recordId: ID,
    name: { type: 'string', description: 'What it is called in a sentence: "Timesheet 1000001 of Ann Smith".' },
    version: { type: 'integer', minimum: 1, description: 'Counts the changes of the record.' },
    state: {
      type: 'object',
      description: 'Each part of its state (RECORD_STATES) with its value.',
      additionalProperties: { type: 'string' },
    },
    defaults: {
      title: 'ActionDefaults',
      type: 'object',
      description: 'The initial values of the form of each action: the current ones, or the proposed ones.',
      additionalProperties: {
        type: 'object',
        properties: {
          date: { type: 'string', format: 'date' },
          rateCents: { type: 'integer', description: 'Per hour.' },
          minutes: { type: 'integer', description: 'For the week.' },
          openings: { type: 'integer' },
          endedBy: { type: 'string', enum: ENDED_BY },
        },
        additionalProperties: false,
      },
    },
    changedAt: { ...INSTANT, type: ['string', 'null'], description: 'When the last action was taken.' },
    changedBy: { type: ['string', 'null'], description: 'The name of the user who took the last action.' },
    lastAction: { type: ['string', 'null'] },
  },
  additionalProperties: false,
} as const;
export type ActionableRecord = FromSchema<typeof actionableRecord>;

const ACTION_OUTCOMES = ['done', 'undone', 'changed', 'refused', 'notFound'] as const;

const actionResult = {
  title: 'RecordActionResult',
  type: 'object',
  required: ['outcome', 'sentence', 'record', 'undoSeconds'],
  properties: {
    outcome: {
      type: 'string',
      enum: ACTION_OUTCOMES,
      description:
        '`changed`: another user was first, nothing was done; `record` is the current record. `refused`: `sentence` states the reason; without `record` the server failed there: this one may be done, the later ones only by an earlier call with this `requestId`, and the same `requestId` does the rest once.',
    },
    sentence: { type: ['string', 'null'], description: 'For the user: why nothing was done.' },
    record: { anyOf: [actionableRecord, { type: 'null' }] },
    undoSeconds: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: UNDO_SECONDS,
      description: 'How long it can be undone; null if it cannot.',
    },
  },
  additionalProperties: false,
} as const;
export type RecordActionResult = FromSchema<typeof actionResult>;

export const recordActionEndpoints = {
  recordStates: {
    method: 'POST',
    path: '/api-job/v1/records/{kind}/states',
    summary: 'The states and versions of records, by id. Those that do not exist, or are of others, are left out.',
    auth: 'bearer',
    params: kindParams,
    body: {
      title: 'RecordStatesRequest',
      type: 'object',
      required: ['recordIds'],
      properties: { recordIds: { type: 'array', minItems: 1, maxItems: RECORDS_PER_CALL, items: ID } },
      additionalProperties: false,
    },
    response: {
      title: 'RecordStates',
      type: 'object',
      required: ['records'],
      properties: { records: { type: 'array', items: actionableRecord } },
      additionalProperties: false,
    },
    errors: ['request.invalid', 'server.unauthorized'],
  },
  performRecordAction: {
    method: 'POST',
    path: '/api-job/v1/records/{kind}/actions',
    summary: `One action on up to ${RECORDS_PER_CALL} records, each by itself. The results are in the order of the records. The same requestId acts once, for a day.`,
    auth: 'bearer',
    params: kindParams,
    body: {
      title: 'RecordActionRequest',
      type: 'object',
      required: ['requestId', 'action', 'records'],
      properties: {
        requestId: {
          ...ID,
          description: 'Made by the caller for this press; the same one when the call is repeated.',
        },
        action: { type: 'string', minLength: 1, maxLength: 40 },
        records: {
          type: 'array',
          minItems: 1,
          maxItems: RECORDS_PER_CALL,
          items: {
            type: 'object',
            required: ['recordId', 'version'],
            properties: { recordId: ID, version: { type: 'integer', minimum: 1, maximum: INTEGER_MAX } },
            additionalProperties: false,
          },
        },
        input: {
          title: 'RecordActionInput',
          type: 'object',
          properties: {
            reason: { type: 'string', pattern: SOMETHING_VISIBLE, maxLength: REASON_MAX_LENGTH },
            date: DAY_INPUT,
            rateCents: { type: 'integer', minimum: 1, maximum: RATE_MAX_CENTS },
            minutes: { type: 'integer', minimum: 0, maximum: WEEK_MINUTES },
            openings: { type: 'integer', minimum: 1, maximum: OPENINGS_MAX },
            endedBy: { type: 'string', enum: ENDED_BY },
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    response: {
      title: 'RecordActionResults',
      type: 'object',
      required: ['results'],
      properties: { results: { type: 'array', items: actionResult } },
      additionalProperties: false,
    },
    errors: ['request.invalid', 'server.unauthorized'],
  },
  undoRecordAction: {
    method: 'POST',
    path: '/api-job/v1/records/{kind}/undo',
    summary: `Undoes an action of one's own within ${UNDO_SECONDS} seconds, unless the record changed since. A repeated call changes nothing.`,
    auth: 'bearer',
    params: kindParams,
    body: {
      title: 'RecordActionUndo',
      type: 'object',
      required: ['requestId', 'recordId'],
      properties: { requestId: { ...ID, description: 'The requestId of the action.' }, recordId: ID },
      additionalProperties: false,
    },
    response: actionResult,
    errors: ['request.invalid', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
