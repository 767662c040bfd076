/** Roles of an organization. A changed role applies to its members from their next call. */
import type { Endpoint } from '../base/endpoint';
import { ROLE_NAME_MAX_LENGTH } from '../base/limits';
import { PERMISSIONS } from '../base/permissions';
import { INTEGER_MAX, ONLY_VISIBLE } from '../base/values';
import { ID, TEXT } from '../base/schemas';

const params = {
  type: 'object',
  required: ['roleId'],
  properties: { roleId: ID },
  additionalProperties: false,
} as const;
const version = {
  type: 'integer',
  minimum: 1,
  maximum: INTEGER_MAX,
  description: 'Counts the changes. A save names the version it was based on; another change in between is a conflict.',
} as const;
const permissions = {
  type: 'array',
  maxItems: PERMISSIONS.length,
  items: { type: 'string', enum: PERMISSIONS },
} as const;

export const roleEndpoints = {
  role: {
    method: 'GET',
    path: '/api-user/v1/roles/{roleId}',
    summary: 'A role of the caller’s organization: its permission codes by group, and its members. Needs ROLE_EDIT.',
    auth: 'bearer',
    params,
    response: {
      title: 'Role',
      type: 'object',
      required: ['roleId', 'name', 'version', 'groups', 'members'],
      properties: {
        roleId: TEXT,
        name: TEXT,
        version,
        groups: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'permissions'],
            properties: {
              name: TEXT,
              permissions: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['code', 'name', 'granted', 'grantable'],
                  properties: {
                    code: TEXT,
                    name: TEXT,
                    granted: { type: 'boolean' },
                    grantable: { type: 'boolean', description: 'The caller holds it, so they can grant it.' },
                  },
                },
              },
            },
          },
        },
        members: {
          type: 'array',
          items: {
            type: 'object',
            required: ['userId', 'name', 'userName'],
            properties: { userId: TEXT, name: TEXT, userName: TEXT },
          },
        },
      },
    },
    errors: ['not.found', 'server.unauthorized'],
  },
  createRole: {
    method: 'POST',
    path: '/api-user/v1/roles',
    summary:
      'Adds a role without members. A name in use is a conflict; callers grant only permissions they hold. Needs ROLE_EDIT.',
    auth: 'bearer',
    body: {
      title: 'CreateRole',
      type: 'object',
      required: ['name', 'permissions'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: ROLE_NAME_MAX_LENGTH, pattern: ONLY_VISIBLE },
        permissions,
      },
      additionalProperties: false,
    },
    response: {
      title: 'RoleCreated',
      type: 'object',
      required: ['roleId', 'version'],
      properties: { roleId: TEXT, version },
    },
    errors: ['server.unauthorized', 'conflict'],
  },
  updateRole: {
    method: 'PUT',
    path: '/api-user/v1/roles/{roleId}',
    summary:
      'Sets the permission codes of a role. Its members are notified live, and the new permissions apply to their next call. Callers grant only permissions they hold, and the last administrator stays. Needs ROLE_EDIT.',
    auth: 'bearer',
    params,
    body: {
      title: 'UpdateRole',
      type: 'object',
      required: ['permissions', 'version'],
      properties: {
        permissions,
        version,
      },
      additionalProperties: false,
    },
    response: {
      title: 'RoleUpdated',
      type: 'object',
      required: ['version', 'notified'],
      properties: {
        version,
        notified: { type: 'integer', minimum: 0, description: 'How many members were notified.' },
      },
    },
    errors: ['not.found', 'server.unauthorized', 'conflict'],
  },
} as const satisfies Record<string, Endpoint>;
