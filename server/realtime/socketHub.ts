/** The open websockets of this node, by session. */
import { WebSocket } from 'ws';
import { SOCKET_CLOSE, type SessionEndReason, type SocketMessage } from '../../contract';
import { findSessions, type SessionStanding } from '../access/lookups';
import type { Services } from '../services';

const MAX_PER_USER = 10;
const HEARTBEAT_MS = 25_000;
const PONG_WITHIN_MS = 10_000;
/** Finds ends that no event told of, within this time. */
const RECHECK_MS = 5_000;
const MAX_BUFFERED_BYTES = 1024 * 1024;
const MAX_MESSAGES_A_MINUTE = 60;
const CLOSE_WITHIN_MS = 2_000;
const POLICY_VIOLATION = 1008;

interface LiveSocket {
  readonly webSocket: WebSocket;
  readonly session: SessionStanding;
  messages: number;
  pongDue: NodeJS.Timeout | undefined;
}

export class SocketHub {
  private readonly bySession = new Map<string, Set<LiveSocket>>();
  private readonly perUser = new Map<string, number>();
  private readonly timers: NodeJS.Timeout[];
  private readonly unsubscribe: () => void;
  private closing = false;

  constructor(private readonly services: Pick<Services, 'bus' | 'database' | 'log' | 'metrics'>) {
    this.unsubscribe = services.bus.subscribe(({ sessionId }) => void this.recheck([sessionId]));
    this.timers = [
      setInterval(() => void this.recheck([...this.bySession.keys()]), RECHECK_MS),
      setInterval(() => this.heartbeat(), HEARTBEAT_MS),
      setInterval(() => this.all().forEach((socket) => (socket.messages = 0)), 60_000),
    ];
    for (const timer of this.timers) timer.unref();
  }

  get size(): number {
    return this.all().length;
  }

  hasRoomFor(userId: string): boolean {
    return !this.closing && (this.perUser.get(userId) ?? 0) < MAX_PER_USER;
  }

  add(webSocket: WebSocket, session: SessionStanding): void {
    const socket: LiveSocket = { webSocket, session, messages: 0, pongDue: undefined };
    const ofSession = this.bySession.get(session.sessionId) ?? new Set();
    this.bySession.set(session.sessionId, ofSession.add(socket));
    this.perUser.set(session.userId, (this.perUser.get(session.userId) ?? 0) + 1);
    this.services.metrics.sockets.set(this.size);

    webSocket.on('pong', () => clearTimeout(socket.pongDue));
    webSocket.on('message', () => this.countMessage(socket));
    // ws closes the socket after its own errors (an oversized frame, bad UTF-8); the listener keeps the process alive.
    webSocket.on('error', () => undefined);
    webSocket.on('close', () => this.remove(socket));
    // The session may have ended between the ticket and now, when no socket was listed yet.
    void this.recheck([session.sessionId]);
  }

  /** Tells every client that the node goes; they come back by themselves. */
  async close(): Promise<void> {
    this.closing = true;
    this.unsubscribe();
    this.timers.forEach(clearInterval);
    await Promise.all(this.all().map((socket) => closeSocket(socket.webSocket, SOCKET_CLOSE.restarting)));
  }

  private async recheck(ids: readonly string[]): Promise<void> {
    const open = ids.filter((id) => this.bySession.has(id));
    if (open.length === 0) return;
    try {
      const found = new Map((await findSessions(this.services.database.queries, open)).map((s) => [s.sessionId, s]));
      for (const id of open) {
        const session = found.get(id);
        const reason = session === undefined ? 'expired' : session.endReason;
        if (reason !== null) this.endSession(id, reason);
      }
    } catch (error) {
      // No word from the database is no reason to throw anybody out.
      this.services.log.warn({ err: error }, 'the sessions of open sockets could not be checked');
    }
  }

  private endSession(sessionId: string, reason: SessionEndReason): void {
    for (const socket of this.bySession.get(sessionId) ?? []) {
      this.send(socket, { topic: 'logout', userId: socket.session.userId, tokenIdentifier: sessionId, reason });
      void closeSocket(socket.webSocket, SOCKET_CLOSE.sessionEnded);
    }
  }

  private send({ webSocket }: LiveSocket, message: SocketMessage): void {
    if (webSocket.readyState !== WebSocket.OPEN) return;
    if (webSocket.bufferedAmount > MAX_BUFFERED_BYTES) void closeSocket(webSocket, SOCKET_CLOSE.slowConsumer);
    else webSocket.send(JSON.stringify(message));
  }

  private countMessage(socket: LiveSocket): void {
    socket.messages += 1;
    if (socket.messages === MAX_MESSAGES_A_MINUTE + 1) void closeSocket(socket.webSocket, POLICY_VIOLATION);
  }

  private heartbeat(): void {
    for (const socket of this.all()) {
      clearTimeout(socket.pongDue);
      socket.pongDue = setTimeout(() => socket.webSocket.terminate(), PONG_WITHIN_MS);
      socket.pongDue.unref();
      socket.webSocket.ping();
    }
  }

  private remove(socket: LiveSocket): void {
    const { sessionId, userId } = socket.session;
    clearTimeout(socket.pongDue);
    const ofSession = this.bySession.get(sessionId);
    if (!ofSession?.delete(socket)) return;
    if (ofSession.size === 0) this.bySession.delete(sessionId);
    const left = (this.perUser.get(userId) ?? 1) - 1;
    if (left === 0) this.perUser.delete(userId);
    else this.perUser.set(userId, left);
    this.services.metrics.sockets.set(this.size);
  }

  private all(): LiveSocket[] {
    return [...this.bySession.values()].flatMap((sockets) => [...sockets]);
  }
}

/** A peer that does not answer the close is cut off. */
function closeSocket(webSocket: WebSocket, code: number): Promise<void> {
  if (webSocket.readyState === WebSocket.CLOSED) return Promise.resolve();
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => webSocket.terminate(), CLOSE_WITHIN_MS);
    webSocket.once('close', () => {
      clearTimeout(cutOff);
      resolve();
    });
    webSocket.close(code);
  });
}
