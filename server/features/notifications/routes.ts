/** Endpoints of notifications and preferences. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { NOTIFICATION_CONFIGS } from '../../../contract/notifications/kinds';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import { requirePermission } from '../../identity/permissions';
import { requireOwn, sessionScope, type CurrentSession } from '../../platform/session';
import { dismissAway, readAway } from './away';
import { bindDeviceToSession } from './channels/channelStore';
import type { PushCookie } from './channels/pushCookie';
import { countByRecord, countCompanyReach, readQuarters } from './counts';
import { readConfigs, readPreferences, savePreferences } from './preferenceStore';
import { changeStates, dismissToasts, markTabSeen } from './states';
import { markRead, readCounts, readSince, readTabs, search } from './store';
import { findNotifications } from './find';
import type { Keys } from '../../base/keys';
import type { Notifier } from './notifier';
import type { Audit } from '../../platform/audit';
import type { RouteServices } from '../../platform/http/registry';

interface NotificationRouteServices extends RouteServices {
  readonly keys: Keys;
  readonly notifier: Notifier;
  readonly audit: Audit;
  readonly pushCookie: PushCookie;
}

/** Each answers only for the caller: `not.found` if the call names another user, organization or context. */
export function notificationRoutes(app: FastifyInstance, services: NotificationRouteServices): void {
  const { endpoints, database, keys, notifier, audit, pushCookie } = services;
  const contextOf = (session: CurrentSession): string =>
    keys.mac('notification-context', session.userId).toString('base64url');
  const inScope = <T>(session: CurrentSession, work: (queries: Queries) => Promise<T>): Promise<T> =>
    database.withScope(sessionScope(session), work);

  /** Also checks the notification context that the app was given. */
  function requireOwnContext(
    session: CurrentSession,
    named: { readonly userId: string; readonly context?: string },
  ): void {
    requireOwn(session, named);
    if (named.context !== undefined && !isEqual(named.context, contextOf(session))) throw new ApiError('not.found');
  }

  endpoints.register(app, 'notificationContext', async ({ session, request }) => {
    const deviceId = pushCookie.read(request);
    if (deviceId !== undefined) await inScope(session, (queries) => bindDeviceToSession(queries, session, deviceId));
    return { context: contextOf(session) };
  });

  endpoints.register(app, 'notificationCounts', async ({ body, session }) => {
    requireOwnContext(session, body);
    return inScope(session, readCounts);
  });

  endpoints.register(app, 'notificationQuarters', async ({ body, session }) => {
    requireOwnContext(session, body);
    return inScope(session, (queries) => readQuarters(queries, body.hours));
  });

  endpoints.register(app, 'userNotifications', async ({ body, session }) => {
    requireOwnContext(session, body);
    return inScope(session, readTabs);
  });

  endpoints.register(app, 'searchUserNotifications', async ({ body, session }) => {
    requireOwnContext(session, body);
    return inScope(session, (queries) => search(queries, body));
  });

  endpoints.register(app, 'searchBroadcastNotifications', async ({ body, session }) => {
    requireOwnContext(session, body);
    return inScope(session, (queries) => search(queries, { ...body, categoryCode: 'BROADCAST' }));
  });

  endpoints.register(app, 'countByRecord', async ({ body, session }) => {
    requireOwn(session, body);
    return inScope(session, (queries) => countByRecord(queries, body));
  });

  endpoints.register(app, 'findNotifications', async ({ body, session }) => {
    requireOwn(session, body);
    return inScope(session, (queries) => findNotifications(queries, sessionScope(session), body));
  });

  endpoints.register(app, 'whileAway', async ({ session }) => inScope(session, readAway));

  endpoints.register(app, 'dismissAway', async ({ body, session }) => {
    await inScope(session, (queries) => dismissAway(queries, session.userId, body.until));
    return {};
  });

  endpoints.register(app, 'notificationsSince', async ({ params, session }) =>
    inScope(session, (queries) => readSince(queries, Number(params.sequence))),
  );

  endpoints.register(app, 'updateLastRead', async ({ body, session }) => {
    requireOwnContext(session, body);
    return inScope(session, async (queries) => {
      const { readAt, sequence, isNew } = await markRead(queries);
      if (isNew) await notifier.signal(queries, [session.userId]);
      return { notificationLastReadDate: readAt.toISOString(), sequence };
    });
  });

  endpoints.register(app, 'changeNotifications', async ({ body, session }) => {
    requireOwnContext(session, body);
    return inScope(session, async (queries) => {
      const events = await changeStates(queries, body.changes);
      if (events.length > 0) await notifier.signal(queries, [session.userId]);
      return { events };
    });
  });

  endpoints.register(app, 'dismissToasts', async ({ body, session }) => {
    requireOwnContext(session, body);
    return inScope(session, async (queries) => {
      const { isChanged, more } = await dismissToasts(queries, body.upTo);
      if (isChanged) await notifier.signal(queries, [session.userId]);
      return { more };
    });
  });

  endpoints.register(app, 'markTabSeen', async ({ body, session }) => {
    requireOwnContext(session, body);
    return inScope(session, async (queries) => {
      const events = await markTabSeen(queries, body.categoryCode);
      if (events.length > 0) await notifier.signal(queries, [session.userId]);
      return { events };
    });
  });

  endpoints.register(app, 'setPopupPreference', async ({ body, session }) => {
    await inScope(session, (queries) =>
      queries.updateTable('users').set({ show_popup: body.checked }).where('id', '=', session.userId).execute(),
    );
    return {};
  });

  endpoints.register(app, 'companyNotificationReach', async ({ session }) =>
    inScope(session, async (queries) => {
      await requirePermission(queries, session.userId, ['NOTIFICATIONS_ACTIVITY_SEND_COMPANY_NOTIFICATIONS']);
      return { people: await countCompanyReach(queries, session) };
    }),
  );

  endpoints.register(app, 'sendCompanyNotification', async ({ body, session, client }) => {
    await inScope(session, async (queries) => {
      await requirePermission(queries, session.userId, ['NOTIFICATIONS_ACTIVITY_SEND_COMPANY_NOTIFICATIONS']);
      const { organizationId: organization_id, userId: user_id, organizationType } = session;
      const { requestId: request_id, subject, template: text } = body;
      const digest = createHash('sha256')
        .update(JSON.stringify([subject, text]))
        .digest();
      const first = await queries
        .insertInto('company_notifications')
        .values({ organization_id, user_id, request_id, digest })
        .onConflict((conflict) => conflict.doNothing())
        .returning('request_id')
        .executeTakeFirst();
      if (first === undefined) return requireSame(queries, request_id, digest);
      await notifier.publish(queries, { kind: 'company', what: 'COMPANY', subject, text }, { organizationType });
      await audit.record(queries, {
        event: 'company_notification_sent',
        outcome: 'ok',
        organizationId: organization_id,
        userId: user_id,
        sessionId: session.sessionId,
        details: { after: { subject, text } },
        client,
      });
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

/** A repeated request sends nothing again. Throws ApiError (`conflict`) if it has another text now. */
async function requireSame(queries: Queries, requestId: string, digest: Buffer): Promise<void> {
  const before = await queries
    .selectFrom('company_notifications')
    .where('request_id', '=', requestId)
    .select('digest')
    .executeTakeFirst();
  if (before?.digest?.equals(digest) === false) {
    throw new ApiError('conflict', {
      sentence:
        'This notification was already sent, with an earlier text. Please close this, and send your correction as a new notification.',
    });
  }
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
