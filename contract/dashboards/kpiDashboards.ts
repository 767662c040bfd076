/** The contents of each KPI dashboard: which permission shows a part, and which flag requests it. */
import type { Permission } from '../base/permissions';
import type { analysisFlags, facilityFlags } from './kpiSchemas';
import { KPIS, type Kpi } from './kpis';

export interface KpiWidget<F extends string = string> {
  readonly title: string;
  readonly permission: Permission;
  /** True requests the part; without the permission it is absent anyway. */
  readonly flag: F;
  /** KPIs of a chart: one per series. */
  readonly kpis: readonly Kpi[];
  readonly kind: 'tile' | 'chart';
}

const tile = <F extends string>(kpi: Kpi, permission: Permission, flag: F, title: string = KPIS[kpi].title) =>
  ({ title, permission, flag, kpis: [kpi], kind: 'tile' }) as const satisfies KpiWidget<F>;
const chart = <F extends string>(kpis: readonly Kpi[], permission: Permission, flag: F, title: string) =>
  ({ title, permission, flag, kpis, kind: 'chart' }) as const satisfies KpiWidget<F>;

export const BUSINESS_ANALYSIS = {
  SUBMITTAL_TO_OFFER: tile(
    'SUBMITTAL_TO_OFFER',
    'VMS_DASHBOARD_AGENCY_DASHBOARD_SUBMITTAL_TO_OFFER_RATIO',
    'fetchsubmittalToOfferRatioPermission',
  ),
  FILL_RATE: tile('FILL_RATE', 'VM_DASHBOARD_AGENCY_DASHBOARD_FILL_RATE_WIDGET', 'fetchVMFillRateWidgetData'),
  DECLINED_RATE: tile('DECLINED_RATE', 'VMS_DASHBOARD_AGENCY_DASHBOARD_DECLINED_RATE_WIDGET', 'fetchDeclinePercentage'),
  RETENTION_RATE: tile(
    'RETENTION_RATE',
    'VMS_DASHBOARD_AGENCY_DASHBOARD_RETENTION_RATE_WIDGET',
    'fetchRetentionPercentageData',
  ),
  SPEND: chart(['SPEND'], 'VMS_DASHBOARD_AGENCY_DASHBOARD_REVENUE_WIDGET', 'fetchRevenueData', 'Spend'),
  TIME_TO_FILL: chart(
    ['TIME_TO_FILL'],
    'VMS_DASHBOARD_AGENCY_DASHBOARD_TIME_TO_FILL',
    'fetchTimeToFillJobWidget',
    'Time to Fill',
  ),
  SUBMITTED_TO_BOOKED: chart(
    ['SUBMITTED_TO_BOOKED'],
    'VM_DASHBOARD_AGENCY_DASHBOARD_TIME_TO_HIRE_WIDGET',
    'fetchBATimeToHireJobWidget',
    'Time from Submitted to Booked',
  ),
  OFFERED_TO_BOOKED: chart(
    ['SUBMITTED_TO_OFFER', 'OFFERED_TO_ACCEPT', 'OFFERED_TO_BOOKED'],
    'VMS_DASHBOARD_AGENCY_DASHBOARD_TIME_FROM_OFFERED_TO_BOOKED_WIDGET',
    'fetchtimeFromOfferedToBookedWidgetPermission',
    'Time from Offered to Booked',
  ),
  FILE_COMPLETION: chart(
    ['FILE_COMPLETION'],
    'VMS_DASHBOARD_AGENCY_DASHBOARD_TIME_TO_FILE_COMPL_WIDGET',
    'fetchTimeToFileCompletion',
    'Time to File Completion',
  ),
  PUSHED_STARTS: chart(
    ['STARTS', 'PUSHED_STARTS'],
    'VMS_DASHBOARD_AGENCY_DASHBOARD_PUSHED_START_WIDGET',
    'fetchPushedStartData',
    'Number of Pushed Starts',
  ),
  ASSIGNMENTS_HISTORY: chart(
    ['COMPLETED', 'EARLY_TERMS', 'CANCELLATIONS'],
    'VMS_DASHBOARD_AGENCY_DASHBOARD_COMPLETED_ASSIGNMENTS',
    'fetchCompletedAssignmentData',
    'Assignments History',
  ),
} as const satisfies Record<string, KpiWidget<keyof typeof analysisFlags>>;
export type BusinessAnalysisWidget = keyof typeof BUSINESS_ANALYSIS;

