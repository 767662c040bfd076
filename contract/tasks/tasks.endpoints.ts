/** The tasks of a managing organization: one's own by day, and changes to them. */
import type { Endpoint } from '../base/endpoint';
import { CHOSEN_FACILITY, DAY_INPUT } from '../base/values';

export const TASK_STATUSES = ['OPEN', 'DONE'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const TASK_KINDS = ['EXTENSION', 'DOCUMENT_REVIEW', 'JOB_REVIEW', 'INTERVIEW', 'OTHER'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** What the task is about; the number is the one shown on screen. */
export const TASK_SUBJECTS = ['ASSIGNMENT', 'JOB', 'SUBMISSION'] as const;
export type TaskSubject = (typeof TASK_SUBJECTS)[number];

/** Covers a calendar month with the adjacent days it shows, and some spare. */
export const TASK_RANGE_MAX_DAYS = 62;

const day = { type: 'string', format: 'date', description: "A calendar date, 'YYYY-MM-DD'." } as const;

export const task = {
  title: 'Task',
  type: 'object',
  required: [
    'id',
    'title',
    'kind',
    'status',
    'dueOn',
    'assignee',
    'assigneeId',
    'subject',
    'subjectNumber',
    'subjectId',
    'notes',
  ],
  properties: {
    id: { type: 'string', format: 'uuid' },
    title: { type: 'string' },
    kind: { type: 'string', enum: TASK_KINDS },
    status: { type: 'string', enum: TASK_STATUSES },
    dueOn: day,
    assignee: { type: ['string', 'null'], description: 'Null while it is unassigned.' },
    assigneeId: { type: ['string', 'null'], format: 'uuid' },
    subject: { anyOf: [{ type: 'string', enum: TASK_SUBJECTS }, { type: 'null' }] },
    subjectNumber: { type: ['integer', 'null'], description: 'The number that people know the subject by.' },
    subjectId: { type: ['string', 'null'], format: 'uuid' },
    notes: { type: ['string', 'null'] },
  },
  additionalProperties: false,
} as const;

export const taskEndpoints = {
  tasksBetween: {
    method: 'GET',
    path: '/api-user/v1/tasks',
    summary: `The caller's tasks and unassigned ones, due from one day to another, at most ${TASK_RANGE_MAX_DAYS} days.`,
    auth: 'bearer',
    query: {
      type: 'object',
      required: ['from', 'to'],
      properties: { from: DAY_INPUT, to: DAY_INPUT, clientId: CHOSEN_FACILITY },
      additionalProperties: false,
    },
    response: {
      title: 'TasksBetween',
      type: 'object',
      required: ['today', 'tasks'],
      properties: { today: day, tasks: { type: 'array', items: task } },
      additionalProperties: false,
    },
    errors: ['request.invalid', 'server.unauthorized'],
  },
  tasksDueToday: {
    method: 'GET',
    path: '/api-user/v1/tasks/due-today',
    summary: "How many of the caller's tasks, and of unassigned ones, are open and due today.",
    auth: 'bearer',
    response: {
      title: 'TasksDueToday',
      type: 'object',
      required: ['count'],
      properties: { count: { type: 'integer', minimum: 0 } },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  taskStatus: {
    method: 'PUT',
    path: '/api-user/v1/tasks/{taskId}/status',
    summary: 'Marks a task of the organization as done, or opens it again. A repeated call changes nothing.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['taskId'],
      properties: { taskId: { type: 'string', format: 'uuid' } },
      additionalProperties: false,
    },
    body: {
      title: 'TaskStatusChange',
      type: 'object',
      required: ['status'],
      properties: { status: { type: 'string', enum: TASK_STATUSES } },
      additionalProperties: false,
    },
    response: task,
    errors: ['not.found', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
