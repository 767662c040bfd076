/** The open websockets of this node, by session. */
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { SessionEndReason } from '../../../contract/base/errors';
import { CATCH_UP_MAX } from '../../../contract/notifications/notification';
import { SOCKET_CLOSE, type EventsMessage } from '../../../contract/notifications/realtime.endpoints';
import { findEndedSessions } from '../../identity/sessions/lookups';
import { type CurrentSession } from '../../platform/session';
import type { Resumed, ServerEvent, EventBus } from '../../platform/eventBus/eventBus';
import { recordShownOnSockets } from '../notifications/shownBroadcasts';
import { ChatFeed } from './chatFeed';
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
/** A heartbeat has this many beats; each pings a part of the sockets, so that not all answer at the same time. */
const BEATS = 25;
const PONG_WITHIN_MS = 10_000;
/**
 * Ended sessions and missed events are found within this many beats, 5 s, even without a notification: each beat looks
 * at a part of the sockets.
 */
const RECHECK_BEATS = 5;
/** An open page counts as use: pongs extend the idle timeout, at most this often. */
const TOUCH_AFTER_MS = 60_000;
/** Of 1,000 pages fewer than 150 reconnect in any second; of a few, each within a second. */
const MS_PER_PAGE = 8;
const MIN_SPREAD_MS = 1_000;
const MAX_SPREAD_MS = 12_000;
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
  private readonly chat: ChatFeed;
  private closing = false;
  private beats = 0;
  private added = 0;
  private open = 0;
  /** Sockets by the beat that pings them. */
  private readonly ofBeat = Array.from({ length: BEATS }, () => new Set<LiveSocket>());
  /** Sessions in use since the last beat. */
  private used = new Set<string>();
  /** Sessions of sockets that were added since the last beat: they may have ended between the ticket and then. */
  private unchecked = new Set<string>();

  constructor(private readonly services: SocketServices) {
    const { database, log, bus } = services;
    this.feed = new NotificationFeed(database, log, (contentIds, userIds) => {
      recordShownOnSockets(bus, database.queries, contentIds, userIds).catch((error: unknown) =>
        log.warn({ err: error }, 'the readers who saw a broadcast could not be recorded'),
      );
    });
    this.chat = new ChatFeed(services.database, services.log);
    this.unsubscribe = services.bus.subscribe((event) => void this.handle(event));
    this.timers = [
      setInterval(() => this.beat(), HEARTBEAT_MS / BEATS),
      setInterval(() => this.all().forEach((socket) => (socket.messages = 0)), 60_000),
    ];
    for (const timer of this.timers) timer.unref();
  }

  /** Sockets of all users on this node. */
  get size(): number {
    return this.open;
  }

  get isClosing(): boolean {
    return this.closing;
  }

  /** Whether the user may open another socket. */
  accepts(userId: string): boolean {
    return (this.perUser.get(userId) ?? 0) < MAX_PER_USER;
  }

  /** Follows the feed for this socket from `start` on. */
  add(webSocket: WebSocket, session: CurrentSession, start: SocketStart, wire: Writable): void {
    const { sent, reset } = beginning(start);
    // The first socket is pinged after a whole heartbeat, each further one a beat earlier.
    const beat = (this.beats + BEATS - (this.added % BEATS)) % BEATS;
    this.added += 1;
    const socket = new LiveSocket(webSocket, wire, session, sent, beat);
    this.ofBeat[beat]?.add(socket);
    const ofSession = this.bySession.get(session.sessionId) ?? new Set();
    this.bySession.set(session.sessionId, ofSession.add(socket));
    this.perUser.set(session.userId, (this.perUser.get(session.userId) ?? 0) + 1);
    this.open += 1;
    this.services.metrics.sockets.set(this.size);

    webSocket.on('pong', () => this.handlePong(socket));
    webSocket.on('message', () => this.countMessage(socket));
    // ws closes the socket after its own errors (oversized frame, invalid UTF-8); without a listener they would end the
    // process.
    webSocket.on('error', () => undefined);
    webSocket.on('close', () => this.remove(socket));
    this.unchecked.add(session.sessionId);
    if (sent === start.last) socket.sendMessage(this.positionOf(sent, reset));
    combineFrames(wire);
    this.feed.follow(socket);
    this.chat.follow(socket);
  }

  /** Closes all sockets with 'restarting', spread over this time; clients reconnect to other nodes. */
  async close(withinMs = 0): Promise<void> {
    this.closing = true;
    const sockets = this.all();
    const begun = Date.now();
    const closed: Promise<void>[] = [];
    for (const [index, socket] of sockets.entries()) {
      const wait = begun + (index / sockets.length) * withinMs - Date.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      closed.push(socket.close(SOCKET_CLOSE.restarting));
    }
    this.feed.close();
    this.chat.close();
    this.unsubscribe();
    this.timers.forEach(clearInterval);
    await Promise.all(closed);
  }

  private async handle(event: ServerEvent | Resumed): Promise<void> {
    if (event.kind === 'session-ended') await this.recheck([event.sessionId]);
    else if (event.kind === 'notified') this.feed.wake(event.userIds);
    else if (event.kind === 'chat') this.chat.wake(event.userIds);
    else if (event.kind === 'records') this.notifyWatchers(event.recordIds, event.userIds);
    else await this.recheckAll();
  }

  /** If a message is lost, the page notices with its next regular reload. */
  private notifyWatchers(recordIds: readonly string[], userIds: readonly string[]): void {
    const users = new Set(userIds);
    for (const socket of this.all()) {
      if (users.has(socket.userId)) socket.sendMessage({ topic: 'records', recordIds: [...recordIds] });
    }
  }

  private async recheckAll(): Promise<void> {
    await Promise.all([this.recheckSome(this.all()), this.chat.wakeBehind()]);
  }

  private async recheckSome(sockets: Iterable<LiveSocket>): Promise<void> {
    const [sessions, users] = [this.unchecked, new Set<string>()];
    this.unchecked = new Set();
    for (const { session, userId } of sockets) {
      sessions.add(session.sessionId);
      users.add(userId);
    }
    await Promise.all([this.recheck([...sessions]), this.feed.wakeBehind([...users])]);
  }

  private async recheck(ids: readonly string[]): Promise<void> {
    const open = ids.filter((id) => this.bySession.has(id));
    if (open.length === 0) return;
    try {
      const ended = await findEndedSessions(this.services.database.queries, open);
      for (const [id, reason] of ended) this.endSession(id, reason);
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
    this.used.add(socket.session.sessionId);
  }

  private touchUsed(): void {
    if (this.used.size === 0) return;
    const ids = [...this.used];
    this.used = new Set();
    const { database, sessions, log } = this.services;
    sessions
      .touchAll(database.queries, ids)
      .catch((error: unknown) => log.warn({ err: error }, 'the idle timeout of sessions could not be extended'));
  }

  private countMessage(socket: LiveSocket): void {
    socket.messages += 1;
    if (socket.messages === MAX_MESSAGES_A_MINUTE + 1) void socket.close(POLICY_VIOLATION);
  }

  private beat(): void {
    this.touchUsed();
    this.beats += 1;
    for (const socket of this.ofBeat[this.beats % BEATS] ?? []) {
      clearTimeout(socket.pongDue);
      socket.pongDue = setTimeout(() => socket.webSocket.terminate(), PONG_WITHIN_MS);
      socket.pongDue.unref();
      // Both in one packet.
      socket.wire.cork();
      socket.webSocket.ping();
      // Pages cannot see pings; this message shows them that the link is alive.
      socket.sendMessage(this.positionOf(socket.sent, false));
      socket.wire.uncork();
    }
    void this.recheckPart(this.beats % RECHECK_BEATS);
  }

  private async recheckPart(part: number): Promise<void> {
    const sockets = this.ofBeat.flatMap((ofBeat, beat) => (beat % RECHECK_BEATS === part ? [...ofBeat] : []));
    await Promise.all([this.recheckSome(sockets), part === 0 && this.chat.wakeBehind()]);
  }

  private positionOf(sequence: number, reset: boolean): EventsMessage {
    const spreadMs = Math.round(Math.min(Math.max(this.size * MS_PER_PAGE, MIN_SPREAD_MS), MAX_SPREAD_MS));
    return { topic: 'notifications', events: [], sequence, reset, spreadMs };
  }

  private remove(socket: LiveSocket): void {
    const { sessionId, userId } = socket.session;
    clearTimeout(socket.pongDue);
    this.feed.leave(socket);
    this.chat.leave(socket);
    this.ofBeat[socket.beat]?.delete(socket);
    const ofSession = this.bySession.get(sessionId);
    if (!ofSession?.delete(socket)) return;
    this.open -= 1;
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
 * Nagle's algorithm: the first frame leaves immediately, further ones are combined until it is acknowledged. The page
 * shows at most four updates a second, and bursts cost half as much.
 */
function combineFrames(wire: Writable): void {
  if (wire instanceof Socket) wire.setNoDelay(false);
}

/**
 * `reset` if there are too many events to catch up, some were deleted, or the position is unknown: the reader then
 * loads the current state.
 */
function beginning({ last, keptAfter, since }: SocketStart): { sent: number; reset: boolean } {
  if (since === null) return { sent: last, reset: false };
  const reset = since > last || since < keptAfter || last - since > CATCH_UP_MAX;
  return { sent: reset ? last : since, reset };
}
