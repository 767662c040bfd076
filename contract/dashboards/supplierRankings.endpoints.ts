/** The rankings of suppliers, and two of them beside each other. */
import type { Endpoint } from '../base/endpoint';
import { SUPPLIER_CARD_CODES, TOP_SUPPLIER_CODES } from './kpiDashboards';
import { MINIMUM_VOLUME } from './kpiRules';
import { KPI_CODES } from './kpis';
import { COUNT, FLAG, ID, TEXT } from '../base/schemas';
import { dollars, period, form, twelveItems, months, KPI_ERRORS } from './kpiSchemas';

const topRows = {
  type: 'array',
  items: {
    type: 'object',
    required: ['agencyId', 'agencyName', 'numerator', 'denominator', 'volume'],
    properties: {
      agencyId: ID,
      agencyName: TEXT,
      numerator: { type: 'number', description: 'What the value was computed from, as its KPI defines it.' },
      denominator: { type: 'number' },
      volume: {
        ...COUNT,
        description:
          'How much evidence there is: the denominator; of ratios the submissions. Decides the order of equal suppliers, and which suppliers are listed separately.',
      },
      assignmentsCount: {
        ...COUNT,
        description: 'For the fill rate: booked assignments. For the completed assignments: how many there are.',
      },
      value: { type: 'number', description: 'In the unit of the KPI; left out for spend, retention and ratio.' },
      positions: { ...COUNT, description: 'For the fill rate only.' },
      agencyRevenueDlr: { ...dollars, description: 'For the spend only.' },
      retentionRate: { type: 'number', description: 'Above 0, rounded to 2 decimals.' },
      submittedCount: COUNT,
      offeredCount: COUNT,
      ratioUp: { type: 'number', description: 'For the ratio: submissions.' },
      ratioDown: { type: 'number', description: 'For the ratio: offers.' },
    },
    additionalProperties: false,
  },
} as const;

export const supplierRankingEndpoints = {
  supplierComparison: {
    method: 'POST',
    path: '/api-job/v1/dashboard/vms/supplierkpiboard/compare',
    summary:
      'The scorecards of one or two suppliers beside the median and their targets, with the twelve months of each figure. A supplier gets its own, without the median.',
    auth: 'bearer',
    body: {
      title: 'SupplierComparisonFilter',
      type: 'object',
      required: ['agencyIds'],
      properties: {
        ...form,
        agencyIds: { ...form.agencyIds, minItems: 1, maxItems: 2, description: 'The suppliers that are compared.' },
      },
      additionalProperties: false,
    },
    response: {
      title: 'SupplierComparison',
      type: 'object',
      required: ['period', 'months', 'canSetTargets', 'cards'],
      properties: {
        period,
        months,
        canSetTargets: { type: 'boolean', description: 'Whether the caller may set targets.' },
        cards: {
          type: 'array',
          items: {
            type: 'object',
            required: ['card', 'kpi', 'median', 'medians', 'target', 'suppliers'],
            properties: {
              card: { type: 'string', enum: SUPPLIER_CARD_CODES },
              kpi: { type: 'string', enum: KPI_CODES },
              median: {
                type: ['number', 'null'],
                description:
                  'Of the suppliers that had anything in the period or in `months`; counts are 0 without any.',
              },
              medians: {
                ...twelveItems({ type: ['number', 'null'] } as const),
                description: 'One for each of `months`, of the same suppliers.',
              },
              target: {
                type: ['number', 'null'],
                description: 'The target of suppliers without their own; for counts, it is for one month.',
              },
              suppliers: {
                type: 'array',
                description: 'In the order of `agencyIds`.',
                items: {
                  type: 'object',
                  required: ['agencyId', 'value', 'numerator', 'denominator', 'values', 'target'],
                  properties: {
                    agencyId: ID,
                    value: { type: ['number', 'null'], description: 'In the period; a count is 0 without any.' },
                    numerator: { type: 'number', description: 'With the denominator, what `value` was computed from.' },
                    denominator: { type: 'number' },
                    values: {
                      ...twelveItems({ type: ['number', 'null'] } as const),
                      description: 'One for each of `months`; counts are 0 without any.',
                    },
                    target: { type: ['number', 'null'], description: "The supplier's own target." },
                  },
                  additionalProperties: false,
                },
              },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    isExpensive: true,
    errors: KPI_ERRORS,
  },
  topSuppliers: {
    method: 'POST',
    path: '/api-agency/v1/dashboard/topagencies/{widget}',
    summary:
      'All suppliers in the order of one ranking, of equal ones those with more evidence first, then by name. For managing organizations.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['widget'],
      properties: { widget: { type: 'string', enum: TOP_SUPPLIER_CODES } },
      additionalProperties: false,
    },
    body: {
      title: 'TopSuppliersFilter',
      type: 'object',
      properties: {
        ...form,
        fetchKpiDashboardData: { ...FLAG, description: 'Ignored.' },
        minimumVolume: {
          type: 'integer',
          minimum: 0,
          maximum: 1_000_000,
          description: `Suppliers with a smaller volume are listed separately; ${MINIMUM_VOLUME} by default. Does not apply to counts and sums where more is better.`,
        },
      },
      additionalProperties: false,
    },
    response: {
      title: 'TopSuppliers',
      type: 'object',
      required: ['period', 'minimumVolume', 'records', 'others', 'apart'],
      properties: {
        period,
        minimumVolume: { ...COUNT, description: 'The requested minimum volume; 0 if there is none.' },
        records: { ...topRows, maxItems: 10, description: 'The first ten suppliers.' },
        others: {
          ...topRows,
          description: 'The suppliers after them; for the ratio also those with submissions but no offer.',
        },
        apart: { ...topRows, description: 'The suppliers below the minimum volume, in the same order.' },
      },
      additionalProperties: false,
    },
    isExpensive: true,
    errors: KPI_ERRORS,
  },
} as const satisfies Record<string, Endpoint>;
