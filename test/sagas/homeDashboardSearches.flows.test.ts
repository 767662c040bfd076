/** Saved searches of the home dashboard, with a scripted server in virtual time. */
import { selectUpdatableSearch } from '../../sagas/features/dashboards/filters/drawer.selectors';
import {
  selectFilters,
  selectForm,
  selectFilterSource,
} from '../../sagas/features/dashboards/filters/filters.selectors';
import {
  filterApplied,
  filterDrafted,
  filterDrawerClosed,
  filterDrawerOpened,
  filtersCleared,
  searchChosen,
  searchDeleted,
  searchSaveRequested,
} from '../../sagas/features/dashboards/filters/filters.slice';
import { ordered } from '../../sagas/features/dashboards/home/arrangement';
import { toggled } from '../../sagas/features/dashboards/home/arrangementChanges';
import { selectArrangement, selectStatuses } from '../../sagas/features/dashboards/home/cardRequests.selectors';
import { cardsArranged, statusesArranged, statusesClosed } from '../../sagas/features/dashboards/home/home.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import {
  FACILITY,
  GONE,
  OPTIONS,
  OTHER_FACILITY,
  atDashboard,
  json,
  refusal,
  savedSearch,
} from '../support/dashboardServer';
type Harness = Awaited<ReturnType<typeof atDashboard>>;
const form = ({ tab }: Harness) => selectForm(tab.state());

