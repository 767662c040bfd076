/** Departments and specialties follow the chosen facility and profession, with a scripted server in virtual time. */
import { selectChips } from '../../sagas/features/dashboards/filters/choices.selectors';
import { selectDraftPending } from '../../sagas/features/dashboards/filters/drawer.selectors';
import { selectDraft, selectFilters, selectForm } from '../../sagas/features/dashboards/filters/filters.selectors';
import {
  filterApplied,
  filterDrafted,
  filterDrawerClosed,
  filterDrawerOpened,
  filtersCleared,
  searchSaveRequested,
} from '../../sagas/features/dashboards/filters/filters.slice';
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
} from '../support/dashboardServer';
type Harness = Awaited<ReturnType<typeof atDashboard>>;
const form = ({ tab }: Harness) => selectForm(tab.state());

describe('a filter changed to a facility or profession', () => {
  const OF_OTHER = { value: GONE, label: 'Harbor ER' };
  const THERAPIST = 'b0000000-0000-4000-8000-00000000000f';
  const professions = [...OPTIONS.professions, { value: THERAPIST, label: 'Therapist' }];
  const NO_DEPARTMENT = 'Removed: 1 department not of the chosen facilities.';
  const NO_SPECIALTY = 'Removed: 1 specialty not of the chosen professions.';
  /** Departments of both facilities; `ms` is how long they take. */
  const atHome = (search = '', ms = 10, options = { professions }) =>
    atDashboard({
      at: `/vms/dashboard${search}`,
      options,
      script: {
        dashboardDepartments: ({ body }) => {
          const { clientIds } = body as { clientIds: readonly string[] };
          const of = (id: string) => clientIds.length === 0 || clientIds.includes(id);
          const own = of(FACILITY) ? [{ value: DEPARTMENT, label: 'ICU North' }] : [];
          return { ms, reply: json({ departments: [...own, ...(of(OTHER_FACILITY) ? [OF_OTHER] : [])] }) };
        },
      },
    });
  const harbor = { timeFrame: 'YEAR_TO_DATE', clientIds: [OTHER_FACILITY] };
  const chips = (at: Harness) => selectChips(at.tab.state()).map(({ label, text }) => `${label}: ${text}`);

  it('drops departments of other facilities before anything is counted, and says so', async () => {
    const at = await atHome(`?department=${DEPARTMENT}&frame=YEAR_TO_DATE`);
    const before = at.calls('assignmentsWidget').length;
    await at.dispatch(filterApplied({ form: { ...harbor, departmentIds: [DEPARTMENT] } }));
    expect([form(at), chips(at), at.notices()]).toEqual([harbor, ['Facility: Harbor'], [NO_DEPARTMENT]]);
    expect(at.calls('assignmentsWidget').slice(before)).toMatchObject([{ body: harbor }]);
    // One of the chosen facilities is enough.
    const both = { ...harbor, clientIds: [FACILITY, OTHER_FACILITY], departmentIds: [DEPARTMENT] };
    await at.dispatch(filterApplied({ form: both }));
    expect([form(at), at.notices()]).toEqual([both, [NO_DEPARTMENT]]);
  });

  it('drops specialties of other professions, and says so', async () => {
    const at = await atHome(`?specialty=${ICU}&frame=YEAR_TO_DATE`);
    const therapists = { timeFrame: 'YEAR_TO_DATE', professionIds: [THERAPIST] };
    await at.dispatch(filterApplied({ form: { ...therapists, specialtyIds: [ICU] } }));
    expect([form(at), chips(at), at.notices()]).toEqual([therapists, ['Profession: Therapist'], [NO_SPECIALTY]]);
    expect(at.calls('dashboardDepartments')).toEqual([]);
  });

  it.each([
    { specialtyIds: [ICU] },
    { clientIds: [FACILITY], professionIds: [NURSE] },
    { departmentIds: [DEPARTMENT], professionIds: [NURSE] },
  ])('is applied at once where no choice depends on another: %o', async (chosen) => {
    const at = await atHome();
    const wanted = { timeFrame: 'YEAR_TO_DATE', ...chosen };
    at.tab.store.dispatch(filterApplied({ form: wanted }));
    expect(form(at)).toEqual(wanted);
  });

  it('drops nothing while the choices are not known', async () => {
    const at = await atDashboard({
      script: {
        dashboardFilters: () => ({ reply: 'unreachable' }),
        dashboardDepartments: () => ({ reply: refusal(409, 'conflict', 'No.') }),
      },
    });
    const wanted = { ...harbor, departmentIds: [DEPARTMENT], professionIds: [THERAPIST], specialtyIds: [ICU] };
    await at.dispatch(filterApplied({ form: wanted }));
    expect([form(at), at.notices()]).toEqual([wanted, []]);
  });

  it.each([
    ['cleared', filtersCleared({ dashboard: 'HOME' })],
    ['replaced', filterApplied({ form: { timeFrame: 'WEEKLY_LAST_SEVEN_DAYS' } })],
  ])('is not applied if it is %s before the departments are there', async (_, action) => {
    const at = await atHome(`?department=${DEPARTMENT}&frame=YEAR_TO_DATE`, 3_000);
    await at.clock.advance(3_000);
    await at.dispatch(filterApplied({ form: { ...harbor, departmentIds: [DEPARTMENT] } }), 1_000);
    expect(form(at)).toEqual({ timeFrame: 'YEAR_TO_DATE', departmentIds: [DEPARTMENT] });
    await at.dispatch(action, 10_000);
    expect(form(at)).not.toHaveProperty('clientIds');
    expect(form(at)).not.toHaveProperty('departmentIds');
  });

  const drafted = { ...harbor, departmentIds: [DEPARTMENT] };
  /** The departments of the draft in the drawer take three seconds. */
  async function atDraft() {
    const at = await atHome(`?department=${DEPARTMENT}&frame=YEAR_TO_DATE`, 3_000);
    await at.clock.advance(3_000);
    await at.dispatch(filterDrawerOpened({ tab: 'filters' }), 5_000);
    await at.dispatch(filterDrafted({ form: drafted }), 100);
    return at;
  }

  it('keeps the drawer open until it is applied there', async () => {
    const at = await atDraft();
    await at.dispatch(filterApplied({ form: drafted }), 1_000);
    expect(selectFilters(at.tab.state())).toMatchObject({ drawer: 'filters', draft: drafted });
    await at.clock.advance(4_000);
    expect([form(at), selectFilters(at.tab.state()).drawer]).toEqual([harbor, null]);
  });

  it('is not applied if it is changed in the drawer before the departments are there', async () => {
    const at = await atDraft();
    await at.dispatch(filterApplied({ form: drafted }), 1_000);
    const further = { ...drafted, jobTypes: ['TRAVEL'] };
    await at.dispatch(filterDrafted({ form: further }), 10_000);
    expect(form(at)).toEqual({ timeFrame: 'YEAR_TO_DATE', departmentIds: [DEPARTMENT] });
    expect(selectDraft(at.tab.state())).toEqual({ ...harbor, jobTypes: ['TRAVEL'] });
  });

  it('is not applied if the drawer is closed before the departments are there', async () => {
    const at = await atDraft();
    const before = [form(at), at.calls('dashboardFilters').length];
    await at.dispatch(filterApplied({ form: drafted }), 1_000);
    await at.dispatch(filterDrawerClosed(), 10_000);
    expect([form(at), at.calls('dashboardFilters').length]).toEqual(before);
    expect(at.notices()).toEqual([]);
    await at.dispatch(filterDrawerOpened({ tab: 'filters' }), 10_000);
    expect([selectDraftPending(at.tab.state()), selectFilters(at.tab.state()).dropped]).toEqual([false, null]);
  });

  it('is saved without departments of other facilities', async () => {
    const at = await atHome();
    const named = { id: null, searchName: 'Mine', public: false, default: false };
    const wanted = { ...harbor, departmentIds: [DEPARTMENT] };
    await at.dispatch(searchSaveRequested({ ...named, form: wanted, apply: true }), 100);
    const { filter } = at.calls('saveDashboardFilter')[0]!.body as { filter: string };
    expect([(JSON.parse(filter) as { form: unknown }).form, form(at)]).toEqual([harbor, harbor]);
    expect(at.notices()).toEqual([NO_DEPARTMENT, "The search 'Mine' has been saved."]);
  });

  it('marks departments of other facilities in a link as such', async () => {
    const at = await atHome(`?client=${OTHER_FACILITY}&department=${DEPARTMENT}`);
    expect(chips(at)).toEqual(['Facility: Harbor', 'Department: not of the chosen facilities']);
  });
});
