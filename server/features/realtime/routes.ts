/** The endpoint that issues websocket tickets. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { WEBSOCKET_TICKET_SECONDS } from '../../../contract/base/limits';
import { ApiError } from '../../base/errors';
import { hashSecret, randomSecret } from '../../base/keys';
import type { RouteServices } from '../../platform/http/registry';

/** A page needs one, reconnecting tabs a few more. */
const MAX_OPEN_TICKETS = 20;

/** A ticket opens one socket, within `WEBSOCKET_TICKET_SECONDS`. Answers `too.many.requests` if 20 wait unused. */
export function websocketRoutes(app: FastifyInstance, { endpoints, database }: RouteServices): void {
  endpoints.register(app, 'serverReachable', async () => ({}));

  endpoints.register(app, 'websocketContext', async ({ session }) => {
    const ticket = randomSecret();
    const { rows } = await sql<{ isIssued: boolean }>`
      select access_issue_ticket(${hashSecret(ticket)}, ${session.sessionId}::uuid, ${WEBSOCKET_TICKET_SECONDS},
        ${MAX_OPEN_TICKETS}) as "isIssued"`.execute(database.queries);
    if (rows[0]?.isIssued !== true)
      throw new ApiError('too.many.requests', { retryAfterSeconds: WEBSOCKET_TICKET_SECONDS });
    return { context: ticket };
  });
}
