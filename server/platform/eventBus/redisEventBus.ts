/**
 * The event bus over the pub/sub of Redis or Valkey: writers need no lock of the database to wake others. An event is
 * sent once its transaction has committed, without waiting for it; those of many writers are sent together. Lost
 * events are found in the rows: while Redis is away each node checks them every few seconds, and once it is back all
 * nodes check.
 */
import type { RedisClientType } from '@redis/client';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigurationError } from '../../base/environment';
import { afterCommit, type Queries } from '../../database';
import { Listeners, parseEvent, type EventBus, type EventBusLog, type Listener, type ServerEvent } from './eventBus';
import { reasonOf } from '../../base/errors';

/** A Redis that takes longer counts as lost. */
const ANSWER_WITHIN_MS = 2_000;
/** How often a lost connection is retried, and a live one pinged. */
const POLL_MS = 1_000;
/** How often nodes check the rows while Redis is away: missed events must arrive within 5 s. */
const CHECK_ROWS_EVERY_MS = 3_000;
/** Sent by a node that could not send: others may have missed events. */
const MISSED = 'missed';
/**
 * Every message wakes every node: what is published within this time of the last one shares the next. The delay is not
 * noticeable, and there are at most a hundred messages a second, which leaves processor time for the writers.
 */
const GATHER_MS = 10;
/** Each node handles a message in one go. */
const USERS_PER_MESSAGE = 1_000;

type OnPayload = (payload: string) => void;

export class RedisEventBus implements EventBus {
  private readonly listeners = new Listeners();
  private readonly stopping = new AbortController();
  /** Events that were published while a message was being sent. */
  private waiting: ServerEvent[] = [];
  private sending: Promise<void> | undefined;
  private client: RedisClientType | undefined;
  private opening: Promise<RedisClientType> | undefined;
  /** When the connection was lost; undefined while there is one. */
  private awaySince: number | undefined;
  private hasMissed = false;
  private watching: Promise<unknown> | undefined;
  private log: EventBusLog | undefined;

  /** `channel` is the same for all nodes of an installation, and different for others. */
  constructor(
    private readonly url: string,
    private readonly channel: string,
  ) {}

  get isThere(): boolean {
    return this.client !== undefined;
  }

  /** Throws ConfigurationError, with a sentence for the operator. */
  async start(log: EventBusLog): Promise<void> {
    this.log = log;
    try {
      await this.open(this.received);
    } catch (error) {
      throw new ConfigurationError(
        `EVENT_BUS_URL cannot be used (${reasonOf(error)}). Check the address, the password and that Redis (6 or newer) or Valkey runs.`,
      );
    }
    this.listeners.emit({ kind: 'resumed' });
    this.watching = Promise.all([this.watch(), this.checkRows()]);
  }

  async publish(queries: Queries, event: ServerEvent): Promise<void> {
    afterCommit(queries, () => {
      this.waiting.push(event);
      this.sending ??= this.sendWaiting();
    });
  }

  subscribe(listener: Listener): () => void {
    return this.listeners.add(listener);
  }

  /** How long a message takes to return, in milliseconds. Throws if it does not return. */
  async roundTripMs(): Promise<number> {
    const begun = performance.now();
    await new Promise<void>((resolve, reject) => {
      const client = this.open(() => resolve(), `${this.channel}:probe`);
      client.then((open) => open.publish(`${this.channel}:probe`, MISSED)).catch(reject);
      void delay(ANSWER_WITHIN_MS, undefined, { ref: false }).then(() => reject(new Error('no message came back')));
    });
    return performance.now() - begun;
  }

  /** What was published before is still sent. */
  async close(): Promise<void> {
    await this.sending;
    this.stopping.abort();
    await this.watching;
    end(this.client);
    this.client = undefined;
  }

  /**
   * One send at a time; what is published in the meantime goes into the next message, so under load there are far fewer
   * messages than writes.
   */
  private async sendWaiting(): Promise<void> {
    try {
      // What one transaction publishes goes together.
      await Promise.resolve();
      while (this.waiting.length > 0) {
        await this.send(this.waiting.splice(0));
        await delay(GATHER_MS);
      }
    } finally {
      this.sending = undefined;
    }
  }

  /** If Redis is away, the sockets of this node are woken all the same. */
  private async send(events: readonly ServerEvent[]): Promise<void> {
    try {
      // Commands of the operator publish without listening.
      if (this.watching === undefined) await (this.opening ??= this.open());
      const { client } = this;
      if (client === undefined) throw new Error('not connected to Redis');
      const messages = merged(events).map((event) => client.publish(this.channel, JSON.stringify(event)));
      await within(Promise.all(messages));
    } catch {
      this.hasMissed = true;
      for (const event of events) this.listeners.emit(event);
    }
  }

