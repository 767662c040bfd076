/**
 * Every call there is, by name. What the sign-in page needs of it comes in a file of its own in the browser, so nothing that
 * is loaded with that page imports this table.
 */
import { accessEndpoints } from './access.endpoints';
import { broadcastAdminEndpoints } from './broadcastAdmin.endpoints';
import { broadcastEndpoints } from './broadcasts.endpoints';
import { dashboardBatchEndpoints } from './dashboardBatch.endpoints';
import { dashboardFilterEndpoints } from './dashboardFilters.endpoints';
import { documentEndpoints } from './documents.endpoints';
import type { EndpointBody, EndpointParams, EndpointQuery, EndpointResponse } from './endpoint';
import { homeDashboardEndpoints } from './homeDashboard.endpoints';
import { kpiEndpoints } from './kpi.endpoints';
import { listEndpoints } from './lists.endpoints';
import { notificationEndpoints } from './notifications.endpoints';
import { preferenceEndpoints } from './preferences.endpoints';
import { realtimeEndpoints } from './realtime.endpoints';
import { roleEndpoints } from './roles.endpoints';
import { shellEndpoints } from './shell.endpoints';
import { ssoEndpoints } from './sso.endpoints';
import { taskEndpoints } from './tasks.endpoints';
import { userEndpoints } from './users.endpoints';

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
