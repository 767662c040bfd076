/** The open websockets of this node, by session. */
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { SessionEndReason } from '../../../contract/base/errors';
import { CATCH_UP_MAX } from '../../../contract/notifications/notification';
import { SOCKET_CLOSE } from '../../../contract/notifications/realtime.endpoints';
import { findSessions } from '../../identity/sessions/lookups';
import { sessionScope, type CurrentSession } from '../../platform/session';
import type { Resumed, ServerEvent, EventBus } from '../../platform/eventBus';
import { findChatItem } from './feedRows';
import { LiveSocket } from './liveSocket';
import { NotificationFeed } from './notificationFeed';
import type { Database } from '../../database';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../../platform/http/metrics';
import type { Sessions } from '../../identity/sessions/sessions';

export interface SocketServices {
  readonly bus: EventBus;
  readonly database: Database;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly sessions: Sessions;
}

const MAX_PER_USER = 10;
const HEARTBEAT_MS = 25_000;
const PONG_WITHIN_MS = 10_000;
/** Finds ended sessions within this time even if the event was lost. */
const RECHECK_MS = 5_000;
/** An open page counts as use: pongs extend the idle timeout, at most this often. */
const TOUCH_AFTER_MS = 60_000;
const MAX_MESSAGES_A_MINUTE = 60;
const POLICY_VIOLATION = 1008;

/** Where a socket starts in its reader's sequence. */
export interface SocketStart {
  /** The newest event. */
  readonly last: number;
  /** Events up to this one were deleted. */
  readonly keptAfter: number;
  /** The reader's last event; null if not stated. */
  readonly since: number | null;
}

export class SocketHub {
  private readonly bySession = new Map<string, Set<LiveSocket>>();
  private readonly perUser = new Map<string, number>();
  private readonly timers: NodeJS.Timeout[];
  private readonly unsubscribe: () => void;
  private readonly feed: NotificationFeed;
  private closing = false;

  constructor(private readonly services: SocketServices) {
    this.feed = new NotificationFeed(services.database, services.log);
    this.unsubscribe = services.bus.subscribe((event) => void this.handle(event));
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

  /** Whether the user may open another socket. */
  accepts(userId: string): boolean {
    return !this.closing && (this.perUser.get(userId) ?? 0) < MAX_PER_USER;
  }

  /** Follows the feed for this socket from `start` on. */
  add(webSocket: WebSocket, session: CurrentSession, start: SocketStart, wire: Writable): void {
    const { sent, reset } = beginning(start);
    const socket = new LiveSocket(webSocket, wire, session, sent);
    const ofSession = this.bySession.get(session.sessionId) ?? new Set();
    this.bySession.set(session.sessionId, ofSession.add(socket));
    this.perUser.set(session.userId, (this.perUser.get(session.userId) ?? 0) + 1);
    this.services.metrics.sockets.set(this.size);

    webSocket.on('pong', () => this.handlePong(socket));
    webSocket.on('message', () => this.countMessage(socket));
    // ws closes the socket after its own errors (oversized frame, invalid UTF-8); without a listener they would end the
    // process.
    webSocket.on('error', () => undefined);
    webSocket.on('close', () => this.remove(socket));
    // The session may have ended between the ticket and now.
    void this.recheck([session.sessionId]);
    if (sent === start.last) socket.sendMessage({ topic: 'notifications', events: [], sequence: sent, reset });
    combineFrames(wire);
    this.feed.follow(socket);
  }

  /** Closes all sockets with 'restarting'; clients reconnect. */
  async close(): Promise<void> {
    this.closing = true;
    this.feed.close();
    this.unsubscribe();
    this.timers.forEach(clearInterval);
    await Promise.all(this.all().map((socket) => socket.close(SOCKET_CLOSE.restarting)));
  }

  private async handle(event: ServerEvent | Resumed): Promise<void> {
    if (event.kind === 'session-ended') await this.recheck([event.sessionId]);
    else if (event.kind === 'notified') this.feed.wake(event.userIds);
    else if (event.kind === 'chat') await this.forwardChat(event.messageId, event.userIds);
    else await this.recheckAll();
  }

  private async recheckAll(): Promise<void> {
    await Promise.all([this.recheck([...this.bySession.keys()]), this.feed.wakeBehind()]);
  }

  /** A lost message is found later by asking for unread ones. */
  private async forwardChat(messageId: string, userIds: readonly string[]): Promise<void> {
    const listening = this.all().filter(({ userId }) => userIds.includes(userId));
    if (listening.length === 0) return;
    try {
      const item = await findChatItem(this.services.database.queries, messageId);
      if (item) for (const socket of listening) socket.sendMessage({ topic: 'chat', item });
    } catch (error) {
      this.services.log.warn({ err: error }, 'a chat message could not be sent');
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
      // An unavailable database must not sign anyone out.
      this.services.log.warn({ err: error }, 'the sessions of open sockets could not be checked');
    }
  }

  private endSession(sessionId: string, reason: SessionEndReason): void {
    for (const socket of this.bySession.get(sessionId) ?? []) {
      socket.sendMessage({ topic: 'logout', userId: socket.userId, tokenIdentifier: sessionId, reason });
      void socket.close(SOCKET_CLOSE.sessionEnded);
    }
  }

  private handlePong(socket: LiveSocket): void {
    clearTimeout(socket.pongDue);
    if (Date.now() - socket.touchedAt < TOUCH_AFTER_MS) return;
    socket.touchedAt = Date.now();
    const { database, sessions, log } = this.services;
    const { session } = socket;
    database
      .withScope(sessionScope(session), (queries) => sessions.touch(queries, session.sessionId))
      .catch((error: unknown) => log.warn({ err: error }, 'the idle timeout of a session could not be extended'));
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
      // A page cannot see pings; this shows it that the link is alive.
      socket.sendMessage({ topic: 'notifications', events: [], sequence: socket.sent, reset: false });
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
 * Nagle's algorithm: the first frame leaves at once, further ones are combined until it is acknowledged. The page shows
 * at most four updates a second, and bursts cost half as much.
 */
function combineFrames(wire: Writable): void {
  if (wire instanceof Socket) wire.setNoDelay(false);
}

/**
 * `reset` when there is too much to catch up, some of it was deleted, or the position is unknown: the reader then loads
 * the current state.
 */
function beginning({ last, keptAfter, since }: SocketStart): { sent: number; reset: boolean } {
  if (since === null) return { sent: last, reset: false };
  const reset = since > last || since < keptAfter || last - since > CATCH_UP_MAX;
  return { sent: reset ? last : since, reset };
}
