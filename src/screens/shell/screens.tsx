/** The file of every screen. Each comes when it is first shown, or in an idle moment before. */
import type { CommonPage } from '../../../sagas/shell/routes/resolve';
import type { ScreenId } from '../../../sagas/shell/routes/route.types';
import { loadable } from '../../ui/loadable';
import { PageLoading } from './PageLoading';

const meanwhile = <PageLoading />;
const forms = () => import(/* webpackChunkName: "admin-screens" */ '../admin');
const pages = () => import(/* webpackChunkName: "pages" */ '../pages');
const kpis = () => import(/* webpackChunkName: "kpi" */ '../kpi');

export const SCREENS = {
  home: loadable(async () => (await import(/* webpackChunkName: "home" */ '../home/HomeScreen')).HomeScreen, meanwhile),
  homeDashboard: loadable(
    async () => (await import(/* webpackChunkName: "dashboard" */ '../homeDashboard/HomeDashboard')).HomeDashboard,
    meanwhile,
  ),
  list: loadable(async () => (await import(/* webpackChunkName: "list" */ '../list/ListScreen')).ListScreen, meanwhile),
  tasks: loadable(
    async () => (await import(/* webpackChunkName: "tasks" */ '../tasks/TasksScreen')).TasksScreen,
    meanwhile,
  ),
  kpiDashboard: loadable(async () => (await kpis()).KpiDashboard, meanwhile),
  facilityKpi: loadable(async () => (await kpis()).FacilityKpi, meanwhile),
  supplierScorecard: loadable(async () => (await kpis()).SupplierScorecard, meanwhile),
  reports: loadable(async () => (await pages()).ReportsPage, meanwhile),
  adminList: loadable(
    async () => (await import(/* webpackChunkName: "list" */ '../adminList/AdminListScreen')).AdminListScreen,
    meanwhile,
  ),
  report: loadable(
    async () => (await import(/* webpackChunkName: "list" */ '../report/ReportScreen')).ReportScreen,
    meanwhile,
  ),
  userForm: loadable(async () => (await forms()).UserFormScreen, meanwhile),
  roleForm: loadable(async () => (await forms()).RoleFormScreen, meanwhile),
  broadcastForm: loadable(async () => (await forms()).ComposeScreen, meanwhile),
  broadcast: loadable(async () => (await forms()).BroadcastScreen, meanwhile),
  liveBoard: loadable(
    async () => (await import(/* webpackChunkName: "live-board" */ '../liveBoard/LiveBoard')).LiveBoard,
    meanwhile,
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
