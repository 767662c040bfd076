/** The identity provider of an organization, for its people with SSO_EDIT; the platform's owners set up all of them. */
import type { Endpoint } from '../base/endpoint';
import { INTEGER_MAX } from '../base/values';
import { ID, TEXT } from '../base/schemas';

const version = {
  type: 'integer',
  minimum: 1,
  maximum: INTEGER_MAX,
  description: "The organization's version.",
} as const;
const issuer = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: "Exactly as in the provider's metadata.",
} as const;
const client = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'A public client, which has no secret.',
} as const;
const registration = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' } as const;
const scopes = { type: 'string', minLength: 1, maxLength: 200 } as const;
const linkByEmail = {
  type: 'boolean',
  description: 'A verified email address links an account that cannot have been used yet.',
} as const;
const params = {
  type: 'object',
  required: ['organizationId'],
  properties: { organizationId: ID },
  additionalProperties: false,
} as const;
const saved = {
  title: 'SsoProviderSaved',
  type: 'object',
  required: ['organizationId', 'version'],
  properties: { organizationId: TEXT, version },
  additionalProperties: false,
} as const;
const PATH = '/api-user/v1/organizations/{organizationId}/sso-provider';

export const ssoAdminEndpoints = {
  ssoProvider: {
    method: 'GET',
    path: PATH,
    summary: 'How people of the organization sign in by single sign-on, and what must be set up at its provider.',
    auth: 'bearer',
    params,
    response: {
      title: 'SsoProvider',
      type: 'object',
      required: ['organizationId', 'code', 'name', 'version', 'provider', 'linked', 'redirectUri', 'start'],
      properties: {
        organizationId: TEXT,
        code: TEXT,
        name: TEXT,
        version,
        provider: {
          type: ['object', 'null'],
          required: ['registration', 'issuer', 'clientId', 'scopes', 'linkByEmail'],
          properties: { registration: TEXT, issuer: TEXT, clientId: TEXT, scopes: TEXT, linkByEmail },
          additionalProperties: false,
        },
        linked: { type: 'integer', description: 'People who are linked at this issuer.' },
        redirectUri: { type: 'string', description: 'Where the provider sends people back to.' },
        start: { type: 'string', description: 'The address where people start, without the registration at its end.' },
      },
      additionalProperties: false,
    },
    errors: ['not.found', 'server.unauthorized'],
  },
  saveSsoProvider: {
    method: 'PUT',
    path: PATH,
    summary:
      'Gives the organization its provider, which must answer; an earlier one is switched off. Another change in between is a conflict; a repeated save is not.',
    auth: 'bearer',
    params,
    body: {
      title: 'SaveSsoProvider',
      type: 'object',
      required: ['version', 'registration', 'issuer', 'client', 'scopes', 'linkByEmail'],
      properties: { version, registration, issuer, client, scopes, linkByEmail },
      additionalProperties: false,
    },
    response: saved,
    errors: ['request.invalid', 'conflict', 'not.found', 'server.unauthorized'],
  },
  testSsoProvider: {
    method: 'POST',
    path: `${PATH}/test`,
    summary: 'Asks a provider for all that signing in needs, step by step. Changes nothing.',
    auth: 'bearer',
    params,
    body: {
      title: 'TestSsoProvider',
      type: 'object',
      required: ['issuer', 'client'],
      properties: { issuer, client },
      additionalProperties: false,
    },
    response: {
      title: 'SsoProviderTested',
      type: 'object',
      required: ['steps'],
      properties: {
        steps: {
          type: 'array',
          items: {
            type: 'object',
            required: ['step', 'ok', 'message'],
            properties: {
              step: { type: 'string', enum: ['metadata', 'keys', 'endpoints', 'client'] },
              ok: { type: 'boolean' },
              message: { type: 'string', description: 'A sentence, or what was found.' },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    errors: ['not.found', 'server.unauthorized'],
  },
  switchOffSso: {
    method: 'POST',
    path: `${PATH}/switch-off`,
    summary:
      'Turns single sign-on off: from now on its people sign in by password. Linked people stay linked. A repeated call changes nothing.',
    auth: 'bearer',
    params,
    response: saved,
    errors: ['not.found', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
