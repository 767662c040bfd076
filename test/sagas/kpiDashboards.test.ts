/** The KPI dashboards' rules as tables: which user requests what, how a figure is formatted, what a chart contains. */
import { PERMISSIONS, type Permission } from '../../contract/base/permissions';
import { longMonthText, monthText, shortDayText } from '../../sagas/base/calendar';
import {
  BUSINESS_ANALYSIS,
  FACILITY_KPI,
  TOP_SUPPLIERS_TILE,
  TOP_SUPPLIER_WIDGETS,
  type KpiWidget,
} from '../../contract/dashboards/kpiDashboards';
import { stepperMax } from '../../contract/dashboards/kpiRules';
import { KPIS, kpi, type Kpi } from '../../contract/dashboards/kpis';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { loaded, requested } from '../../sagas/features/dashboards/cards/card';
import { DEFAULT_FORM } from '../../sagas/features/dashboards/filters/filterForm';
import {
  analysisId,
  kpiDashboardAt,
  requestsOf,
  topWidgets,
  type KpiDashboard,
} from '../../sagas/features/dashboards/kpi/kpiDashboards';
import { definitionOf } from '../../sagas/features/dashboards/kpi/cardFrame';
import {
  changeOf,
  daysText,
  dollarsText,
  figureText,
  ratingOf,
  percentText,
  thousandsText,
} from '../../sagas/features/dashboards/kpi/kpi.format';
import type { KpiAnswer } from '../../sagas/features/dashboards/kpi/kpi.slice';
import { reportLink } from '../../sagas/features/dashboards/kpi/reportLinks';
import { progressMax } from '../../sagas/features/dashboards/kpi/scores.selectors';
import { tileOf } from '../../sagas/features/dashboards/kpi/tiles.selectors';
import { trendOf } from '../../sagas/features/dashboards/kpi/trend';
import { readRow } from '../../sagas/features/dashboards/kpi/topSuppliers.selectors';
import { USER } from '../support/user';

const EVERYTHING: UserInfo = { ...USER, permissions: [...PERMISSIONS] };
const without = (permission: Permission): UserInfo => ({
  ...EVERYTHING,
  permissions: PERMISSIONS.filter((each) => each !== permission),
});
const requests = (dashboard: KpiDashboard, user: UserInfo) => requestsOf(dashboard, user, DEFAULT_FORM);
const trueFlags = (dashboard: KpiDashboard, user: UserInfo) =>
  requests(dashboard, user).flatMap(({ body }) =>
    Object.entries(body).flatMap(([name, value]) => (name.startsWith('fetch') && value === true ? [name] : [])),
  );

