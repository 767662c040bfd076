/** The caller's own session: completing, checking and ending it, and whose it is. */
import type { Endpoint, EndpointResponse } from '../base/endpoint';
import { SESSION_END_REASONS } from '../base/errors';
import { AGENCY_USER_TYPES, APPLICATION_TYPES, ORGANIZATION_TYPES, USER_TYPES } from '../base/organizations';
import { PERMISSIONS } from '../base/permissions';
import { EMPTY, USER_NAME_INPUT } from '../base/values';

const userInfo = {
  title: 'UserInfo',
  type: 'object',
  required: [
    'userId',
    'userName',
    'firstName',
    'lastName',
    'userTypeIds',
    'userType',
    'applicationTypeId',
    'organizationType',
    'organizationId',
    'organizationCode',
    'organizationName',
    'tenantId',
    'permissions',
    'showPopup',
    'configureMobileApp',
    'timesheetV2Enabled',
    'prnOrganization',
    'prnAssociate',
    'agencyBrandedLEU',
    'agencyBrandedMenuLabel',
    'footerEmail',
    'footerPhone',
  ],
  properties: {
    userId: { type: 'string' },
    userName: { type: 'string' },
    firstName: { type: 'string' },
    lastName: { type: 'string' },
    userType: { type: 'string', enum: USER_TYPES },
    userTypeIds: { type: 'array', items: { type: 'string', enum: [...USER_TYPES, ...AGENCY_USER_TYPES] } },
    applicationTypeId: { type: 'string', enum: APPLICATION_TYPES },
    organizationType: { type: 'string', enum: ORGANIZATION_TYPES },
    organizationId: { type: 'string' },
    organizationCode: { type: 'string' },
    organizationName: { type: 'string' },
    tenantId: { type: 'string', description: 'The managing organization whose program this is.' },
    permissions: { type: 'array', items: { type: 'string', enum: PERMISSIONS } },
    showPopup: { type: 'boolean' },
    configureMobileApp: { type: 'boolean' },
    timesheetV2Enabled: { type: 'boolean' },
    prnOrganization: { type: 'boolean', description: 'The organization works with single shifts (PRN).' },
    prnAssociate: {
      type: 'boolean',
      description: 'The person works with single shifts, whatever the organization does.',
    },
    agencyBrandedLEU: { type: 'boolean' },
    agencyBrandedMenuLabel: { type: 'string' },
    footerEmail: { type: 'string' },
    footerPhone: { type: 'string' },
    tourStep: {
      type: 'integer',
      minimum: 0,
      description: 'The step at which their tour continues; left out when the tour is over.',
    },
    awayUntil: {
      type: 'string',
      format: 'date-time',
      description: 'When their last absence ended; left out if there was none, or if its summary was dismissed.',
    },
    emailWaitsUntil: {
      type: 'string',
      format: 'date-time',
      description: 'An administrator has changed the email address: no password is emailed to it until then.',
    },
    sessionEndsInSeconds: {
      type: 'integer',
      minimum: 0,
      description:
        'When this session reaches its maximum length, in seconds from now: it ends then although it is in use.',
    },
  },
  additionalProperties: false,
} as const;

export const ownSessionEndpoints = {
  logoutNotification: {
    method: 'POST',
    path: '/api-user/v1/sessions/logout-notification',
    summary: "Ends the user's other sessions, notifies their sockets, and completes this one. Idempotent.",
    auth: 'pending',
    body: {
      title: 'LogoutNotificationRequest',
      type: 'object',
      required: ['tokenIdentifier'],
      properties: { tokenIdentifier: { type: 'string', minLength: 1, maxLength: 100 } },
      additionalProperties: false,
    },
    response: {
      title: 'LogoutNotification',
      type: 'object',
      required: ['endedSessions'],
      properties: {
        endedSessions: { type: 'integer', minimum: 0, description: '0 if none was still open.' },
      },
      additionalProperties: false,
    },
    errors: ['invalid_token'],
  },
  clearTokenIdentifier: {
    method: 'POST',
    path: '/api-user/v1/session/end',
    summary:
      'Ends this session (bearer token, or the refresh cookie where the token has expired) and clears the cookie. With a tokenIdentifier, only that one. Idempotent.',
    auth: 'cookie',
    body: {
      title: 'SessionEndRequest',
      type: 'object',
      properties: { tokenIdentifier: { type: 'string', maxLength: 100 } },
      additionalProperties: false,
    },
    response: EMPTY,
    errors: [],
  },
  sessionCheck: {
    method: 'GET',
    path: '/api-user/v1/session',
    summary:
      'Returns whether the refresh cookie, or the bearer token where there is one, belongs to a live, complete session. One that waits for an answer to the takeover question is LOGGED_OUT without a reason.',
    auth: 'cookie',
    response: {
      title: 'SessionCheck',
      type: 'object',
      required: ['accessStatus'],
      properties: {
        accessStatus: { type: 'string', enum: ['LOGGED_IN', 'LOGGED_OUT'] },
        userName: { type: 'string', description: 'With LOGGED_IN: whose session it is.' },
        reason: {
          type: 'string',
          enum: SESSION_END_REASONS,
          description: 'With LOGGED_OUT: why the session ended; left out if there was none.',
        },
      },
      additionalProperties: false,
    },
    errors: ['service.unavailable'],
  },
  userInfo: {
    method: 'GET',
    path: '/api-user/v1/users/{userName}/info',
    summary: "The signed-in user's own profile, organization and permissions.",
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['userName'],
      properties: { userName: USER_NAME_INPUT },
      additionalProperties: false,
    },
    response: userInfo,
    errors: ['not.found'],
  },
} as const satisfies Record<string, Endpoint>;

export type UserInfo = EndpointResponse<(typeof ownSessionEndpoints)['userInfo']>;
