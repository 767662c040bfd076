/**
 * The numbers of the KPI dashboards, computed as contract/dashboards/kpis.ts defines them. A part of an answer is
 * present if its flag is true and the caller holds its permission; other parts are not computed.
 */
import { BREAKDOWNS } from './kpiBreakdown';
import { KPI_CODES } from './kpis';
import { COUNT, DATE, FLAG, ID, TEXT } from '../base/schemas';
import {
  dollars,
  percent,
  ratio,
  days,
  analysisFlags,
  facilityFlags,
  period,
  common,
  form,
  twelveItems,
  months,
  figure,
  KPI_ERRORS,
} from './kpiSchemas';
import type { Endpoint } from '../base/endpoint';

const analysisForm = {
  ...form,
  billingTimeFrame: {
    type: 'string',
    maxLength: 60,
    description: 'The time frame of the spend alone, a value of `timeFrames`; without it, twelve months.',
  },
  fromDashboard: { type: 'boolean', description: 'Passed on to reports; the numbers ignore it.' },
  earlyTermOrCancel: {
    type: 'string',
    enum: ['CANCELLED', 'EARLY_TERM'],
    description: 'Passed on to reports; the numbers ignore it.',
  },
} as const;
const fetchKpiDashboardData = { ...FLAG, description: 'Whether the scorecards of suppliers are requested.' } as const;

const monthlyDays = { ...twelveItems(days), description: 'One for each of `months`.' } as const;
const monthlyCounts = { ...twelveItems(COUNT), description: 'One for each of `months`.' } as const;
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
      nextOfSameSaturday: { ...DATE, description: 'The Saturday the week ends with.' },
      timeTofill: days,
      count: { ...COUNT, description: 'How many values the mean is computed from.' },
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

const figures = <T extends Record<string, typeof figure>>(properties: T) =>
  ({ type: 'object', description: 'The figures by KPI.', properties, additionalProperties: false }) as const;

const businessAnalysis = {
  title: 'BusinessAnalysis',
  type: 'object',
  required: ['vmsName', 'period', 'previousPeriod', 'months', 'figures'],
  properties: {
    vmsName: { ...TEXT, description: 'The managing organization.' },
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
        ytdActual: { ...COUNT, description: 'Since the first of January.' },
        ytdPushed: COUNT,
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
      ...twelveItems({ type: 'array', minItems: 3, maxItems: 3, items: COUNT } as const),
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
  description: 'One for each supplier, by name; a supplier gets only its own.',
  items: {
    type: 'object',
    required: ['agencyId', 'currentCount', 'max', 'rank', 'ranked', 'previousCount', 'base', 'previousBase'],
    properties: {
      agencyId: ID,
      currentCount: { type: 'number', description: 'In the unit of the KPI; 0 where there is nothing to compute.' },
      max: {
        type: 'number',
        description:
          '100 for percentages, otherwise the highest current value of all suppliers. A supplier gets the higher of its own current and previous values.',
      },
      rank: {
        ...COUNT,
        description: '1 is the best; equal suppliers share a rank; 0 where there is nothing to compute.',
      },
      ranked: { ...COUNT, description: 'How many suppliers have a rank.' },
      previousCount: { type: ['number', 'null'], description: 'The value in the previous period.' },
      base: { type: 'number', description: 'The denominator of the current value.' },
      previousBase: { type: 'number', description: 'The denominator of the value in the previous period.' },
    },
    additionalProperties: false,
  },
} as const;

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
        ...analysisFlags,
        fetchKpiDashboardData: { ...FLAG, description: 'Ignored: scorecards have a call of their own.' },
      },
      additionalProperties: false,
    },
    response: businessAnalysis,
    isExpensive: true,
    errors: KPI_ERRORS,
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
        ...facilityFlags,
      },
      additionalProperties: false,
    },
    response: facilityKpi,
    isExpensive: true,
    errors: KPI_ERRORS,
  },
  supplierKpiBoard: {
    method: 'POST',
    path: '/api-job/v1/dashboard/vms/supplierkpiboard/search',
    summary:
      'Scorecards of the suppliers in `agencyIds`, or of all suppliers, ranked among all. A supplier gets only its own.',
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
    errors: KPI_ERRORS,
  },
  topSuppliersTimeToFill: {
    method: 'POST',
    path: '/api-agency/v1/dashboard/timetofill',
    summary: 'The days until jobs are filled, of the whole program. For managing organizations.',
    auth: 'bearer',
    body: {
      title: 'TimeToFillFilter',
      type: 'object',
      properties: { ...form, fetchKpiDashboardData: { ...FLAG, description: 'Ignored.' } },
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
    errors: KPI_ERRORS,
  },
  kpiFigure: {
    method: 'POST',
    path: '/api-job/v1/dashboard/kpi/{kpi}',
    summary:
      'One KPI, and its breakdown if `by` is given. Needs the permission of its report or of a card that shows it.',
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
              id: {
                ...TEXT,
                description: 'The id of the facility, department, specialty or supplier; YYYY-MM for a month.',
              },
              label: TEXT,
              value: { type: ['number', 'null'], description: 'In the unit of the KPI.' },
              numerator: { type: 'number', description: 'With the denominator, what the value was computed from.' },
              denominator: { type: 'number' },
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
} as const satisfies Record<string, Endpoint>;
