/** Suppliers on the KPI dashboards with a scripted server: scorecards, rankings and comparison. */
import type { HttpAnswer } from '../../sagas/base/ports/network';
import {
  selectCurrentSearch,
  selectFilters,
  selectFilterSource,
  selectForm,
  selectIgnored,
} from '../../sagas/features/dashboards/filters/filters.selectors';
import {
  filterApplied,
  searchChosen,
  searchSaveRequested,
} from '../../sagas/features/dashboards/filters/filters.slice';
import { selectUpdatableSearch } from '../../sagas/features/dashboards/filters/drawer.selectors';
import { selectKpiTabs } from '../../sagas/features/dashboards/kpi/kpi.selectors';
import { selectComparison } from '../../sagas/features/dashboards/kpi/comparison.selectors';
import {
  kpiCompared,
  kpiSupplierChosen,
  kpiTargetSubmitted,
  kpiVolumeChosen,
  kpiShowsAllChanged,
} from '../../sagas/features/dashboards/kpi/kpi.slice';
import { selectScores, selectSupplier } from '../../sagas/features/dashboards/kpi/scores.selectors';
import { selectTopCards } from '../../sagas/features/dashboards/kpi/topSuppliers.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import {
  DEPARTMENT,
  FACILITY,
  OPTIONS,
  OTHER_FACILITY,
  json,
  refusal,
  savedSearch,
  type Script,
} from '../support/dashboardServer';
import { ASPEN, BIRCH, PERIOD, SUPPLIERS, kpiScript } from '../support/kpiServer';
import { at, type Harness, bodies } from '../support/kpiTab';

