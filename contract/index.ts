/** The words both sides speak. Everything here is data and types; nothing here does anything. */
import type { ResponseOf } from './endpoints';

export type { BodyOf, EndpointName, Endpoints, ParamsOf, QueryOf, ResponseOf } from './endpoints';

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
