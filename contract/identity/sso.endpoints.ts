/** What the app needs to know about an organization's identity provider. */
import type { Endpoint, EndpointResponse } from '../base/endpoint';
import { ORGANIZATION_CODE_MAX_LENGTH } from '../base/limits';

/** OpenID Connect Discovery 1.0, as far as the app needs it; checked by the server. */
const metadata = {
  title: 'SsoProviderMetadata',
  type: 'object',
  required: ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'],
  properties: {
    issuer: { type: 'string', minLength: 1 },
    authorization_endpoint: { type: 'string', minLength: 1 },
    token_endpoint: { type: 'string', minLength: 1 },
    jwks_uri: { type: 'string', minLength: 1 },
    userinfo_endpoint: { type: 'string', minLength: 1 },
    end_session_endpoint: { type: 'string', minLength: 1 },
    authorization_response_iss_parameter_supported: { type: 'boolean' },
  },
  additionalProperties: false,
} as const;

export const ssoEndpoints = {
  ssoConfig: {
    method: 'GET',
    path: '/api-user/v1/organizations/identifier/{orgIdentifier}/sso/config',
    summary:
      'The single sign-on settings of an organization, and a nonce for one sign-in within 10 minutes by this browser. An unknown organization and one without single sign-on answer the same.',
    auth: 'client',
    encoding: 'form',
    params: {
      type: 'object',
      required: ['orgIdentifier'],
      properties: { orgIdentifier: { type: 'string', minLength: 1, maxLength: ORGANIZATION_CODE_MAX_LENGTH } },
      additionalProperties: false,
    },
    response: {
      title: 'SsoConfig',
      type: 'object',
      required: [
        'registrationId',
        'issuer',
        'clientId',
        'scope',
        'redirectUri',
        'postLogoutRedirectUri',
        'filterProtocolClaims',
        'loadUserInfo',
        'nonce',
      ],
      properties: {
        registrationId: { type: 'string', minLength: 1, description: 'Names the provider within the organization.' },
        issuer: { type: 'string', minLength: 1 },
        clientId: { type: 'string', minLength: 1 },
        scope: { type: 'string', minLength: 1 },
        redirectUri: { type: 'string', minLength: 1 },
        postLogoutRedirectUri: { type: 'string', minLength: 1 },
        filterProtocolClaims: { type: 'boolean' },
        loadUserInfo: { type: 'boolean' },
        nonce: { type: 'string', minLength: 1, description: 'What the id token must carry.' },
        metadata,
      },
      additionalProperties: false,
    },
    errors: ['not.found', 'too.many.requests', 'sso.provider.unreachable', 'service.unavailable'],
  },
} as const satisfies Record<string, Endpoint>;

export type SsoConfig = EndpointResponse<(typeof ssoEndpoints)['ssoConfig']>;