const AGENCY = 'VMS_DASHBOARD_AGENCY_DASHBOARD_';
const TOP = 'VMS_TOP_AGENCIES_DASHBOARD_';
/** The cards of each dashboard in order: kind, permission, request flag; independent of the product's tables. */
const ANALYSIS = [
  [
    'Submittal To Offer Ratio',
    'tile',
    `${AGENCY}SUBMITTAL_TO_OFFER_RATIO`,
    'analysis/SUBMITTAL_TO_OFFER',
    'fetchsubmittalToOfferRatioPermission',
  ],
  [
    'Fill Rate',
    'tile',
    'VM_DASHBOARD_AGENCY_DASHBOARD_FILL_RATE_WIDGET',
    'analysis/FILL_RATE',
    'fetchVMFillRateWidgetData',
  ],
  ['Declined Rate', 'tile', `${AGENCY}DECLINED_RATE_WIDGET`, 'analysis/DECLINED_RATE', 'fetchDeclinePercentage'],
  [
    'Retention Rate',
    'tile',
    `${AGENCY}RETENTION_RATE_WIDGET`,
    'analysis/RETENTION_RATE',
    'fetchRetentionPercentageData',
  ],
  ['Spend', 'chart', `${AGENCY}REVENUE_WIDGET`, 'analysis/SPEND', 'fetchRevenueData'],
  ['Time to Fill', 'chart', `${AGENCY}TIME_TO_FILL`, 'analysis/TIME_TO_FILL', 'fetchTimeToFillJobWidget'],
  [
    'Time from Submitted to Booked',
    'chart',
    'VM_DASHBOARD_AGENCY_DASHBOARD_TIME_TO_HIRE_WIDGET',
    'analysis/SUBMITTED_TO_BOOKED',
    'fetchBATimeToHireJobWidget',
  ],
  [
    'Time from Offered to Booked',
    'chart',
    `${AGENCY}TIME_FROM_OFFERED_TO_BOOKED_WIDGET`,
    'analysis/OFFERED_TO_BOOKED',
    'fetchtimeFromOfferedToBookedWidgetPermission',
  ],
  [
    'Time to File Completion',
    'chart',
    `${AGENCY}TIME_TO_FILE_COMPL_WIDGET`,
    'analysis/FILE_COMPLETION',
    'fetchTimeToFileCompletion',
  ],
  [
    'Number of Pushed Starts',
    'chart',
    `${AGENCY}PUSHED_START_WIDGET`,
    'analysis/PUSHED_STARTS',
    'fetchPushedStartData',
  ],
  [
    'Assignments History',
    'chart',
    `${AGENCY}COMPLETED_ASSIGNMENTS`,
    'analysis/ASSIGNMENTS_HISTORY',
    'fetchCompletedAssignmentData',
  ],
] as const;
const FACILITY = [
  [
    'Submittal to Offer Ratio',
    'tile',
    'CLIENT_KPI_DASHBOARD_SUBMITTAL_TO_OFFER',
    'facility/SUBMITTAL_TO_OFFER',
    'fetchsubmittalToOfferRatioPermission',
  ],
  [
    'On Time Starts',
    'tile',
    'CLIENT_KPI_DASHBOARD_ON_TIME_STARTS',
    'facility/ON_TIME_STARTS',
    'fetchOnTimeStartsWidgetPermission',
  ],
  [
    'Assignments Completed',
    'tile',
    'CLIENT_KPI_DASHBOARD_ASSIGNMENTS_COMPLETED',
    'facility/COMPLETION_RATE',
    'fetchAssignmentCompleteWidgetPermission',
  ],
  [
    'Cancellation',
    'tile',
    'CLIENT_KPI_DASHBOARD_CANCELLATION',
    'facility/CANCELLATION_RATE',
    'fetchOnCancellationWidgetPermission',
  ],
  [
    'Early Term Rate',
    'tile',
    'CLIENT_KPI_DASHBOARD_EARLY_TERM_RATE',
    'facility/EARLY_TERM_RATE',
    'fetchEarlyTermWidgetPermission',
  ],
  [
    'Retention Rate',
    'tile',
    'CLIENT_KPI_DASHBOARD_RETENTION_RATE',
    'facility/RETENTION_RATE',
    'fetchRetentionPercentageData',
  ],
  ['Spend', 'chart', 'CLIENT_KPI_DASHBOARD_PROJECTED_OR_ACTUAL_SPEND', 'facility/SPEND', 'fetchRevenueData'],
  ['Time to Fill', 'chart', 'CLIENT_KPI_DASHBOARD_TIME_TO_FILL', 'facility/TIME_TO_FILL', 'fetchTimeToFillJobWidget'],
  [
    'Time to File Completion',
    'chart',
    'CLIENT_KPI_DASHBOARD_TIME_TO_FILE_COMPLETION',
    'facility/FILE_COMPLETION',
    'fetchTimeToFileCompletion',
  ],
] as const;
const RANKINGS = [
  ['Spend', 'table', `${AGENCY}HIGHEST_REVENUE_WIDGET`, 'top/highestrevenue'],
  ['Time to Hire', 'bar', `${AGENCY}TIME_TO_HIRE_WIDGET`, 'top/timetohire'],
  ['Most Submissions', 'bar', `${AGENCY}HIGHEST_SUBMISSIONS_WIDGET`, 'top/highestsubmissions'],
  ['Least Rejected Submissions', 'bar', `${TOP}REJECTED_SUBMISSIONS_WIDGET`, 'top/rejectedsubmissions'],
  ['Most Interviews', 'bar', `${TOP}SUBMISSIONS_INTERVIEWED_WIDGET`, 'top/interviews'],
  ['Submittal to Offer Ratio', 'ratio', `${AGENCY}SUBMITTAL_TO_OFFERED_WIDGET`, 'top/submittaltooffered'],
  ['Highest Fill Percentage', 'table', `${AGENCY}FILL_RATE_WIDGET`, 'top/fillrate'],
  ['On Time Start Percentage', 'table', `${TOP}ON_TIME_STARTS_WIDGET`, 'top/timetostart'],
  ['Retention Percentage', 'table', `${AGENCY}AGENCIES_RETENTION_RATE_WIDGET`, 'top/retentionrate'],
  ['Highest Completion Percentage', 'table', `${TOP}COMPLETION_RATE_WIDGET`, 'top/assignmentcompletionrate'],
  ['Most Completed Assignments', 'bar', `${AGENCY}COMPLETED_ASSIGNMENTS_WIDGET`, 'top/searchtopagencies'],
  ['Least Cancellations', 'bar', `${AGENCY}LOWEST_CANCELLATIONS_WIDGET`, 'top/lowestcancellations'],
  ['Least Terminations', 'bar', `${AGENCY}EARLY_TERMS_WIDGET`, 'top/earlyterms'],
] as const;

