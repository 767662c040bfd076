/**
 * Broadcasts and role updates for their readers: what is pending, and accepting it. The server records acceptance once
 * per person, and for EVERY_LOGIN once per session.
 *
 * Live they arrive as notifications of the category BROADCAST, whose `entityId` is the id of the broadcast or role
 * update: ROLE_PERMISSION_UPDATE is a role update, BROADCAST and RELEASE_NOTES are broadcasts.
 */
import { pendingBroadcastSchema, pendingRoleUpdateSchema } from './broadcast';
import type { Endpoint } from '../base/endpoint';
import { FILE_RESPONSE } from '../base/files';
import { ID, OWN_USER_ID } from '../base/schemas';

const entityIds = {
  type: 'array',
  maxItems: 500,
  items: { type: 'string', maxLength: 100 },
  description:
    'The ids that the browser has stored. They are only a hint: unknown ones are left out, and pending ones are returned without it.',
} as const;
const ofBroadcast = { entityId: ID, tenantId: { ...ID, description: 'The tenant of the broadcast.' } } as const;
const documentRequest = {
  title: 'BroadcastDocumentRequest',
  type: 'object',
  required: ['entityId', 'tenantId'],
  properties: ofBroadcast,
  additionalProperties: false,
} as const;
const accepted = {
  title: 'Accepted',
  type: 'object',
  required: ['viewedAt'],
  properties: {
    viewedAt: { type: 'string', format: 'date-time', description: 'When it was accepted for the first time.' },
  },
  additionalProperties: false,
} as const;

export const broadcastEndpoints = {
  fetchImmediateBroadcasts: {
    method: 'POST',
    path: '/api-user/v1/notifications/broadcasts/immediate',
    summary:
      'The broadcasts the caller must still accept, in the order of sending: IMMEDIATE ones, and in a session that began after the sending NEXT_LOGIN ones and the EVERY_LOGIN ones not yet accepted in it.',
    auth: 'bearer',
    body: {
      title: 'ImmediateBroadcastsRequest',
      type: 'object',
      required: ['userId', 'entityIds'],
      properties: { userId: OWN_USER_ID, entityIds },
      additionalProperties: false,
    },
    response: {
      title: 'ImmediateBroadcasts',
      type: 'object',
      required: ['broadcasts'],
      properties: { broadcasts: { type: 'array', items: pendingBroadcastSchema } },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  markBroadcastViewed: {
    method: 'POST',
    path: '/api-user/v1/notifications/broadcasts/viewed',
    summary: 'Records that the caller has accepted a broadcast. The first time counts; later ones change nothing.',
    auth: 'bearer',
    body: {
      title: 'MarkBroadcastViewed',
      type: 'object',
      required: ['userId', 'entityId', 'tenantId'],
      properties: { userId: OWN_USER_ID, ...ofBroadcast },
      additionalProperties: false,
    },
    response: accepted,
    errors: ['not.found'],
  },
  previewBroadcastDocument: {
    method: 'POST',
    path: '/api-user/v1/notifications/broadcasts/document/preview',
    summary: 'The PDF of a broadcast to the caller. A document of another type can only be downloaded.',
    auth: 'bearer',
    body: documentRequest,
    produces: 'application/pdf',
    response: FILE_RESPONSE,
    errors: ['not.found', 'unsupported.media.type'],
  },
  downloadBroadcastDocument: {
    method: 'POST',
    path: '/api-user/v1/notifications/broadcasts/document/download',
    summary: 'The document of a broadcast to the caller as a file, whatever its type; its name shows the type.',
    auth: 'bearer',
    body: documentRequest,
    produces: 'application/octet-stream',
    response: FILE_RESPONSE,
    errors: ['not.found'],
  },
  fetchImmediateRoleUpdates: {
    method: 'POST',
    path: '/api-user/v1/notifications/role-permissions/immediate',
    summary: 'The role and permission changes the caller has not accepted yet, in their order.',
    auth: 'bearer',
    body: {
      title: 'ImmediateRoleUpdatesRequest',
      type: 'object',
      required: ['userId', 'organizationId', 'entityIds'],
      properties: { userId: OWN_USER_ID, organizationId: { ...ID, description: "The caller's own." }, entityIds },
      additionalProperties: false,
    },
    response: {
      title: 'ImmediateRoleUpdates',
      type: 'object',
      required: ['roleUpdates'],
      properties: { roleUpdates: { type: 'array', items: pendingRoleUpdateSchema } },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
  markRoleUpdateRead: {
    method: 'POST',
    path: '/api-user/v1/notifications/role-permissions/read',
    summary: 'Records that the caller has accepted a role update. The first time counts; later ones change nothing.',
    auth: 'bearer',
    body: {
      title: 'MarkRoleUpdateRead',
      type: 'object',
      required: ['userId', 'entityId'],
      properties: { userId: OWN_USER_ID, entityId: ID },
      additionalProperties: false,
    },
    response: accepted,
    errors: ['not.found'],
  },
} as const satisfies Record<string, Endpoint>;
