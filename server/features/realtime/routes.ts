/** The endpoint that issues websocket tickets. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { WEBSOCKET_TICKET_SECONDS } from '../../../contract/base/limits';
import { ApiError } from '../../base/errors';
import { hashSecret, randomSecret } from '../../base/keys';
import { sessionScope } from '../../platform/session';
import type { RouteServices } from '../../platform/http/registry';

/** A page needs one, reconnecting tabs a few more. */
const MAX_OPEN_TICKETS = 20;

/** A ticket opens one socket, within `WEBSOCKET_TICKET_SECONDS`. Answers `too.many.requests` if 20 wait unused. */
export function websocketRoutes(app: FastifyInstance, { endpoints, database }: RouteServices): void {
  endpoints.register(app, 'serverReachable', async () => ({}));

  endpoints.register(app, 'websocketContext', async ({ session }) => {
    const ticket = randomSecret();
    const issued = await database.withScope(sessionScope(session), async (queries) => {
      const { open } = await queries
        .selectFrom('websocket_tickets')
        .where('session_id', '=', session.sessionId)
        .where('expires_at', '>', sql<Date>`now()`)
        .select(sql<number>`count(*)::integer`.as('open'))
        .executeTakeFirstOrThrow();
      if (open >= MAX_OPEN_TICKETS) return false;
      await queries
        .insertInto('websocket_tickets')
        .values({
          ticket_hash: hashSecret(ticket),
          organization_id: session.organizationId,
          session_id: session.sessionId,
          expires_at: sql<Date>`now() + make_interval(secs => ${WEBSOCKET_TICKET_SECONDS})`,
        })
        .execute();
      return true;
    });
    if (!issued) throw new ApiError('too.many.requests', { retryAfterSeconds: WEBSOCKET_TICKET_SECONDS });
    return { context: ticket };
  });
}
