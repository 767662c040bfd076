/** The file of every screen. Each is loaded when first shown, or in an idle moment before, with the sagas it needs. */
import type { ComponentType, ReactNode } from 'react';
import type { CommonPage } from '../../../sagas/navigation/routes/resolve';
import type { ScreenId } from '../../../sagas/navigation/routes/route.types';
import { whenIdle } from '../../ports/idle';
import { Loader } from '../../ui/Loader';
import { loadable } from '../../ui/loadable';
import { sagasOf } from '../../../sagas/app/loadShell';

const meanwhile = <PageLoading />;
const pages = () => import(/* webpackChunkName: "pages" */ './NotePages');
const kpis = () => import(/* webpackChunkName: "kpi" */ '../dashboards/kpi/KpiDashboards');

/** Loads the sagas before the screen shows, or its actions are lost. */
function withSagas(id: ScreenId, load: () => Promise<ComponentType>) {
  return loadable(async () => (await Promise.all([load(), sagasOf(id)]))[0], meanwhile);
}

export const SCREENS = {
  home: loadable(
    async () => (await import(/* webpackChunkName: "home" */ '../dashboards/home/HomeScreen')).HomeScreen,
    meanwhile,
  ),
  homeDashboard: loadable(
    async () => (await import(/* webpackChunkName: "dashboard" */ '../dashboards/home/HomeDashboard')).HomeDashboard,
    meanwhile,
  ),
  list: withSagas('list', async () => (await import(/* webpackChunkName: "list" */ '../lists/ListScreen')).ListScreen),
  record: withSagas(
    'record',
    async () => (await import(/* webpackChunkName: "record" */ '../records/RecordScreen')).RecordScreen,
  ),
  chat: withSagas('chat', async () => (await import(/* webpackChunkName: "chat" */ '../chat/ChatScreen')).ChatScreen),
  reviewDesk: withSagas(
    'reviewDesk',
    async () => (await import(/* webpackChunkName: "review-desk" */ '../reviewDesk/ReviewDeskScreen')).ReviewDeskScreen,
  ),
  tasks: withSagas(
    'tasks',
    async () => (await import(/* webpackChunkName: "tasks" */ '../tasks/TasksScreen')).TasksScreen,
  ),
  kpiDashboard: withSagas('kpiDashboard', async () => (await kpis()).KpiDashboard),
  facilityKpi: withSagas('facilityKpi', async () => (await kpis()).FacilityKpi),
  supplierScorecard: withSagas('supplierScorecard', async () => (await kpis()).SupplierScorecard),
  reports: loadable(async () => (await pages()).ReportsPage, meanwhile),
  adminList: withSagas(
    'adminList',
    async () => (await import(/* webpackChunkName: "list" */ '../lists/ListScreen')).AdminListScreen,
  ),
  report: withSagas(
    'report',
    async () => (await import(/* webpackChunkName: "report" */ '../reports/ReportScreen')).ReportScreen,
  ),
  userForm: withSagas(
    'userForm',
    async () => (await import(/* webpackChunkName: "admin-screens" */ '../admin/users/UserFormScreen')).UserFormScreen,
  ),
  roleForm: withSagas(
    'roleForm',
    async () => (await import(/* webpackChunkName: "admin-screens" */ '../admin/roles/RoleFormScreen')).RoleFormScreen,
  ),
  organizationForm: withSagas(
    'organizationForm',
    async () =>
      (await import(/* webpackChunkName: "organization-screens" */ '../admin/organizations/OrganizationFormScreen'))
        .OrganizationFormScreen,
  ),
  ssoForm: withSagas(
    'ssoForm',
    async () =>
      (await import(/* webpackChunkName: "organization-screens" */ '../admin/sso/SsoFormScreen')).SsoFormScreen,
  ),
  broadcastForm: withSagas(
    'broadcastForm',
    async () =>
      (await import(/* webpackChunkName: "admin-screens" */ '../admin/broadcasts/ComposeScreen')).ComposeScreen,
  ),
  broadcast: withSagas(
    'broadcast',
    async () =>
      (await import(/* webpackChunkName: "admin-screens" */ '../admin/broadcasts/BroadcastScreen')).BroadcastScreen,
  ),
  liveBoard: withSagas(
    'liveBoard',
    async () => (await import(/* webpackChunkName: "live-board" */ '../liveBoard/LiveBoard')).LiveBoard,
  ),
  security: withSagas(
    'security',
    async () => (await import(/* webpackChunkName: "security" */ '../security/SecurityScreen')).SecurityScreen,
  ),
  channels: withSagas(
    'channels',
    async () => (await import(/* webpackChunkName: "channels" */ '../channels/ChannelsScreen')).ChannelsScreen,
  ),
  schedule: withSagas(
    'schedule',
    async () => (await import(/* webpackChunkName: "schedule" */ '../schedule/ScheduleScreen')).ScheduleScreen,
  ),
  timesheetImport: withSagas(
    'timesheetImport',
    async () =>
      (await import(/* webpackChunkName: "timesheet-import" */ '../timesheetImport/TimesheetImportScreen'))
        .TimesheetImportScreen,
  ),
  notOffered: loadable(async () => (await pages()).NotOfferedPage, meanwhile),
  unauthorized: loadable(async () => (await pages()).UnauthorizedPage, meanwhile),
  viewPdf: loadable(
    async () => (await import(/* webpackChunkName: "document" */ '../documents/DocumentViewer')).ViewPdfScreen,
    meanwhile,
  ),
  // The saga of this address opens the target.
  opening: PageLoading,
  missing: loadable(async () => (await pages()).MissingPage, meanwhile),
} as const satisfies Record<ScreenId | CommonPage | 'missing', ReturnType<typeof loadable> | (() => ReactNode)>;

/** Loads one after the other, each in an idle moment, so that the current page has priority. */
export async function preloadScreens(): Promise<void> {
  for (const screen of Object.values(SCREENS)) {
    if (!('preload' in screen)) continue;
    await whenIdle();
    await screen.preload();
  }
}

/** Placeholder for a page whose file is loading; as tall as a page, so that the layout below does not move. */
export function PageLoading() {
  return (
    <div className="page-loading">
      <Loader>Loading</Loader>
    </div>
  );
}
