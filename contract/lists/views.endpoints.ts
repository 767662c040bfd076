/** Views of a list that people save: its filters, order, columns and part. */
import type { Endpoint } from '../base/endpoint';
import { SOMETHING_VISIBLE } from '../base/values';
import { LIST_NAMES } from './list';
import { filters, q, sort } from './criteria';
import { FLAG, ID } from '../base/schemas';

export const LIST_VIEW_NAME_MAX_LENGTH = 50;
/** How many views of one list a person may have. */
export const LIST_VIEWS_MAX = 50;

/** What a view sets. What the page of its part fixes is not among the filters. */
export interface ListViewSettings {
  /** The page of the list, below the root of the organization's kind: 'assignments/active'. */
  readonly part: string;
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly q: string;
  readonly sort: string;
  /** In display order; null for the default columns. */
  readonly columns: readonly string[] | null;
}
const list = { type: 'string', enum: LIST_NAMES } as const;
const ofList = { type: 'object', required: ['list'], properties: { list }, additionalProperties: false } as const;

const settings = {
  part: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    pattern: '^[A-Za-z0-9-]+(/[A-Za-z0-9-]+)*$',
    description: "The page of the list, below the root of the caller's kind of organization: 'assignments/active'.",
  },
  filters,
  q,
  sort,
  columns: {
    type: ['array', 'null'],
    minItems: 1,
    maxItems: 100,
    items: { type: 'string', maxLength: 60 },
    description: 'The columns in their order; null for those that are shown by default.',
  },
} as const;
const NAMES_OF_SETTINGS = ['part', 'filters', 'q', 'sort', 'columns'] as const;

const savedId = {
  title: 'SavedListView',
  type: 'object',
  required: ['id'],
  properties: { id: ID },
  additionalProperties: false,
} as const;

export const listViewEndpoints = {
  listViews: {
    method: 'GET',
    path: '/api-user/v1/lists/{list}/views',
    summary: "The caller's views of a list, and those that colleagues share.",
    auth: 'bearer',
    params: ofList,
    response: {
      title: 'ListViews',
      type: 'object',
      required: ['views', 'mayShare'],
      properties: {
        views: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'name', 'shared', 'default', 'own', 'owner', ...NAMES_OF_SETTINGS],
            properties: {
              id: ID,
              name: { type: 'string' },
              shared: { ...FLAG, description: 'Everyone in the organization sees it.' },
              default: {
                ...FLAG,
                description: 'Opens when the caller opens the list from the menu. At most one view does.',
              },
              own: { ...FLAG, description: 'The caller may change and delete it.' },
              owner: { type: 'string', description: 'The name of its owner.' },
              ...settings,
            },
            additionalProperties: false,
          },
        },
        mayShare: { ...FLAG, description: 'The caller may share views with the organization.' },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  saveListView: {
    method: 'POST',
    path: '/api-user/v1/lists/{list}/views',
    summary: 'Saves a new view, which needs every part, or changes the given parts of the one that has the `viewId`.',
    auth: 'bearer',
    params: ofList,
    body: {
      title: 'SaveListView',
      type: 'object',
      properties: {
        viewId: { type: ['string', 'null'], format: 'uuid' },
        name: { type: 'string', minLength: 1, maxLength: LIST_VIEW_NAME_MAX_LENGTH, pattern: SOMETHING_VISIBLE },
        shared: FLAG,
        default: { ...FLAG, description: "Takes the place of the caller's former default." },
        ...settings,
      },
      additionalProperties: false,
    },
    response: savedId,
    errors: ['conflict', 'not.found', 'server.unauthorized'],
  },
  deleteListView: {
    method: 'DELETE',
    path: '/api-user/v1/lists/{list}/views/{viewId}',
    summary: 'Deletes a view of the caller.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['list', 'viewId'],
      properties: { list, viewId: ID },
      additionalProperties: false,
    },
    response: savedId,
    errors: ['not.found', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
