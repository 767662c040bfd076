/** The KPI dashboards' rules as tables: which user requests what, how a figure is formatted, what a chart contains. */
import { PERMISSIONS, type Permission } from '../../contract/base/permissions';
import { longMonthText, monthText, shortDayText } from '../../sagas/base/calendar';
import {
  BUSINESS_ANALYSIS,
  FACILITY_KPI,
  SUPPLIER_KPI_PERMISSION,
  TOP_SUPPLIERS_TILE,
  TOP_SUPPLIER_CODES,
  TOP_SUPPLIER_WIDGETS,
} from '../../contract/dashboards/kpiBoards';
import { stepperMax } from '../../contract/dashboards/kpiRules';
import { KPIS, kpi, type Kpi } from '../../contract/dashboards/kpis';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { loaded, requested } from '../../sagas/features/dashboards/cards/card';
import { DEFAULT_FORM } from '../../sagas/features/dashboards/filters/filterForm';
import {
  SCORES,
  TOP_TILE,
  analysisId,
  boardAt,
  facilityId,
  requestsOf,
  topId,
  topWidgets,
  type Board,
} from '../../sagas/features/dashboards/kpi/boards';
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
const requests = (board: Board, user: UserInfo) => requestsOf(board, user, DEFAULT_FORM);
const trueFlags = (board: Board, user: UserInfo) =>
  requests(board, user).flatMap(({ body }) =>
    Object.entries(body).flatMap(([name, value]) => (name.startsWith('fetch') && value === true ? [name] : [])),
  );

const WIDGETS: readonly (readonly [Board, Permission, string, string | null])[] = [
  ...Object.entries(BUSINESS_ANALYSIS).map(
    ([widget, { permission, flag }]) => ['analysis', permission, analysisId(widget as never), flag] as const,
  ),
  ...Object.entries(FACILITY_KPI).map(
    ([widget, { permission, flag }]) => ['facility', permission, facilityId(widget as never), flag] as const,
  ),
  ...TOP_SUPPLIER_CODES.map((code) => ['top', TOP_SUPPLIER_WIDGETS[code].permission, topId(code), null] as const),
  ['top', TOP_SUPPLIERS_TILE.permission, TOP_TILE, null],
  ['scores', SUPPLIER_KPI_PERMISSION, SCORES, 'fetchKpiDashboardData'],
];

it.each(WIDGETS)('on the %s board, only %s and its flag are missing without %s', (board, permission, id, flag) => {
  const all = requests(board, EVERYTHING).map((question) => question.id);
  expect(all).toContain(id);
  expect(requests(board, without(permission)).map((question) => question.id)).toEqual(
    all.filter((each) => each !== id),
  );
  const flags = trueFlags(board, EVERYTHING);
  expect(trueFlags(board, without(permission))).toEqual(flags.filter((each) => each !== flag));
  expect(requests(board, { ...EVERYTHING, permissions: [permission] }).map((question) => question.id)).toEqual([id]);
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
  for (const board of ['analysis', 'facility', 'top', 'scores'] as const) {
    for (const { id, body } of requestsOf(board, EVERYTHING, form)) {
      const expected = id.endsWith('/SPEND') ? 'YEAR_TO_DATE' : undefined;
      expect([id, (body as { billingTimeFrame?: string }).billingTimeFrame]).toEqual([id, expected]);
      expect(body).toMatchObject({ clientId: 'c' });
      if (board === 'top') expect(body).not.toHaveProperty('agencyIds');
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
] as const)('%s with the tab %s shows the board %s', (dashboard, tab, board) => {
  expect(boardAt({ dashboard, tab, type: 'VMS' })).toBe(board);
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
    expect(shortDayText(`${month}-09`)).toBe(`${month.slice(5)}/09/${month.slice(2, 4)}`);
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
      keptQuery: '',
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
