/** The KPI dashboards over a scripted server, in virtual time: the real root saga, machines and reducers. */
import { BUSINESS_ANALYSIS } from '../../contract/dashboards/kpiBoards';
import type { EndpointName } from '../../contract/endpoints';
import type { HttpCall } from '../../sagas/base/ports';
import { selectForm, selectIgnored } from '../../sagas/features/dashboards/filters/filters.selectors';
import { filterApplied } from '../../sagas/features/dashboards/filters/filters.slice';
import { selectCharts } from '../../sagas/features/dashboards/kpi/charts.selectors';
import { selectBreakdown } from '../../sagas/features/dashboards/kpi/breakdown.selectors';
import { selectReportTotals } from '../../sagas/features/dashboards/kpi/reportTotals.selectors';
import { selectReportFigure } from '../../sagas/features/dashboards/kpi/reportFigure.selectors';
import { selectKpiTabs } from '../../sagas/features/dashboards/kpi/kpi.selectors';
import { selectComparison } from '../../sagas/features/dashboards/kpi/comparison.selectors';
import { selectReportGroups, withinBoth } from '../../sagas/features/dashboards/kpi/reportGroups.selectors';
import {
  kpiBreakdownChosen,
  kpiCompared,
  kpiRetried,
  kpiSupplierChosen,
  kpiTargetSubmitted,
  kpiVolumeChosen,
  kpiWholeChosen,
  reportGroupChosen,
} from '../../sagas/features/dashboards/kpi/kpi.slice';
import { selectScores, selectSupplier } from '../../sagas/features/dashboards/kpi/scores.selectors';
import { selectTiles } from '../../sagas/features/dashboards/kpi/tiles.selectors';
import { selectTopCards } from '../../sagas/features/dashboards/kpi/topSuppliers.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { FACILITY, OTHER_FACILITY, atDashboard, json, refusal, type Script } from '../support/dashboardServer';
import { ASPEN, BIRCH, SUPPLIERS, analysis, flagOf, kpiScript } from '../support/kpiServer';

const at = (tab: string, own: Script = kpiScript(), search = '') =>
  atDashboard({ at: `/vms/supplierbidashboard/${tab}${search}`, script: own, options: SUPPLIERS });
type Scene = Awaited<ReturnType<typeof at>>;
const fillRate = ({ tab }: Scene) => selectTiles(tab.state()).find(({ title }) => title === 'Fill Rate')!;
const bodies = (scene: Scene, endpoint: EndpointName) => scene.calls(endpoint).map(({ body }) => body);

it('asks for each card of business analysis on its own, and shows each as soon as it is there', async () => {
  const slow = (call: HttpCall) => (flagOf(call) === 'fetchTimeToFileCompletion' ? 5_000 : 10);
  const scene = await at('bussiness-analysis', kpiScript(slow));
  expect(scene.calls('businessAnalysis').map(flagOf).sort()).toEqual(
    Object.values(BUSINESS_ANALYSIS)
      .map(({ flag }) => flag)
      .sort(),
  );
  const faces = () => new Map(selectCharts(scene.tab.state()).map(({ title, face }) => [title, face]));
  expect(fillRate(scene)).toMatchObject({ face: 'full', text: '50.00%', judged: { word: 'Fair' } });
  expect(faces().get('Time to File Completion')).toBe('loading');
  await scene.clock.advance(5_000);
  expect(faces().get('Time to File Completion')).toBe('full');
});

it('shows the answer to the last filter, whichever comes last', async () => {
  const slow = (call: HttpCall) => ((call.body as { timeFrame?: string }).timeFrame === 'YEAR_TO_DATE' ? 20 : 400);
  const scene = await at('bussiness-analysis', kpiScript(slow));
  await scene.dispatch(filterApplied({ form: { timeFrame: 'WEEKLY_LAST_SEVEN_DAYS' } }), 50);
  expect(fillRate(scene).face).toBe('loading');
  await scene.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }), 100);
  expect(fillRate(scene).text).toBe('70.00%');
  await scene.clock.advance(1_000);
  expect(fillRate(scene).text).toBe('70.00%');
});

