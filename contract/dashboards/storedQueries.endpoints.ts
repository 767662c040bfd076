/** Queries too long for an address, stored under a short id so that a copied link opens them elsewhere too. */
import type { Endpoint } from '../base/endpoint';

const id = { type: 'string', pattern: '^[0-9a-f]{8}$' } as const;
const search = {
  type: 'string',
  maxLength: 60_000,
  pattern: '^\\?',
  description: 'The query of an address, with its question mark.',
} as const;

export const storedQueryEndpoints = {
  storeQuery: {
    method: 'POST',
    path: '/api-client/v1/dashboard/kept',
    summary: 'Stores a query for the organization of the caller. Storing it again changes nothing.',
    auth: 'bearer',
    body: {
      title: 'StoredQueryInput',
      type: 'object',
      required: ['id', 'search'],
      properties: { id, search },
      additionalProperties: false,
    },
    response: {
      title: 'StoredQueryId',
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string' } },
      additionalProperties: false,
    },
    errors: ['conflict', 'server.unauthorized'],
  },
  storedQuery: {
    method: 'GET',
    path: '/api-client/v1/dashboard/kept/{id}',
    summary: 'A query that a user of the same organization saved.',
    auth: 'bearer',
    params: { type: 'object', required: ['id'], properties: { id }, additionalProperties: false },
    response: {
      title: 'StoredQuery',
      type: 'object',
      required: ['search'],
      properties: { search: { type: 'string' } },
      additionalProperties: false,
    },
    errors: ['not.found', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
