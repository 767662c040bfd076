/**
 * The event bus over LISTEN/NOTIFY: no other service to run, and events arrive exactly when their rows are committed.
 * Every commit that notifies takes one lock of the whole cluster, so beyond a thousand writes a second Redis is faster.
 */
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import type { Queries } from '../../database';
import { Listeners, parseEvent, type EventBus, type EventBusLog, type Listener, type ServerEvent } from './eventBus';

const CHANNEL = 'vms_events';
const RECONNECT_MS = 1_000;

export class PostgresEventBus implements EventBus {
  private readonly listeners = new Listeners();
  private client: Client | undefined;
  private isListening = false;
  private reconnect: NodeJS.Timeout | undefined;
  private closed = false;

  /** `connection` opens a dedicated connection: a pooled one would stop listening when released. */
  constructor(private readonly connection: () => ClientConfig) {}

  get isThere(): boolean {
    return this.isListening;
  }

  async start(log: EventBusLog): Promise<void> {
    const client = new Client({ ...this.connection(), keepAlive: true });
    client.on('error', () => this.startAgain(client, log));
    client.on('end', () => this.startAgain(client, log));
    client.on('notification', ({ payload }) => this.handle(payload, log));
    this.client = client;
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    this.isListening = true;
    this.listeners.emit({ kind: 'resumed' });
  }

  /** Delivered by the database when the caller's transaction commits. */
  async publish(queries: Queries, event: ServerEvent): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(queries);
  }

  subscribe(listener: Listener): () => void {
    return this.listeners.add(listener);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.reconnect);
    await this.client?.end().catch(() => undefined);
  }

  private handle(payload: string | undefined, log: EventBusLog): void {
    const event = parseEvent(payload);
    if (event === undefined)
      log.warn(
        'an event of an unknown kind was ignored: normal while servers are upgraded, otherwise another client uses the channel',
      );
    else this.listeners.emit(event);
  }

  /** Events missed in the meantime are found by the periodic checks. */
  private startAgain(lost: Client, log: EventBusLog): void {
    if (this.closed || this.client !== lost) return;
    this.client = undefined;
    this.isListening = false;
    lost.end().catch(() => undefined);
    this.reconnect = setTimeout(() => {
      this.start(log).catch(() => this.client && this.startAgain(this.client, log));
    }, RECONNECT_MS);
  }
}
