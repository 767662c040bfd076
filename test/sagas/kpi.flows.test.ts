/** The KPI dashboards over a scripted server, in virtual time: the real root saga, machines and reducers. */
import { BUSINESS_ANALYSIS } from '../../contract/dashboards/kpiBoards';
import type { EndpointName } from '../../contract/endpoints';
import type { HttpCall } from '../../sagas/base/ports';
import { selectForm, selectIgnored } from '../../sagas/features/dashboards/filters/filters.selectors';
import { filterApplied } from '../../sagas/features/dashboards/filters/filters.slice';
import { selectCharts } from '../../sagas/features/dashboards/kpi/charts.selectors';
import { selectKpiTabs } from '../../sagas/features/dashboards/kpi/kpi.selectors';
import { kpiRetried, kpiSupplierChosen } from '../../sagas/features/dashboards/kpi/kpi.slice';
import { selectScores, selectSupplier } from '../../sagas/features/dashboards/kpi/scores.selectors';
import { selectTiles } from '../../sagas/features/dashboards/kpi/tiles.selectors';
import { selectTopCards } from '../../sagas/features/dashboards/kpi/topSuppliers.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { atDashboard, refusal, type Script } from '../support/dashboardServer';
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