it('asks for what a filter changes and for nothing else: charts of twelve months ignore the time frame', async () => {
  const scene = await at('bussiness-analysis');
  const asked = () => scene.calls('businessAnalysis').map(flagOf);
  const charts = scene.calls('businessAnalysis').filter((call) => flagOf(call) === 'fetchTimeToFileCompletion');
  expect(charts.map(({ body }) => 'timeFrame' in (body as object))).toEqual([false]);
  const once = asked().length;
  await scene.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }), 100);
  expect(asked().slice(once).sort()).toEqual(
    Object.values(BUSINESS_ANALYSIS)
      .filter(({ kind }) => kind === 'tile')
      .map(({ flag }) => flag)
      .sort(),
  );
  const twice = asked().length;
  await scene.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE', billingTimeFrame: 'YEAR_TO_DATE' } }), 100);
  expect(asked().slice(twice)).toEqual(['fetchRevenueData']);
});

it('never asks for the cards of the home dashboard, also after a visit there', async () => {
  const scene = await at('bussiness-analysis');
  await scene.dispatch(navigateRequested({ to: '/vms/dashboard' }), 1_000);
  const home = () => scene.calls('dashboardBatch').length;
  const once = home();
  expect(once).toBeGreaterThan(0);
  await scene.dispatch(navigateRequested({ to: '/vms/supplierbidashboard/bussiness-analysis' }), 100);
  await scene.dispatch(
    filterApplied({ form: { timeFrame: 'YEAR_TO_DATE', billingTimeFrame: 'YEAR_TO_DATE' } }),
    20_000,
  );
  await scene.dispatch(navigateRequested({ to: '/vms/supplierbidashboard/top-supplier' }), 20_000);
  expect(home()).toBe(once);
});

it('says what failed of one card and keeps the others; Retry asks for that card alone', async () => {
  let up = false;
  const scene = await at('bussiness-analysis', {
    ...kpiScript(),
    businessAnalysis: (call) =>
      !up && flagOf(call) === 'fetchVMFillRateWidgetData'
        ? { reply: refusal(503, 'server.unavailable', 'The server is busy.') }
        : { reply: analysis(call) },
  });
  expect(fillRate(scene)).toMatchObject({ face: 'failed' });
  expect(selectCharts(scene.tab.state()).some(({ face }) => face === 'failed')).toBe(false);
  up = true;
  const before = scene.calls('businessAnalysis').length;
  await scene.dispatch(kpiRetried({ id: fillRate(scene).id }));
  expect(fillRate(scene)).toMatchObject({ face: 'full', error: null });
  expect(scene.calls('businessAnalysis')).toHaveLength(before + 1);
});

it('keeps what is younger than 15 seconds on coming back, and requests it again later', async () => {
  const scene = await at('bussiness-analysis');
  const asked = () => scene.calls('businessAnalysis').length;
  const once = asked();
  await scene.dispatch(navigateRequested({ to: '/vms/jobs' }), 1_000);
  await scene.dispatch(navigateRequested({ to: '/vms/supplierbidashboard/bussiness-analysis' }), 1_000);
  expect(asked()).toBe(once);
  await scene.dispatch(navigateRequested({ to: '/vms/jobs' }), 20_000);
  await scene.dispatch(navigateRequested({ to: '/vms/supplierbidashboard/bussiness-analysis' }), 1_000);
  expect(asked()).toBe(2 * once);
});

