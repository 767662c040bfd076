/** The cards of the KPI dashboards with a scripted server, in virtual time: when they load, and how they break down. */
import { BUSINESS_ANALYSIS } from '../../contract/dashboards/kpiBoards';
import type { HttpCall } from '../../sagas/base/ports/network';
import { filterApplied } from '../../sagas/features/dashboards/filters/filters.slice';
import { selectCharts } from '../../sagas/features/dashboards/kpi/charts.selectors';
import { selectBreakdown } from '../../sagas/features/dashboards/kpi/breakdown.selectors';
import { kpiBreakdownChosen, kpiRetried } from '../../sagas/features/dashboards/kpi/kpi.slice';
import { selectTiles } from '../../sagas/features/dashboards/kpi/tiles.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { FACILITY, OPTIONS, OTHER_FACILITY, atDashboard, json, refusal } from '../support/dashboardServer';
import { ASPEN, BIRCH, analysis, flagOf, kpiScript } from '../support/kpiServer';
import { at, type Harness, bodies } from '../support/kpiTab';

const fillRate = ({ tab }: Harness) => selectTiles(tab.state()).find(({ title }) => title === 'Fill Rate')!;

it('requests each card of business analysis separately, and shows each as soon as it is loaded', async () => {
  const slow = (call: HttpCall) => (flagOf(call) === 'fetchTimeToFileCompletion' ? 5_000 : 10);
  const scene = await at('bussiness-analysis', kpiScript(slow));
  expect(scene.calls('businessAnalysis').map(flagOf).sort()).toEqual(
    Object.values(BUSINESS_ANALYSIS)
      .map(({ flag }) => flag)
      .sort(),
  );
  const phases = () => new Map(selectCharts(scene.tab.state()).map(({ title, phase }) => [title, phase]));
  expect(fillRate(scene)).toMatchObject({ phase: 'full', text: '50.00%', rating: { word: 'Fair' } });
  expect(phases().get('Time to File Completion')).toBe('loading');
  await scene.clock.advance(5_000);
  expect(phases().get('Time to File Completion')).toBe('full');
});

it('shows the answer to the last filter, in any order of answers', async () => {
  const slow = (call: HttpCall) => ((call.body as { timeFrame?: string }).timeFrame === 'YEAR_TO_DATE' ? 20 : 400);
  const scene = await at('bussiness-analysis', kpiScript(slow));
  await scene.dispatch(filterApplied({ form: { timeFrame: 'WEEKLY_LAST_SEVEN_DAYS' } }), 50);
  expect(fillRate(scene).phase).toBe('loading');
  await scene.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }), 100);
  expect(fillRate(scene).text).toBe('70.00%');
  await scene.clock.advance(1_000);
  expect(fillRate(scene).text).toBe('70.00%');
});

it('requests only what a filter changes: charts of twelve months ignore the time frame', async () => {
  const scene = await at('bussiness-analysis');
  const requested = () => scene.calls('businessAnalysis').map(flagOf);
  const charts = scene.calls('businessAnalysis').filter((call) => flagOf(call) === 'fetchTimeToFileCompletion');
  expect(charts.map(({ body }) => 'timeFrame' in (body as object))).toEqual([false]);
  const once = requested().length;
  await scene.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }), 100);
  expect(requested().slice(once).sort()).toEqual(
    Object.values(BUSINESS_ANALYSIS)
      .filter(({ kind }) => kind === 'tile')
      .map(({ flag }) => flag)
      .sort(),
  );
  const twice = requested().length;
  await scene.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE', billingTimeFrame: 'YEAR_TO_DATE' } }), 100);
  expect(requested().slice(twice)).toEqual(['fetchRevenueData']);
});

