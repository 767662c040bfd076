/** The websocket service: how to open the socket, and what travels over it. */
import type { FromSchema } from 'json-schema-to-ts';
import type { Endpoint } from './endpoint';
import { SESSION_END_REASONS } from './errors';

/** `${SOCKET_PATH}?context=<context>` upgrades to the websocket. */
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
} as const satisfies Record<string, Endpoint>;

/** What the server pushes. Unknown topics are for newer clients and are ignored. */
export const socketMessageSchema = {
  title: 'SocketMessage',
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
export type SocketMessage = FromSchema<typeof socketMessageSchema>;

/** Close codes of ours. The app reconnects after any other code. */
export const SOCKET_CLOSE = {
  restarting: 1012,
  slowConsumer: 4008,
  sessionEnded: 4501,
} as const;