describe('the Supplier KPI tab', () => {
  const submissions = ({ tab }: Scene) => selectScores(tab.state())[0]!;

  it('looks at the first supplier of the list, and at another one without asking again', async () => {
    const scene = await at('supplier-dashboard');
    expect(selectSupplier(scene.tab.state())).toBe(ASPEN);
    expect(submissions(scene)).toMatchObject({ text: '12', max: 40, rank: '2 of 41', change: { word: 'better' } });
    await scene.dispatch(kpiSupplierChosen({ agencyId: BIRCH }));
    expect(scene.search()).toBe(`?supplier=${BIRCH}`);
    expect(submissions(scene)).toMatchObject({ text: '7' });
    expect(bodies(scene, 'supplierKpiBoard')).toEqual([
      { timeFrame: 'MONTHLY_LAST_THIRTY_DAYS', agencyIds: [ASPEN, BIRCH], fetchKpiDashboardData: true },
    ]);
  });

  it('shows 0 and no rank of a supplier that has nothing', async () => {
    const scene = await at('supplier-dashboard', kpiScript(), '?supplier=a0000000-0000-4000-8000-0000000000c3');
    expect(submissions(scene)).toMatchObject({ count: 0, rank: null, to: null });
  });

  it('leaves the supplier behind on the other tabs, and keeps the rest', async () => {
    const scene = await at('supplier-dashboard', kpiScript(), `?supplier=${BIRCH}&frame=YEAR_TO_DATE`);
    const tabs = selectKpiTabs(scene.tab.state());
    expect(tabs.map(({ label }) => label)).toEqual(['Business Analysis', 'Supplier Ranking', 'Supplier KPI']);
    await scene.dispatch(navigateRequested({ to: tabs[1]!.to }), 100);
    expect(scene.search()).toBe('?frame=YEAR_TO_DATE');
    expect(selectForm(scene.tab.state())).toEqual({ timeFrame: 'YEAR_TO_DATE' });
    expect(selectIgnored(scene.tab.state())).toEqual([]);
    expect(bodies(scene, 'topSuppliers')).toHaveLength(13);
    expect(bodies(scene, 'topSuppliers')[0]).not.toHaveProperty('agencyIds');
  });
});

it('leads from a ranking to the report of that supplier and period', async () => {
  const scene = await at('top-supplier');
  const most = selectTopCards(scene.tab.state()).find(({ title }) => title === 'Most Submissions')!;
  const link = new URL(most.rows[0]!.to!, 'http://localhost');
  expect(link.pathname).toBe('/vms/nexusreports/vmssubmittalreport');
  expect(link.searchParams.get('supplier')).toBe(ASPEN);
  expect(link.searchParams.get('period')).toBe('2026-10-23..2026-11-21');
});

it('says on each card of a chart which months it covers, and which of them has not ended', async () => {
  const scene = await at('bussiness-analysis');
  const { period, chart } = selectCharts(scene.tab.state()).find(({ title }) => title === 'Time to File Completion')!;
  expect(period).toBe('January 2026 - December 2026 (so far), whatever the time frame');
  expect([chart?.open, chart?.labels.length]).toEqual([11, 12]);
});

describe('a ranking', () => {
  const most = ({ tab }: Scene, title = 'Most Submissions') =>
    selectTopCards(tab.state()).find((card) => card.title === title)!;

  it('says how many more there are at the value of the last, and shows them all', async () => {
    const scene = await at('top-supplier');
    expect(most(scene)).toMatchObject({ more: '1 more at 3', count: 2, isWhole: false });
    expect(most(scene, 'On Time Start Percentage').rows[0]).toMatchObject({ detail: '3 of 12', volume: 12 });
    const asked = scene.calls('topSuppliers').length;
    await scene.dispatch(kpiWholeChosen({ id: most(scene).id, isWhole: true }));
    expect(most(scene).rows.map(({ name }) => name)).toEqual(['Aspen', 'Birch']);
    expect([most(scene).more, scene.calls('topSuppliers').length]).toEqual([null, asked]);
  });

  it('of ten zeros says so in words, with the volume of each, and not where the tenth has some', async () => {
    const supplier = (agencyName: string, value: number) =>
      ({
        agencyId: ASPEN.slice(0, -2) + agencyName.slice(1).padStart(2, '0'),
        agencyName,
        value,
        numerator: value,
        denominator: 30,
        volume: 30,
      }) as const;
    const reply = (last: number) =>
      json({
        period: { from: '2026-10-23', to: '2026-11-21' },
        minimumVolume: 5,
        records: [...Array.from({ length: 9 }, (_, index) => supplier(`S${index}`, 0)), supplier('S9', last)],
        others: [supplier('S10', 0), supplier('S11', 4)],
        apart: [],
      });
    const least = async (last: number) =>
      most(
        await at('top-supplier', { ...kpiScript(), topSuppliers: () => ({ reply: reply(last), ms: 10 }) }),
        'Least Cancellations',
      );
    const zeros = await least(0);
    expect(zeros.zeros).toBe('11 of 12 suppliers have no cancellations; those with the most come first.');
    expect(zeros.rows.map(({ volume }) => volume)).toEqual(Array(10).fill(30));
    expect((await least(1)).zeros).toBeNull();
  });

  it('asks again from another volume on, which stands in the address', async () => {
    const scene = await at('top-supplier');
    const volumes = () =>
      bodies(scene, 'topSuppliers').map((body) => (body as { minimumVolume: number }).minimumVolume);
    expect(new Set(volumes())).toEqual(new Set([5]));
    await scene.dispatch(kpiVolumeChosen({ volume: 20 }), 100);
    expect([scene.search(), volumes().slice(13)]).toEqual(['?volume=20', Array(13).fill(20)]);
    await scene.dispatch(kpiVolumeChosen({ volume: 5 }), 100);
    expect(scene.search()).toBe('');
  });
});

