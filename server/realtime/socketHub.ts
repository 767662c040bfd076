/** The open websockets of this node, by session. */
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import { CATCH_UP_MAX, SOCKET_CLOSE, type SessionEndReason } from '../../contract';
import { findSessions, sessionScope, type SessionStanding } from '../access/lookups';
import type { Services } from '../services';
import type { Resumed, ServerEvent } from './eventBus';
import { findChatItem } from './feedRows';
import { LiveSocket } from './liveSocket';
import { NotificationFeed } from './notificationFeed';

const MAX_PER_USER = 10;
const HEARTBEAT_MS = 25_000;
const PONG_WITHIN_MS = 10_000;
/** Finds ends that no event told of, within this time. */
const RECHECK_MS = 5_000;
/** An open shell is in use: its answers move the idle end of the session, and need not do so more often than this. */
const TOUCH_AFTER_MS = 60_000;
const MAX_MESSAGES_A_MINUTE = 60;
const POLICY_VIOLATION = 1008;

/** Where a socket begins in its reader's sequence. */
export interface SocketStart {
  /** The last event there is. */
  readonly last: number;
  /** The last event that is let go. */
  readonly keptAfter: number;
  /** The last event the reader has; null where they have not said. */
  readonly since: number | null;
}

export class SocketHub {
  private readonly bySession = new Map<string, Set<LiveSocket>>();
  private readonly perUser = new Map<string, number>();
  private readonly timers: NodeJS.Timeout[];
  private readonly unsubscribe: () => void;
  private readonly feed: NotificationFeed;
  private closing = false;

  constructor(private readonly services: Pick<Services, 'bus' | 'database' | 'log' | 'metrics' | 'sessions'>) {
    this.feed = new NotificationFeed(services.database, services.log);
    this.unsubscribe = services.bus.subscribe((event) => void this.hear(event));
    this.timers = [
      setInterval(() => void this.recheckAll(), RECHECK_MS),
      setInterval(() => this.heartbeat(), HEARTBEAT_MS),
      setInterval(() => this.all().forEach((socket) => (socket.messages = 0)), 60_000),
    ];
    for (const timer of this.timers) timer.unref();
  }

  get size(): number {
    let size = 0;
    for (const sockets of this.bySession.values()) size += sockets.size;
    return size;
  }

  hasRoomFor(userId: string): boolean {
    return !this.closing && (this.perUser.get(userId) ?? 0) < MAX_PER_USER;
  }

  add(webSocket: WebSocket, session: SessionStanding, start: SocketStart, wire: Writable): void {
    const { sent, reset } = beginning(start);
    const socket = new LiveSocket(webSocket, wire, session, sent);
    const ofSession = this.bySession.get(session.sessionId) ?? new Set();
    this.bySession.set(session.sessionId, ofSession.add(socket));
    this.perUser.set(session.userId, (this.perUser.get(session.userId) ?? 0) + 1);
    this.services.metrics.sockets.set(this.size);

    webSocket.on('pong', () => this.hearPong(socket));
    webSocket.on('message', () => this.countMessage(socket));
    // ws closes the socket after its own errors (an oversized frame, bad UTF-8); the listener keeps the process alive.
    webSocket.on('error', () => undefined);
    webSocket.on('close', () => this.remove(socket));
    // The session may have ended between the ticket and now, when no socket was listed yet.
    void this.recheck([session.sessionId]);
    if (sent === start.last) socket.tell({ topic: 'notifications', events: [], sequence: sent, reset });
    letGather(wire);
    this.feed.follow(socket);
  }

  /** Tells every client that the node goes; they come back by themselves. */
  async close(): Promise<void> {
    this.closing = true;
    this.feed.close();
    this.unsubscribe();
    this.timers.forEach(clearInterval);
    await Promise.all(this.all().map((socket) => socket.close(SOCKET_CLOSE.restarting)));
  }

  private async hear(event: ServerEvent | Resumed): Promise<void> {
    if (event.kind === 'session-ended') await this.recheck([event.sessionId]);
    else if (event.kind === 'told') this.feed.wake(event.userIds);
    else if (event.kind === 'chat') await this.passOn(event.messageId, event.userIds);
    else await this.recheckAll();
  }

  private async recheckAll(): Promise<void> {
    await Promise.all([this.recheck([...this.bySession.keys()]), this.feed.wakeBehind()]);
  }

  /** A message that gets lost here is found by asking for unread ones. */
  private async passOn(messageId: string, userIds: readonly string[]): Promise<void> {
    const listening = this.all().filter(({ userId }) => userIds.includes(userId));
    if (listening.length === 0) return;
    try {
      const item = await findChatItem(this.services.database.queries, messageId);
      if (item) for (const socket of listening) socket.tell({ topic: 'chat', item });
    } catch (error) {
      this.services.log.warn({ err: error }, 'a chat message could not be passed on');
    }
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
      socket.tell({ topic: 'logout', userId: socket.userId, tokenIdentifier: sessionId, reason });
      void socket.close(SOCKET_CLOSE.sessionEnded);
    }
  }

  private hearPong(socket: LiveSocket): void {
    clearTimeout(socket.pongDue);
    if (Date.now() - socket.touchedAt < TOUCH_AFTER_MS) return;
    socket.touchedAt = Date.now();
    const { database, sessions, log } = this.services;
    const { session } = socket;
    database
      .withScope(sessionScope(session), (queries) => sessions.touch(queries, session.sessionId))
      .catch((error: unknown) => log.warn({ err: error }, 'the idle end of a session could not be moved'));
  }

  private countMessage(socket: LiveSocket): void {
    socket.messages += 1;
    if (socket.messages === MAX_MESSAGES_A_MINUTE + 1) void socket.close(POLICY_VIOLATION);
  }

  private heartbeat(): void {
    for (const socket of this.all()) {
      clearTimeout(socket.pongDue);
      socket.pongDue = setTimeout(() => socket.webSocket.terminate(), PONG_WITHIN_MS);
      socket.pongDue.unref();
      socket.webSocket.ping();
      // A page does not hear pings: this tells it that its link is alive, though nothing happens.
      socket.tell({ topic: 'notifications', events: [], sequence: socket.sent, reset: false });
    }
  }

  private remove(socket: LiveSocket): void {
    const { sessionId, userId } = socket.session;
    clearTimeout(socket.pongDue);
    this.feed.leave(socket);
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

/**
 * What is said into silence goes out at once; what follows before it is acknowledged the kernel sends together. A page
 * shows what follows four times a second at most, and a flood costs half as much.
 */
function letGather(wire: Writable): void {
  if (wire instanceof Socket) wire.setNoDelay(false);
}

/** Too much to catch up with, some of it let go, or a place never reached: the reader takes the present state and goes on. */
function beginning({ last, keptAfter, since }: SocketStart): { sent: number; reset: boolean } {
  if (since === null) return { sent: last, reset: false };
  const reset = since > last || since < keptAfter || last - since > CATCH_UP_MAX;
  return { sent: reset ? last : since, reset };
}
