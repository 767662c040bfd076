/** The websocket service: how to open the socket, and what travels over it. */
import type { FromSchema } from 'json-schema-to-ts';
import type { Endpoint } from '../base/endpoint';
import { SESSION_END_REASONS } from '../base/errors';
import { chatChangesSchema } from '../chat/chat';
import type { SubCategoryCode } from './kinds';
import { CATCH_UP_MAX, notificationEventSchema } from './notification';

/**
 * `${SOCKET_PATH}?context=<context>` upgrades to the websocket. With `&since=<sequence>` the server begins after that
 * event of the reader, otherwise after the last one. The first message states the reader's sequence, and so does one
 * every 25 s even if nothing happens.
 */
export const SOCKET_PATH = '/api-websocket/v1/websocket';

export const realtimeEndpoints = {
  websocketContext: {
    method: 'GET',
    path: '/api-websocket/v1/websocket/wscontext',
    summary: 'A one-time ticket, valid 30 s, from which the socket address is built.',
    auth: 'bearer',
    response: {
      title: 'WebsocketContext',
      type: 'object',
      required: ['context'],
      properties: { context: { type: 'string', minLength: 1 } },
      additionalProperties: false,
    },
    errors: ['too.many.requests'],
    secretOutput: ['context'],
  },
  serverReachable: {
    method: 'GET',
    path: '/api-websocket/v1/websocket/reachable',
    summary: 'Whether sockets can be opened again; called by pages that lost theirs.',
    auth: 'none',
    response: { title: 'ServerReachable', type: 'object', additionalProperties: false },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;

const logoutMessage = {
  title: 'LogoutMessage',
  type: 'object',
  required: ['topic', 'userId', 'tokenIdentifier', 'reason'],
  properties: {
    topic: { type: 'string', enum: ['logout'] },
    userId: { type: 'string' },
    tokenIdentifier: { type: 'string', description: 'The session that has ended.' },
    reason: { type: 'string', enum: SESSION_END_REASONS },
  },
  additionalProperties: false,
} as const;

/** What the events of a message are about. */
const EVENT_TOPICS = ['notifications', 'broadcasts', 'roleUpdates'] as const;
export type EventTopic = (typeof EVENT_TOPICS)[number];

const TOPICS: Partial<Record<SubCategoryCode, EventTopic>> = {
  BROADCAST: 'broadcasts',
  RELEASE_NOTES: 'broadcasts',
  ROLE_PERMISSION_UPDATE: 'roleUpdates',
};
/** The topic under which a notification of this kind travels. */
export const topicOf = (code: SubCategoryCode): EventTopic => TOPICS[code] ?? 'notifications';

const eventsMessage = {
  title: 'EventsMessage',
  type: 'object',
  required: ['topic', 'events', 'sequence', 'reset'],
  properties: {
    topic: {
      type: 'string',
      enum: EVENT_TOPICS,
      description: 'What its events are about. Events of all topics share one sequence.',
    },
    events: {
      type: 'array',
      maxItems: CATCH_UP_MAX,
      items: notificationEventSchema,
      description: 'In order and without a gap, from the one after the last that was sent over this socket.',
    },
    sequence: { type: 'integer', minimum: 0, description: 'The last event that this socket was sent.' },
    reset: { type: 'boolean', description: 'Too much was missed: call userNotifications instead.' },
    spreadMs: {
      type: 'integer',
      minimum: 0,
      description:
        'Only with a position: the time over which all pages spread their reconnection if they lose this server.',
    },
  },
  additionalProperties: false,
} as const;

const chatMessage = {
  title: 'ChatMessage',
  type: 'object',
  required: ['topic', 'changes'],
  properties: { topic: { type: 'string', enum: ['chat'] }, changes: chatChangesSchema },
  additionalProperties: false,
} as const;

const recordsMessage = {
  title: 'RecordsMessage',
  type: 'object',
  required: ['topic', 'recordIds'],
  properties: {
    topic: { type: 'string', enum: ['records'] },
    recordIds: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Records whose pages this person has opened lately, and which have changed, or something that belongs to them.',
    },
  },
  additionalProperties: false,
} as const;

/** What the server pushes, by topic. Clients ignore unknown topics, which are for newer clients. */
export const socketMessageSchema = {
  title: 'SocketMessage',
  anyOf: [logoutMessage, eventsMessage, chatMessage, recordsMessage],
} as const;
export type SocketMessage = FromSchema<typeof socketMessageSchema>;
export type LogoutMessage = FromSchema<typeof logoutMessage>;
export type EventsMessage = FromSchema<typeof eventsMessage>;
export type ChatMessage = FromSchema<typeof chatMessage>;

/** Our own close codes. The app reconnects after any other code. */
export const SOCKET_CLOSE = {
  restarting: 1012,
  slowConsumer: 4008,
  sessionEnded: 4501,
} as const;