it('breaks a figure down in place: the best first, too few last, each with its rows', async () => {
  const scene = await at('bussiness-analysis');
  const before = scene.calls('businessAnalysis').length;
  await scene.dispatch(kpiBreakdownChosen({ kpi: 'FILL_RATE', by: 'facility' }), 100);
  expect(scene.search()).toBe('?breakdown=FILL_RATE.facility');
  expect(bodies(scene, 'kpiFigure')).toEqual([{ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS', by: 'facility' }]);
  expect(scene.calls('businessAnalysis')).toHaveLength(before);
  const view = selectBreakdown(scene.tab.state())!;
  expect(view.rows.map(({ label, text, basis, isThin }) => [label, text, basis, isThin])).toEqual([
    ['Harbor', '80.00%', '8 of 10', false],
    ['Lakeside', '40.00%', '4 of 10', false],
    ['Hillside', '100.00%', '1 of 1', true],
  ]);
  const link = new URL(view.rows[0]!.to!, 'http://localhost');
  expect([link.pathname, link.searchParams.get('client'), link.searchParams.get('kpi')]).toEqual([
    '/vms/nexusreports/jobsreport',
    OTHER_FACILITY,
    'FILL_RATE',
  ]);
  expect(view.choices.map(({ value }) => value)).toEqual(['facility', 'department', 'specialty', 'supplier']);
  expect(view.note).toBeNull();
  await scene.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }), 100);
  expect(bodies(scene, 'kpiFigure').at(-1)).toEqual({ timeFrame: 'YEAR_TO_DATE', by: 'facility' });
  await scene.dispatch(kpiBreakdownChosen(null), 100);
  expect([scene.search(), selectBreakdown(scene.tab.state())]).toEqual(['?frame=YEAR_TO_DATE', null]);
});

it('breaks jobs down by supplier too, and says why the parts are more than the whole', async () => {
  const scene = await at('bussiness-analysis', kpiScript(), '?breakdown=FILL_RATE.supplier');
  expect(selectBreakdown(scene.tab.state())?.note).toBe(
    'A job counts for each supplier that submitted candidates to it.',
  );
});

it('breaks the figures of a scorecard down for its supplier, also where it is the first unasked', async () => {
  const scene = await at('supplier-dashboard', kpiScript(), '?breakdown=ON_TIME_STARTS.facility');
  expect(bodies(scene, 'kpiFigure')).toEqual([
    { timeFrame: 'MONTHLY_LAST_THIRTY_DAYS', agencyIds: [ASPEN], by: 'facility' },
  ]);
  const view = selectBreakdown(scene.tab.state())!;
  expect(view.title).toBe('On Time Starts by facility: Aspen');
  expect(new URL(view.rows[0]!.to!, 'http://localhost').searchParams.get('supplier')).toBe(ASPEN);
  // It is of one supplier.
  expect(view.choices.map(({ value }) => value)).toEqual(['facility', 'department', 'specialty']);
  const other = await at('supplier-dashboard', kpiScript(), `?supplier=${BIRCH}&breakdown=ON_TIME_STARTS.supplier`);
  expect([selectBreakdown(other.tab.state()), other.calls('kpiFigure').length]).toEqual([null, 0]);
});