it('shows the cards in their order, with their titles and kinds', () => {
  const cardsOf = (dashboard: Readonly<Record<string, Pick<KpiWidget, 'title' | 'kind'>>>) =>
    Object.values(dashboard).map(({ title, kind }) => [title, kind]);
  const named = (cards: readonly (readonly [title: string, kind: string, ...others: string[]])[]) =>
    cards.map(([title, kind]) => [title, kind]);
  expect(cardsOf(BUSINESS_ANALYSIS)).toEqual(named(ANALYSIS));
  expect(cardsOf(FACILITY_KPI)).toEqual(named(FACILITY));
  expect(Object.values(TOP_SUPPLIER_WIDGETS).map(({ title, kind }) => [title, kind])).toEqual(named(RANKINGS));
  expect(TOP_SUPPLIERS_TILE.title).toBe('Time to Fill');
  expect([ANALYSIS.length, FACILITY.length, RANKINGS.length]).toEqual([11, 9, 13]);
});

it.each([
  ['analysis', ANALYSIS],
  ['facility', FACILITY],
  ['top', [['Time to Fill', 'tile', `${AGENCY}TIME_TO_FILL_WIDGET`, 'top/timetofill'], ...RANKINGS]],
] as const)('the dashboard %s requests its cards in their order', (dashboard, cards) => {
  expect(requests(dashboard, EVERYTHING).map(({ id }) => id)).toEqual(cards.map(([, , , id]) => id));
});

const WIDGETS: readonly (readonly [KpiDashboard, Permission, string, string | null])[] = [
  ...ANALYSIS.map(([, , permission, id, flag]) => ['analysis', permission, id, flag] as const),
  ...FACILITY.map(([, , permission, id, flag]) => ['facility', permission, id, flag] as const),
  ...RANKINGS.map(([, , permission, id]) => ['top', permission, id, null] as const),
  ['top', `${AGENCY}TIME_TO_FILL_WIDGET`, 'top/timetofill', null],
  ['scores', 'VMS_DASHBOARD_KPI_DASHBOARD_SUPPLIER_WIDGET', 'scores', 'fetchKpiDashboardData'],
];

it.each(WIDGETS)(
  'on the %s dashboard, only %s and its flag are missing without %s',
  (dashboard, permission, id, flag) => {
    const all = requests(dashboard, EVERYTHING).map((question) => question.id);
    expect(all).toContain(id);
    expect(requests(dashboard, without(permission)).map((question) => question.id)).toEqual(
      all.filter((each) => each !== id),
    );
    const flags = trueFlags(dashboard, EVERYTHING);
    expect(trueFlags(dashboard, without(permission))).toEqual(flags.filter((each) => each !== flag));
    const only = { ...EVERYTHING, permissions: [permission] };
    expect(requests(dashboard, only).map((question) => question.id)).toEqual([id]);
    expect(trueFlags(dashboard, only)).toEqual(flag === null ? [] : [flag]);
  },
);

