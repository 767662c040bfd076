/**
 * The numbers of the KPI dashboards, computed as contract/dashboards/kpis.ts defines them. A part of an answer is
 * present if its flag is true and the caller holds its permission; other parts are not computed.
 */
import { DASHBOARD_FILTER_PROPERTIES } from './filterSchema';
import { BREAKDOWNS } from './kpiBreakdown';
import { SUPPLIER_CARD_CODES, TOP_SUPPLIER_CODES } from './kpiBoards';
import { MINIMUM_VOLUME } from './kpiRules';
import { KPI_CODES } from './kpis';
import type { Endpoint } from '../base/endpoint';

const count = { type: 'integer', minimum: 0 } as const;
const date = { type: 'string', format: 'date' } as const;
const id = { type: 'string', format: 'uuid' } as const;
const text = { type: 'string' } as const;
const dollars = { type: 'number', description: 'US dollars, whole cents.' } as const;
const percent = {
  type: ['number', 'null'],
  description: '0 to 100, rounded to 2 decimals. Null where there is nothing to take a share of.',
} as const;
const ratio = {
  type: ['number', 'null'],
  description: 'Submissions for one offer, rounded to 1 decimal. Null where there is no offer.',
} as const;
const days = {
  type: ['number', 'null'],
  description: 'Mean, rounded to 2 decimals. Null where nothing happened.',
} as const;
const flag = { type: 'boolean' } as const;

/** Both days are included. */
const period = {
  type: 'object',
  required: ['from', 'to'],
  properties: { from: date, to: date },
  additionalProperties: false,
} as const;
const common = {
  period: { ...period, description: 'Of tiles, rankings and scorecards.' },
  previousPeriod: {
    ...period,
    description: 'As many days directly before it; of the year to date the same days of last year.',
  },
} as const;

const form = {
  ...DASHBOARD_FILTER_PROPERTIES,
  clientId: { ...id, description: 'The facility chosen in the shell: only what concerns it.' },
} as const;
const analysisForm = {
  ...form,
  billingTimeFrame: {
    type: 'string',
    maxLength: 60,
    description: 'Of the spend alone, a value of `timeFrames`; without it, twelve months.',
  },
  fromDashboard: { type: 'boolean', description: 'Passed on to reports; the numbers ignore it.' },
  earlyTermOrCancel: {
    type: 'string',
    enum: ['CANCELLED', 'EARLY_TERM'],
    description: 'Passed on to reports; the numbers ignore it.',
  },
} as const;
const fetchKpiDashboardData = { ...flag, description: 'Whether the scorecards of suppliers are requested.' } as const;

const twelve = <T extends object>(items: T) => ({ type: 'array', minItems: 12, maxItems: 12, items }) as const;
const months = {
  ...twelve({ ...text, description: 'YYYY-MM' } as const),
  description: 'The month of today is last.',
} as const;
const monthlyDays = { ...twelve(days), description: 'One for each of `months`.' } as const;
const monthlyCounts = { ...twelve(count), description: 'One for each of `months`.' } as const;
const monthlyFileCompletion = {
  type: 'object',
  required: ['monthlyFileCompletionDays'],
  properties: { monthlyFileCompletionDays: monthlyDays },
  additionalProperties: false,
} as const;
const weekly = {
  type: 'array',
  description: 'One for each week of the twelve months, oldest first.',
  items: {
    type: 'object',
    required: ['nextOfSameSaturday', 'timeTofill', 'count'],
    properties: {
      nextOfSameSaturday: { ...date, description: 'The Saturday the week ends with.' },
      timeTofill: days,
      count: { ...count, description: 'Of how many it is the mean.' },
    },
    additionalProperties: false,
  },
} as const;
const spend = {
  datasets: {
    type: 'array',
    description: 'Actual, then Projected.',
    items: {
      type: 'object',
      required: ['label', 'data'],
      properties: {
        label: { type: 'string', enum: ['Actual', 'Projected'] },
        data: { type: 'array', items: dollars, description: 'One for each of `revenueDateRange`.' },
      },
      additionalProperties: false,
    },
  },
  revenueDateRange: {
    type: 'array',
    description: 'The months of the spend, or its weeks where the billing time frame is no longer than 92 days.',
    items: period,
  },
} as const;