describe('the figure above the rows of a report', () => {
  const report = (path: string) =>
    atDashboard({ at: `/vms/nexusreports/${path}`, script: kpiScript(), options: SUPPLIERS });
  const period = 'period=2026-10-01..2026-10-31';

  it('is a formula of which both numbers lead to their rows', async () => {
    const scene = await report(`vmsassignmentreport?kpi=RETENTION_RATE&retained=yes&client=${FACILITY}&${period}`);
    expect(scene.calls('kpiFigure').map(({ params, body }) => [params?.['kpi'], body])).toEqual([
      ['RETENTION_RATE', { clientIds: [FACILITY], dateRange: ['2026-10-01', '2026-10-31'] }],
    ]);
    const { formula } = selectReportFigure(scene.tab.state())!;
    expect([formula?.parts.map(({ text }) => text), formula?.between, formula?.value]).toEqual([
      ['52', '100'],
      'of',
      '52.00%',
    ]);
    const [top, bottom] = formula!.parts.map(({ rows }) => rows[0]!);
    expect([top?.isShown, bottom?.isShown]).toEqual([true, false]);
    const all = new URL(bottom!.to, 'http://localhost').searchParams;
    expect([all.get('retained'), all.get('client'), all.get('kpi')]).toEqual([null, FACILITY, 'RETENTION_RATE']);
  });

  it('stays what it was while its rows are filtered further', async () => {
    const scene = await report(`vmsassignmentreport?kpi=RETENTION_RATE&status=ACTIVE&${period}`);
    expect(bodies(scene, 'kpiFigure')).toEqual([{ dateRange: ['2026-10-01', '2026-10-31'] }]);
  });

  it('names the rows of a base that stand in two reports', async () => {
    const scene = await report(`vmscompletedassignmentsreport?kpi=COMPLETION_RATE&${period}`);
    const [, base] = selectReportFigure(scene.tab.state())!.formula!.parts;
    expect(base?.rows.map(({ label }) => label)).toEqual(['Completed Assignments', 'Early Terms', 'Cancellations']);
  });

  it.each([`vmsassignmentreport?${period}`, `jobsreport?kpi=RETENTION_RATE&${period}`, 'jobsreport?kpi=FILL_RATE'])(
    'is not there without a figure of it: %s',
    async (path) => {
      const scene = await report(path);
      expect([selectReportFigure(scene.tab.state()), scene.calls('kpiFigure').length]).toEqual([null, 0]);
    },
  );
});

it('adds up the columns of a report over all its rows, and again when its filters change, but not when its page does', async () => {
  const scene = await atDashboard({
    at: '/vms/nexusreports/pushedstartreport?pushed=yes',
    script: kpiScript(),
    options: SUPPLIERS,
  });
  expect(bodies(scene, 'listTotals')).toEqual([{ filters: { pushed: ['yes'] } }]);
  expect(
    selectReportTotals(scene.tab.state())?.columns?.map(({ label, sum, mean, of }) => [label, sum, mean, of]),
  ).toEqual([
    ['Pushed (days)', null, '7.00', '25'],
    ['Lost Amount', '$12,345.00', '$493.80', '25'],
  ]);
  await scene.dispatch(navigateRequested({ to: '/vms/nexusreports/pushedstartreport?pushed=yes&page=2' }), 100);
  expect(bodies(scene, 'listTotals')).toHaveLength(1);
  await scene.dispatch(navigateRequested({ to: '/vms/nexusreports/pushedstartreport' }), 100);
  expect(bodies(scene, 'listTotals').slice(1)).toEqual([{ filters: {} }]);
});

