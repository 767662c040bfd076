/** Endpoints of the chat with candidates. */
import type { FastifyInstance } from 'fastify';
import type { Permission } from '../../../contract/base/permissions';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import { permissionsOf, requirePermission } from '../../identity/permissions';
import type { EventBus } from '../../platform/eventBus/eventBus';
import { uploadOf, withUploads, type RouteServices } from '../../platform/http/registry';
import { requireOwn, sessionScope, type CurrentSession } from '../../platform/session';
import { readChanges } from './changes';
import { readFile, storeFile } from './files';
import { markRead, postMessage, readMessage, readMessages } from './messages';
import { readThreads } from './threads';
import { readUnreadChat } from './unread';

interface ChatServices extends RouteServices {
  readonly bus: EventBus;
}

const READING: readonly Permission[] = ['MENU_CANDIDATE'];
const WRITING: readonly Permission[] = ['MENU_CANDIDATE', 'CANDIDATE_CHAT_ANSWER'];

/**
 * Row-level security limits the candidates; one of another supplier answers `not.found`, like one that does not exist.
 */
export async function chatRoutes(app: FastifyInstance, { endpoints, database, bus }: ChatServices): Promise<void> {
  const within = <T>(
    session: CurrentSession,
    needed: readonly Permission[],
    work: (queries: Queries) => Promise<T>,
  ): Promise<T> => {
    // Facilities and owners of the platform have no candidates to talk to.
    if (!['VMS', 'AGENCY'].includes(session.organizationType)) throw new ApiError('server.unauthorized');
    return database.withScope(sessionScope(session), async (queries) => {
      const held = await permissionsOf(queries, session.userId);
      if (!needed.every((permission) => held.includes(permission))) throw new ApiError('server.unauthorized');
      return work(queries);
    });
  };

  endpoints.register(app, 'chatChanges', async ({ query: { position }, session }) =>
    within(session, READING, (queries) => readChanges(queries, session.userId, position)),
  );

  endpoints.register(app, 'chatThreads', async ({ query, session }) =>
    within(session, READING, (queries) => readThreads(queries, session.userId, query)),
  );

  endpoints.register(app, 'chatMessages', async ({ params, query, session }) =>
    within(session, READING, (queries) => readMessages(queries, session.userId, params.candidateId, query)),
  );

  endpoints.register(app, 'readChat', async ({ params, body: { number, position }, session }) =>
    within(session, READING, async (queries) => {
      const { userId } = session;
      await markRead(queries, bus, { userId, candidateId: params.candidateId, number });
      return readChanges(queries, userId, position);
    }),
  );

  endpoints.register(app, 'sendChatMessage', async ({ params, body, session }) =>
    within(session, WRITING, async (queries) => {
      const { userId } = session;
      const { requestId, chatFileId, position } = body;
      const text = body.text.trim();
      if (text === '' && chatFileId === undefined) {
        throw new ApiError('request.invalid', { sentence: 'There is nothing to send. Please write a message first.' });
      }
      const author = { id: userId, name: await nameOf(queries, userId) };
      const message = { candidateId: params.candidateId, text, author, requestId };
      const id = await postMessage(queries, bus, { ...message, ...(chatFileId && { fileId: chatFileId }) });
      return {
        message: await readMessage(queries, id, userId),
        changes: await readChanges(queries, userId, position),
      };
    }),
  );

  await withUploads(app, (scope) => {
    endpoints.register(scope, 'uploadChatFile', async ({ params, query, session, request }) => {
      const content = uploadOf(request);
      return within(session, WRITING, (queries) =>
        storeFile(queries, session.userId, params.candidateId, { fileName: query.fileName, content }),
      );
    });
  });

  endpoints.register(app, 'chatFile', async ({ params, session }) =>
    within(session, READING, (queries) => readFile(queries, session.userId, params.chatFileId)),
  );

  endpoints.register(app, 'unreadChatMessages', async ({ body, session }) => {
    requireOwn(session, body);
    return database.withScope(sessionScope(session), async (queries) => {
      await requirePermission(queries, session.userId, READING);
      return readUnreadChat(queries, body.candidateIds, body.lastCreatedDate);
    });
  });
}

async function nameOf(queries: Queries, userId: string): Promise<string> {
  const user = await queries
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['first_name', 'last_name'])
    .executeTakeFirstOrThrow();
  return `${user.first_name} ${user.last_name}`;
}
