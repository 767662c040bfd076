/** Upgrades HTTP requests to websockets: checks path, origin, one-time ticket and session. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { WEBSOCKET_FRAME_BYTES } from '../../../contract/base/limits';
import { SOCKET_PATH } from '../../../contract/notifications/realtime.endpoints';
import { hashSecret } from '../../base/keys';
import { type CurrentSession } from '../../platform/session';
import { consumeTicket } from './feedRows';
import type { SocketHub, SocketStart } from './socketHub';
import type { Database } from '../../database';
import type { FastifyBaseLogger } from 'fastify';
import type { AllowedOrigins } from '../../platform/http/origin';

interface UpgradeServices {
  readonly database: Database;
  readonly log: FastifyBaseLogger;
  readonly origins: AllowedOrigins;
}

type Refusal =
  | '400 Bad Request'
  | '401 Unauthorized'
  | '403 Forbidden'
  | '404 Not Found'
  | '429 Too Many Requests'
  | '503 Service Unavailable';

/** Upgrades requests with a valid ticket to sockets of the hub, and refuses others. */
export function acceptSockets(server: Server, services: UpgradeServices, hub: SocketHub): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: WEBSOCKET_FRAME_BYTES, perMessageDeflate: false });

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return decline(server, request, socket, head);
    // A peer that resets during the checks must not crash the process.
    socket.on('error', () => socket.destroy());
    void admit(request, services, hub)
      .catch((error: unknown): Refusal => {
        services.log.error({ err: error }, 'a websocket could not be accepted');
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
  readonly session: CurrentSession;
}

async function admit(request: IncomingMessage, services: UpgradeServices, hub: SocketHub): Promise<Admitted | Refusal> {
  if (hub.isClosing) return '503 Service Unavailable';
  const address = URL.canParse(request.url ?? '', 'http://server')
    ? new URL(request.url ?? '', 'http://server')
    : undefined;
  if (address?.pathname !== SOCKET_PATH) return '404 Not Found';
  const { origin, host } = request.headers;
  if (origin === undefined || !services.origins.allows(origin, host)) return '403 Forbidden';
  const ticket = address.searchParams.get('context');
  const since = address.searchParams.get('since');
  if (ticket === null || (since !== null && !/^\d{1,15}$/.test(since))) return '400 Bad Request';
  // One statement: thousands of pages may come back at the same time. The position is read before the socket opens, so
  // that later calls of the reader see at least this one.
  const admitted = await consumeTicket(services.database.queries, hashSecret(ticket));
  if (admitted === undefined) return '401 Unauthorized';
  const { last, keptAfter, ...session } = admitted;
  // The hub may have begun to close in the meantime, and would not close this socket any more.
  if (hub.isClosing) return '503 Service Unavailable';
  if (session.endReason !== null || session.state !== 'live') return '401 Unauthorized';
  if (!hub.accepts(session.userId)) return '429 Too Many Requests';
  return { session, last, keptAfter, since: since === null ? null : Number(since) };
}

function refuse(socket: Duplex, status: Refusal): void {
  const again = status.startsWith('503') ? 'retry-after: 1\r\n' : '';
  // A peer that keeps its side open would hold the connection, and with it a server that stops.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n${again}content-length: 0\r\n\r\n`);
}

/**
 * Answers a request for another protocol, such as `h2c` of HTTP/2, as an ordinary one (RFC 9110, 7.8). Node has read
 * only its headers and given the connection away, so the server gets both again, without the header that asks for it.
 */
function decline(
  server: Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
