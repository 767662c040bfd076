/** LISTEN/NOTIFY as the bus: no further service to run, and an event becomes audible exactly when its rows do. */
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Queries } from '../database';
import type { EventBus, Resumed, ServerEvent } from './eventBus';
import { parseEvent } from './parseEvent';

const CHANNEL = 'vms_events';
const RECONNECT_MS = 1_000;

export type EventBusLog = Pick<FastifyBaseLogger, 'warn'>;

export class PostgresEventBus implements EventBus {
  private readonly listeners = new Set<(event: ServerEvent | Resumed) => void>();
  private client: Client | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  private closed = false;

  /** `connection` is for a connection of its own: a pooled one would stop listening when it is handed back. */
  constructor(private readonly connection: () => ClientConfig) {}

  async start(log: EventBusLog): Promise<void> {
    const client = new Client({ ...this.connection(), keepAlive: true });
    client.on('error', () => this.startAgain(client, log));
    client.on('end', () => this.startAgain(client, log));
    client.on('notification', ({ payload }) => this.hear(payload, log));
    this.client = client;
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    this.tellAll({ kind: 'resumed' });
  }

  async publish(queries: Queries, event: ServerEvent): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(queries);
  }

  subscribe(listener: (event: ServerEvent | Resumed) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.reconnect);
    await this.client?.end().catch(() => undefined);
  }

  private hear(payload: string | undefined, log: EventBusLog): void {
    const event = parseEvent(payload);
    if (event === undefined) {
      log.warn('an event that nobody understands was dropped');
      return;
    }
    this.tellAll(event);
  }

  private tellAll(event: ServerEvent | Resumed): void {
    for (const listener of this.listeners) listener(event);
  }

  /** What is missed meanwhile is found by those who look at the rows from time to time. */
  private startAgain(lost: Client, log: EventBusLog): void {
    if (this.closed || this.client !== lost) return;
    this.client = undefined;
    lost.end().catch(() => undefined);
    this.reconnect = setTimeout(() => {
      this.start(log).catch(() => this.client && this.startAgain(this.client, log));
    }, RECONNECT_MS);
  }
}