/** Where the figures of the KPI dashboards lead, with the days that the filter takes. */
const JANUARY = { from: '2026-01-01', to: '2026-01-31' };
const IN_JANUARY = { period: '2026-01-01..2026-01-31' };
it.each<[Kpi, string, Readonly<Record<string, string>>]>([
  ['SUBMITTAL_TO_OFFER', 'vmssubmittalreport', IN_JANUARY],
  ['SUBMISSIONS', 'vmssubmittalreport', IN_JANUARY],
  ['TIME_TO_HIRE', 'vmsactivebookedcandidatereport', IN_JANUARY],
  ['FILE_COMPLETION', 'vmsactivebookedcandidatereport', { filesCompletedOn: '2026-01-01..2026-01-31' }],
  ['CANCELLATIONS', 'earlytermcancelreport', { ...IN_JANUARY, earlyTermOrCancel: 'CANCELLED' }],
  ['EARLY_TERMS', 'earlytermcancelreport', { ...IN_JANUARY, earlyTermOrCancel: 'EARLY_TERM' }],
  ['COMPLETED', 'vmscompletedassignmentsreport', IN_JANUARY],
  ['RETENTION_RATE', 'vmsassignmentreport', { ...IN_JANUARY, retained: 'yes' }],
  ['TIME_TO_FILL', 'jobsreport', { ...IN_JANUARY, jobStatusIds: 'CLOSED', closure: 'FILLED' }],
  ['FILL_RATE', 'jobsreport', { ...IN_JANUARY, jobStatusIds: 'CLOSED' }],
  ['DECLINED_RATE', 'declineddocumentsreport', { ...IN_JANUARY, declined: 'yes' }],
  ['SUBMITTED_TO_BOOKED', 'submissionstatusreport', { ...IN_JANUARY, reached: 'BOOKED' }],
  ['PUSHED_STARTS', 'pushedstartreport', { ...IN_JANUARY, pushed: 'yes' }],
])('%s leads to %s with %j', (code, report, filters) => {
  const client = 'a0000000-0000-4000-8000-000000000001';
  const asker = { user: EVERYTHING, form: { ...DEFAULT_FORM, clientIds: [client] }, persistentQuery: '' };
  const { pathname, searchParams } = new URL(reportLink(code, JANUARY, asker)!, 'http://localhost');
  expect(pathname).toBe(`/vms/nexusreports/${report}`);
  expect(Object.fromEntries(searchParams)).toEqual({ kpi: code, client, ...filters });
});

it('requests each card of business analysis with one flag, and never scorecards', () => {
  for (const { id, body } of requests('analysis', EVERYTHING)) {
    const flags = Object.entries(body).filter(([name]) => name.startsWith('fetch'));
    expect([id, flags.length]).toEqual([id, 12]);
    expect([id, flags.filter(([, value]) => value === true).length]).toEqual([id, 1]);
    expect(body).toMatchObject({ fetchKpiDashboardData: false });
  }
});

it('sends the billing time frame only with the spend, and a supplier only to reports', () => {
  const form = { ...DEFAULT_FORM, billingTimeFrame: 'YEAR_TO_DATE', agencyIds: ['a'], clientId: 'c' };
  for (const dashboard of ['analysis', 'facility', 'top', 'scores'] as const) {
    for (const { id, body } of requestsOf(dashboard, EVERYTHING, form)) {
      const expected = id.endsWith('/SPEND') ? 'YEAR_TO_DATE' : undefined;
      expect([id, (body as { billingTimeFrame?: string }).billingTimeFrame]).toEqual([id, expected]);
      expect(body).toMatchObject({ clientId: 'c' });
      if (dashboard === 'top') expect(body).not.toHaveProperty('agencyIds');
    }
  }
});

it('reserves space for the spend of suppliers until the user is known', () => {
  expect(topWidgets(null)).toEqual(['highestrevenue']);
  expect(topWidgets(EVERYTHING)).toHaveLength(13);
  expect(topWidgets(EVERYTHING)[0]).toBe('highestrevenue');
});

it('shows a supplier its own scorecard without any permission', () => {
  const supplier: UserInfo = { ...USER, organizationType: 'AGENCY', applicationTypeId: 'AGENCY', permissions: [] };
  expect(requests('scores', supplier).map(({ call }) => call)).toEqual(['supplierKpiBoard']);
  expect(requests('scores', { ...USER, permissions: [] })).toEqual([]);
});

it.each([
  ['HOME', null, null],
  ['KPI', 'bussiness-analysis', 'analysis'],
  ['KPI', 'top-supplier', 'top'],
  ['KPI', 'supplier-dashboard', 'scores'],
  ['FACILITY_KPI', null, 'facility'],
  ['SUPPLIER_KPI', null, 'scores'],
] as const)('%s with the tab %s shows the dashboard %s', (page, tab, dashboard) => {
  expect(kpiDashboardAt({ dashboard: page, tab, type: 'VMS' })).toBe(dashboard);
});