describe('the Supplier KPI tab', () => {
  const submissions = ({ tab }: Harness) => selectScores(tab.state())[0]!;

  it('shows the first supplier of the list, and switches to another without a request', async () => {
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

  it('shows 0 and no rank for a supplier without data', async () => {
    const scene = await at('supplier-dashboard', kpiScript(), '?supplier=a0000000-0000-4000-8000-0000000000c3');
    expect(submissions(scene)).toMatchObject({ count: 0, rank: null, to: null });
  });

  it('shows a count of none as 0 with its change, and a share of none as a dash', async () => {
    const score = { agencyId: ASPEN, currentCount: 0, max: 34, rank: 0, ranked: 41, base: 0, previousBase: 50 };
    const scene = await at('supplier-dashboard', {
      ...kpiScript(),
      supplierKpiBoard: () => ({
        reply: json({
          ...PERIOD,
          numberOfSubmissions: [{ ...score, previousCount: 5 }],
          percentageOfSubOffered: [{ ...score, previousCount: 40 }],
        }),
      }),
    });
    const [submissions, offered] = selectScores(scene.tab.state());
    expect(submissions).toMatchObject({ text: '0', rank: null, change: { way: 'down', word: 'worse', text: '5' } });
    expect(offered).toMatchObject({ text: '–', rank: null, change: null });
  });

  it('drops the supplier on the other tabs, and keeps the rest of the filter', async () => {
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

  it('leaves nothing on the other tabs if only a supplier was chosen, and shows it again afterwards', async () => {
    const scene = await at('supplier-dashboard', kpiScript(), `?supplier=${BIRCH}`);
    await scene.dispatch(navigateRequested({ to: selectKpiTabs(scene.tab.state())[1]!.to }), 100);
    expect([scene.search(), selectFilterSource(scene.tab.state())]).toEqual(['', 'Default: monthly_last_thirty_days']);
    expect(bodies(scene, 'topSuppliers')).toHaveLength(13);
    await scene.dispatch(navigateRequested({ to: selectKpiTabs(scene.tab.state())[2]!.to }), 100);
    expect([scene.search(), selectSupplier(scene.tab.state())]).toEqual([`?supplier=${BIRCH}`, BIRCH]);
  });
});

describe('a saved search of one supplier', () => {
  const CEDAR = 'a0000000-0000-4000-8000-0000000000c3';
  const stored = { timeFrame: 'YEAR_TO_DATE', dateRange: ['2026-01-01', '2026-06-30'], agencyIds: [CEDAR] } as const;
  // Its supplier is no longer offered.
  const chips = [{ field: 'agencyIds', value: CEDAR, label: 'Cedar' }];
  const search = savedSearch({ filter: JSON.stringify({ form: stored, chips }) });
  const others = savedSearch({ id: BIRCH, filter: JSON.stringify({ form: { timeFrame: 'YEAR_TO_DATE' }, chips: [] }) });
  const { id, searchName } = search;

  async function atRanking(own: Script = {}) {
    const options = { ...OPTIONS, ...SUPPLIERS, savedFilters: [others, search] };
    const scene = await at('supplier-dashboard', {
      ...kpiScript(),
      dashboardFilters: () => ({ reply: json(options) }),
      saveDashboardFilter: () => ({ reply: json({ id }) }),
      ...own,
    });
    await scene.dispatch(searchChosen({ id }), 100);
    expect(selectForm(scene.tab.state())).toEqual(stored);
    await scene.dispatch(navigateRequested({ to: selectKpiTabs(scene.tab.state())[1]!.to }), 100);
    return scene;
  }
  const updatable = ({ tab }: Harness) => selectUpdatableSearch(tab.state())?.id ?? null;

  it('is unchanged on a tab without suppliers', async () => {
    const scene = await atRanking();
    expect(selectForm(scene.tab.state())).toEqual({ timeFrame: 'YEAR_TO_DATE' });
    expect([selectCurrentSearch(scene.tab.state())?.id, updatable(scene)]).toEqual([id, null]);
  });

  it('keeps its supplier and its days when it is updated there', async () => {
    const scene = await atRanking();
    const wanted = { timeFrame: 'QUARTERLY_LAST_NINETY_DAYS' };
    await scene.dispatch(filterApplied({ form: wanted }), 100);
    expect([selectCurrentSearch(scene.tab.state()), updatable(scene)]).toEqual([null, id]);
    await scene.dispatch(
      searchSaveRequested({ id, searchName, public: false, default: false, form: wanted, apply: true }),
      100,
    );
    const [{ filter }] = bodies(scene, 'saveDashboardFilter') as [{ filter: string }];
    expect(JSON.parse(filter)).toEqual({ form: { ...stored, ...wanted }, chips });
    expect(selectForm(scene.tab.state())).toEqual(wanted);
    expect(selectKpiTabs(scene.tab.state())[2]!.to).toContain(`supplier=${CEDAR}`);
    // A new search has what is on the screen.
    await scene.dispatch(
      searchSaveRequested({ id: null, searchName: 'New', public: false, default: false, form: wanted }),
      100,
    );
    const [, fresh] = bodies(scene, 'saveDashboardFilter') as { filter: string }[];
    expect(JSON.parse(fresh!.filter)).toEqual({ form: wanted, chips: [] });
  });

  it.each(['/vms/jobs', '/vms/dashboard'])(
    'keeps its supplier, its days and all names if the page is left for %s before the departments are there',
    async (to) => {
      const scene = await atRanking({
        dashboardDepartments: () => ({
          ms: 3_000,
          reply: json({ departments: [{ value: DEPARTMENT, label: 'ICU North' }] }),
        }),
      });
      const form = { timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY, OTHER_FACILITY], departmentIds: [DEPARTMENT] };
      scene.tab.store.dispatch(searchSaveRequested({ id, searchName, public: false, default: false, form }));
      await scene.clock.advance(100);
      expect(selectFilters(scene.tab.state()).saving).toBe(true);
      await scene.dispatch(navigateRequested({ to }), 5_000);
      const [{ filter }] = bodies(scene, 'saveDashboardFilter') as [{ filter: string }];
      expect(JSON.parse(filter)).toEqual({
        form: { ...stored, ...form },
        chips: [
          { field: 'clientIds', value: FACILITY, label: 'Lakeside' },
          { field: 'clientIds', value: OTHER_FACILITY, label: 'Harbor' },
          { field: 'departmentIds', value: DEPARTMENT, label: 'ICU North' },
          ...chips,
        ],
      });
    },
  );
});

it('links from a ranking to the report of that supplier and period', async () => {
  const scene = await at('top-supplier');
  const most = selectTopCards(scene.tab.state()).find(({ title }) => title === 'Most Submissions')!;
  const link = new URL(most.rows[0]!.to!, 'http://localhost');
  expect(link.pathname).toBe('/vms/nexusreports/vmssubmittalreport');
  expect(link.searchParams.get('supplier')).toBe(ASPEN);
  expect(link.searchParams.get('period')).toBe('2026-10-23..2026-11-21');
});

describe('a ranking', () => {
  const most = ({ tab }: Harness, title = 'Most Submissions') =>
    selectTopCards(tab.state()).find((card) => card.title === title)!;

  it('shows how many more have the same value as the last one, and shows them all', async () => {
    const scene = await at('top-supplier');
    expect(most(scene)).toMatchObject({ more: '1 more at 3', count: 2, showsAll: false });
    expect(most(scene, 'On Time Start Percentage').rows[0]).toMatchObject({ detail: '3 of 12', volume: 12 });
    const before = scene.calls('topSuppliers').length;
    await scene.dispatch(kpiShowsAllChanged({ id: most(scene).id, showsAll: true }));
    expect(most(scene).rows.map(({ name }) => name)).toEqual(['Aspen', 'Birch']);
    expect([most(scene).more, scene.calls('topSuppliers').length]).toEqual([null, before]);
  });

  it('of ten zeros shows zero in words, with the volume of each, but not if the tenth is above zero', async () => {
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

  it('is requested again with another minimum volume, which is in the address', async () => {
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

describe('a supplier compared with another, the median and its target', () => {
  const shown = ({ tab }: Harness) =>
    selectComparison(tab.state())?.cards.find(({ code }) => code === 'ON_TIME_STARTS') ?? null;
  const figures = (scene: Harness) => shown(scene)?.figures.map(({ label, text, detail }) => [label, text, detail]);

  it('is requested on demand, and is in the address', async () => {
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
    await scene.dispatch(kpiCompared({ beside: null }), 100);
    expect(selectComparison(scene.tab.state())?.cards).toEqual([]);
  });

  it('is never compared with itself, when it is chosen after the comparison or by a link', async () => {
    const scene = await at('supplier-dashboard', kpiScript(), `?compare=${BIRCH}`);
    const before = scene.calls('supplierComparison').length;
    await scene.dispatch(kpiSupplierChosen({ agencyId: BIRCH }), 100);
    expect(selectComparison(scene.tab.state())).toMatchObject({ chosen: null, cards: [] });
    await scene.dispatch(kpiCompared({ beside: ASPEN }), 100);
    expect(figures(scene)?.map(([label]) => label)).toEqual(['Birch', 'Aspen', 'Median', 'Target']);
    expect(figures(scene)?.at(-1)).toEqual(['Target', '90.00%', 'not met, for all']);
    expect(scene.calls('supplierComparison')).toHaveLength(before + 1);
  });

  /** Each answer has the target that was saved last when it was requested, and takes `ms`. */
  async function atTargets(ms: number, fails = false) {
    let target = 96.5;
    const usual = kpiScript();
    const scene = await at(
      'supplier-dashboard',
      {
        ...usual,
        saveKpiTarget: (call) => {
          target = (call.body as { target: number }).target;
          return { reply: json({ kpi: 'ON_TIME_STARTS', target }) };
        },
        supplierComparison: (call) => {
          if (fails) return { reply: refusal(409, 'conflict', 'No.'), ms };
          const { cards: given, ...rest } = (usual.supplierComparison!(call).reply as HttpAnswer).body as {
            cards: { suppliers: object[] }[];
          };
          const cards = given.map((card) => ({
            ...card,
            suppliers: card.suppliers.map((each) => ({ ...each, target })),
          }));
          return { reply: json({ ...rest, cards }), ms };
        },
      },
      '?compare=median',
    );
    await scene.clock.advance(ms);
    return scene;
  }

  it('shows the last target, also if it was saved while the one before was loading', async () => {
    const scene = await atTargets(2_000);
    for (const target of [97, 98]) {
      await scene.dispatch(kpiTargetSubmitted({ kpi: 'ON_TIME_STARTS', agencyId: ASPEN, target }), 100);
    }
    expect(scene.calls('supplierComparison')).toHaveLength(2);
    await scene.clock.advance(10_000);
    expect(scene.calls('supplierComparison')).toHaveLength(3);
    expect(figures(scene)?.at(-1)).toEqual(['Target', '98.00%', 'not met']);
  });

  it('is requested once more if it fails after a target was saved meanwhile, and not again', async () => {
    const scene = await atTargets(2_000, true);
    for (const target of [97, 98]) {
      await scene.dispatch(kpiTargetSubmitted({ kpi: 'ON_TIME_STARTS', agencyId: ASPEN, target }), 100);
    }
    await scene.clock.advance(20_000);
    expect(scene.calls('supplierComparison')).toHaveLength(3);
  });

  it('is requested again when a target was saved, and shows a message if it was not', async () => {
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

  it('is requested again when the answer about a target was lost, and the message says that it may be saved', async () => {
    const script = { ...kpiScript(), saveKpiTarget: () => ({ reply: 'unreachable' as const }) };
    const scene = await at('supplier-dashboard', script, '?compare=median');
    await scene.dispatch(kpiTargetSubmitted({ kpi: 'ON_TIME_STARTS', agencyId: ASPEN, target: 97 }), 100);
    expect(scene.calls('supplierComparison')).toHaveLength(2);
    expect(scene.notices()).toEqual([
      'No answer arrived, so the target may or may not have been saved. If the comparison does not show it, save it again.',
    ]);
  });
});
