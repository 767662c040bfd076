import { PERMISSIONS } from '../../../contract/base/permissions';
import type { EndpointName } from '../../../contract/endpoints';
import { filterApplied } from '../../../sagas/features/dashboards/filters/filters.slice';
import { kpiRetried, kpiSupplierChosen } from '../../../sagas/features/dashboards/kpi/kpi.slice';
import { selectTiles } from '../../../sagas/features/dashboards/kpi/tiles.selectors';
import { navigateRequested } from '../../../sagas/navigation/location/location.slice';
import { OPTIONS } from '../../support/dashboardServer';
import { BIRCH, SUPPLIERS, flagOf, kpiScript } from '../../support/kpiServer';
import { ok } from '../../support/scriptedServer';
import { USER } from '../../support/user';
import { LOGGED_IN, type Script, type World } from './world';

const BOARD = '/vms/supplierbidashboard';

async function atBoard(w: World, tab: string, server = kpiScript()): Promise<void> {
  w.respond('sessionCheck', LOGGED_IN);
  w.respond('userInfo', ok({ ...USER, permissions: [...PERMISSIONS] }));
  w.respond('dashboardFilters', ok({ ...OPTIONS, ...SUPPLIERS }));
  w.respond('listSearch', ok({ rows: [], total: 0, page: 1, size: 50 }));
  for (const [endpoint, answer] of Object.entries(server))
    w.respond(endpoint as EndpointName, (call) => answer(call).reply);
  w.tab.goTo(`${BOARD}/${tab}`);
  await w.start('unknown');
  await w.wait(1_000);
}

export const kpiFlows: readonly Script[] = [
  {
    name: 'kpi-failing-card',
    title: 'One card of business analysis fails and the others load; only that card is requested again',
    async run(w) {
      const server = kpiScript();
      let fails = true;
      await atBoard(w, 'bussiness-analysis', {
        ...server,
        businessAnalysis: (call) =>
          fails && flagOf(call) === 'fetchVMFillRateWidgetData'
            ? { reply: 'unreachable' }
            : server.businessAnalysis!(call),
      });
      fails = false;
      await w.act(kpiRetried({ id: selectTiles(w.tab.state()).find(({ title }) => title === 'Fill Rate')!.id }));
    },
  },
  {
    name: 'kpi-filter-and-report',
    title: 'Business analysis is filtered, and a figure leads to its report and back',
    async run(w) {
      await atBoard(w, 'bussiness-analysis');
      await w.act(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }));
      const { to } = selectTiles(w.tab.state()).find(({ title }) => title === 'Fill Rate')!;
      await w.act(navigateRequested({ to: to! }), 1_000);
      w.tab.goTo(`${BOARD}/bussiness-analysis?frame=YEAR_TO_DATE`);
      await w.wait();
    },
  },
  {
    name: 'kpi-supplier-chosen',
    title: 'The scorecards of the first supplier and of another one need no second request',
    async run(w) {
      await atBoard(w, 'supplier-dashboard');
      await w.act(kpiSupplierChosen({ agencyId: BIRCH }));
    },
  },
];
