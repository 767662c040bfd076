/** Endpoints of following and muting. */
import type { FastifyInstance } from 'fastify';
import type { RouteServices } from '../../platform/http/registry';
import { sessionScope } from '../../platform/session';
import { choiceOf, choicesOfNotification, setFollow } from './follows';

/** Each call concerns the caller alone. A record that they may not see gets the same answer as a missing one. */
export function followRoutes(app: FastifyInstance, { endpoints, database }: RouteServices): void {
  endpoints.register(app, 'followChoices', ({ body, session }) => {
    const caller = { ...sessionScope(session), userId: session.userId };
    return database.withScope(caller, async (queries) => ({
      choices:
        body.notificationId === undefined
          ? await choiceOf(queries, caller, body.subject ?? '')
          : await choicesOfNotification(queries, caller, body.notificationId),
    }));
  });

  endpoints.register(app, 'setFollow', async ({ body, session }) => {
    const caller = { ...sessionScope(session), userId: session.userId };
    await database.withScope(caller, (queries) => setFollow(queries, caller, body));
    return {};
  });
}
