/** The options of the dashboard filter, saved searches, and each user's arrangement of cards and statuses. */
import { SEARCH_NAME_MAX_LENGTH } from './filter';
import type { Endpoint } from '../base/endpoint';
import { SOMETHING_VISIBLE } from '../base/values';
import { ID, TEXT } from '../base/schemas';

const SAVED_TEXT_MAX_LENGTH = 60_000;

/** Saved searches belong to one dashboard; facilities and managing organizations have their own KPI dashboards. */
const DASHBOARDS = ['HOME', 'KPI', 'FACILITY_KPI', 'SUPPLIER_KPI'] as const;
export type Dashboard = (typeof DASHBOARDS)[number];
const dashboard = { type: 'string', enum: DASHBOARDS } as const;

const options = {
  type: 'array',
  items: {
    type: 'object',
    required: ['value', 'label'],
    properties: { value: TEXT, label: TEXT },
    additionalProperties: false,
  },
} as const;
const jsonText = {
  type: 'string',
  maxLength: SAVED_TEXT_MAX_LENGTH,
  description: 'JSON text, kept as it was given; anything else is refused.',
} as const;
const textBefore = {
  type: 'string',
  maxLength: SAVED_TEXT_MAX_LENGTH,
  description: 'The text that this one replaces, empty where none is kept: refused if another has been kept since.',
} as const;
const savedId = {
  title: 'Saved',
  type: 'object',
  required: ['id'],
  properties: { id: ID },
  additionalProperties: false,
} as const;