export const FACILITY_KPI = {
  SUBMITTAL_TO_OFFER: tile(
    'SUBMITTAL_TO_OFFER',
    'CLIENT_KPI_DASHBOARD_SUBMITTAL_TO_OFFER',
    'fetchsubmittalToOfferRatioPermission',
    'Submittal to Offer Ratio',
  ),
  ON_TIME_STARTS: tile('ON_TIME_STARTS', 'CLIENT_KPI_DASHBOARD_ON_TIME_STARTS', 'fetchOnTimeStartsWidgetPermission'),
  COMPLETION_RATE: tile(
    'COMPLETION_RATE',
    'CLIENT_KPI_DASHBOARD_ASSIGNMENTS_COMPLETED',
    'fetchAssignmentCompleteWidgetPermission',
  ),
  CANCELLATION_RATE: tile(
    'CANCELLATION_RATE',
    'CLIENT_KPI_DASHBOARD_CANCELLATION',
    'fetchOnCancellationWidgetPermission',
  ),
  EARLY_TERM_RATE: tile('EARLY_TERM_RATE', 'CLIENT_KPI_DASHBOARD_EARLY_TERM_RATE', 'fetchEarlyTermWidgetPermission'),
  RETENTION_RATE: tile('RETENTION_RATE', 'CLIENT_KPI_DASHBOARD_RETENTION_RATE', 'fetchRetentionPercentageData'),
  SPEND: chart(['SPEND'], 'CLIENT_KPI_DASHBOARD_PROJECTED_OR_ACTUAL_SPEND', 'fetchRevenueData', 'Spend'),
  TIME_TO_FILL: chart(
    ['TIME_TO_FILL'],
    'CLIENT_KPI_DASHBOARD_TIME_TO_FILL',
    'fetchTimeToFillJobWidget',
    'Time to Fill',
  ),
  FILE_COMPLETION: chart(
    ['FILE_COMPLETION'],
    'CLIENT_KPI_DASHBOARD_TIME_TO_FILE_COMPLETION',
    'fetchTimeToFileCompletion',
    'Time to File Completion',
  ),
} as const satisfies Record<string, KpiWidget<keyof typeof facilityFlags>>;
export type FacilityKpiWidget = keyof typeof FACILITY_KPI;

/** For managing organizations; suppliers see their own scorecard without it. */
export const SUPPLIER_KPI_PERMISSION: Permission = 'VMS_DASHBOARD_KPI_DASHBOARD_SUPPLIER_WIDGET';
/** Names of the answer's lists, in the order of the cards. */
export const SUPPLIER_CARDS = {
  numberOfSubmissions: 'SUBMISSIONS',
  percentageOfSubOffered: 'OFFERED_SHARE',
  timeToFileCompletion: 'FILE_COMPLETION',
  assignmentsCompleted: 'COMPLETED',
  percentageOfEarlyTerm: 'EARLY_TERM_RATE',
  cancelledAssignments: 'CANCELLATIONS',
  onTimeStart: 'ON_TIME_STARTS',
  timeToSubmit: 'TIME_TO_SUBMIT',
} as const satisfies Record<string, Kpi>;
export type SupplierCard = keyof typeof SUPPLIER_CARDS;
export const SUPPLIER_CARD_CODES = Object.keys(SUPPLIER_CARDS) as readonly SupplierCard[];

export interface TopSupplierWidget {
  readonly title: string;
  readonly permission: Permission;
  readonly kpi: Kpi;
  readonly kind: 'table' | 'bar' | 'ratio';
  /** 'most' and 'highest' sort the largest value first, 'least' the smallest; ties by name. */
  readonly order: 'descending' | 'ascending';
}
/** How many suppliers a ranking shows; the others follow when all are requested. */
export const TOP_SUPPLIERS = 10;