it('counts under the filter of the address from the start, also while the choices of a second dashboard load', async () => {
  const scene = await atDashboard({
    script: {
      ...kpiScript(),
      dashboardFilters: ({ query }) => ({ ms: query?.['dashboard'] === 'KPI' ? 3_000 : 10, reply: json(OPTIONS) }),
    },
  });
  const search = `?client=${FACILITY}&frame=YEAR_TO_DATE`;
  await scene.dispatch(navigateRequested({ to: `/vms/supplierbidashboard/bussiness-analysis${search}` }), 10_000);
  const requested = bodies(scene, 'businessAnalysis') as {
    readonly clientIds?: readonly string[];
    readonly timeFrame?: string;
  }[];
  expect(requested).toHaveLength(Object.keys(BUSINESS_ANALYSIS).length);
  expect(requested.map(({ clientIds }) => clientIds)).toEqual(requested.map(() => [FACILITY]));
  const frames = requested.flatMap(({ timeFrame }) => timeFrame ?? []);
  expect(new Set(frames)).toEqual(new Set(['YEAR_TO_DATE']));
});

it('never requests the cards of the home dashboard, even after a visit there', async () => {
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

it('shows the failure of one card and keeps the others; Retry requests only that card', async () => {
  let up = false;
  const scene = await at('bussiness-analysis', {
    ...kpiScript(),
    businessAnalysis: (call) =>
      !up && flagOf(call) === 'fetchVMFillRateWidgetData'
        ? { reply: refusal(503, 'server.unavailable', 'The server is busy.') }
        : { reply: analysis(call) },
  });
  expect(fillRate(scene)).toMatchObject({ phase: 'failed' });
  expect(selectCharts(scene.tab.state()).some(({ phase }) => phase === 'failed')).toBe(false);
  up = true;
  const before = scene.calls('businessAnalysis').length;
  await scene.dispatch(kpiRetried({ id: fillRate(scene).id }));
  expect(fillRate(scene)).toMatchObject({ phase: 'full', error: null });
  expect(scene.calls('businessAnalysis')).toHaveLength(before + 1);
});

it('keeps data younger than 15 seconds on return, and requests it again later', async () => {
  const scene = await at('bussiness-analysis');
  const requested = () => scene.calls('businessAnalysis').length;
  const once = requested();
  await scene.dispatch(navigateRequested({ to: '/vms/jobs' }), 1_000);
  await scene.dispatch(navigateRequested({ to: '/vms/supplierbidashboard/bussiness-analysis' }), 1_000);
  expect(requested()).toBe(once);
  await scene.dispatch(navigateRequested({ to: '/vms/jobs' }), 20_000);
  await scene.dispatch(navigateRequested({ to: '/vms/supplierbidashboard/bussiness-analysis' }), 1_000);
  expect(requested()).toBe(2 * once);
});

it('shows on each chart card which months it covers, and which has not ended', async () => {
  const scene = await at('bussiness-analysis');
  const { period, chart } = selectCharts(scene.tab.state()).find(({ title }) => title === 'Time to File Completion')!;
  expect(period).toBe('January 2026 - December 2026 (so far), whatever the time frame');
  expect([chart?.open, chart?.labels.length]).toEqual([11, 12]);
});

it('breaks a figure down in place: best first, small samples last, each with its rows', async () => {
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

it('breaks jobs down by supplier too, and shows why the parts exceed the whole', async () => {
  const scene = await at('bussiness-analysis', kpiScript(), '?breakdown=FILL_RATE.supplier');
  expect(selectBreakdown(scene.tab.state())?.note).toBe(
    'A job counts for each supplier that submitted candidates to it.',
  );
});

it('breaks the figures of a scorecard down for its supplier, also for the preselected one', async () => {
  const scene = await at('supplier-dashboard', kpiScript(), '?breakdown=ON_TIME_STARTS.facility');
  expect(bodies(scene, 'kpiFigure')).toEqual([
    { timeFrame: 'MONTHLY_LAST_THIRTY_DAYS', agencyIds: [ASPEN], by: 'facility' },
  ]);
  const view = selectBreakdown(scene.tab.state())!;
  expect(view.title).toBe('On Time Starts by facility: Aspen');
  expect(new URL(view.rows[0]!.to!, 'http://localhost').searchParams.get('supplier')).toBe(ASPEN);
  // The breakdown is of one supplier.
  expect(view.choices.map(({ value }) => value)).toEqual(['facility', 'department', 'specialty']);
  const other = await at('supplier-dashboard', kpiScript(), `?supplier=${BIRCH}&breakdown=ON_TIME_STARTS.supplier`);
  expect([selectBreakdown(other.tab.state()), other.calls('kpiFigure').length]).toEqual([null, 0]);
});
