/**
 * The filters of the home dashboard with a scripted server in virtual time: the real root saga, machines and reducers.
 */
import { WIDGETS, type Widget } from '../../contract/dashboards/widgets';
import { selectChips } from '../../sagas/features/dashboards/filters/choices.selectors';
import { selectFieldChoices } from '../../sagas/features/dashboards/filters/drawer.selectors';
import {
  selectDraft,
  selectFilters,
  selectDashboardAt,
  selectForm,
  selectIgnored,
  selectOptionsStatus,
  selectFilterSource,
} from '../../sagas/features/dashboards/filters/filters.selectors';
import {
  departmentsRequested,
  filterApplied,
  filterChipRemoved,
  filterDrafted,
  filterDrawerClosed,
  filterDrawerOpened,
  filtersCleared,
  searchChosen,
} from '../../sagas/features/dashboards/filters/filters.slice';
import { selectCardView } from '../../sagas/features/dashboards/home/cards.selectors';
import { complianceViewChosen } from '../../sagas/features/dashboards/home/home.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { STORED_QUERY_MISSING } from '../../sagas/navigation/routes/queryText';
import {
  DEPARTMENT,
  FACILITY,
  GONE,
  ICU,
  NURSE,
  OPTIONS,
  OTHER_FACILITY,
  atDashboard,
  json,
  refusal,
  savedSearch,
} from '../support/dashboardServer';
type Harness = Awaited<ReturnType<typeof atDashboard>>;
const view = ({ tab }: Harness, widget: Widget) => selectCardView(tab.state())(widget)!;
const form = ({ tab }: Harness) => selectForm(tab.state());

