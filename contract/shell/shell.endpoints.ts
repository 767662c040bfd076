/** Calls of the frame around the pages: the organization's branding, its facilities, and access to other services. */
import type { Endpoint } from '../base/endpoint';
import { FILE_RESPONSE } from '../base/files';
import { ORGANIZATION_THEMES } from '../base/organizations';
import { ID } from '../base/schemas';

const organization = {
  type: 'object',
  required: ['organizationId'],
  properties: { organizationId: ID },
  additionalProperties: false,
} as const;

export const shellEndpoints = {
  organizationLogo: {
    method: 'GET',
    path: '/api-user/v1/organizations/{organizationId}/logo',
    summary: "The logo of the caller's own organization. If it does not load, the app shows its own.",
    auth: 'bearer',
    params: organization,
    produces: 'image/svg+xml',
    response: FILE_RESPONSE,
    errors: ['not.found'],
  },
  organizationTheme: {
    method: 'GET',
    path: '/api-user/v1/organizations/{organizationId}/theme',
    summary: "The colors the caller's own organization has chosen.",
    auth: 'bearer',
    params: organization,
    response: {
      title: 'OrganizationTheme',
      type: 'object',
      required: ['theme'],
      properties: { theme: { type: 'string', enum: ORGANIZATION_THEMES } },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  clientChoices: {
    method: 'GET',
    path: '/api-client/v1/clients/choices',
    summary: 'The facilities that lists can be narrowed down to, by name. For managing organizations and facilities.',
    auth: 'bearer',
    response: {
      title: 'ClientChoices',
      type: 'array',
      items: {
        title: 'ClientChoice',
        type: 'object',
        required: ['value', 'label'],
        properties: { value: ID, label: { type: 'string' } },
        additionalProperties: false,
      },
    },
    errors: ['server.unauthorized'],
  },
  trainingHandOff: {
    method: 'POST',
    path: '/api-user/v1/handoffs/training',
    summary: 'A form that signs the caller in to the training service; it must be posted there within a minute.',
    auth: 'bearer',
    body: { title: 'TrainingHandOffRequest', type: 'object', properties: {}, additionalProperties: false },
    response: {
      title: 'TrainingHandOff',
      type: 'object',
      required: ['ssourl', 'timestamp', 'email', 'hash'],
      properties: {
        ssourl: { type: 'string', format: 'uri', description: 'The address to which the form is posted.' },
        timestamp: { type: 'string', format: 'date-time' },
        email: { type: 'string' },
        hash: { type: 'string', description: 'HMAC-SHA256 of the timestamp followed by the email, in hexadecimal.' },
      },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  learningKey: {
    method: 'GET',
    path: '/api-user/v1/organizations/{organizationId}/users/{userId}/learning-key',
    summary: "The caller's own address to sign in to the learning service, valid for a minute.",
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['organizationId', 'userId'],
      properties: { organizationId: ID, userId: ID },
      additionalProperties: false,
    },
    response: {
      title: 'LearningKey',
      type: 'object',
      required: ['loginKey'],
      properties: { loginKey: { type: 'string', format: 'uri' } },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
} as const satisfies Record<string, Endpoint>;