const A = 'VMS_DASHBOARD_AGENCY_DASHBOARD_';
const T = 'VMS_TOP_AGENCIES_DASHBOARD_';
/** In display order. The keys are the last segment of each address. */
export const TOP_SUPPLIER_WIDGETS = {
  highestrevenue: {
    title: 'Spend',
    permission: `${A}HIGHEST_REVENUE_WIDGET`,
    kpi: 'SPEND',
    kind: 'table',
    order: 'descending',
  },
  timetohire: {
    title: 'Time to Hire',
    permission: `${A}TIME_TO_HIRE_WIDGET`,
    kpi: 'TIME_TO_HIRE',
    kind: 'bar',
    order: 'ascending',
  },
  highestsubmissions: {
    title: 'Most Submissions',
    permission: `${A}HIGHEST_SUBMISSIONS_WIDGET`,
    kpi: 'SUBMISSIONS',
    kind: 'bar',
    order: 'descending',
  },
  rejectedsubmissions: {
    title: 'Least Rejected Submissions',
    permission: `${T}REJECTED_SUBMISSIONS_WIDGET`,
    kpi: 'REJECTED_SUBMISSIONS',
    kind: 'bar',
    order: 'ascending',
  },
  interviews: {
    title: 'Most Interviews',
    permission: `${T}SUBMISSIONS_INTERVIEWED_WIDGET`,
    kpi: 'INTERVIEWS',
    kind: 'bar',
    order: 'descending',
  },
  submittaltooffered: {
    title: 'Submittal to Offer Ratio',
    permission: `${A}SUBMITTAL_TO_OFFERED_WIDGET`,
    kpi: 'SUBMITTAL_TO_OFFER',
    kind: 'ratio',
    order: 'ascending',
  },
  fillrate: {
    title: 'Highest Fill Percentage',
    permission: `${A}FILL_RATE_WIDGET`,
    kpi: 'SUPPLIER_FILL_RATE',
    kind: 'table',
    order: 'descending',
  },
  timetostart: {
    title: 'On Time Start Percentage',
    permission: `${T}ON_TIME_STARTS_WIDGET`,
    kpi: 'ON_TIME_STARTS',
    kind: 'table',
    order: 'descending',
  },
  retentionrate: {
    title: 'Retention Percentage',
    permission: `${A}AGENCIES_RETENTION_RATE_WIDGET`,
    kpi: 'RETENTION_RATE',
    kind: 'table',
    order: 'descending',
  },
  assignmentcompletionrate: {
    title: 'Highest Completion Percentage',
    permission: `${T}COMPLETION_RATE_WIDGET`,
    kpi: 'COMPLETION_RATE',
    kind: 'table',
    order: 'descending',
  },
  searchtopagencies: {
    title: 'Most Completed Assignments',
    permission: `${A}COMPLETED_ASSIGNMENTS_WIDGET`,
    kpi: 'COMPLETED',
    kind: 'bar',
    order: 'descending',
  },
  lowestcancellations: {
    title: 'Least Cancellations',
    permission: `${A}LOWEST_CANCELLATIONS_WIDGET`,
    kpi: 'CANCELLATIONS',
    kind: 'bar',
    order: 'ascending',
  },
  earlyterms: {
    title: 'Least Terminations',
    permission: `${A}EARLY_TERMS_WIDGET`,
    kpi: 'EARLY_TERMS',
    kind: 'bar',
    order: 'ascending',
  },
} as const satisfies Record<string, TopSupplierWidget>;
export type TopSupplierCode = keyof typeof TOP_SUPPLIER_WIDGETS;
export const TOP_SUPPLIER_CODES = Object.keys(TOP_SUPPLIER_WIDGETS) as readonly TopSupplierCode[];

/** The tile above the widgets covers the whole program, not one supplier. */
export const TOP_SUPPLIERS_TILE = {
  title: 'Time to Fill',
  permission: `${A}TIME_TO_FILL_WIDGET`,
  kpi: 'TIME_TO_FILL',
} as const satisfies Pick<TopSupplierWidget, 'title' | 'permission' | 'kpi'>;
