/** What people are told, what they have read of it, and what they want to be told. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { NOTIFICATION_CONFIGS } from '../../contract';
import { sessionScope, type SessionStanding } from '../access/lookups';
import { requirePermission } from '../access/permissions';
import { readBroadcastDocument } from '../broadcasts/documents';
import type { Queries } from '../database';
import { broadcastPaper } from '../documents/broadcast';
import { Drafting } from '../documents/drafting';
import { ApiError } from '../http/errors';
import { readUnreadChat } from '../notifications/chat';
import { readQuarters } from '../notifications/quarters';
import { readConfigs, readPreferences, savePreferences } from '../notifications/preferenceStore';
import { markRead, readCounts, readDocument, readSince, readTabs, search } from '../notifications/store';
import type { Services } from '../services';

export function notificationRoutes(app: FastifyInstance, services: Services): void {
  const { endpoints, database, keys, notifier } = services;
  const contextOf = (session: SessionStanding): string =>
    keys.mac('notification-context', session.userId).toString('base64url');
  const inScope = <T>(session: SessionStanding, work: (queries: Queries) => Promise<T>): Promise<T> =>
    database.withScope(sessionScope(session), work);

  /** Somebody else's is as if it were not there. */
  function requireOwn(session: SessionStanding, named: { readonly userId: string; readonly context?: string }): void {
    if (named.userId !== session.userId) throw new ApiError('not.found');
    if (named.context !== undefined && !isEqual(named.context, contextOf(session))) throw new ApiError('not.found');
  }

  endpoints.register(app, 'notificationContext', async ({ session }) => ({ context: contextOf(session) }));

  endpoints.register(app, 'notificationCounts', async ({ body, session }) => {
    requireOwn(session, body);
    return inScope(session, readCounts);
  });

  endpoints.register(app, 'notificationQuarters', async ({ body, session }) => {
    requireOwn(session, body);
    return inScope(session, (queries) => readQuarters(queries, body.hours));
  });

  endpoints.register(app, 'userNotifications', async ({ body, session }) => {
    requireOwn(session, body);
    return inScope(session, readTabs);
  });

  endpoints.register(app, 'searchUserNotifications', async ({ body, session }) => {
    requireOwn(session, body);
    return inScope(session, (queries) => search(queries, body));
  });

  endpoints.register(app, 'searchBroadcastNotifications', async ({ body, session }) => {
    requireOwn(session, body);
    return inScope(session, (queries) => search(queries, { ...body, categoryCode: 'BROADCAST' }));
  });

  endpoints.register(app, 'notificationsSince', async ({ params, session }) =>
    inScope(session, (queries) => readSince(queries, Number(params.sequence))),
  );

  const drafting = new Drafting();
  endpoints.register(app, 'notificationDocument', async ({ params, session }) => {
    const document = await inScope(session, async (queries) => {
      const named = await readDocument(queries, params.notificationId);
      return named?.broadcast ? readBroadcastDocument(queries, named.broadcast, session.userId) : named;
    });
    if (document === null) throw new ApiError('not.found');
    if ('content' in document) return document;
    return { fileName: document.name, content: await drafting.pdf(broadcastPaper(document)) };
  });

  endpoints.register(app, 'updateLastRead', async ({ body, session }) => {
    requireOwn(session, body);
    return inScope(session, async (queries) => {
      const { readAt, sequence, isNew } = await markRead(queries);
      if (isNew) await notifier.signal(queries, [session.userId]);
      return { notificationLastReadDate: readAt.toISOString(), sequence };
    });
  });

  endpoints.register(app, 'unreadChatMessages', async ({ body, session }) => {
    requireOwn(session, body);
    return inScope(session, async (queries) => {
      await requirePermission(queries, session.userId, ['MENU_CANDIDATE']);
      return readUnreadChat(queries, body.candidateIds, body.lastCreatedDate);
    });
  });

  endpoints.register(app, 'setPopupPreference', async ({ body, session }) => {
    await inScope(session, (queries) =>
      queries.updateTable('users').set({ show_popup: body.checked }).where('id', '=', session.userId).execute(),
    );
    return {};
  });

  endpoints.register(app, 'sendCompanyNotification', async ({ body, session }) => {
    await inScope(session, async (queries) => {
      await requirePermission(queries, session.userId, ['NOTIFICATIONS_ACTIVITY_SEND_COMPANY_NOTIFICATIONS']);
      const { organizationId: organization_id, userId: user_id, organizationType } = session;
      const first = await queries
        .insertInto('company_notifications')
        .values({ organization_id, user_id, request_id: body.requestId })
        .onConflict((conflict) => conflict.doNothing())
        .returning('request_id')
        .executeTakeFirst();
      if (first === undefined) return;
      const { subject, template: text } = body;
      await notifier.publish(queries, { kind: 'company', what: 'COMPANY', subject, text }, { organizationType });
    });
    return { message: 'companyNotificationSent' as const };
  });

  endpoints.register(app, 'notificationPreferences', async ({ params, session }) => {
    requireOwn(session, params);
    return inScope(session, (queries) => readPreferences(queries, session));
  });

  endpoints.register(app, 'notificationConfigs', async ({ params, session }) => {
    requireOwn(session, params);
    const configs = await inScope(session, (queries) => readConfigs(queries, session.organizationId));
    return NOTIFICATION_CONFIGS.map((label) => ({ label, value: configs.includes(label) }));
  });

  endpoints.register(app, 'saveNotificationPreferences', async ({ params, body, session }) => {
    requireOwn(session, params);
    await inScope(session, (queries) => savePreferences(queries, session, body.records));
    return { message: 'saveUserPreferences' as const };
  });
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