describe('a supplier beside another, the median and its target', () => {
  const shown = ({ tab }: Scene) =>
    selectComparison(tab.state())?.cards.find(({ code }) => code === 'ON_TIME_STARTS') ?? null;
  const figures = (scene: Scene) => shown(scene)?.figures.map(({ label, text, detail }) => [label, text, detail]);

  it('is asked for when somebody wants it, and stands in the address', async () => {
    const scene = await at('supplier-dashboard');
    expect(scene.calls('supplierComparison')).toEqual([]);
    await scene.dispatch(kpiCompared({ beside: BIRCH }), 100);
    expect(scene.search()).toBe(`?compare=${BIRCH}`);
    expect(bodies(scene, 'supplierComparison')).toEqual([
      { timeFrame: 'MONTHLY_LAST_THIRTY_DAYS', agencyIds: [ASPEN, BIRCH] },
    ]);
    expect(figures(scene)).toEqual([
      ['Aspen', '95.00%', '19 of 20'],
      ['Birch', '80.00%', '19 of 20'],
      ['Median', '88.00%', 'of all suppliers'],
      ['Target', '96.50%', 'not met'],
    ]);
    expect(shown(scene)?.chart?.series.map(({ label, dashed = false }) => [label, dashed])).toEqual([
      ['Aspen', false],
      ['Birch', false],
      ['Median', true],
      ['Target', true],
    ]);
    await scene.dispatch(kpiSupplierChosen({ agencyId: BIRCH }), 100);
    expect(figures(scene)?.at(-1)).toEqual(['Target', '90.00%', 'not met, for all']);
    await scene.dispatch(kpiCompared({ beside: null }), 100);
    expect(selectComparison(scene.tab.state())?.cards).toEqual([]);
  });

  it('asks again when a target was saved, and says when it was not', async () => {
    const scene = await at('supplier-dashboard', kpiScript(), '?compare=median');
    expect(scene.calls('supplierComparison')).toHaveLength(1);
    await scene.dispatch(kpiTargetSubmitted({ kpi: 'ON_TIME_STARTS', agencyId: ASPEN, target: 97 }), 100);
    expect(bodies(scene, 'saveKpiTarget')).toEqual([{ target: 97, agencyId: ASPEN }]);
    expect(scene.calls('supplierComparison')).toHaveLength(2);
    await scene.dispatch(kpiTargetSubmitted({ kpi: 'ON_TIME_STARTS', agencyId: null, target: 1 }), 100);
    expect(scene.calls('supplierComparison')).toHaveLength(2);
    const texts = scene.notices();
    expect(texts).toEqual(['Target saved.', expect.stringMatching(/^The target was not saved\. /)]);
  });
});

describe('a report in groups', () => {
  const open = (search: string) =>
    atDashboard({ at: `/vms/nexusreports/pushedstartreport${search}`, script: kpiScript(), options: SUPPLIERS });

  it('each group leads to its rows, within the range that is set already', async () => {
    const scene = await open('?pushedDays=10..20&group=pushedDays&kpi=PUSHED_STARTS');
    expect(bodies(scene, 'listGroups')).toEqual([{ filters: { pushedDays: ['10..20'] }, by: 'pushedDays' }]);
    const view = selectReportGroups(scene.tab.state());
    expect(view).toMatchObject({ by: 'pushedDays', columns: ['Pushed (days), mean'], more: 2 });
    expect(view?.rows?.map(({ label, rows, values }) => [label, rows, values])).toEqual([
      ['7 - 13', '30', ['10.00']],
      ['None', '10', ['–']],
    ]);
    expect(view?.rows?.map(({ to }) => to)).toEqual([
      '/vms/nexusreports/pushedstartreport?kpi=PUSHED_STARTS&pushedDays=10..13',
      null,
    ]);
    await scene.dispatch(reportGroupChosen({ by: null }), 100);
    expect(scene.search()).toBe('?pushedDays=10..20&kpi=PUSHED_STARTS');
    expect(selectReportGroups(scene.tab.state())).toMatchObject({ by: null, rows: null });
  });

  it.each([
    ['numbers', undefined, '7..13', '7..13'],
    ['numbers', '..10', '7..13', '7..10'],
    ['numbers', '9..', '7..13', '9..13'],
    ['dates', '2026-03-15..2026-05-02', '2026-03-01..2026-03-31', '2026-03-15..2026-03-31'],
    ['lookup', 'a', 'b', 'b'],
  ] as const)('%s: %s within %s is %s', (kind, given, value, both) => {
    expect(withinBoth({ kind }, given, value)).toBe(both);
  });
});