describe('the format of a figure', () => {
  it.each([
    [0, '$0.0K'],
    [49, '$0.0K'],
    [50, '$0.1K'],
    [1_234_549, '$1,234.5K'],
    [1_234_550, '$1,234.6K'],
    [-1_500, '-$1.5K'],
  ])('%d dollars in thousands: %s', (dollars, text) => expect(thousandsText(dollars)).toBe(text));

  it('rounds half up', () => {
    expect(dollarsText(1234.5)).toBe('$1,234.50');
    expect(daysText(1.005)).toBe('1.01');
    expect(daysText(null)).toBe('–');
    expect(percentText(33.333)).toBe('33.33%');
    expect(percentText(null)).toBe('–');
  });

  it.each([
    [{ value: null, numerator: 0, denominator: 0 }, '0 : 0'],
    [{ value: null, numerator: 7, denominator: 0 }, '0 : 0'],
    [{ value: 3.4, numerator: 34, denominator: 10 }, '3.4 : 1'],
    [{ value: 4, numerator: 405, denominator: 101 }, '4.0 : 1'],
    [{ value: 6, numerator: 6, denominator: 1 }, '6.0 : 1'],
  ])('a ratio of %j: %s', (figure, text) => expect(figureText('ratio', figure)).toBe(text));

  it.each([
    ['2026-01', 'Jan', 'January 2026'],
    ['2025-12', 'Dec', 'December 2025'],
    ['2028-02', 'Feb', 'February 2028'],
  ])('the month %s: %s, %s', (month, short, long) => {
    expect([monthText(month), longMonthText(month)]).toEqual([short, long]);
    expect(shortDayText(`${month}-09`)).toBe(`${month.slice(5)}/09`);
  });

  it.each([
    [0, 0],
    [7, 7],
    [9, 9],
    [10, 20],
    [34, 40],
    [99, 100],
    [100, 400],
    [401, 800],
    [1_000, 8_000],
    [8.2, 9],
  ])('a progress card with the highest %d ends at %d; percentages at 100', (highest, end) => {
    expect(stepperMax(highest)).toBe(end);
    expect(progressMax('count', highest)).toBe(end);
    expect(progressMax('percent', highest)).toBe(100);
  });
});

it.each<[Kpi, number | null, string | null]>([
  ['SUBMITTAL_TO_OFFER', 4, 'Good'],
  ['SUBMITTAL_TO_OFFER', 4.04, 'Good'],
  ['SUBMITTAL_TO_OFFER', 4.1, 'Fair'],
  ['SUBMITTAL_TO_OFFER', 6, 'Poor'],
  ['FILL_RATE', 29.99, 'Poor'],
  ['FILL_RATE', 29.999, 'Fair'],
  ['RETENTION_RATE', 60, 'Good'],
  ['DECLINED_RATE', 30, 'Good'],
  ['DECLINED_RATE', 60.01, 'Poor'],
  ['ON_TIME_STARTS', 10, null],
  ['FILL_RATE', null, null],
])('%s at %s is %s', (code, value, word) => expect(ratingOf(kpi(code), value)?.word ?? null).toBe(word));

it.each<[Kpi, number | null, number | null, string | null]>([
  ['FILL_RATE', 50, 40.5, 'up 9.50 points better'],
  ['DECLINED_RATE', 50, 40, 'up 10.00 points worse'],
  ['SUBMITTAL_TO_OFFER', 3.4, 3.8, 'down 0.4 better'],
  ['SUBMISSIONS', 12, 12, 'same unchanged '],
  ['TIME_TO_FILL', null, 4, null],
])('%s at %s after %s is %s', (code, value, previous, text) => {
  const change = changeOf(kpi(code), value, previous);
  expect(change === null ? null : `${change.way} ${change.text} ${change.word}`).toBe(text);
});

describe('the tile of a ratio', () => {
  const PERIOD = {
    period: { from: '2026-08-01', to: '2026-08-31' },
    previousPeriod: { from: '2026-07-01', to: '2026-07-31' },
  };
  const tile = (numerator: number, denominator: number, period = PERIOD.period) => {
    const value = denominator === 0 ? null : numerator / denominator;
    const previous = { previous: 3.2, previousNumerator: 32, previousDenominator: 10 };
    const data = { ...PERIOD, period, figure: { value, numerator, denominator, ...previous } };
    const at = Date.parse('2026-11-21T12:00:00Z');
    const card = loaded<KpiAnswer>(requested(undefined, 'key'), 'key', data, at) ?? undefined;
    return tileOf(analysisId('SUBMITTAL_TO_OFFER'), 'Ratio', 'SUBMITTAL_TO_OFFER', card, {
      user: EVERYTHING,
      form: DEFAULT_FORM,
      persistentQuery: '',
    });
  };

  it('without an offer shows how many submissions there were, and leads to them', () => {
    expect(tile(12, 0)).toMatchObject({
      phase: 'full',
      text: '0 : 0',
      rating: null,
      change: null,
      caution: '12 to 0',
      to: expect.stringContaining('/vms/nexusreports/vmssubmittalreport?'),
    });
    expect(tile(12, 0, { from: '2026-11-01', to: '2026-11-21' }).caution).toBe(
      '12 to 0. Preliminary: submissions after 10/22/2026 may still get an outcome',
    );
  });

  it('is empty only without submissions', () => {
    expect(tile(0, 0)).toMatchObject({ phase: 'empty', text: '0 : 0', caution: null });
    expect(tile(34, 10)).toMatchObject({ phase: 'full', text: '3.4 : 1', caution: null, change: { word: 'worse' } });
  });
});

