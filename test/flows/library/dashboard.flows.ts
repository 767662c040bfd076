import { PERMISSIONS } from '../../../contract/base/permissions';
import type { EndpointName } from '../../../contract/endpoints';
import type { HttpCall } from '../../../sagas/base/ports/network';
import {
  filterApplied,
  filterChipRemoved,
  filterDrafted,
  filterDrawerOpened,
  filtersCleared,
  searchChosen,
  searchDeleted,
  searchSaveRequested,
} from '../../../sagas/features/dashboards/filters/filters.slice';
import {
  cardRetried,
  cardsArranged,
  complianceViewChosen,
  statusesArranged,
  statusesClosed,
  timesheetViewChosen,
} from '../../../sagas/features/dashboards/home/home.slice';
import { navigateRequested } from '../../../sagas/navigation/location/location.slice';
import {
  DEPARTMENT,
  FACILITY,
  GONE,
  OPTIONS,
  batchLines,
  cardAnswer,
  cardOf,
  refusal,
  savedSearch,
  type TimedReply,
} from '../../support/dashboardServer';
import { ok } from '../../support/scriptedServer';
import { USER } from '../../support/user';
import { LOGGED_IN, type Script, type World } from './world';

const FORM = { timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] };
const JOBS_PAGE = ok({ rows: [{ id: 'a row', number: 1 }], total: 1, page: 1, size: 50 });

/** At the home dashboard, where each card's request has its own delay; `answers` overrides single answers. */
async function atDashboard(w: World, answers: (call: HttpCall) => Partial<TimedReply> | undefined = () => undefined) {
  w.respond('sessionCheck', LOGGED_IN);
  w.respond('userInfo', ok({ ...USER, permissions: [...PERMISSIONS] }));
  w.respond('dashboardFilters', ok({ ...OPTIONS, savedFilters: [savedSearch()] }));
  w.respond('dashboardDepartments', ok({ departments: [{ value: DEPARTMENT, label: 'ICU North' }] }));
  for (const name of ['saveDashboardFilter', 'deleteDashboardFilter', 'saveWidgetPreferences', 'saveStatusPreferences'])
    w.respond(name as EndpointName, ok({ id: GONE }));
  w.respond('listSearch', JOBS_PAGE);
  w.respond('listCounts', ok({ totals: [0, 0, 1, 0, 0, 0, 1] }));
  let requests = 0;
  const answer = (call: HttpCall): TimedReply => {
    const widget = cardOf(call.endpoint);
    if (widget === undefined) throw new Error(`${call.endpoint} is no call for a card.`);
    requests += 1;
    return { ms: 10 + 7 * (requests % 5), reply: cardAnswer(widget, requests, call.body), ...answers(call) };
  };
  w.respond('dashboardBatch', (call) => ok(batchLines(w.clock, call, answer)));
  for (const name of ['jobsWidget', 'bookedComplianceWidget', 'timesheetWidget', 'submissionsWidget'] as const)
    w.respond(name, (call) => answer(call).reply);
  w.tab.goTo('/vms/dashboard');
  await w.start('unknown');
  await w.wait(1_000);
}

export const dashboardFlows: readonly Script[] = [
  {
    name: 'dashboard-filters',
    title: 'The home dashboard is filtered, one filter is removed, all are cleared, and clearing is undone',
    async run(w) {
      await atDashboard(w);
      await w.act(filterDrawerOpened({ tab: 'filters' }));
      await w.act(filterDrafted({ form: { ...FORM, departmentIds: [DEPARTMENT, GONE] } }));
      await w.act(filterApplied({ form: { ...FORM, departmentIds: [DEPARTMENT], jobTypes: ['TRAVEL'] } }));
      await w.act(filterChipRemoved({ dashboard: 'HOME', field: 'jobTypes' }));
      await w.act(filtersCleared({ dashboard: 'HOME' }));
      await w.act(w.tab.state().notices!.shown.at(-1)!.undo!);
    },
  },
  {
    name: 'dashboard-latest-filter',
    title: 'A second filter is applied before the first numbers arrive: only the numbers of the second are shown',
    async run(w) {
      await atDashboard(w);
      await w.act(filterApplied({ form: { timeFrame: 'WEEKLY_LAST_SEVEN_DAYS' } }), 12);
      await w.act(filterApplied({ form: FORM }), 500);
    },
  },
  {
    name: 'dashboard-saved-search',
    title: 'A search is saved and applied, refused for its duplicate name, chosen, and deleted',
    async run(w) {
      await atDashboard(w);
      const mine = { id: null, searchName: 'Mine', public: false, default: false, form: FORM };
      await w.act(searchSaveRequested({ ...mine, apply: true }));
      w.respond('saveDashboardFilter', refusal(409, 'conflict', "There is already a search named 'Mine'."));
      await w.act(searchSaveRequested(mine));
      await w.act(searchChosen({ id: savedSearch().id }));
      await w.act(searchDeleted({ id: savedSearch().id }));
    },
  },
  {
    name: 'dashboard-drill-through',
    title:
      'From a number to its rows and back: the known numbers are shown immediately, and requested again when they are old',
    async run(w) {
      await atDashboard(w);
      await w.act(navigateRequested({ to: '/vms/jobs?jobStatusIds=OPEN' }), 20_000);
      w.tab.goTo('/vms/dashboard');
      await w.wait(500);
    },
  },
  {
    name: 'dashboard-failing-cards',
    title: 'Two cards fail and the others load; one of the two is retried',
    async run(w) {
      let fails = true;
      await atDashboard(w, ({ endpoint }) =>
        fails && (endpoint === 'jobsWidget' || endpoint === 'invoiceWidget') ? { reply: 'unreachable' } : undefined,
      );
      fails = false;
      await w.act(cardRetried({ widget: 'JOBS' }));
    },
  },
  {
    name: 'dashboard-arranged',
    title: 'Cards and statuses are rearranged, and the views of two cards are changed',
    async run(w) {
      await atDashboard(w);
      await w.act(
        cardsArranged({
          cards: [
            { code: 'JOBS', isSelected: true },
            { code: 'INVOICE', isSelected: false },
          ],
        }),
        1_000,
      );
      await w.act(statusesArranged({ widget: 'JOBS', statuses: [{ code: 'ON_HOLD', isSelected: true }] }));
      await w.act(statusesClosed({ widget: 'JOBS' }));
      await w.act(complianceViewChosen('BOOKED'));
      await w.act(timesheetViewChosen('facility'));
    },
  },
];
