/** The cards of the KPI dashboards with a scripted server, in virtual time: when they load, and how they break down. */
import { BUSINESS_ANALYSIS } from '../../contract/dashboards/kpiDashboards';
import type { HttpCall } from '../../sagas/base/ports/network';
import { DEFAULT_FORM, type FilterForm } from '../../sagas/features/dashboards/filters/filterForm';
import { selectDraftPending } from '../../sagas/features/dashboards/filters/drawer.selectors';
import {
  selectCurrentSearch,
  selectFilters,
  selectFilterSource,
} from '../../sagas/features/dashboards/filters/filters.selectors';
import {
  filterApplied,
  filterChipRemoved,
  filterDrafted,
  filterDrawerClosed,
  filterDrawerOpened,
  filtersCleared,
  searchChosen,
  searchSaveRequested,
} from '../../sagas/features/dashboards/filters/filters.slice';
import { selectCharts } from '../../sagas/features/dashboards/kpi/charts.selectors';
import { selectBreakdown } from '../../sagas/features/dashboards/kpi/breakdown.selectors';
import { selectKpiTabs } from '../../sagas/features/dashboards/kpi/kpi.selectors';
import { kpiBreakdownChosen, kpiRetried, kpiSupplierChosen } from '../../sagas/features/dashboards/kpi/kpi.slice';
import { selectTiles } from '../../sagas/features/dashboards/kpi/tiles.selectors';
import { selectTopCards } from '../../sagas/features/dashboards/kpi/topSuppliers.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { FACILITY, OPTIONS, OTHER_FACILITY, atDashboard, json, refusal, savedSearch } from '../support/dashboardServer';
import { ASPEN, BIRCH, PERIOD, SUPPLIERS, analysis, flagOf, kpiScript } from '../support/kpiServer';
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

