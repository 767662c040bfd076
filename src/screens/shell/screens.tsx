/** The file of every screen. Each comes when it is first shown, or in an idle moment before, with the sagas it needs. */
import type { ComponentType } from 'react';
import { sagasOf } from '../../../sagas/shell/index';
import type { CommonPage } from '../../../sagas/shell/routes/resolve';
import type { ScreenId } from '../../../sagas/shell/routes/route.types';
import { loadable } from '../../ui/loadable';
import { PageLoading } from './PageLoading';

const meanwhile = <PageLoading />;
const forms = () => import(/* webpackChunkName: "admin-screens" */ '../admin');
const pages = () => import(/* webpackChunkName: "pages" */ '../pages');
const kpis = () => import(/* webpackChunkName: "kpi" */ '../kpi');

/** Shown once the sagas of this screen are there to hear what is pressed. */
function answered(id: ScreenId, load: () => Promise<ComponentType>) {
  return loadable(async () => (await Promise.all([load(), sagasOf(id)]))[0], meanwhile);
}

export const SCREENS = {
  home: loadable(async () => (await import(/* webpackChunkName: "home" */ '../home/HomeScreen')).HomeScreen, meanwhile),
  homeDashboard: loadable(
    async () => (await import(/* webpackChunkName: "dashboard" */ '../homeDashboard/HomeDashboard')).HomeDashboard,
    meanwhile,
  ),
  list: answered('list', async () => (await import(/* webpackChunkName: "list" */ '../list/ListScreen')).ListScreen),
  tasks: answered(
    'tasks',
    async () => (await import(/* webpackChunkName: "tasks" */ '../tasks/TasksScreen')).TasksScreen,
  ),
  kpiDashboard: answered('kpiDashboard', async () => (await kpis()).KpiDashboard),
  facilityKpi: answered('facilityKpi', async () => (await kpis()).FacilityKpi),
  supplierScorecard: answered('supplierScorecard', async () => (await kpis()).SupplierScorecard),
  reports: loadable(async () => (await pages()).ReportsPage, meanwhile),
  adminList: answered(
    'adminList',
    async () => (await import(/* webpackChunkName: "list" */ '../adminList/AdminListScreen')).AdminListScreen,
  ),
  report: answered(
    'report',
    async () => (await import(/* webpackChunkName: "list" */ '../report/ReportScreen')).ReportScreen,
  ),
  userForm: answered('userForm', async () => (await forms()).UserFormScreen),
  roleForm: answered('roleForm', async () => (await forms()).RoleFormScreen),
  broadcastForm: answered('broadcastForm', async () => (await forms()).ComposeScreen),
  broadcast: answered('broadcast', async () => (await forms()).BroadcastScreen),
  liveBoard: answered(
    'liveBoard',
    async () => (await import(/* webpackChunkName: "live-board" */ '../liveBoard/LiveBoard')).LiveBoard,
  ),
  notOffered: loadable(async () => (await pages()).NotOfferedPage, meanwhile),
  unauthorized: loadable(async () => (await pages()).UnauthorizedPage, meanwhile),
  viewPdf: loadable(
    async () => (await import(/* webpackChunkName: "document" */ '../viewPdf/ViewPdfScreen')).ViewPdfScreen,
    meanwhile,
  ),
  missing: loadable(async () => (await pages()).MissingPage, meanwhile),
} as const satisfies Record<ScreenId | CommonPage | 'missing', ReturnType<typeof loadable>>;

export async function preloadScreens(): Promise<void> {
  for (const { preload } of Object.values(SCREENS)) await preload();
}
