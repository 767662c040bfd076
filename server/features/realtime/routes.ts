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
      const { numAffectedRows } = await sql`
        insert into websocket_tickets (ticket_hash, organization_id, session_id, expires_at)
        select ${hashSecret(ticket)}::bytea, ${session.organizationId}::uuid, ${session.sessionId}::uuid,
          now() + make_interval(secs => ${WEBSOCKET_TICKET_SECONDS})
        where (select count(*) from websocket_tickets t
          where t.session_id = ${session.sessionId}::uuid and t.expires_at > now()) < ${MAX_OPEN_TICKETS}`.execute(
        queries,
      );
      return numAffectedRows === 1n;
    });
    if (!issued) throw new ApiError('too.many.requests', { retryAfterSeconds: WEBSOCKET_TICKET_SECONDS });
    return { context: ticket };
  });
}
