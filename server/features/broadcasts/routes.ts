/** Endpoints for the recipients of broadcasts. */
import type { FastifyInstance } from 'fastify';
import { requireOwn, sessionScope, type CurrentSession } from '../../platform/session';
import { RenderQueue } from '../../platform/pdf/renderQueue';
import { readBroadcastDocument, requirePdf } from './documents';
import { broadcastPdf, readNotificationDocument } from './pdf';
import { acceptBroadcast, readPending } from './pending';
import { recordShown, notifySenders } from '../notifications/shownBroadcasts';
import { dismissToastsOf } from '../notifications/states';
import type { Notifier } from '../notifications/notifier';
import type { Queries } from '../../database';
import type { EventBus } from '../../platform/eventBus/eventBus';
import { ApiError } from '../../base/errors';
import type { Sessions } from '../../identity/sessions/sessions';
import type { RouteServices } from '../../platform/http/registry';
import { untilGone } from '../../platform/http/replies';

interface BroadcastRouteServices extends RouteServices {
  readonly notifier: Pick<Notifier, 'signal'>;
  readonly sessions: Sessions;
  readonly bus: Pick<EventBus, 'publish'>;
}

/** For recipients; documents also for senders of the same organization. Everyone else gets `not.found`. */
export function broadcastRoutes(
  app: FastifyInstance,
  { endpoints, database, notifier, sessions, bus }: BroadcastRouteServices,
): void {
  const inScope = <T>(session: CurrentSession, work: (queries: Queries) => Promise<T>): Promise<T> =>
    database.withScope(sessionScope(session), work);

  function answer(viewedAt: Date | undefined): { viewedAt: string } {
    if (viewedAt === undefined) throw new ApiError('not.found');
    return { viewedAt: viewedAt.toISOString() };
  }

  endpoints.register(app, 'fetchImmediateBroadcasts', async ({ body, session }) => {
    requireOwn(session, body);
    const broadcasts = await inScope(session, async (queries) => {
      const waiting = await readPending(queries, session.sessionId);
      await recordShown(
        bus,
        queries,
        waiting.map(({ entityId }) => entityId),
      );
      return waiting;
    });
    return { broadcasts };
  });

  endpoints.register(app, 'markBroadcastViewed', async ({ body, session }) => {
    requireOwn(session, body);
    const viewedAt = await inScope(session, async (queries) => {
      const waiting = await readPending(queries, session.sessionId);
      const at = await acceptBroadcast(queries, body, session.sessionId);
      // On the server, not only in the app: closing the page must not prevent it.
      const ends = waiting.some(({ entityId, forceLogout }) => entityId === body.entityId && forceLogout);
      // An accepted broadcast no longer needs a toast.
      if (await dismissToastsOf(queries, body.entityId)) await notifier.signal(queries, [session.userId]);
      if (at !== undefined) await notifySenders(bus, queries, [body.entityId]);
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

  const documents = new RenderQueue();
  endpoints.register(app, 'notificationDocument', async ({ params, session, reply }) => {
    const document = await inScope(session, async (queries) => {
      const named = await readNotificationDocument(queries, params.notificationId);
      return named?.broadcast ? readBroadcastDocument(queries, named.broadcast, session.userId) : named;
    });
    if (document === null) throw new ApiError('not.found');
    if ('content' in document) return document;
    return { fileName: document.name, content: await documents.render(broadcastPdf(document), untilGone(reply)) };
  });
}
