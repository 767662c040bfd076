/** The words both sides speak. Everything here is data and types; nothing here does anything. */
import { accessEndpoints } from './access.endpoints';
import type { broadcastAdminEndpoints } from './broadcastAdmin.endpoints';
import { broadcastEndpoints } from './broadcasts.endpoints';
import { documentEndpoints } from './documents.endpoints';
import type { EndpointBody, EndpointParams, EndpointQuery, EndpointResponse } from './endpoint';
import { listEndpoints } from './lists.endpoints';
import { notificationEndpoints } from './notifications.endpoints';
import { realtimeEndpoints } from './realtime.endpoints';
import type { roleEndpoints } from './roles.endpoints';
import { shellEndpoints } from './shell.endpoints';
import { ssoEndpoints } from './sso.endpoints';
import { taskEndpoints } from './tasks.endpoints';
import type { userEndpoints } from './users.endpoints';

const firstEndpoints = {
  ...accessEndpoints,
  ...documentEndpoints,
  ...ssoEndpoints,
  ...shellEndpoints,
  ...listEndpoints,
  ...taskEndpoints,
  ...notificationEndpoints,
  ...broadcastEndpoints,
  ...realtimeEndpoints,
} as const;
type AdministrationEndpoints = typeof broadcastAdminEndpoints & typeof roleEndpoints & typeof userEndpoints;
/** Those of administration are there once `withAdministration` is imported. */
export const endpoints = firstEndpoints as typeof firstEndpoints & AdministrationEndpoints;
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

export type BodyOf<K extends EndpointName> = EndpointBody<Endpoints[K]>;
export type ParamsOf<K extends EndpointName> = EndpointParams<Endpoints[K]>;
export type QueryOf<K extends EndpointName> = EndpointQuery<Endpoints[K]>;
export type ResponseOf<K extends EndpointName> = EndpointResponse<Endpoints[K]>;

export type TokenResponse = ResponseOf<'token'>;
export type UserInfo = ResponseOf<'userInfo'>;
export type SsoConfig = ResponseOf<'ssoConfig'>;
export type OtherSession = NonNullable<TokenResponse['otherSession']>;

/** The one first-party OAuth client, public, with an empty secret. */
export const PUBLIC_CLIENT_ID = 'web';

export * from './broadcasts/pending';
export * from './endpoint';
export * from './errors';
export * from './files';
export * from './limits';
export * from './lists/names';
export * from './notifications';
export {
  COMPANY_MESSAGE_MAX_LENGTH,
  COMPANY_SUBJECT_MAX_LENGTH,
  NOTIFICATION_KEYWORD_MAX_LENGTH,
  NOTIFICATION_PAGE_SIZE,
} from './notifications.endpoints';
export * from './organizations';
export * from './permissions';
export * from './realtime.endpoints';
export * from './runtimeConfig';
export * from './tasks.endpoints';
