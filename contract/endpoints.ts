/** Every endpoint by name. The sign-in page loads only its own; nothing it imports may import this table. */
import { accessEndpoints } from './identity/access.endpoints';
import { broadcastAdminEndpoints } from './broadcasts/broadcastAdmin.endpoints';
import { broadcastEndpoints } from './broadcasts/broadcasts.endpoints';
import { dashboardBatchEndpoints } from './dashboards/batch.endpoints';
import { dashboardFilterEndpoints } from './dashboards/filters.endpoints';
import { documentEndpoints } from './documents/documents.endpoints';
import type { EndpointBody, EndpointParams, EndpointQuery, EndpointResponse } from './base/endpoint';
import { homeDashboardEndpoints } from './dashboards/home.endpoints';
import { kpiEndpoints } from './dashboards/kpi.endpoints';
import { listEndpoints } from './lists/lists.endpoints';
import { notificationEndpoints } from './notifications/notifications.endpoints';
import { preferenceEndpoints } from './shell/preferences.endpoints';
import { realtimeEndpoints } from './notifications/realtime.endpoints';
import { roleEndpoints } from './identity/roles.endpoints';
import { shellEndpoints } from './shell/shell.endpoints';
import { ssoEndpoints } from './identity/sso.endpoints';
import { taskEndpoints } from './tasks/tasks.endpoints';
import { userEndpoints } from './identity/users.endpoints';

export const endpoints = {
  ...accessEndpoints,
  ...documentEndpoints,
  ...ssoEndpoints,
  ...shellEndpoints,
  ...listEndpoints,
  ...taskEndpoints,
  ...notificationEndpoints,
  ...preferenceEndpoints,
  ...broadcastEndpoints,
  ...broadcastAdminEndpoints,
  ...roleEndpoints,
  ...userEndpoints,
  ...dashboardFilterEndpoints,
  ...homeDashboardEndpoints,
  ...dashboardBatchEndpoints,
  ...kpiEndpoints,
  ...realtimeEndpoints,
} as const;
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

export type BodyOf<K extends EndpointName> = EndpointBody<Endpoints[K]>;
export type ParamsOf<K extends EndpointName> = EndpointParams<Endpoints[K]>;
export type QueryOf<K extends EndpointName> = EndpointQuery<Endpoints[K]>;
export type ResponseOf<K extends EndpointName> = EndpointResponse<Endpoints[K]>;
