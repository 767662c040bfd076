/**
 * Wakes all nodes when something happened. Events carry ids only and receivers read the rows, so a lost event delays
 * and a forged one does nothing. Implemented with LISTEN/NOTIFY: no other service to run, and events arrive exactly
 * when their rows are committed.
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import type { Queries } from '../database';

export type ServerEvent =
  | { readonly kind: 'session-ended'; readonly sessionId: string }
  /** These users have new notifications, or have read theirs. */
  | { readonly kind: 'notified'; readonly userIds: readonly string[] }
  | { readonly kind: 'chat'; readonly messageId: string; readonly userIds: readonly string[] };

/** The connection was restored: events may have been missed, so check the rows. */
export interface Resumed {
  readonly kind: 'resumed';
}

export interface EventBus {
  /** Received by all nodes when the transaction of `queries` commits, and not at all when it rolls back. */
  publish(queries: Queries, event: ServerEvent): Promise<void>;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (event: ServerEvent | Resumed) => void): () => void;
  close(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** Validates a payload: any client of the database can notify this channel. Undefined for anything unknown. */
export function parseEvent(payload: string | undefined): ServerEvent | undefined {
  try {
    const { kind, sessionId, messageId, userIds } = JSON.parse(payload ?? '') as Record<string, unknown>;
    if (kind === 'session-ended') return isId(sessionId) ? { kind, sessionId } : undefined;
    if (!Array.isArray(userIds) || !userIds.every(isId)) return undefined;
    if (kind === 'notified') return { kind, userIds };
    return kind === 'chat' && isId(messageId) ? { kind, messageId, userIds } : undefined;
  } catch {
    return undefined;
  }
}

const CHANNEL = 'vms_events';
const RECONNECT_MS = 1_000;

export type EventBusLog = Pick<FastifyBaseLogger, 'warn'>;

export class PostgresEventBus implements EventBus {
  private readonly listeners = new Set<(event: ServerEvent | Resumed) => void>();
  private client: Client | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  private closed = false;

  /** `connection` opens a dedicated connection: a pooled one would stop listening when released. */
  constructor(private readonly connection: () => ClientConfig) {}

  /** Listens, and reconnects by itself from then on. Rejects if the first connection fails. */
  async start(log: EventBusLog): Promise<void> {
    const client = new Client({ ...this.connection(), keepAlive: true });
    client.on('error', () => this.startAgain(client, log));
    client.on('end', () => this.startAgain(client, log));
    client.on('notification', ({ payload }) => this.handle(payload, log));
    this.client = client;
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    this.emit({ kind: 'resumed' });
  }

  /** Delivered when the caller's transaction commits. */
  async publish(queries: Queries, event: ServerEvent): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(queries);
  }

  /** Returns the function that unsubscribes. After a lost connection `resumed` stands for the events missed. */
  subscribe(listener: (event: ServerEvent | Resumed) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Stops listening for good. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.reconnect);
    await this.client?.end().catch(() => undefined);
  }

  private handle(payload: string | undefined, log: EventBusLog): void {
    const event = parseEvent(payload);
    if (event === undefined) {
      log.warn('an unknown event was dropped');
      return;
    }
    this.emit(event);
  }

  private emit(event: ServerEvent | Resumed): void {
    for (const listener of this.listeners) listener(event);
  }

  /** Events missed meanwhile are found by the periodic checks. */
  private startAgain(lost: Client, log: EventBusLog): void {
    if (this.closed || this.client !== lost) return;
    this.client = undefined;
    lost.end().catch(() => undefined);
    this.reconnect = setTimeout(() => {
      this.start(log).catch(() => this.client && this.startAgain(this.client, log));
    }, RECONNECT_MS);
  }
}