describe('the fields of one tab', () => {
  const PATH = '/vms/supplierbidashboard';
  const billed = { timeFrame: 'MONTHLY_LAST_THIRTY_DAYS', billingTimeFrame: 'WEEKLY_LAST_SEVEN_DAYS' };
  const BILLING = 'billing=WEEKLY_LAST_SEVEN_DAYS';
  const follow = async (scene: Harness, label: string) => {
    const { to } = selectKpiTabs(scene.tab.state()).find((each) => each.label === label)!;
    await scene.dispatch(navigateRequested({ to }), 100);
  };
  const spend = (scene: Harness) =>
    scene
      .calls('businessAnalysis')
      .filter((call) => flagOf(call) === 'fetchRevenueData')
      .map(({ body }) => (body as { billingTimeFrame?: string }).billingTimeFrame);

  it.each([
    ['alone', billed, ''],
    ['with others', { ...billed, clientIds: [FACILITY] }, `client=${FACILITY}`],
  ])('are absent on the others, and applied again on return by its link (%s)', async (_, form, shared) => {
    const scene = await at('bussiness-analysis');
    await scene.dispatch(filterApplied({ form }), 100);
    const search = scene.search();
    expect(search).toContain(BILLING);
    for (const [label, field] of [['Supplier Ranking'], ['Supplier KPI', `supplier=${BIRCH}`]] as const) {
      await follow(scene, label);
      expect(scene.search()).toBe(shared && `?${shared}`);
      if (field !== undefined) await scene.dispatch(kpiSupplierChosen({ agencyId: BIRCH }), 100);
    }
    await follow(scene, 'Business Analysis');
    expect([scene.search(), spend(scene).at(-1)]).toEqual([search, 'WEEKLY_LAST_SEVEN_DAYS']);
    await follow(scene, 'Supplier KPI');
    expect(scene.search()).toContain(`supplier=${BIRCH}`);
  });

  it('are kept when the filter is changed on another tab, and the dashboard is left there', async () => {
    const scene = await at('bussiness-analysis');
    await scene.dispatch(filterApplied({ form: billed }), 100);
    await follow(scene, 'Supplier Ranking');
    await scene.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }), 100);
    await scene.dispatch(navigateRequested({ to: '/vms/jobs' }), 100);
    await scene.dispatch(navigateRequested({ to: `${PATH}/bussiness-analysis` }), 100);
    expect(scene.search()).toBe(`?frame=YEAR_TO_DATE&${BILLING}`);
  });

  it('are over once removed or cleared, also on another tab; undo brings them back', async () => {
    const scene = await at('bussiness-analysis');
    await scene.dispatch(filterApplied({ form: billed }), 100);
    await scene.dispatch(filterChipRemoved({ dashboard: 'KPI', field: 'billingTimeFrame' }), 100);
    await follow(scene, 'Supplier Ranking');
    await follow(scene, 'Business Analysis');
    expect(scene.search()).toBe('');
    await scene.dispatch(filterApplied({ form: { ...billed, timeFrame: 'YEAR_TO_DATE' } }), 100);
    await follow(scene, 'Supplier Ranking');
    await scene.dispatch(filtersCleared({ dashboard: 'KPI' }), 100);
    const undo = scene.tab.state().notices!.shown.at(-1)!.undo!;
    await follow(scene, 'Business Analysis');
    expect(scene.search()).toBe('');
    await scene.dispatch(undo, 100);
    expect(scene.search()).toBe(`?frame=YEAR_TO_DATE&${BILLING}`);
  });

  it('are brought back by undo if Clear All is pressed twice', async () => {
    const scene = await at('bussiness-analysis');
    await scene.dispatch(filterApplied({ form: { ...billed, timeFrame: 'YEAR_TO_DATE' } }), 100);
    await follow(scene, 'Supplier Ranking');
    scene.tab.store.dispatch(filtersCleared({ dashboard: 'KPI' }));
    await scene.dispatch(filtersCleared({ dashboard: 'KPI' }), 100);
    expect(scene.notices()).toEqual(['All filters are cleared.']);
    await scene.dispatch(scene.tab.state().notices!.shown.at(-1)!.undo!, 100);
    await follow(scene, 'Business Analysis');
    expect(scene.search()).toBe(`?frame=YEAR_TO_DATE&${BILLING}`);
  });

  it('are cleared by Clear All in the drawer, also with what is chosen after it, but not by removing what is here', async () => {
    const ofAll = { ...billed, timeFrame: 'YEAR_TO_DATE' };
    const shown = async (...drafts: readonly (readonly [FilterForm, true?])[]) => {
      const scene = await at('bussiness-analysis');
      await scene.dispatch(filterApplied({ form: ofAll }), 100);
      await follow(scene, 'Supplier Ranking');
      await scene.dispatch(filterDrawerOpened({ tab: 'filters' }), 100);
      for (const [form, isCleared] of drafts) {
        await scene.dispatch(filterDrafted({ form, ...(isCleared && { isCleared }) }), 100);
      }
      await scene.dispatch(filterApplied({ form: drafts.at(-1)![0] }), 100);
      expect(selectFilters(scene.tab.state())).toMatchObject({ drawer: null, draft: null, isCleared: false });
      await follow(scene, 'Business Analysis');
      return scene.search();
    };
    const facility = { ...DEFAULT_FORM, clientIds: [FACILITY] };
    expect(await shown([DEFAULT_FORM, true], [facility])).toBe(`?client=${FACILITY}`);
    expect(await shown([DEFAULT_FORM])).toBe(`?${BILLING}`);
    expect(await shown([facility])).toBe(`?client=${FACILITY}&${BILLING}`);
  });

  it('are kept if Clear All in the drawer is not applied', async () => {
    const scene = await at('bussiness-analysis');
    await scene.dispatch(filterApplied({ form: { ...billed, timeFrame: 'YEAR_TO_DATE' } }), 100);
    await follow(scene, 'Supplier Ranking');
    await scene.dispatch(filterDrawerOpened({ tab: 'filters' }), 100);
    await scene.dispatch(filterDrafted({ form: DEFAULT_FORM, isCleared: true }), 100);
    expect(selectDraftPending(scene.tab.state())).toBe(true);
    await scene.dispatch(filterDrawerClosed(), 100);
    await scene.dispatch(filterApplied({ form: DEFAULT_FORM }), 100);
    await follow(scene, 'Business Analysis');
    expect(scene.search()).toBe(`?${BILLING}`);
  });

  it('are cleared where the tab itself has no filter, which closes the drawer and can be undone', async () => {
    const scene = await at('bussiness-analysis');
    await scene.dispatch(filterApplied({ form: billed }), 100);
    await follow(scene, 'Supplier Ranking');
    const clear = async () => {
      await scene.dispatch(filterDrawerOpened({ tab: 'filters' }), 100);
      await scene.dispatch(filtersCleared({ dashboard: 'KPI' }), 100);
      return [selectFilters(scene.tab.state()).drawer, selectFilterSource(scene.tab.state())];
    };
    const cleared = [null, 'Default: monthly_last_thirty_days'];
    expect(await clear()).toEqual(cleared);
    const undo = scene.tab.state().notices!.shown.at(-1)!.undo!;
    // There is nothing left to clear.
    expect(await clear()).toEqual(cleared);
    expect(scene.notices()).toEqual(['All filters are cleared.']);
    await follow(scene, 'Business Analysis');
    expect(scene.search()).toBe('');
    await scene.dispatch(undo, 100);
    expect(scene.search()).toBe(`?${BILLING}`);
  });

  describe('of a saved search', () => {
    const current = ({ tab }: Harness) => selectCurrentSearch(tab.state())?.id ?? null;

    const atRanking = (facts: object, form: object = billed) =>
      atDashboard({
        at: `${PATH}/top-supplier`,
        script: kpiScript(),
        options: {
          ...SUPPLIERS,
          savedFilters: [savedSearch({ filter: JSON.stringify({ form, chips: [] }), ...facts })],
        },
      });

    it('are gone if it is updated after Clear All', async () => {
      const scene = await atRanking({});
      const { id, searchName } = savedSearch();
      await scene.dispatch(searchChosen({ id }), 100);
      await scene.dispatch(filterDrawerOpened({ tab: 'filters' }), 100);
      await scene.dispatch(filterDrafted({ form: DEFAULT_FORM, isCleared: true }), 100);
      const form = { ...DEFAULT_FORM, clientIds: [FACILITY] };
      await scene.dispatch(filterDrafted({ form }), 100);
      const update = { id, searchName, public: false, default: false, form, apply: true };
      await scene.dispatch(searchSaveRequested(update), 100);
      await follow(scene, 'Business Analysis');
      expect(scene.search()).toBe(`?client=${FACILITY}`);
    });

    it('are applied on their tab', async () => {
      const chosen = await atRanking({});
      await chosen.dispatch(searchChosen({ id: savedSearch().id }), 100);
      const preset = await atRanking({ default: true });
      for (const scene of [chosen, preset]) {
        expect(scene.search()).toBe('');
        await follow(scene, 'Business Analysis');
        expect([scene.search(), spend(scene)]).toEqual([`?${BILLING}`, ['WEEKLY_LAST_SEVEN_DAYS']]);
      }
    });

    it('do not make it the applied one where they are not offered, unless it was chosen; then it can be deselected', async () => {
      const scene = await atRanking({});
      expect([scene.search(), current(scene)]).toEqual(['', null]);
      await scene.dispatch(searchChosen({ id: savedSearch().id }), 100);
      expect(current(scene)).toBe(savedSearch().id);
      await scene.dispatch(filtersCleared({ dashboard: 'KPI' }), 100);
      expect([current(scene), scene.notices()]).toEqual([null, ['All filters are cleared.']]);
      await follow(scene, 'Business Analysis');
      expect([scene.search(), current(scene)]).toEqual(['', null]);
      await scene.dispatch(filterApplied({ form: billed }), 100);
      expect(current(scene)).toBe(savedSearch().id);
    });

    it('that is the default are kept when the filter is changed on another tab', async () => {
      const scene = await atRanking({ default: true });
      await scene.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }), 100);
      await follow(scene, 'Business Analysis');
      expect(scene.search()).toBe(`?frame=YEAR_TO_DATE&${BILLING}`);
    });

    it('that is the default are brought back by undoing Clear All', async () => {
      const scene = await atRanking({ default: true }, { ...billed, timeFrame: 'YEAR_TO_DATE' });
      await scene.dispatch(filtersCleared({ dashboard: 'KPI' }), 100);
      await scene.dispatch(scene.tab.state().notices!.shown.at(-1)!.undo!, 100);
      await follow(scene, 'Business Analysis');
      expect(scene.search()).toBe(`?frame=YEAR_TO_DATE&${BILLING}`);
    });
  });
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
  expect(period).toBe('January 2026 – December 2026 (so far), whatever the time frame');
  expect([chart?.open, chart?.labels.length]).toEqual([11, 12]);
});

it('advises to clear a filter where a chart of twelve months has nothing, because the time frame does not matter', async () => {
  const scene = await at('bussiness-analysis', {
    ...kpiScript(),
    businessAnalysis: (call) => {
      const answer = analysis(call);
      const fileCompletionDTO = { monthlyFileCompletionDays: Array<null>(12).fill(null) };
      return {
        reply:
          flagOf(call) === 'fetchTimeToFileCompletion'
            ? { ...answer, body: { ...(answer.body as object), fileCompletionDTO } }
            : answer,
      };
    },
    topSuppliers: () => ({
      reply: json({ period: PERIOD.period, minimumVolume: 0, records: [], others: [], apart: [] }),
    }),
  });
  const chart = selectCharts(scene.tab.state()).find(({ title }) => title === 'Time to File Completion')!;
  expect([chart.phase, chart.empty]).toEqual(['empty', 'No data for these filters. Clear a filter to see more.']);
  await scene.dispatch(navigateRequested({ to: '/vms/supplierbidashboard/top-supplier' }), 100);
  expect(selectTopCards(scene.tab.state())[0]).toMatchObject({
    phase: 'empty',
    empty: 'No data for these filters. Choose a longer time frame or clear a filter.',
  });
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
