/** Broadcasts and role updates, as their readers ask for them. */
import type { FastifyInstance } from 'fastify';
import { sessionScope, type SessionStanding } from '../access/lookups';
import { readBroadcastDocument, requirePdf } from '../broadcasts/documents';
import { accept, readPending } from '../broadcasts/pending';
import type { Queries } from '../database';
import { ApiError } from '../http/errors';
import { markRoleUpdateRead, readRoleUpdates } from '../roles/pendingUpdates';
import type { Services } from '../services';

export function broadcastRoutes(app: FastifyInstance, { endpoints, database, sessions }: Services): void {
  const inScope = <T>(session: SessionStanding, work: (queries: Queries) => Promise<T>): Promise<T> =>
    database.withScope(sessionScope(session), work);

  /** Somebody else's is as if it were not there. */
  function requireOwn(session: SessionStanding, named: { readonly userId: string; readonly organizationId?: string }) {
    const { userId, organizationId = session.organizationId } = named;
    if (userId !== session.userId || organizationId !== session.organizationId) throw new ApiError('not.found');
  }

  function answer(viewedAt: Date | undefined): { viewedAt: string } {
    if (viewedAt === undefined) throw new ApiError('not.found');
    return { viewedAt: viewedAt.toISOString() };
  }

  endpoints.register(app, 'fetchImmediateBroadcasts', async ({ body, session }) => {
    requireOwn(session, body);
    return { broadcasts: await inScope(session, (queries) => readPending(queries, session.sessionId)) };
  });

  endpoints.register(app, 'markBroadcastViewed', async ({ body, session }) => {
    requireOwn(session, body);
    const viewedAt = await inScope(session, async (queries) => {
      const waiting = await readPending(queries, session.sessionId);
      const at = await accept(queries, body, session.sessionId);
      // Here and not in the app alone: a page that is closed meanwhile changes nothing.
      const ends = waiting.some(({ entityId, forceLogout }) => entityId === body.entityId && forceLogout);
      if (at !== undefined && ends) await sessions.end(queries, session.sessionId, 'forced');
      return at;
    });
    return answer(viewedAt);
  });

  endpoints.register(app, 'previewBroadcastDocument', async ({ body, session }) =>
    requirePdf(await inScope(session, (queries) => readBroadcastDocument(queries, body, session.userId))),
  );

  endpoints.register(app, 'downloadBroadcastDocument', async ({ body, session }) =>
    inScope(session, (queries) => readBroadcastDocument(queries, body, session.userId)),
  );

  endpoints.register(app, 'fetchImmediateRoleUpdates', async ({ body, session }) => {
    requireOwn(session, body);
    return { roleUpdates: await inScope(session, (queries) => readRoleUpdates(queries, session.userId)) };
  });

  endpoints.register(app, 'markRoleUpdateRead', async ({ body, session }) => {
    requireOwn(session, body);
    return answer(await inScope(session, (queries) => markRoleUpdateRead(queries, session.userId, body.entityId)));
  });
}
