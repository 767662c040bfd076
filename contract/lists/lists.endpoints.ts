/** One set of calls for all lists; contract/lists defines their columns, filters and values. */
import { XLSX, type Endpoint } from '../base/endpoint';
import { FILE_RESPONSE } from '../base/files';
import { CHOSEN_FACILITY } from '../base/values';
import { exportedRows, filters, ids, q, sort } from './criteria';
import { LIST_MAX_GROUPS, LIST_MAX_SELECTIONS, LIST_NAMES } from './list';
import type { LookupName } from './lookups';

const MAX_PAGE = 1_000_000;

const params = {
  type: 'object',
  required: ['list'],
  properties: { list: { type: 'string', enum: LIST_NAMES } },
  additionalProperties: false,
} as const;

const total = { type: 'integer', minimum: 0 } as const;
const value = { type: ['string', 'number', 'boolean', 'null'] } as const;

const totalsOfColumns = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'count', 'sum', 'mean'],
    properties: {
      name: { type: 'string' },
      count: { ...total, description: 'How many rows have a value.' },
      sum: { type: 'number', description: 'In the unit of the column.' },
      mean: { type: ['number', 'null'], description: 'In the unit of the column; null if no row has a value.' },
    },
    additionalProperties: false,
  },
} as const;
const groupBy = {
  type: 'string',
  maxLength: 60,
  description: 'A column that rows can be grouped by.',
} as const;

const exported = {
  type: 'object',
  properties: {
    ...exportedRows,
    columns: {
      type: 'array',
      maxItems: 100,
      items: { type: 'string', maxLength: 60 },
      description: 'Which columns, in which order; without it all that are shown at first.',
    },
    head: {
      type: 'boolean',
      description:
        'Whether the title, the filters, the time zone and the number of rows are shown above the columns. Reports of KPIs always have them.',
    },
    by: { ...groupBy, description: `${groupBy.description} The groups follow the head, with their sums and means.` },
  },
  additionalProperties: false,
} as const;

const lookupOptions = {
  type: 'array',
  items: {
    type: 'object',
    required: ['value', 'label'],
    properties: {
      value: { type: 'string' },
      label: { type: 'string' },
      parent: { type: 'string', description: "A department's facility, a specialty's profession, an offering." },
    },
    additionalProperties: false,
  },
} as const;