describe('saved searches', () => {
  const named = { id: null, searchName: '  Mine ', public: false, default: false } as const;

  it('are saved once for any number of clicks, with the names of the chosen values, and applied', async () => {
    const at = await atDashboard();
    const wanted = { timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] };
    for (let press = 0; press < 3; press += 1)
      at.tab.store.dispatch(searchSaveRequested({ ...named, form: wanted, apply: true }));
    await at.clock.advance(100);
    expect(at.calls('saveDashboardFilter')).toHaveLength(1);
    const body = at.calls('saveDashboardFilter')[0]!.body as { searchName: string; filter: string };
    expect(body.searchName).toBe('Mine');
    expect(JSON.parse(body.filter)).toEqual({
      form: wanted,
      chips: [{ field: 'clientIds', value: FACILITY, label: 'Lakeside' }],
    });
    expect(form(at)).toEqual(wanted);
    expect(at.notices()).toEqual(["The search 'Mine' has been saved."]);
  });

  it('cannot be the default if another one is', async () => {
    const at = await atDashboard({ options: { savedFilters: [savedSearch({ default: true })] } });
    await at.dispatch(searchSaveRequested({ ...named, default: true, form: { timeFrame: 'YEAR_TO_DATE' } }));
    expect(at.calls('saveDashboardFilter')).toHaveLength(0);
    expect(at.notices()).toEqual(['Cannot make this search default because it is already set to another search.']);
    expect(selectFilters(at.tab.state())).toMatchObject({ saving: false, saves: 0 });
  });

  it('can be the default once another tab has removed the other default', async () => {
    const options = { savedFilters: [savedSearch({ default: true })] };
    const at = await atDashboard({ options });
    options.savedFilters = [savedSearch()];
    await at.dispatch(searchSaveRequested({ ...named, default: true, form: { timeFrame: 'YEAR_TO_DATE' } }));
    expect(at.calls('saveDashboardFilter').map(({ body }) => body)).toEqual([
      expect.objectContaining({ searchName: 'Mine', default: true }),
    ]);
    expect(at.notices()).toEqual(["The search 'Mine' has been saved."]);
  });

  it('show the server’s refusal, and lose nothing', async () => {
    const message = "There is already a search named 'Mine'. Please choose another name.";
    const at = await atDashboard({
      script: {
        saveDashboardFilter: () => ({ reply: refusal(409, 'conflict', message) }),
        deleteDashboardFilter: () => ({ reply: refusal(409, 'conflict', 'It is in use.') }),
      },
      options: { savedFilters: [savedSearch()] },
    });
    await at.dispatch(searchSaveRequested({ ...named, form: { timeFrame: 'YEAR_TO_DATE' }, apply: true }));
    expect(selectFilters(at.tab.state())).toMatchObject({ saving: false, saveFailure: message, saves: 0 });
    expect(form(at)).toEqual({ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' });
    await at.dispatch(searchDeleted({ id: savedSearch().id }));
    expect(at.notices()).toEqual([message, 'It is in use.']);
  });

  it('can be updated with the changes made since they were selected, which are marked', async () => {
    const search = savedSearch({ public: true });
    const at = await atDashboard({
      options: { savedFilters: [search] },
      script: {
        saveDashboardFilter: () => ({ reply: { status: 200, body: { id: search.id }, retryAfterSeconds: null } }),
      },
    });
    const updatable = () => selectUpdatableSearch(at.tab.state())?.id ?? null;
    expect(updatable()).toBeNull();
    await at.dispatch(searchChosen({ id: search.id }));
    expect(updatable()).toBeNull();
    const wanted = { timeFrame: 'YEAR_TO_DATE', clientIds: [OTHER_FACILITY] };
    await at.dispatch(filterDrafted({ form: wanted }));
    expect(updatable()).toBe(search.id);
    // Also once the change is applied.
    await at.dispatch(filterApplied({ form: wanted }));
    expect(updatable()).toBe(search.id);
    const { id } = search;
    await at.dispatch(searchSaveRequested({ id, form: wanted, apply: true }));
    const { filter, ...rest } = at.calls('saveDashboardFilter')[0]!.body as { filter: string };
    expect(rest).toEqual({ dashboard: 'HOME', id });
    expect((JSON.parse(filter) as { form: unknown }).form).toEqual(wanted);
    expect(at.notices()).toEqual(["The search 'ICU, this year' has been updated."]);
    expect(selectFilterSource(at.tab.state())).toBe('Saved search: ICU, this year');
  });

  describe('are saved, but not applied', () => {
    const wanted = { timeFrame: 'MONTHLY_LAST_THIRTY_DAYS', clientIds: [FACILITY] };
    const atSlowServer = async (path?: string) => {
      const at = await atDashboard({
        script: { saveDashboardFilter: () => ({ reply: json({ id: GONE }), ms: 5_000 }) },
        ...(path !== undefined && { at: path }),
      });
      await at.dispatch(filterDrawerOpened({ tab: 'filters' }));
      await at.dispatch(filterDrafted({ form: wanted }));
      await at.dispatch(searchSaveRequested({ ...named, form: wanted, apply: true }));
      return at;
    };
    const later = { timeFrame: 'YEAR_TO_DATE' };

    it('over a filter that is chosen meanwhile', async () => {
      const at = await atSlowServer();
      await at.dispatch(filterDrawerClosed());
      await at.dispatch(filterApplied({ form: later }));
      await at.clock.advance(6_000);
      expect(at.notices()).toEqual(["The search 'Mine' has been saved."]);
      expect([at.search(), selectFilterSource(at.tab.state())]).toEqual([
        '?frame=YEAR_TO_DATE',
        'Filters chosen by you',
      ]);
    });

    it('over a filter that is being drafted meanwhile', async () => {
      const at = await atSlowServer();
      await at.dispatch(filterDrafted({ form: later }));
      await at.clock.advance(6_000);
      expect(at.notices()).toEqual(["The search 'Mine' has been saved."]);
      expect(selectFilters(at.tab.state())).toMatchObject({ drawer: 'filters', draft: later, saving: false });
      expect(at.search()).toBe('');
    });

    it('to another tab of the dashboard that is opened meanwhile', async () => {
      const at = await atSlowServer('/vms/supplierbidashboard/bussiness-analysis');
      await at.dispatch(navigateRequested({ to: '/vms/supplierbidashboard/top-supplier' }), 6_000);
      expect(at.notices()).toEqual(["The search 'Mine' has been saved."]);
      expect([at.search(), form(at)]).toEqual(['', { timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' }]);
    });

    it('once only: the next one is applied', async () => {
      const at = await atSlowServer();
      await at.dispatch(filterDrawerClosed(), 6_000);
      await at.dispatch(searchSaveRequested({ ...named, form: wanted, apply: true }), 6_000);
      expect(at.search()).toBe(`?client=${FACILITY}`);
    });
  });

  it('keep the statuses of a card that are saved while they are fetched again', async () => {
    let loads = 0;
    const at = await atDashboard({
      script: { dashboardFilters: () => ({ reply: json(OPTIONS), ms: loads++ === 0 ? 10 : 5_000 }) },
    });
    const statuses = () => selectStatuses(at.tab.state())('JOBS');
    await at.dispatch(searchSaveRequested({ ...named, form: { timeFrame: 'YEAR_TO_DATE' } }), 500);
    const fewer = toggled(statuses(), 'ON_HOLD')!;
    await at.dispatch(statusesArranged({ widget: 'JOBS', statuses: fewer }));
    await at.dispatch(statusesClosed({ widget: 'JOBS' }), 500);
    await at.dispatch(cardsArranged({ cards: ordered(selectArrangement(at.tab.state()), ['INVOICE']) }), 1_000);
    const { widgetPreferences } = selectFilters(at.tab.state()).options.HOME!;
    await at.clock.advance(6_000);
    expect(at.calls('dashboardFilters')).toHaveLength(2);
    expect(statuses()).toEqual(fewer);
    expect(selectFilters(at.tab.state()).options.HOME).toMatchObject({ widgetPreferences });
    expect(widgetPreferences).not.toBe('');
  });

  it('that are changed send only the change, so that what another tab saved in them stays', async () => {
    const at = await atDashboard({ options: { savedFilters: [savedSearch()] } });
    const { id } = savedSearch();
    await at.dispatch(searchSaveRequested({ id, default: true }));
    await at.dispatch(searchSaveRequested({ id, public: true }));
    await at.dispatch(searchSaveRequested({ id, searchName: ' ICU, nights ' }));
    expect(at.calls('saveDashboardFilter').map(({ body }) => body)).toEqual([
      { dashboard: 'HOME', id, default: true },
      { dashboard: 'HOME', id, public: true },
      { dashboard: 'HOME', id, searchName: 'ICU, nights' },
    ]);
    expect(at.notices()).toEqual([
      "The search 'ICU, this year' has been saved.",
      "The search 'ICU, nights' has been saved.",
    ]);
  });

  it('cannot be updated if they are a colleague’s, or after all filters were cleared', async () => {
    const theirs = await atDashboard({ options: { savedFilters: [savedSearch({ canDeleted: false })] } });
    await theirs.dispatch(searchChosen({ id: savedSearch().id }));
    await theirs.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }));
    expect(selectUpdatableSearch(theirs.tab.state())).toBeNull();
    const mine = await atDashboard({ options: { savedFilters: [savedSearch()] } });
    await mine.dispatch(searchChosen({ id: savedSearch().id }));
    await mine.dispatch(filtersCleared({ dashboard: 'HOME' }));
    expect(selectUpdatableSearch(mine.tab.state())).toBeNull();
  });

  it('are applied with their name', async () => {
    const at = await atDashboard({ options: { savedFilters: [savedSearch()] } });
    await at.dispatch(searchChosen({ id: savedSearch().id }));
    expect(form(at)).toEqual({ timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] });
    expect(selectFilterSource(at.tab.state())).toBe('Saved search: ICU, this year');
  });
});