const figure = {
  type: 'object',
  required: ['value', 'previous', 'numerator', 'denominator', 'previousNumerator', 'previousDenominator'],
  description: 'What a tile shows, in the unit of its KPI, with what it was computed from.',
  properties: {
    value: { type: ['number', 'null'] },
    previous: { type: ['number', 'null'], description: 'In the previous period.' },
    numerator: { type: 'number' },
    denominator: { type: 'number' },
    previousNumerator: { type: 'number' },
    previousDenominator: { type: 'number' },
  },
  additionalProperties: false,
} as const;
const figures = <T extends Record<string, typeof figure>>(properties: T) =>
  ({ type: 'object', description: 'By KPI.', properties, additionalProperties: false }) as const;

const businessAnalysis = {
  title: 'BusinessAnalysis',
  type: 'object',
  required: ['vmsName', 'period', 'previousPeriod', 'months', 'figures'],
  properties: {
    vmsName: { ...text, description: 'The managing organization.' },
    ...common,
    months,
    declinePercentage: percent,
    retentionPercentage: percent,
    fillRatePercentage: percent,
    submittalToOfferRatio: ratio,
    figures: figures({
      SUBMITTAL_TO_OFFER: figure,
      FILL_RATE: figure,
      DECLINED_RATE: figure,
      RETENTION_RATE: figure,
    }),
    ...spend,
    fileCompletionDTO: monthlyFileCompletion,
    pushedStartData: {
      type: 'object',
      required: ['actual', 'pushed', 'ytdActual', 'ytdPushed', 'ytdPushedPercent'],
      properties: {
        actual: { ...monthlyCounts, description: 'All starts, one for each of `months`.' },
        pushed: monthlyCounts,
        ytdActual: { ...count, description: 'Since the first of January.' },
        ytdPushed: count,
        ytdPushedPercent: percent,
      },
      additionalProperties: false,
    },
    timeFromSubmittedToOffer: monthlyDays,
    timeFromOfferedToBook: monthlyDays,
    timeFromOfferedToAccept: monthlyDays,
    timeToFillDataset: weekly,
    timeToHire: weekly,
    completedAssignments: {
      ...twelve({ type: 'array', minItems: 3, maxItems: 3, items: count } as const),
      description: 'For each of `months`: completed, terminated early, cancelled.',
    },
  },
  additionalProperties: false,
} as const;

const facilityKpi = {
  title: 'FacilityKpi',
  type: 'object',
  required: ['period', 'previousPeriod', 'months', 'figures'],
  properties: {
    ...common,
    months,
    submittalToOfferRatio: ratio,
    retentionPercentage: percent,
    onTimeStartPercent: percent,
    assignmentCompletePercent: percent,
    cancellationPercent: percent,
    earlyTermPercent: percent,
    figures: figures({
      SUBMITTAL_TO_OFFER: figure,
      ON_TIME_STARTS: figure,
      COMPLETION_RATE: figure,
      CANCELLATION_RATE: figure,
      EARLY_TERM_RATE: figure,
      RETENTION_RATE: figure,
    }),
    ...spend,
    fileCompletionDTO: monthlyFileCompletion,
    timeToFillDataset: weekly,
  },
  additionalProperties: false,
} as const;

const scores = {
  type: 'array',
  description: 'One for each supplier, by name; for a supplier its own alone.',
  items: {
    type: 'object',
    required: ['agencyId', 'currentCount', 'max', 'rank', 'ranked', 'previousCount', 'base', 'previousBase'],
    properties: {
      agencyId: id,
      currentCount: { type: 'number', description: 'In the unit of the KPI; 0 where there is nothing to compute.' },
      max: {
        type: 'number',
        description:
          '100 of percentages, otherwise the highest of all suppliers. A supplier gets the higher of its own two.',
      },
      rank: { ...count, description: '1 is the best, equals share it; 0 where there is nothing to compute.' },
      ranked: { ...count, description: 'How many suppliers have a rank.' },
      previousCount: { type: ['number', 'null'], description: 'In the previous period.' },
      base: { type: 'number', description: 'What the current value is taken of: its denominator.' },
      previousBase: { type: 'number' },
    },
    additionalProperties: false,
  },
} as const;