it('requests the scorecards of all suppliers, by name only up to the 500 that a request may name', () => {
  const suppliers = Array.from(
    { length: 501 },
    (_, index) => `a0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  const named = (some: readonly string[], chosen: string) => {
    const [request] = requestsOf('scores', EVERYTHING, { ...DEFAULT_FORM, agencyIds: [chosen] }, some);
    return (request?.body as { readonly agencyIds?: readonly string[] }).agencyIds;
  };
  expect(named(suppliers.slice(0, 499), suppliers[500]!)).toEqual([...suppliers.slice(0, 499), suppliers[500]]);
  expect(named(suppliers, suppliers[500]!)).toBeUndefined();
  expect(named(suppliers.slice(0, 500), suppliers[500]!)).toBeUndefined();
});

it('explains in sentences how every KPI is computed', () => {
  for (const code of Object.keys(KPIS) as Kpi[]) {
    const { text } = definitionOf(code);
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(text).not.toMatch(/\.\./);
  }
});

it('reads the value of each ranking from the right field of its rows', () => {
  const row = { agencyId: 'a', agencyName: 'Aspen', numerator: 3, denominator: 6, volume: 6 };
  const money = readRow('highestrevenue', { ...row, agencyRevenueDlr: 12_345 });
  expect(money).toMatchObject({ value: 12_345, text: '$12.3K' });
  expect(readRow('retentionrate', { ...row, retentionRate: 12.5 })).toMatchObject({ value: 12.5, text: '12.50%' });
  expect(readRow('submittaltooffered', { ...row, ratioUp: 10, ratioDown: 0 }).text).toBe('0 : 0');
  expect(readRow('submittaltooffered', { ...row, ratioUp: 10, ratioDown: 3 })).toMatchObject({
    value: 3.3,
    text: '3.3 : 1',
  });
  expect(readRow('highestsubmissions', { ...row, value: 1_200 }).text).toBe('1,200');
  expect(readRow('fillrate', { ...row, value: 50, assignmentsCount: 3, positions: 6 }).detail).toBe('3 of 6');
});

describe('a trend', () => {
  const period = { from: '2026-10-23', to: '2026-11-21' };
  const at = Date.parse('2026-11-21T12:00:00Z');
  const compared = { value: 50, previous: 40, denominator: 20, previousDenominator: 10 };

  it.each<[string, Partial<typeof compared>, string | null]>([
    ['of enough', {}, null],
    ['of too few before', { previousDenominator: 4 }, 'Too few to compare: 4 before; a trend needs at least 5'],
    ['of too few now', { denominator: 2 }, 'Too few to compare: 2 now; a trend needs at least 5'],
  ])('%s', (_name, figures, caution) => {
    const trend = trendOf('FILL_RATE', period, at, { ...compared, ...figures });
    expect([trend.caution, trend.change === null]).toEqual([caution, caution !== null]);
  });

  it('counts have one for any number', () => {
    expect(trendOf('COMPLETED', period, at, { ...compared, denominator: 1 })).toMatchObject({
      change: { word: 'better' },
    });
  });

  it('is neither good nor bad while submissions may still get an offer', () => {
    const young = trendOf('SUBMITTAL_TO_OFFER', period, at, compared);
    expect([young.change?.word, young.caution]).toEqual([
      '',
      'Preliminary: submissions after 10/22/2026 may still get an outcome',
    ]);
    const old = trendOf('SUBMITTAL_TO_OFFER', { from: '2026-09-01', to: '2026-10-22' }, at, compared);
    expect([old.change?.word, old.caution]).toEqual(['worse', null]);
  });
});
