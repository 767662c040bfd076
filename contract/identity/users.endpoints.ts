/**
 * Adding and changing users: those of the own organization (USER_EDIT, at a supplier VMS_AGENCY_USER_EDIT), and for the
 * managing organization those of its suppliers (VMS_AGENCY_USER_EDIT). Other users answer not.found.
 */
import type { Endpoint } from '../base/endpoint';
import { AGENCY_USER_TYPES, USER_TYPES } from '../base/organizations';
import { EMAIL_INPUT, INTEGER_MAX, NEW_USER_NAME, PERSON_NAME_INPUT, USER_NAME_INPUT } from '../base/values';
import { FLAG, ID, TEXT } from '../base/schemas';

const version = {
  type: 'integer',
  minimum: 1,
  maximum: INTEGER_MAX,
  description: 'Counts the changes. A save names the version it was based on; another change in between is a conflict.',
} as const;
const roleIds = { type: 'array', maxItems: 50, items: ID, description: "Roles of the person's organization." } as const;
const agencyUserType = { type: ['string', 'null'], enum: [...AGENCY_USER_TYPES, null] } as const;
const params = {
  type: 'object',
  required: ['userId'],
  properties: { userId: ID },
  additionalProperties: false,
} as const;
const role = {
  type: 'object',
  required: ['roleId', 'name', 'held', 'grantable'],
  properties: {
    roleId: TEXT,
    name: TEXT,
    held: FLAG,
    grantable: { type: 'boolean', description: 'The caller holds all of its permissions.' },
  },
} as const;
const saved = {
  title: 'UserSaved',
  type: 'object',
  required: ['userId', 'version'],
  properties: { userId: TEXT, version },
} as const;
const changes = {
  email: EMAIL_INPUT,
  firstName: PERSON_NAME_INPUT,
  lastName: PERSON_NAME_INPUT,
  agencyUserType,
  twoFactorEnabled: FLAG,
  roleIds,
} as const;

