/** What the answers and the forms of the KPI calls have in common. */
import { DASHBOARD_FILTER_PROPERTIES } from './filterSchema';
import { DATE, FLAG, TEXT } from '../base/schemas';
import { CHOSEN_FACILITY } from '../base/values';

export const dollars = { type: 'number', description: 'US dollars, whole cents.' } as const;
export const percent = {
  type: ['number', 'null'],
  description: '0 to 100, rounded to 2 decimals. Null where there is nothing to take a share of.',
} as const;
export const ratio = {
  type: ['number', 'null'],
  description: 'Submissions for one offer, rounded to 1 decimal. Null where there is no offer.',
} as const;
export const days = {
  type: ['number', 'null'],
  description: 'Mean, rounded to 2 decimals. Null where nothing happened.',
} as const;

/** Each requests a part of the business analysis; BUSINESS_ANALYSIS says which. */
export const analysisFlags = {
  fetchDeclinePercentage: FLAG,
  fetchTimeToFileCompletion: FLAG,
  fetchPushedStartData: FLAG,
  fetchRetentionPercentageData: FLAG,
  fetchCompletedAssignmentData: FLAG,
  fetchVMFillRateWidgetData: FLAG,
  fetchsubmittalToOfferRatioPermission: FLAG,
  fetchtimeFromOfferedToBookedWidgetPermission: FLAG,
  fetchRevenueData: FLAG,
  fetchTimeToFillJobWidget: FLAG,
  fetchBATimeToHireJobWidget: FLAG,
} as const;
/** Each requests a part of a facility's KPIs; FACILITY_KPI says which. */
export const facilityFlags = {
  fetchTimeToFileCompletion: FLAG,
  fetchRevenueData: FLAG,
  fetchTimeToFillJobWidget: FLAG,
  fetchRetentionPercentageData: FLAG,
  fetchsubmittalToOfferRatioPermission: FLAG,
  fetchOnTimeStartsWidgetPermission: FLAG,
  fetchAssignmentCompleteWidgetPermission: FLAG,
  fetchOnCancellationWidgetPermission: FLAG,
  fetchEarlyTermWidgetPermission: FLAG,
} as const;

/** Both days are included. */
export const period = {
  type: 'object',
  required: ['from', 'to'],
  properties: { from: DATE, to: DATE },
  additionalProperties: false,
} as const;
export const common = {
  period: { ...period, description: 'The period of tiles, rankings and scorecards.' },
  previousPeriod: {
    ...period,
    description: 'As many days directly before it; for the year to date, the same days of last year.',
  },
} as const;

export const form = {
  ...DASHBOARD_FILTER_PROPERTIES,
  clientId: CHOSEN_FACILITY,
} as const;
/** One item for each of the rolling twelve months, oldest first. */
export const twelveItems = <T extends object>(items: T) =>
  ({ type: 'array', minItems: 12, maxItems: 12, items }) as const;
export const months = {
  ...twelveItems({ ...TEXT, description: 'YYYY-MM' } as const),
  description: 'The month of today is last.',
} as const;
export const figure = {
  type: 'object',
  required: ['value', 'previous', 'numerator', 'denominator', 'previousNumerator', 'previousDenominator'],
  description: 'What a tile shows, in the unit of its KPI, with what it was computed from.',
  properties: {
    value: { type: ['number', 'null'], description: 'Rounded as shown; null where there is nothing to compute.' },
    previous: { type: ['number', 'null'], description: 'The value in the previous period.' },
    numerator: { type: 'number', description: 'As the KPI defines it; for counts and sums, the value itself.' },
    denominator: { type: 'number' },
    previousNumerator: { type: 'number', description: 'The numerator in the previous period.' },
    previousDenominator: { type: 'number' },
  },
  additionalProperties: false,
} as const;
export const KPI_ERRORS = ['server.unauthorized', 'too.many.requests'] as const;
