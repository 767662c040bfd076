/** Assigning a task of a managing organization to one of its users. */
import type { Endpoint } from '../base/endpoint';
import { task } from './tasks.endpoints';
import { ID } from '../base/schemas';

const idOrNull = { type: ['string', 'null'], format: 'uuid' } as const;

export const taskAssignmentEndpoints = {
  taskPeople: {
    method: 'GET',
    path: '/api-user/v1/tasks/people',
    summary:
      'The people to whom the caller may assign tasks: with TASK_ASSIGN everyone in the organization, otherwise only the caller.',
    auth: 'bearer',
    response: {
      title: 'TaskPeople',
      type: 'object',
      required: ['people', 'me'],
      properties: {
        people: {
          type: 'array',
          items: {
            type: 'object',
            required: ['value', 'label'],
            properties: { value: ID, label: { type: 'string' } },
            additionalProperties: false,
          },
        },
        me: ID,
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  assignTask: {
    method: 'PUT',
    path: '/api-user/v1/tasks/{taskId}/assignee',
    summary:
      'Assigns an open task to a person, who is notified when it is due, or to no one. Without TASK_ASSIGN, callers may only take unassigned tasks and give back their own.',
    auth: 'bearer',
    params: { type: 'object', required: ['taskId'], properties: { taskId: ID }, additionalProperties: false },
    body: {
      title: 'TaskAssignment',
      type: 'object',
      required: ['userId'],
      properties: {
        userId: { ...idOrNull, description: 'Null for no one.' },
        replaces: {
          ...idOrNull,
          description:
            'The assignee that the caller expects now, null for none; if it is another, the call is refused.',
        },
      },
      additionalProperties: false,
    },
    response: {
      title: 'AssignedTask',
      type: 'object',
      required: ['task', 'formerly'],
      properties: { task, formerly: { ...idOrNull, description: 'The assignee before.' } },
      additionalProperties: false,
    },
    errors: ['conflict', 'not.found', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