export const userEndpoints = {
  roleChoices: {
    method: 'GET',
    path: '/api-user/v1/organizations/{organizationId}/role-choices',
    summary: 'The roles that a person of this organization can be given.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['organizationId'],
      properties: { organizationId: ID },
      additionalProperties: false,
    },
    response: { title: 'RoleChoices', type: 'array', items: role },
    errors: ['not.found', 'server.unauthorized'],
  },
  userAccount: {
    method: 'GET',
    path: '/api-user/v1/users/{userId}/account',
    summary: 'A person as their administrator sees them, with every role there is for them.',
    auth: 'bearer',
    params,
    response: {
      title: 'UserAccount',
      type: 'object',
      required: [
        'userId',
        'organizationId',
        'userName',
        'email',
        'firstName',
        'lastName',
        'userType',
        'agencyUserType',
      ],
      properties: {
        userId: TEXT,
        organizationId: TEXT,
        userName: TEXT,
        email: TEXT,
        firstName: TEXT,
        lastName: TEXT,
        userType: TEXT,
        agencyUserType: { type: ['string', 'null'] },
        twoFactorEnabled: FLAG,
        disabled: FLAG,
        emailWaits: {
          type: 'object',
          required: ['previous', 'until'],
          description:
            'Present while a changed email address is not yet trusted: no password or code is emailed to it before `until`.',
          properties: { previous: TEXT, until: { type: 'string', format: 'date-time' } },
        },
        version,
        roles: { type: 'array', items: role },
        identities: {
          type: 'array',
          description: 'The identities by which single sign-on knows them, newest first.',
          items: {
            type: 'object',
            required: ['identityId', 'issuer', 'subject', 'since'],
            properties: {
              identityId: TEXT,
              issuer: TEXT,
              subject: TEXT,
              since: { type: 'string', format: 'date-time' },
            },
          },
        },
      },
    },
    errors: ['not.found', 'server.unauthorized'],
  },
  createUser: {
    method: 'POST',
    path: '/api-user/v1/users',
    summary:
      'Adds a person. A generated password is emailed to them, good for a week; they must change it at their first sign-in. The same requestId adds them once; a username that is taken is a conflict, and so are other values with the same requestId.',
    auth: 'bearer',
    body: {
      title: 'CreateUser',
      type: 'object',
      required: ['organizationId', 'userName', 'email', 'firstName', 'lastName', 'roleIds', 'requestId'],
      properties: {
        organizationId: ID,
        userName: { ...USER_NAME_INPUT, pattern: NEW_USER_NAME },
        userType: { type: 'string', enum: USER_TYPES },
        requestId: ID,
        ...changes,
      },
      additionalProperties: false,
    },
    response: saved,
    errors: ['not.found', 'server.unauthorized', 'conflict'],
  },
  updateUser: {
    method: 'PUT',
    path: '/api-user/v1/users/{userId}',
    summary:
      'Replaces all editable data of a person. Their permissions change with their next call, and they are notified. Another change in between is a conflict; a repeated save is not.',
    auth: 'bearer',
    params,
    body: {
      title: 'UpdateUser',
      type: 'object',
      required: ['email', 'firstName', 'lastName', 'twoFactorEnabled', 'roleIds', 'version'],
      properties: { version, ...changes },
      additionalProperties: false,
    },
    response: saved,
    errors: ['not.found', 'server.unauthorized', 'conflict', 'proof.required'],
  },
  confirmEmail: {
    method: 'POST',
    path: '/api-user/v1/users/{userId}/email-confirmation',
    summary:
      "Confirms a person's changed address, so that passwords and codes may be emailed to it immediately. Both addresses are notified. Only for owners, for people of every organization except themselves. If it is no longer their address, the answer is a conflict. A repeated call changes nothing.",
    auth: 'bearer',
    params,
    body: {
      title: 'ConfirmEmail',
      type: 'object',
      required: ['email'],
      properties: { email: { ...EMAIL_INPUT, description: 'The address that the caller has checked.' } },
      additionalProperties: false,
    },
    response: {
      title: 'EmailConfirmed',
      type: 'object',
      required: ['userId'],
      properties: { userId: TEXT },
    },
    errors: ['not.found', 'server.unauthorized', 'conflict', 'proof.required'],
  },
  unlockUser: {
    method: 'POST',
    path: '/api-user/v1/users/{userId}/unlock',
    summary: 'Ends a lock, and clears the wrong passwords that were tried. A repeated call changes nothing.',
    auth: 'bearer',
    params,
    response: saved,
    errors: ['not.found', 'server.unauthorized'],
  },
  resetUserFactors: {
    method: 'POST',
    path: '/api-user/v1/users/{userId}/factors/reset',
    summary:
      'Removes the authenticator app, passkeys and recovery codes of a person who has lost their device, and clears their remembered devices.',
    auth: 'bearer',
    params,
    response: saved,
    errors: ['not.found', 'server.unauthorized', 'proof.required'],
  },
  unlinkIdentity: {
    method: 'POST',
    path: '/api-user/v1/users/{userId}/identities/{identityId}/unlink',
    summary: 'Unlinks this single sign-on identity from the person. Their sessions continue.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['userId', 'identityId'],
      properties: { userId: ID, identityId: ID },
      additionalProperties: false,
    },
    response: saved,
    errors: ['not.found', 'server.unauthorized'],
  },
  deactivateUser: {
    method: 'POST',
    path: '/api-user/v1/users/{userId}/deactivate',
    summary:
      'Deactivates a person. Their sessions end immediately, and they cannot sign in until they are reactivated.',
    auth: 'bearer',
    params,
    response: saved,
    errors: ['not.found', 'server.unauthorized'],
  },
  reactivateUser: {
    method: 'POST',
    path: '/api-user/v1/users/{userId}/reactivate',
    summary:
      'Reactivates a person: they may sign in again, as before. If they have never signed in, a new invitation is emailed to them, unless their address was changed less than a day ago.',
    auth: 'bearer',
    params,
    response: saved,
    errors: ['not.found', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
