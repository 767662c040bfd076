/** The roles of an organisation: what their members may do. A change counts with the next call of each of them. */
import type { Endpoint } from './endpoint';
import { ROLE_NAME_MAX_LENGTH } from './limits';
import { PERMISSIONS } from './permissions';

const id = { type: 'string', format: 'uuid' } as const;
const params = {
  type: 'object',
  required: ['roleId'],
  properties: { roleId: id },
  additionalProperties: false,
} as const;
const version = {
  type: 'integer',
  minimum: 1,
  description: 'Counts the changes. Who saves names the one they have seen; another in between is a conflict.',
} as const;
const text = { type: 'string' } as const;
const permissions = {
  type: 'array',
  maxItems: PERMISSIONS.length,
  items: { type: 'string', enum: PERMISSIONS },
} as const;

export const roleEndpoints = {
  role: {
    method: 'GET',
    path: '/api-user/v1/roles/{roleId}',
    summary: 'A role of the own organisation: its permission codes by group, and its members. Needs ROLE_EDIT.',
    auth: 'bearer',
    params,
    response: {
      title: 'Role',
      type: 'object',
      required: ['roleId', 'name', 'version', 'groups', 'members'],
      properties: {
        roleId: text,
        name: text,
        version,
        groups: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'permissions'],
            properties: {
              name: text,
              permissions: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['code', 'name', 'granted', 'grantable'],
                  properties: {
                    code: text,
                    name: text,
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
            properties: { userId: text, name: text, userName: text },
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
      'Adds a role that nobody has yet. A name that is taken is a conflict; nobody grants what they do not hold. Needs ROLE_EDIT.',
    auth: 'bearer',
    body: {
      title: 'CreateRole',
      type: 'object',
      required: ['name', 'permissions'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: ROLE_NAME_MAX_LENGTH, pattern: '\\S' },
        permissions,
      },
      additionalProperties: false,
    },
    response: {
      title: 'RoleCreated',
      type: 'object',
      required: ['roleId', 'version'],
      properties: { roleId: text, version },
    },
    errors: ['server.unauthorized', 'conflict'],
  },
  updateRole: {
    method: 'PUT',
    path: '/api-user/v1/roles/{roleId}',
    summary:
      'Sets the permission codes of a role. Its members are told live, and may do what it says with their next call. Nobody grants what they do not hold, or takes the last administrator away. Needs ROLE_EDIT.',
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
      required: ['version', 'told'],
      properties: { version, told: { type: 'integer', minimum: 0, description: 'How many members were told.' } },
    },
    errors: ['not.found', 'server.unauthorized', 'conflict'],
  },
} as const satisfies Record<string, Endpoint>;
