/**
 * The event bus over LISTEN/NOTIFY: no other service to run, and events arrive exactly when their rows are committed.
 * Every commit that notifies takes one lock of the whole cluster, so beyond a thousand writes a second Redis is faster.
 */
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import type { Queries } from '../../database';
import { Listeners, parseEvent, type EventBus, type EventBusLog, type Listener, type ServerEvent } from './eventBus';
import { reasonOf } from '../../base/errors';

const CHANNEL = 'vms_events';
const RECONNECT_MS = 1_000;

interface Timing {
  /** How often the connection is tried: of a host that has vanished nothing else arrives, not even an end. */
  readonly lookEveryMs: number;
  /** A database that takes longer counts as lost. */
  readonly answerWithinMs: number;
}
const TIMING: Timing = { lookEveryMs: 3_000, answerWithinMs: 5_000 };

export class PostgresEventBus implements EventBus {
  private readonly listeners = new Listeners();
  private client: Client | undefined;
  private isListening = false;
  /** Until the next look, or the next attempt to connect. */
  private timer: NodeJS.Timeout | undefined;
  /** When the connection was lost; undefined while there is one. */
  private awaySince: number | undefined;
  private closed = false;

  /** `connection` opens a dedicated connection: a pooled one would stop listening when released. */
  constructor(
    private readonly connection: () => ClientConfig,
    private readonly timing = TIMING,
  ) {}

  get isThere(): boolean {
    return this.isListening;
  }

  async start(log: EventBusLog): Promise<void> {
    const { answerWithinMs } = this.timing;
    const limits = { connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs };
    const client = new Client({ ...this.connection(), ...limits, keepAlive: true });
    client.on('error', (error) => this.startAgain(client, log, error));
    client.on('end', () => this.startAgain(client, log, new Error('the connection ended')));
    client.on('notification', ({ payload }) => this.handle(payload, log));
    this.client = client;
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    this.isListening = true;
    this.comeBack(log);
    this.listeners.emit({ kind: 'resumed' });
    this.lookLater(client, log);
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
    clearTimeout(this.timer);
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

  private lookLater(client: Client, log: EventBusLog): void {
    if (this.closed || this.client !== client) return;
    this.timer = setTimeout(() => {
      client.query('select 1').then(
        () => this.lookLater(client, log),
        (error: Error) => this.startAgain(client, log, error),
      );
    }, this.timing.lookEveryMs).unref();
  }

  /** Events missed in the meantime are found by the periodic checks. */
  private startAgain(lost: Client, log: EventBusLog, error: Error): void {
    if (this.closed || this.client !== lost) return;
    this.client = undefined;
    this.isListening = false;
    clearTimeout(this.timer);
    lost.end().catch(() => undefined);
    if (this.awaySince === undefined) {
      this.awaySince = performance.now();
      log.warn(
        { problem: reasonOf(error) },
        'the event bus is away: rows are read every few seconds until it is back; check that the database answers',
      );
    }
    this.timer = setTimeout(() => {
      this.start(log).catch((error: Error) => this.client && this.startAgain(this.client, log, error));
    }, RECONNECT_MS);
  }

  private comeBack(log: EventBusLog): void {
    if (this.awaySince === undefined) return;
    const seconds = Math.round((performance.now() - this.awaySince) / 1_000);
    this.awaySince = undefined;
    log.info({ seconds }, 'the event bus is back');
  }
}