const savedSearch = {
  type: 'object',
  required: ['id', 'searchName', 'public', 'default', 'canDeleted', 'filter'],
  properties: {
    id: ID,
    searchName: TEXT,
    public: { type: 'boolean', description: 'Everyone in the organization sees it.' },
    default: { type: 'boolean', description: 'Applied when the caller opens the dashboard. At most one is.' },
    canDeleted: { type: 'boolean', description: 'The caller may change and delete it: it is their own.' },
    filter: jsonText,
  },
  additionalProperties: false,
} as const;
export const dashboardFilterEndpoints = {
  dashboardFilters: {
    method: 'GET',
    path: '/api-client/v1/dashboard/filters',
    summary: 'What a dashboard can be filtered by, with the saved searches and preferences of the caller.',
    auth: 'bearer',
    query: {
      type: 'object',
      required: ['dashboard'],
      properties: { dashboard },
      additionalProperties: false,
    },
    response: {
      title: 'DashboardFilterOptions',
      type: 'object',
      required: [
        'professions',
        'specialties',
        'jobTypes',
        'organizationOfferingDTO',
        'clientNames',
        'divisions',
        'savedFilters',
        'timeFrames',
        'widgetStatuses',
        'widgetPreferences',
        'canPublish',
      ],
      properties: {
        professions: options,
        specialties: {
          type: 'array',
          items: {
            type: 'object',
            required: ['value', 'label', 'professionId'],
            properties: { value: TEXT, label: TEXT, professionId: TEXT },
            additionalProperties: false,
          },
        },
        jobTypes: options,
        organizationOfferingDTO: {
          type: 'array',
          description: 'Offerings with their sub-offerings.',
          items: {
            type: 'object',
            required: ['value', 'offeringId', 'subofferingId', 'offering', 'subOffering'],
            properties: {
              value: { ...TEXT, description: 'Offering and sub-offering, as they are shown.' },
              offeringId: TEXT,
              subofferingId: TEXT,
              offering: TEXT,
              subOffering: TEXT,
            },
            additionalProperties: false,
          },
        },
        agencyNames: { ...options, description: 'Managing organizations only.' },
        salesRep: { ...options, description: 'Managing organizations only.' },
        clientNames: options,
        divisions: { ...options, description: 'Health systems the facilities belong to.' },
        savedFilters: { type: 'array', items: savedSearch },
        timeFrames: {
          type: 'array',
          items: {
            type: 'object',
            required: ['value', 'label', 'from', 'to'],
            properties: {
              value: TEXT,
              label: TEXT,
              from: { type: 'string', format: 'date', description: "In the viewer's zone." },
              to: { type: 'string', format: 'date', description: 'Both days are included.' },
            },
            additionalProperties: false,
          },
        },
        widgetStatuses: {
          type: 'array',
          description: 'Selection and order of statuses: `value` is the card in upper case, `label` the JSON text.',
          items: {
            type: 'object',
            required: ['value', 'label'],
            properties: { value: TEXT, label: jsonText },
            additionalProperties: false,
          },
        },
        widgetPreferences: {
          ...jsonText,
          description: 'JSON text of the cards in their order; empty where none are kept.',
        },
        canPublish: { type: 'boolean', description: 'The caller may make a saved search public.' },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  dashboardDepartments: {
    method: 'POST',
    path: '/api-client/v1/dashboard/departments',
    summary: 'The departments of facilities.',
    auth: 'bearer',
    body: {
      title: 'DepartmentsRequest',
      type: 'object',
      required: ['clientIds'],
      properties: {
        clientIds: { type: 'array', maxItems: 500, items: ID, description: 'None: all that the caller may see.' },
      },
      additionalProperties: false,
    },
    response: {
      title: 'Departments',
      type: 'object',
      required: ['departments'],
      properties: { departments: options },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  saveDashboardFilter: {
    method: 'POST',
    path: '/api-client/v1/dashboard/filters',
    summary: 'Saves a new search, which needs every part, or changes the given parts of the one that has the `id`.',
    auth: 'bearer',
    body: {
      title: 'SaveDashboardFilter',
      type: 'object',
      required: ['dashboard'],
      properties: {
        dashboard,
        id: { type: ['string', 'null'], format: 'uuid' },
        searchName: { type: 'string', minLength: 1, maxLength: SEARCH_NAME_MAX_LENGTH, pattern: SOMETHING_VISIBLE },
        public: { type: 'boolean' },
        default: { type: 'boolean', description: 'Refused while another search of the caller is the default.' },
        filter: { ...jsonText, minLength: 2 },
      },
      additionalProperties: false,
    },
    response: savedId,
    errors: ['conflict', 'not.found', 'server.unauthorized'],
  },
  deleteDashboardFilter: {
    method: 'DELETE',
    path: '/api-client/v1/dashboard/filters/{id}',
    summary: 'Deletes a saved search of the caller.',
    auth: 'bearer',
    params: { type: 'object', required: ['id'], properties: { id: ID }, additionalProperties: false },
    response: savedId,
    errors: ['conflict', 'not.found', 'server.unauthorized'],
  },
  saveWidgetPreferences: {
    method: 'POST',
    path: '/api-client/v1/dashboard/preferences/widgets',
    summary: "Keeps which cards the caller's home dashboard shows, and in which order.",
    auth: 'bearer',
    body: {
      title: 'SaveWidgetPreferences',
      type: 'object',
      required: ['filter'],
      properties: { filter: { ...jsonText, minLength: 2 }, before: textBefore },
      additionalProperties: false,
    },
    response: savedId,
    errors: ['conflict', 'server.unauthorized'],
  },
  saveStatusPreferences: {
    method: 'POST',
    path: '/api-client/v1/dashboard/preferences/statuses',
    summary: 'Keeps which statuses of a card the caller chose, and in which order.',
    auth: 'bearer',
    body: {
      title: 'SaveStatusPreferences',
      type: 'object',
      required: ['widgetType', 'filter'],
      properties: {
        widgetType: { type: 'string', maxLength: 40, pattern: '^[A-Z_]+$', description: 'The card, in upper case.' },
        filter: { ...jsonText, minLength: 2 },
        before: textBefore,
      },
      additionalProperties: false,
    },
    response: savedId,
    errors: ['conflict', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
