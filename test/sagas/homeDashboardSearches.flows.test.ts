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
  filtersCleared,
  searchChosen,
  searchDeleted,
  searchSaveRequested,
} from '../../sagas/features/dashboards/filters/filters.slice';
import { FACILITY, OTHER_FACILITY, atDashboard, refusal, savedSearch } from '../support/dashboardServer';
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
