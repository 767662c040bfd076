/** From an HTTP upgrade to a live socket: right path, right origin, a ticket that was never used, a session that lives. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { SOCKET_PATH, WEBSOCKET_FRAME_BYTES } from '../../contract';
import { findSessions, takeTicket, type SessionStanding } from '../access/lookups';
import { hashSecret } from '../keys';
import type { Services } from '../services';
import { findPositions } from './feedRows';
import type { SocketHub, SocketStart } from './socketHub';

type Refusal =
  | '400 Bad Request'
  | '401 Unauthorized'
  | '403 Forbidden'
  | '404 Not Found'
  | '429 Too Many Requests'
  | '503 Service Unavailable';

export function acceptSockets(server: Server, services: Services, hub: SocketHub): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: WEBSOCKET_FRAME_BYTES, perMessageDeflate: false });

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A peer that resets while we look at its ticket must not bring the process down.
    socket.on('error', () => socket.destroy());
    void admit(request, services, hub)
      .catch((error: unknown): Refusal => {
        services.log.error({ err: error }, 'a socket could not be admitted');
        return '503 Service Unavailable';
      })
      .then((admitted) => {
        if (typeof admitted === 'string') refuse(socket, admitted);
        else
          sockets.handleUpgrade(request, socket, head, (webSocket) =>
            hub.add(webSocket, admitted.session, admitted, socket),
          );
      });
  });
}

interface Admitted extends SocketStart {
  readonly session: SessionStanding;
}

async function admit(request: IncomingMessage, services: Services, hub: SocketHub): Promise<Admitted | Refusal> {
  const address = URL.canParse(request.url ?? '', 'http://server')
    ? new URL(request.url ?? '', 'http://server')
    : undefined;
  if (address?.pathname !== SOCKET_PATH) return '404 Not Found';
  const { origin, host } = request.headers;
  if (origin === undefined || !services.origins.allows(origin, host)) return '403 Forbidden';
  const ticket = address.searchParams.get('context');
  const since = address.searchParams.get('since');
  if (ticket === null || (since !== null && !/^\d{1,15}$/.test(since))) return '400 Bad Request';
  const sessionId = await takeTicket(services.database.queries, hashSecret(ticket));
  const [session] = sessionId === undefined ? [] : await findSessions(services.database.queries, [sessionId]);
  if (session === undefined || session.endReason !== null || session.state !== 'live') return '401 Unauthorized';
  if (!hub.hasRoomFor(session.userId)) return '429 Too Many Requests';
  // Before the socket opens: what the reader asks for afterwards reaches at least as far.
  const positions = await findPositions(services.database.queries, [session.userId]);
  const { last, keptAfter } = positions.get(session.userId) ?? { last: 0, keptAfter: 0 };
  return { session, last, keptAfter, since: since === null ? null : Number(since) };
}

function refuse(socket: Duplex, status: Refusal): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