const topRows = {
  type: 'array',
  items: {
    type: 'object',
    required: ['agencyId', 'agencyName', 'numerator', 'denominator', 'volume'],
    properties: {
      agencyId: id,
      agencyName: text,
      numerator: { type: 'number', description: 'What the value was computed from, as its KPI defines it.' },
      denominator: { type: 'number' },
      volume: {
        ...count,
        description:
          'How much evidence there is: the denominator; of ratios the submissions. Decides between equal suppliers, and who stands apart.',
      },
      assignmentsCount: { ...count, description: 'Of fill rate: what was booked. Of completed assignments: how many.' },
      value: { type: 'number', description: 'In the unit of the KPI; not of spend, retention and ratio.' },
      positions: { ...count, description: 'Of the fill rate.' },
      agencyRevenueDlr: { ...dollars, description: 'Of the spend.' },
      retentionRate: { type: 'number', description: 'Above 0, rounded to 2 decimals.' },
      submittedCount: count,
      offeredCount: count,
      ratioUp: { type: 'number', description: 'Of the ratio: submissions.' },
      ratioDown: { type: 'number', description: 'Of the ratio: offers.' },
    },
    additionalProperties: false,
  },
} as const;

const errors = ['server.unauthorized', 'too.many.requests'] as const;

export const kpiEndpoints = {
  businessAnalysis: {
    method: 'POST',
    path: '/api-job/v1/dashboard/vms/businessanalysis/search',
    summary: 'The business analysis of a program: each part that a flag asks for. For managing organizations.',
    auth: 'bearer',
    body: {
      title: 'BusinessAnalysisFilter',
      type: 'object',
      properties: {
        ...analysisForm,
        fetchDeclinePercentage: flag,
        fetchTimeToFileCompletion: flag,
        fetchPushedStartData: flag,
        fetchRetentionPercentageData: flag,
        fetchCompletedAssignmentData: flag,
        fetchVMFillRateWidgetData: flag,
        fetchsubmittalToOfferRatioPermission: flag,
        fetchtimeFromOfferedToBookedWidgetPermission: flag,
        fetchRevenueData: flag,
        fetchTimeToFillJobWidget: flag,
        fetchBATimeToHireJobWidget: flag,
        fetchKpiDashboardData: { ...flag, description: 'Sent false: scorecards have a call of their own.' },
      },
      additionalProperties: false,
    },
    response: businessAnalysis,
    isExpensive: true,
    errors,
  },
  facilityKpiDashboard: {
    method: 'POST',
    path: '/api-client/v1/dashboard/facilitykpi/search',
    summary: "A facility's own KPIs: each part that a flag asks for. Not for suppliers.",
    auth: 'bearer',
    body: {
      title: 'FacilityKpiFilter',
      type: 'object',
      properties: {
        ...analysisForm,
        fetchTimeToFileCompletion: flag,
        fetchRevenueData: flag,
        fetchTimeToFillJobWidget: flag,
        fetchRetentionPercentageData: flag,
        fetchsubmittalToOfferRatioPermission: flag,
        fetchOnTimeStartsWidgetPermission: flag,
        fetchAssignmentCompleteWidgetPermission: flag,
        fetchOnCancellationWidgetPermission: flag,
        fetchEarlyTermWidgetPermission: flag,
      },
      additionalProperties: false,
    },
    response: facilityKpi,
    isExpensive: true,
    errors,
  },
  supplierKpiBoard: {
    method: 'POST',
    path: '/api-job/v1/dashboard/vms/supplierkpiboard/search',
    summary:
      'Scorecards of suppliers, all that `agencyIds` names or all there are, ranked among all. A supplier gets its own alone.',
    auth: 'bearer',
    body: {
      title: 'SupplierKpiFilter',
      type: 'object',
      properties: { ...form, fetchKpiDashboardData },
      additionalProperties: false,
    },
    response: {
      title: 'SupplierKpiBoard',
      type: 'object',
      required: ['period', 'previousPeriod'],
      properties: {
        ...common,
        numberOfSubmissions: scores,
        percentageOfSubOffered: scores,
        timeToFileCompletion: scores,
        assignmentsCompleted: scores,
        percentageOfEarlyTerm: scores,
        cancelledAssignments: scores,
        onTimeStart: scores,
        timeToSubmit: scores,
      },
      additionalProperties: false,
    },
    isExpensive: true,
    errors,
  },
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
        agencyIds: { ...form.agencyIds, minItems: 1, maxItems: 2, description: 'Who is compared.' },
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
              median: { type: ['number', 'null'], description: 'Of all suppliers with a value in the period.' },
              medians: {
                ...twelve({ type: ['number', 'null'] } as const),
                description: 'One for each of `months`, of the suppliers that had anything in them.',
              },
              target: {
                type: ['number', 'null'],
                description: 'Of suppliers without their own; of counts for one month.',
              },
              suppliers: {
                type: 'array',
                description: 'In the order of `agencyIds`.',
                items: {
                  type: 'object',
                  required: ['agencyId', 'value', 'numerator', 'denominator', 'values', 'target'],
                  properties: {
                    agencyId: id,
                    value: { type: ['number', 'null'], description: 'In the period.' },
                    numerator: { type: 'number' },
                    denominator: { type: 'number' },
                    values: {
                      ...twelve({ type: ['number', 'null'] } as const),
                      description: 'One for each of `months`; counts are 0 without any.',
                    },
                    target: { type: ['number', 'null'], description: 'Its own.' },
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
    errors,
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
        fetchKpiDashboardData: { ...flag, description: 'Sent false.' },
        minimumVolume: {
          type: 'integer',
          minimum: 0,
          maximum: 1_000_000,
          description: `Suppliers with a smaller volume stand apart; ${MINIMUM_VOLUME} by default. Not of counts and sums where more is better.`,
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
        minimumVolume: { ...count, description: 'What was asked of the volume; 0 where nothing is.' },
        records: { ...topRows, maxItems: 10, description: 'The first ten.' },
        others: { ...topRows, description: 'Those after them; of the ratio also submissions without an offer.' },
        apart: { ...topRows, description: 'Those below the minimum volume, in the same order.' },
      },
      additionalProperties: false,
    },
    isExpensive: true,
    errors,
  },
  topSuppliersTimeToFill: {
    method: 'POST',
    path: '/api-agency/v1/dashboard/timetofill',
    summary: 'The days until jobs are filled, of the whole program. For managing organizations.',
    auth: 'bearer',
    body: {
      title: 'TimeToFillFilter',
      type: 'object',
      properties: { ...form, fetchKpiDashboardData: { ...flag, description: 'Sent false.' } },
      additionalProperties: false,
    },
    response: {
      title: 'TimeToFill',
      type: 'object',
      required: ['period', 'previousPeriod', 'figure'],
      properties: { ...common, figure },
      additionalProperties: false,
    },
    isExpensive: true,
    errors,
  },
  kpiFigure: {
    method: 'POST',
    path: '/api-job/v1/dashboard/kpi/{kpi}',
    summary:
      'One KPI by itself, and by what it is broken down; with the permission of its report or of a card that shows it.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['kpi'],
      properties: { kpi: { type: 'string', enum: KPI_CODES } },
      additionalProperties: false,
    },
    body: {
      title: 'KpiFigureFilter',
      type: 'object',
      properties: {
        ...form,
        by: {
          type: 'string',
          enum: [...BREAKDOWNS, 'month'],
          description:
            'Months are the rolling twelve, whatever the period. A job is in the part of every supplier that submitted candidates to it.',
        },
      },
      additionalProperties: false,
    },
    response: {
      title: 'KpiFigure',
      type: 'object',
      required: ['period', 'previousPeriod', 'figure'],
      properties: {
        ...common,
        figure,
        groups: {
          type: 'array',
          description: 'By name, those with anything in the period; months oldest first.',
          items: {
            type: 'object',
            required: ['id', 'label', 'value', 'numerator', 'denominator'],
            properties: {
              id: { ...text, description: 'Of the facility, department, specialty or supplier; YYYY-MM of a month.' },
              label: text,
              value: { type: ['number', 'null'] },
              numerator: { type: 'number' },
              denominator: { type: 'number' },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    isExpensive: true,
    errors,
  },
} as const satisfies Record<string, Endpoint>;
