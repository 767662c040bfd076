/** Every endpoint by name. The sign-in page loads only its own; nothing it imports may import this table. */
import { accessEndpoints } from './identity/access.endpoints';
import { auditEndpoints } from './lists/audit.endpoints';
import { listEndpoints } from './lists/lists.endpoints';
import { alarmEndpoints } from './board/alarms.endpoints';
import { boardEndpoints } from './board/board.endpoints';
import { broadcastAdminEndpoints } from './broadcasts/broadcastAdmin.endpoints';
import { broadcastEndpoints } from './broadcasts/broadcasts.endpoints';
import { channelEndpoints } from './notifications/channels.endpoints';
import { chatEndpoints } from './chat/chat.endpoints';
import { dashboardBatchEndpoints } from './dashboards/batch.endpoints';
import { dashboardFilterEndpoints } from './dashboards/filters.endpoints';
import { documentEndpoints } from './documents/documents.endpoints';
import type { EndpointBody, EndpointParams, EndpointQuery, EndpointResponse } from './base/endpoint';
import { factorEndpoints } from './identity/factors.endpoints';
import { homeDashboardEndpoints } from './dashboards/home.endpoints';
import { companyNotificationEndpoints } from './notifications/company.endpoints';
import { inboxEndpoints } from './notifications/inbox.endpoints';
import { kpiEndpoints } from './dashboards/kpi.endpoints';
import { supplierRankingEndpoints } from './dashboards/supplierRankings.endpoints';
import { kpiTargetEndpoints } from './dashboards/kpiTargets.endpoints';
import { visitEndpoints } from './dashboards/visit.endpoints';
import { storedQueryEndpoints } from './dashboards/storedQueries.endpoints';
import { listViewEndpoints } from './lists/views.endpoints';
import { notificationEndpoints } from './notifications/notifications.endpoints';
import { organizationEndpoints } from './identity/organizations.endpoints';
import { preferenceEndpoints } from './notifications/preferences.endpoints';
import { recordEndpoints } from './records/records.endpoints';
import { readerEndpoints } from './notifications/reader.endpoints';
import { realtimeEndpoints } from './notifications/realtime.endpoints';
import { recordActionEndpoints } from './records/recordActions.endpoints';
import { scheduleEndpoints } from './records/schedule.endpoints';
import { roleEndpoints } from './identity/roles.endpoints';
import { sessionEndpoints } from './identity/sessions.endpoints';
import { shellEndpoints } from './shell/shell.endpoints';
import { ssoAdminEndpoints } from './identity/ssoAdmin.endpoints';
import { ownSessionEndpoints } from './identity/ownSession.endpoints';
import { ssoEndpoints } from './identity/sso.endpoints';
import { timesheetImportEndpoints } from './records/timesheetImport.endpoints';
import { taskAssignmentEndpoints } from './tasks/taskAssignment.endpoints';
import { taskEndpoints } from './tasks/tasks.endpoints';
import { tourEndpoints } from './shell/tour.endpoints';
import { userEndpoints } from './identity/users.endpoints';

const { chatChanges, ...laterChatEndpoints } = chatEndpoints;
const { tasksDueToday, ...laterTaskEndpoints } = taskEndpoints;
const { trainingHandOff, learningKey, ...firstShellEndpoints } = shellEndpoints;
const {
  dashboardDepartments,
  saveDashboardFilter,
  deleteDashboardFilter,
  saveWidgetPreferences,
  saveStatusPreferences,
  ...firstFilterEndpoints
} = dashboardFilterEndpoints;
const {
  notificationCounts,
  notificationQuarters,
  notificationDocument,
  searchUserNotifications,
  searchBroadcastNotifications,
  ...firstNotificationEndpoints
} = notificationEndpoints;
const { downloadBroadcastDocument, ...firstBroadcastEndpoints } = broadcastEndpoints;

/** Calls of sign-in, the frame around every page and the home dashboard. */
export const firstEndpoints = {
  ...accessEndpoints,
  ...ownSessionEndpoints,
  ...ssoEndpoints,
  ...firstShellEndpoints,
  tasksDueToday,
  ...firstNotificationEndpoints,
  chatChanges,
  ...firstBroadcastEndpoints,
  ...firstFilterEndpoints,
  ...homeDashboardEndpoints,
  ...dashboardBatchEndpoints,
  ...realtimeEndpoints,
} as const;

/** Calls of other screens and dialogs. The app loads the validators of their answers with the first such call. */
export const laterEndpoints = {
  trainingHandOff,
  learningKey,
  dashboardDepartments,
  saveDashboardFilter,
  deleteDashboardFilter,
  saveWidgetPreferences,
  saveStatusPreferences,
  notificationCounts,
  notificationQuarters,
  notificationDocument,
  searchUserNotifications,
  searchBroadcastNotifications,
  ...readerEndpoints,
  downloadBroadcastDocument,
  ...laterChatEndpoints,
  ...inboxEndpoints,
  ...companyNotificationEndpoints,
  ...channelEndpoints,
  ...factorEndpoints,
  ...sessionEndpoints,
  ...documentEndpoints,
  ...listEndpoints,
  ...listViewEndpoints,
  ...recordEndpoints,
  ...preferenceEndpoints,
  ...broadcastAdminEndpoints,
  ...boardEndpoints,
  ...alarmEndpoints,
  ...roleEndpoints,
  ...userEndpoints,
  ...organizationEndpoints,
  ...ssoAdminEndpoints,
  ...auditEndpoints,
  ...kpiEndpoints,
  ...supplierRankingEndpoints,
  ...kpiTargetEndpoints,
  ...visitEndpoints,
  ...storedQueryEndpoints,
  ...recordActionEndpoints,
  ...timesheetImportEndpoints,
  ...laterTaskEndpoints,
  ...taskAssignmentEndpoints,
  ...scheduleEndpoints,
  ...tourEndpoints,
} as const;

export const endpoints = { ...firstEndpoints, ...laterEndpoints } as const;
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export type LaterEndpointName = keyof typeof laterEndpoints;

export type BodyOf<K extends EndpointName> = EndpointBody<Endpoints[K]>;
export type ParamsOf<K extends EndpointName> = EndpointParams<Endpoints[K]>;
export type QueryOf<K extends EndpointName> = EndpointQuery<Endpoints[K]>;
export type ResponseOf<K extends EndpointName> = EndpointResponse<Endpoints[K]>;