  private readonly received: OnPayload = (payload) => {
    if (payload === MISSED) return this.listeners.emit({ kind: 'resumed' });
    const event = parseEvent(payload);
    if (event === undefined)
      this.log?.warn(
        'an event of an unknown kind was ignored: normal while servers are upgraded, otherwise another client uses the channel',
      );
    else this.listeners.emit(event);
  };

  private async watch(): Promise<void> {
    // A random pause, so that not all nodes reconnect at one moment.
    while (await this.pause(POLL_MS * (0.75 + Math.random() / 2))) await this.look();
  }

  /** The longest time for which events can be missed, however long a lost Redis takes to refuse a connection. */
  private async checkRows(): Promise<void> {
    while (await this.pause(CHECK_ROWS_EVERY_MS)) {
      if (this.awaySince !== undefined) this.listeners.emit({ kind: 'resumed' });
    }
  }

  /** Returns false once the bus is closed. */
  private async pause(ms: number): Promise<boolean> {
    const { signal } = this.stopping;
    await delay(ms, undefined, { ref: false, signal }).catch(() => undefined);
    return !signal.aborted;
  }

  /** Pings the connection, or reopens a lost one. */
  private async look(): Promise<void> {
    const { client } = this;
    try {
      if (client === undefined) await this.open(this.received);
      else await within(client.ping());
      if (this.awaySince !== undefined) this.comeBack(this.awaySince);
      if (this.hasMissed) await this.announceMissed();
    } catch (error) {
      this.lose(client, error as Error);
    }
  }

  private comeBack(awaySince: number): void {
    this.awaySince = undefined;
    const seconds = Math.round((performance.now() - awaySince) / 1_000);
    this.log?.info({ seconds }, 'the event bus is back');
    this.listeners.emit({ kind: 'resumed' });
  }

  private async announceMissed(): Promise<void> {
    this.hasMissed = false;
    await within(this.client!.publish(this.channel, MISSED)).catch((error: unknown) => {
      this.hasMissed = true;
      throw error;
    });
  }

  private lose(client: RedisClientType | undefined, { message }: Error): void {
    if (client === this.client) this.client = undefined;
    end(client);
    if (this.awaySince !== undefined || this.log === undefined || this.stopping.signal.aborted) return;
    this.awaySince = performance.now();
    this.log.warn(
      { problem: message },
      'the event bus is away: rows are read every few seconds until it is back; check that Redis runs at EVENT_BUS_URL',
    );
    this.listeners.emit({ kind: 'resumed' });
  }

  /** A connection, subscribed if `received` is given. A broken one is dropped; the watch opens another. */
  private async open(received?: OnPayload, channel = this.channel): Promise<RedisClientType> {
    const { createClient } = await import('@redis/client');
    const client = createClient({
      url: this.url,
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      socket: { connectTimeout: ANSWER_WITHIN_MS, reconnectStrategy: false },
    }) as RedisClientType;
    const broken = new Promise<never>((_resolve, reject) => client.on('error', reject));
    broken.catch((error: Error) => this.client === client && this.lose(client, error));
    try {
      await within(Promise.race([client.connect(), broken]));
      if (received !== undefined) await within(Promise.race([client.subscribe(channel, received), broken]));
    } catch (error) {
      end(client);
      throw error;
    }
    end(this.client);
    this.client = client;
    return client;
  }
}

/** The same events in fewer ones of kind 'notified', each for many users. */
function merged(events: readonly ServerEvent[]): readonly ServerEvent[] {
  const userIds = [...new Set(events.flatMap((event) => (event.kind === 'notified' ? event.userIds : [])))];
  const parts = Array.from({ length: Math.ceil(userIds.length / USERS_PER_MESSAGE) }, (_, part) =>
    userIds.slice(part * USERS_PER_MESSAGE, (part + 1) * USERS_PER_MESSAGE),
  );
  return [
    ...events.filter(({ kind }) => kind !== 'notified'),
    ...parts.map((each) => ({ kind: 'notified', userIds: each }) as const),
  ];
}

/** It throws if it is closed already. */
function end(client: RedisClientType | undefined): void {
  if (client?.isOpen === true) client.destroy();
}

/** Rejects if the answer takes too long: another service, or none, may listen there. */
async function within<T>(answer: Promise<T>): Promise<T> {
  const tooLong = new AbortController();
  const late = delay(ANSWER_WITHIN_MS, undefined, { signal: tooLong.signal }).then(() => {
    throw new Error('it does not answer');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    tooLong.abort();
  }
}