export const listEndpoints = {
  listSearch: {
    method: 'POST',
    path: '/api-user/v1/lists/{list}/search',
    summary: 'A page of a list, filtered and sorted, as far as the caller may see it.',
    auth: 'bearer',
    params,
    body: {
      title: 'ListSearchRequest',
      type: 'object',
      properties: {
        filters,
        q,
        sort,
        clientId: CHOSEN_FACILITY,
        page: { type: 'integer', minimum: 1, maximum: MAX_PAGE, description: 'From 1, which is the default.' },
        size: { type: 'integer', enum: [25, 50, 100, 200, 500], description: 'Rows a page; 50 by default.' },
      },
      additionalProperties: false,
    },
    response: {
      title: 'ListPage',
      type: 'object',
      required: ['rows', 'total', 'page', 'size'],
      properties: {
        rows: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id'],
            properties: {
              id: { type: 'string' },
              zone: { type: 'string', description: "IANA zone of the row's facility, in which its moments are shown." },
              version: {
                type: 'integer',
                minimum: 1,
                description:
                  'The version of the record, which an action on the row sends; left out for records without actions.',
              },
            },
            additionalProperties: value,
          },
        },
        total: { type: ['integer', 'null'], minimum: 0, description: 'Null if counting takes long: call listTotal.' },
        page: { type: 'integer', minimum: 1, description: 'The requested page.' },
        size: { type: 'integer', minimum: 1, description: 'Rows of a full page.' },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  listTotal: {
    method: 'POST',
    path: '/api-user/v1/lists/{list}/total',
    summary: 'How many rows match, exactly.',
    auth: 'bearer',
    params,
    body: {
      title: 'ListTotalRequest',
      type: 'object',
      properties: { filters, q, clientId: CHOSEN_FACILITY },
      additionalProperties: false,
    },
    response: {
      title: 'ListTotal',
      type: 'object',
      required: ['total'],
      properties: { total },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  listIds: {
    method: 'POST',
    path: '/api-user/v1/lists/{list}/ids',
    summary: 'The ids of all matching rows, in order, for an action on all of them.',
    auth: 'bearer',
    params,
    body: {
      title: 'ListIdsRequest',
      type: 'object',
      properties: { filters, q, sort, clientId: CHOSEN_FACILITY },
      additionalProperties: false,
    },
    response: {
      title: 'ListIds',
      type: 'object',
      required: ['ids', 'complete'],
      properties: {
        ids,
        complete: { type: 'boolean', description: 'False if more rows match than can be chosen at the same time.' },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  listCounts: {
    method: 'POST',
    path: '/api-user/v1/lists/{list}/counts',
    summary: 'How many rows match each of several selections, such as those of the tabs of a list.',
    auth: 'bearer',
    params,
    body: {
      title: 'ListCountsRequest',
      type: 'object',
      required: ['selections'],
      properties: {
        q,
        clientId: CHOSEN_FACILITY,
        selections: { type: 'array', minItems: 1, maxItems: LIST_MAX_SELECTIONS, items: filters },
      },
      additionalProperties: false,
    },
    response: {
      title: 'ListCounts',
      type: 'object',
      required: ['totals'],
      properties: {
        totals: {
          type: ['array', 'null'],
          items: total,
          description: 'In the order of the selections; null where counting takes too long.',
        },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  listTotals: {
    method: 'POST',
    path: '/api-user/v1/lists/{list}/totals',
    summary: 'Sums and means of the columns that have them, over all rows that match.',
    auth: 'bearer',
    params,
    body: {
      title: 'ListTotalsRequest',
      type: 'object',
      properties: { filters, q, clientId: CHOSEN_FACILITY },
      additionalProperties: false,
    },
    response: {
      title: 'ListTotals',
      type: 'object',
      required: ['rows', 'columns'],
      properties: {
        rows: { ...total, description: 'How many rows match.' },
        columns: { ...totalsOfColumns, type: ['array', 'null'], description: 'Null where adding up takes too long.' },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  listOptions: {
    method: 'GET',
    path: '/api-user/v1/lists/{list}/options',
    summary: 'What the filters of a list can be set to, as far as the caller may know it, by lookup.',
    auth: 'bearer',
    params,
    response: {
      title: 'ListOptions',
      type: 'object',
      description: 'The lookups of the filters that the caller may set.',
      properties: {
        facilities: lookupOptions,
        departments: lookupOptions,
        suppliers: lookupOptions,
        professions: lookupOptions,
        specialties: lookupOptions,
        offerings: lookupOptions,
        subOfferings: lookupOptions,
        salesReps: lookupOptions,
        users: lookupOptions,
        states: lookupOptions,
        recruiters: lookupOptions,
        reviewers: lookupOptions,
        endReasons: lookupOptions,
        declineReasons: lookupOptions,
        pushedReasons: lookupOptions,
      } satisfies Record<LookupName, object>,
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  listGroups: {
    method: 'POST',
    path: '/api-user/v1/lists/{list}/groups',
    summary:
      'The rows that match, grouped by one column: how many are in each group, with sums and means of the columns.',
    auth: 'bearer',
    params,
    body: {
      title: 'ListGroupsRequest',
      type: 'object',
      required: ['by'],
      properties: { filters, q, clientId: CHOSEN_FACILITY, by: groupBy },
      additionalProperties: false,
    },
    response: {
      title: 'ListGroups',
      type: 'object',
      required: ['groups', 'more'],
      properties: {
        groups: {
          type: ['array', 'null'],
          description: 'Null where adding up takes too long. Bands in their order, others with most rows first.',
          maxItems: LIST_MAX_GROUPS,
          items: {
            type: 'object',
            required: ['value', 'label', 'rows', 'columns'],
            properties: {
              value: {
                type: ['string', 'null'],
                description:
                  "What the column's filter takes for the rows of this group; null for those without a value.",
              },
              label: { type: 'string', description: 'Empty for those without a value.' },
              rows: total,
              columns: totalsOfColumns,
            },
            additionalProperties: false,
          },
        },
        more: { ...total, description: 'How many groups there are beside these.' },
      },
      additionalProperties: false,
    },
    isExpensive: true,
    errors: ['server.unauthorized', 'too.many.requests'],
  },
  listExport: {
    method: 'POST',
    path: '/api-user/v1/lists/{list}/export',
    summary:
      'The matching rows, up to 100,000, as CSV (RFC 4180, UTF-8); if rows were left out, the last line states this.',
    auth: 'bearer',
    params,
    body: { title: 'ListExportRequest', ...exported },
    produces: 'text/csv',
    response: FILE_RESPONSE,
    isExpensive: true,
    errors: ['server.unauthorized', 'too.many.requests'],
  },
  listWorkbook: {
    method: 'POST',
    path: '/api-user/v1/lists/{list}/workbook',
    summary:
      'The same as a workbook (XLSX): numbers are numbers, dates are dates, moments are those of the clock at the facility with its zone in the last column.',
    auth: 'bearer',
    params,
    body: { title: 'ListWorkbookRequest', ...exported },
    produces: XLSX,
    response: FILE_RESPONSE,
    isExpensive: true,
    errors: ['server.unauthorized', 'too.many.requests'],
  },
} as const satisfies Record<string, Endpoint>;