describe('the filter of a dashboard', () => {
  it('is the default time frame, and the bar shows it', async () => {
    const at = await atDashboard();
    expect(form(at)).toEqual({ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' });
    expect(at.search()).toBe('');
    expect(selectFilterSource(at.tab.state())).toBe('Default: monthly_last_thirty_days');
  });

  it('is the default saved search if there is one', async () => {
    const at = await atDashboard({ options: { savedFilters: [savedSearch({ default: true })] } });
    expect(form(at)).toEqual({ timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] });
    expect(at.search()).toBe(`?client=${FACILITY}&frame=YEAR_TO_DATE`);
    expect(selectFilterSource(at.tab.state())).toBe('Saved search: ICU, this year');
  });

  it('is the session’s earlier filter rather than the default saved search', async () => {
    const first = await atDashboard();
    await first.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE', jobTypes: ['TRAVEL'] } }));
    const again = await atDashboard({
      browser: first.browser,
      clock: first.clock,
      options: { savedFilters: [savedSearch({ default: true })] },
    });
    expect(form(again)).toEqual({ timeFrame: 'YEAR_TO_DATE', jobTypes: ['TRAVEL'] });
    expect(selectFilterSource(again.tab.state())).toBe('Filters from earlier in this session');
  });

  it('contains no choice of another user of this tab', async () => {
    const first = await atDashboard();
    await first.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }));
    const again = await atDashboard({ browser: first.browser, clock: first.clock, user: { userId: 'another' } });
    expect(form(again)).toEqual({ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' });
  });

  it('is the address’s filter above all', async () => {
    const at = await atDashboard({
      at: `/vms/dashboard?client=${OTHER_FACILITY}`,
      options: { savedFilters: [savedSearch({ default: true })] },
    });
    expect(form(at)).toEqual({ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS', clientIds: [OTHER_FACILITY] });
    expect(selectFilterSource(at.tab.state())).toBe('Filters from the link');
  });

  it('applies without the choices, and an unreadable saved search changes nothing', async () => {
    const at = await atDashboard({ script: { dashboardFilters: () => ({ reply: 'unreachable' }) } });
    expect(selectOptionsStatus(at.tab.state())).toBe('failed');
    expect(view(at, 'JOBS').phase).toBe('full');
    const broken = await atDashboard({ options: { savedFilters: [savedSearch({ default: true, filter: '{oops' })] } });
    const unreadable =
      "The search 'ICU, this year' cannot be read, so it is not applied. Update it or delete it under Filters.";
    expect([form(broken), broken.notices()]).toEqual([{ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' }, [unreadable]]);
    await broken.dispatch(searchChosen({ id: savedSearch().id }));
    expect(form(broken)).toEqual({ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' });
    expect(broken.notices()).toEqual([unreadable]);
  });
});

describe('changing it', () => {
  it('requests each card once more, and Back reverts it', async () => {
    const at = await atDashboard();
    expect(at.cardCalls()).toHaveLength(6);
    await at.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }));
    expect(at.cardCalls()).toHaveLength(12);
    expect(at.search()).toBe('?frame=YEAR_TO_DATE');
    at.tab.goTo('/vms/dashboard');
    await at.clock.advance(60);
    expect(form(at)).toEqual({ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' });
    expect(view(at, 'JOBS').total).toBe(at.numberOf('jobsWidget', at.calls('jobsWidget')[0]!.body));
  });

  it('survives a reload, also after a revert', async () => {
    const at = await atDashboard();
    await at.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }));
    at.tab.goTo('/vms/dashboard');
    await at.clock.advance(60);
    const again = await atDashboard({ browser: at.browser, clock: at.clock });
    expect(form(again)).toEqual({ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' });
  });

  it('works by removing a chip and by clearing all, which can be undone', async () => {
    const at = await atDashboard({ at: `/vms/dashboard?client=${FACILITY}&jobType=TRAVEL&frame=YEAR_TO_DATE` });
    await at.dispatch(filterChipRemoved({ dashboard: 'HOME', field: 'jobTypes' }));
    expect(form(at)).toEqual({ timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] });
    await at.dispatch(filtersCleared({ dashboard: 'HOME' }));
    expect(at.search()).toBe('');
    await at.dispatch(at.tab.state().notices!.shown.at(-1)!.undo!);
    expect(form(at)).toEqual({ timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] });
  });

  it('cleared twice can be undone once, to what was chosen last', async () => {
    const at = await atDashboard({ at: `/vms/dashboard?client=${FACILITY}&frame=YEAR_TO_DATE` });
    await at.dispatch(filtersCleared({ dashboard: 'HOME' }));
    await at.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }));
    await at.dispatch(filtersCleared({ dashboard: 'HOME' }));
    expect(at.notices()).toEqual(['All filters are cleared.']);
    await at.dispatch(at.tab.state().notices!.shown[0]!.undo!);
    expect(form(at)).toEqual({ timeFrame: 'YEAR_TO_DATE' });
  });

  it('cleared on two dashboards can be undone on both', async () => {
    const other = '/vms/supplierbidashboard/bussiness-analysis';
    const at = await atDashboard({ at: `/vms/dashboard?client=${FACILITY}&frame=YEAR_TO_DATE` });
    await at.dispatch(filtersCleared({ dashboard: 'HOME' }));
    await at.dispatch(navigateRequested({ to: `${other}?jobType=TRAVEL` }), 1_000);
    await at.dispatch(filtersCleared({ dashboard: selectDashboardAt(at.tab.state())! }));
    const offered = at.tab.state().notices!.shown.map(({ undo }) => undo);
    expect(offered).toHaveLength(2);
    for (const undo of offered) await at.dispatch(undo!);
    expect(form(at)).toMatchObject({ jobTypes: ['TRAVEL'] });
    await at.dispatch(navigateRequested({ to: '/vms/dashboard' }), 1_000);
    expect(form(at)).toEqual({ timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] });
  });

  it('works by removing two chips, one right after the other', async () => {
    const at = await atDashboard({ at: `/vms/dashboard?client=${FACILITY}&jobType=TRAVEL&frame=YEAR_TO_DATE` });
    at.tab.store.dispatch(filterChipRemoved({ dashboard: 'HOME', field: 'clientIds' }));
    await at.dispatch(filterChipRemoved({ dashboard: 'HOME', field: 'jobTypes' }));
    expect(form(at)).toEqual({ timeFrame: 'YEAR_TO_DATE' });
  });

  it.each([
    ['a removed chip', filterChipRemoved({ dashboard: 'HOME', field: 'jobTypes' })],
    ['Clear All', filtersCleared({ dashboard: 'HOME' })],
  ])('by %s never changes the dashboard that the user has moved to', async (_, action) => {
    const at = await atDashboard({ at: '/vms/dashboard?jobType=TRAVEL' });
    const other = '/vms/supplierbidashboard/bussiness-analysis?jobType=TRAVEL';
    at.tab.store.dispatch(action);
    await at.dispatch(navigateRequested({ to: other }), 1_000);
    expect(form(at)).toMatchObject({ jobTypes: ['TRAVEL'] });
  });

  it.each(['/vms/dashboard', '/vms/supplierbidashboard/bussiness-analysis'])(
    'survives the menu’s link to the same dashboard, which has no filters (%s)',
    async (path) => {
      const at = await atDashboard({ at: path });
      await at.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] } }), 1_000);
      const calls = at.tab.sent.length;
      await at.dispatch(navigateRequested({ to: path }), 1_000);
      expect(form(at)).toEqual({ timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] });
      expect(at.search()).toBe(`?client=${FACILITY}&frame=YEAR_TO_DATE`);
      expect(selectFilterSource(at.tab.state())).toBe('Filters from earlier in this session');
      // No number is counted without them in between.
      expect(at.tab.sent).toHaveLength(calls);
    },
  );

  it('keeps the default saved search when the menu’s link has no filters', async () => {
    const at = await atDashboard({ options: { savedFilters: [savedSearch({ default: true })] } });
    // Another figure on a card is another address, but no other filter.
    await at.dispatch(complianceViewChosen('BOOKED'));
    await at.dispatch(navigateRequested({ to: '/vms/dashboard' }));
    expect(at.search()).toBe(`?client=${FACILITY}&frame=YEAR_TO_DATE`);
    expect(selectFilterSource(at.tab.state())).toBe('Saved search: ICU, this year');
  });

  it('is over once cleared: nothing brings it back, and the bar says what counts', async () => {
    const everything = savedSearch({
      searchName: 'Everything',
      filter: JSON.stringify({ form: { timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' }, chips: [] }),
    });
    const at = await atDashboard({ options: { savedFilters: [everything] } });
    await at.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }));
    await at.dispatch(filtersCleared({ dashboard: 'HOME' }));
    expect([at.search(), selectFilterSource(at.tab.state())]).toEqual(['', 'Default: monthly_last_thirty_days']);
    await at.dispatch(navigateRequested({ to: '/vms/dashboard' }));
    expect([at.search(), selectFilterSource(at.tab.state())]).toEqual(['', 'Default: monthly_last_thirty_days']);
    await at.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }));
    await at.dispatch(searchChosen({ id: everything.id }));
    expect([at.search(), selectFilterSource(at.tab.state())]).toEqual(['', 'Saved search: Everything']);
  });

  it('of a link is kept for the session: it is back after a number was opened', async () => {
    const first = await atDashboard();
    await first.dispatch(filterApplied({ form: { timeFrame: 'WEEKLY_LAST_SEVEN_DAYS' } }));
    const at = await atDashboard({
      browser: first.browser,
      clock: first.clock,
      at: `/vms/dashboard?client=${FACILITY}&frame=YEAR_TO_DATE`,
    });
    expect(selectFilterSource(at.tab.state())).toBe('Filters from the link');
    await at.dispatch(navigateRequested({ to: `/vms/jobs?client=${FACILITY}` }));
    await at.dispatch(navigateRequested({ to: '/vms/dashboard' }));
    expect(form(at)).toEqual({ timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] });
    // Also one within the dashboard.
    await at.dispatch(navigateRequested({ to: `/vms/dashboard?client=${OTHER_FACILITY}` }));
    await at.dispatch(navigateRequested({ to: '/vms/jobs' }));
    await at.dispatch(navigateRequested({ to: '/vms/dashboard' }));
    expect(form(at)).toEqual({ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS', clientIds: [OTHER_FACILITY] });
  });

  it('offers the departments of the chosen facilities, also outside the drawer', async () => {
    const OF_OTHER = { value: GONE, label: 'Harbor ER' };
    const at = await atDashboard({
      script: {
        dashboardDepartments: ({ body }) => {
          const isOther = (body as { clientIds: readonly string[] }).clientIds.includes(OTHER_FACILITY);
          return { reply: json({ departments: [isOther ? OF_OTHER : { value: DEPARTMENT, label: 'ICU North' }] }) };
        },
      },
    });
    const offered = () => selectFieldChoices(at.tab.state()).departmentIds.map(({ label }) => label);
    await at.dispatch(departmentsRequested());
    expect(offered()).toEqual(['ICU North']);
    await at.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE', clientIds: [OTHER_FACILITY] } }));
    // Never those of another facility.
    expect(offered()).toEqual([]);
    await at.dispatch(departmentsRequested());
    expect(offered()).toEqual(['Harbor ER']);
    await at.dispatch(departmentsRequested());
    expect(at.calls('dashboardDepartments').map(({ body }) => body)).toEqual([
      { clientIds: [] },
      { clientIds: [OTHER_FACILITY] },
    ]);
  });

  it('drops departments and specialties that do not fit the chosen facility or profession, with a notice', async () => {
    const at = await atDashboard({ at: `/vms/dashboard?department=${DEPARTMENT},${GONE}&specialty=${ICU}` });
    await at.dispatch(filterDrawerOpened({ tab: 'filters' }));
    const draft = selectDraft(at.tab.state())!;
    await at.dispatch(filterDrafted({ form: { ...draft, clientIds: [FACILITY], professionIds: [NURSE] } }));
    expect(selectDraft(at.tab.state())).toEqual({
      timeFrame: 'MONTHLY_LAST_THIRTY_DAYS',
      clientIds: [FACILITY],
      departmentIds: [DEPARTMENT],
      professionIds: [NURSE],
      specialtyIds: [ICU],
    });
    expect(selectFilters(at.tab.state()).dropped).toBe('Removed: 1 department not of the chosen facilities.');
    expect(at.calls('dashboardDepartments').at(-1)!.body).toEqual({ clientIds: [FACILITY] });
  });

  it('continues without a missing time frame, job type and facility, and their chips show it', async () => {
    const at = await atDashboard({ at: `/vms/dashboard?frame=NO_SUCH&jobType=NOPE,TRAVEL&client=${GONE}` });
    const expected = { timeFrame: 'MONTHLY_LAST_THIRTY_DAYS', jobTypes: ['TRAVEL'] };
    expect(at.calls('assignmentsWidget').map(({ body }) => body)).toEqual([expected]);
    expect(WIDGETS.map((widget) => view(at, widget).phase)).toEqual(WIDGETS.map(() => 'full'));
    expect(view(at, 'ASSIGNMENTS').statuses[2]!.to).toBe(
      '/vms/assignments/earlyTerm?jobType=TRAVEL&period=2026-01-01..2026-01-31',
    );
    expect(selectChips(at.tab.state())).toEqual([
      { field: 'clientIds', label: 'Facility', text: 'no longer there', dead: [GONE] },
      { field: 'jobTypes', label: 'Job Type', text: 'no longer there, Travel', dead: ['NOPE'] },
      { field: 'timeFrame', label: 'Time Frame', text: 'no longer there', dead: ['NO_SUCH'] },
    ]);
    await at.dispatch(filterChipRemoved({ dashboard: 'HOME', field: 'timeFrame' }));
    expect(at.search()).toBe(`?client=${GONE}&jobType=NOPE%2CTRAVEL`.replace('%2C', ','));
    // The numbers are the same: nothing is requested again.
    expect(at.calls('assignmentsWidget')).toHaveLength(1);
  });

  it('continues with a default saved search that names missing values', async () => {
    const filter = JSON.stringify({ form: { timeFrame: 'NO_SUCH', jobTypes: ['NOPE'] }, chips: [] });
    const at = await atDashboard({ options: { savedFilters: [savedSearch({ default: true, filter })] } });
    expect(at.calls('assignmentsWidget').map(({ body }) => body)).toEqual([{ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' }]);
    expect(selectChips(at.tab.state()).map(({ dead }) => dead)).toEqual([['NOPE'], ['NO_SUCH']]);
  });

  it('requests the cards again without departments that no longer exist', async () => {
    const at = await atDashboard({ at: `/vms/dashboard?department=${DEPARTMENT},${GONE}` });
    const expected = { timeFrame: 'MONTHLY_LAST_THIRTY_DAYS', departmentIds: [DEPARTMENT] };
    expect(at.calls('assignmentsWidget').at(-1)!.body).toEqual(expected);
    expect(selectChips(at.tab.state())).toMatchObject([{ text: 'ICU North, no longer there', dead: [GONE] }]);
    expect(view(at, 'ASSIGNMENTS').statuses[1]!.to).toBe(`/vms/assignments/booked?department=${DEPARTMENT}`);
  });

  describe('with departments of a facility', () => {
    const OF_OTHER = { value: NURSE, label: 'Harbor ER' };
    /** Those of the other facility take as long as `ms` says. */
    const atFacility = (search: string, ms = 10) =>
      atDashboard({
        at: `/vms/dashboard${search}`,
        script: {
          dashboardDepartments: ({ body }) => {
            const isOther = (body as { clientIds: readonly string[] }).clientIds.includes(OTHER_FACILITY);
            const departments = [isOther ? OF_OTHER : { value: DEPARTMENT, label: 'ICU North' }];
            return { reply: json({ departments }), ms: isOther ? ms : 10 };
          },
        },
      });
    const shown = [
      { text: 'Lakeside', dead: [] },
      { text: 'ICU North, not of the chosen facilities', dead: [GONE] },
    ];

    it('is the same after another facility was tried in the drawer', async () => {
      const at = await atFacility(`?client=${FACILITY}&department=${DEPARTMENT},${GONE}`);
      expect(selectChips(at.tab.state())).toMatchObject(shown);
      const counted = at.calls('assignmentsWidget').length;
      await at.dispatch(filterDrawerOpened({ tab: 'filters' }));
      await at.dispatch(filterDrafted({ form: { ...selectDraft(at.tab.state())!, clientIds: [OTHER_FACILITY] } }));
      expect(selectFieldChoices(at.tab.state()).departmentIds).toEqual([OF_OTHER]);
      expect(selectChips(at.tab.state())).toMatchObject(shown);
      await at.dispatch(filterDrawerClosed());
      expect(selectChips(at.tab.state())).toMatchObject(shown);
      expect(at.calls('assignmentsWidget')).toHaveLength(counted);
    });

    it('is the same when the departments of a page that was left by Forward arrive later', async () => {
      const at = await atFacility(`?client=${FACILITY}&department=${DEPARTMENT},${GONE}`, 3_000);
      const here = at.search();
      at.tab.goTo(`/vms/dashboard?client=${OTHER_FACILITY}&department=${NURSE}`);
      await at.clock.advance(100);
      at.tab.goTo(`/vms/dashboard${here}`);
      await at.clock.advance(100);
      const counted = at.calls('assignmentsWidget').length;
      await at.clock.advance(5_000);
      expect(selectChips(at.tab.state())).toMatchObject(shown);
      expect(at.calls('assignmentsWidget')).toHaveLength(counted);
    });
  });

  it('stores a query too long for an address on the server, and loads it for a link', async () => {
    const clients = Array.from(
      { length: 200 },
      (_, index) => `a0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    const search = `?client=${clients.join(',')}`;
    const script = {
      storeQuery: () => ({ reply: json({ id: '1f0c9a7e' }) }),
      storedQuery: () => ({ reply: json({ search: `?client=${FACILITY}&frame=YEAR_TO_DATE` }) }),
    };
    const at = await atDashboard({ at: `/vms/dashboard${search}`, script });
    expect(at.calls('storeQuery').map(({ body }) => body)).toEqual([{ id: '1f0c9a7e', search }]);
    const other = await atDashboard({ at: '/vms/dashboard?kept=1f0c9a7e', script });
    expect(other.calls('storedQuery').map(({ params }) => params)).toEqual([{ id: '1f0c9a7e' }]);
    expect(form(other)).toEqual({ timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] });
    const none = refusal(404, 'not.found', 'There is no such query.');
    const gone = await atDashboard({
      at: '/vms/dashboard?kept=1f0c9a7e',
      script: { storedQuery: () => ({ reply: none }) },
    });
    expect([gone.search(), selectIgnored(gone.tab.state())]).toEqual(['?kept=1f0c9a7e', [STORED_QUERY_MISSING]]);
  });

  it('asks again for the query of a link until the server answers', async () => {
    let asked = 0;
    const kept = json({ search: `?client=${FACILITY}` });
    const script = { storedQuery: () => ({ reply: ++asked < 3 ? ('unreachable' as const) : kept }) };
    const at = await atDashboard({ at: '/vms/dashboard?kept=1f0c9a7e', script });
    await at.clock.advance(10_000);
    expect([asked, at.search(), selectIgnored(at.tab.state())]).toEqual([3, `?client=${FACILITY}`, []]);
  });

  it('does not return to a page that was left before its query was loaded', async () => {
    const at = await atDashboard({
      at: '/vms/dashboard?kept=1f0c9a7e',
      script: { storedQuery: () => ({ reply: json({ search: `?client=${FACILITY}` }), ms: 3_000 }) },
    });
    await at.dispatch(navigateRequested({ to: '/vms/jobs/listOfJobs' }));
    const left = at.tab.state().location!.pathname;
    expect(left).not.toBe('/vms/dashboard');
    await at.clock.advance(5_000);
    expect(at.tab.state().location!.pathname).toBe(left);
  });

  it('treats a specialty of another profession as existing', async () => {
    const OTHER = 'c0000000-0000-4000-8000-00000000000f';
    const professions = [...OPTIONS.professions, { value: OTHER, label: 'Therapist' }];
    const at = await atDashboard({
      at: `/vms/dashboard?profession=${OTHER}&specialty=${ICU}`,
      options: { professions },
    });
    expect(selectChips(at.tab.state()).map(({ text, dead }) => [text, dead])).toEqual([
      ['Therapist', []],
      ['ICU', []],
    ]);
  });

  it('marks a missing value and lets the user remove it', async () => {
    const at = await atDashboard({ at: `/vms/dashboard?client=${FACILITY},${GONE}` });
    expect(selectChips(at.tab.state())).toEqual([
      { field: 'clientIds', label: 'Facility', text: 'Lakeside, no longer there', dead: [GONE] },
    ]);
    await at.dispatch(filterChipRemoved({ dashboard: 'HOME', field: 'clientIds' }));
    expect(selectChips(at.tab.state())).toEqual([]);
  });
});
