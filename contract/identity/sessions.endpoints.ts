/** The sessions of a user: for themselves, and for their administrators. */
import type { Endpoint, EndpointResponse } from '../base/endpoint';
import { ID, INSTANT, TEXT } from '../base/schemas';

const ended = {
  title: 'SessionsEnded',
  type: 'object',
  required: ['ended'],
  properties: { ended: { type: 'integer', minimum: 0, description: 'How many sessions were open.' } },
  additionalProperties: false,
} as const;
const openSessions = {
  title: 'OpenSessions',
  type: 'array',
  items: {
    title: 'OpenSession',
    type: 'object',
    required: ['sessionId', 'device', 'address', 'state', 'since', 'lastUsedAt', 'isCurrent'],
    properties: {
      sessionId: TEXT,
      device: { type: 'string', description: 'Browser and system, such as "Firefox on Windows".' },
      address: { type: 'string', description: 'The network address from which it was begun.' },
      state: {
        type: 'string',
        enum: ['pending', 'change_password', 'enroll', 'live'],
        description: 'pending: asked whether to end the other session; change_password: must choose a password.',
      },
      since: INSTANT,
      lastUsedAt: { ...INSTANT, description: 'Accurate to one minute.' },
      isCurrent: { type: 'boolean', description: 'The session of this call.' },
    },
    additionalProperties: false,
  },
} as const;
const ofUser = {
  type: 'object',
  required: ['userId'],
  properties: { userId: ID },
  additionalProperties: false,
} as const;

export const sessionEndpoints = {
  ownSessions: {
    method: 'GET',
    path: '/api-user/v1/sessions',
    summary: "The caller's open sessions, the one used last first.",
    auth: 'bearer',
    response: openSessions,
    errors: [],
  },
  endOwnSession: {
    method: 'POST',
    path: '/api-user/v1/sessions/{sessionId}/end',
    summary:
      "Ends another session of the caller, whose tabs are notified. One's own is ended by signing out. Idempotent.",
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['sessionId'],
      properties: { sessionId: ID },
      additionalProperties: false,
    },
    response: ended,
    errors: ['not.found', 'proof.required'],
  },
  endOtherSessions: {
    method: 'POST',
    path: '/api-user/v1/sessions/end-others',
    summary: 'Ends all sessions of the caller but this one. Needs a sign-in or the password within 10 minutes.',
    auth: 'bearer',
    response: ended,
    errors: ['proof.required'],
  },
  userSessions: {
    method: 'GET',
    path: '/api-user/v1/users/{userId}/sessions',
    summary: 'The open sessions of a person, for their administrator.',
    auth: 'bearer',
    params: ofUser,
    response: openSessions,
    errors: ['not.found', 'server.unauthorized'],
  },
  endUserSession: {
    method: 'POST',
    path: '/api-user/v1/users/{userId}/sessions/{sessionId}/end',
    summary: 'Ends a session of a person, who is notified. Needs all of their permissions. Idempotent.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['userId', 'sessionId'],
      properties: { userId: ID, sessionId: ID },
      additionalProperties: false,
    },
    response: ended,
    errors: ['not.found', 'server.unauthorized'],
  },
  endUserSessions: {
    method: 'POST',
    path: '/api-user/v1/users/{userId}/sessions/end',
    summary: 'Ends all sessions of a person. Needs all of their permissions. Idempotent.',
    auth: 'bearer',
    params: ofUser,
    response: ended,
    errors: ['not.found', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;

export type OpenSession = EndpointResponse<(typeof sessionEndpoints)['ownSessions']>[number];
