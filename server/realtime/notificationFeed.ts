/**
 * Brings every open socket up to the rows. A wake-up only says that there is something; what is sent is read after the
 * last that was sent, so nothing is lost, nothing comes twice, and what happens while one round is under way is in the
 * next one, all at once.
 */
import type { Writable } from 'node:stream';
import type { Database } from '../database';
import type { EventBusLog } from './postgresEventBus';
import { ContentBytes } from './contentBytes';
import { EventFrames, type EventFrame } from './eventFrames';
import { findContents, findEvents, findPositions, type EventRow, type Position } from './feedRows';

/** So many events a message at most. */
const EVENTS_A_ROUND = 200;
const USERS_A_ROUND = 1_000;
/** So many are sent theirs in one go. */
const SENT_TOGETHER = 128;
const RETRY_MS = 500;
/** A socket that still has much to read gets no more for now. */
const BUSY_AGAIN_MS = 50;

export interface Follower {
  readonly userId: string;
  /** The last event it was sent. */
  sent: number;
  /** What its frames are written to, while it is not busy. */
  readonly wire: Pick<Writable, 'write' | 'writableLength'>;
  /** Whether it cannot take more for now: it closes, or what it was sent still waits to be read. */
  isBusy(): boolean;
  /** The wire did not take the last frame at once. */
  fallBehind(): void;
}

/** Somebody with sockets here. */
interface Reader {
  readonly userId: string;
  readonly followers: Follower[];
  isWaiting: boolean;
  /** After which event the rows begin that are being read; of nobody who came since. */
  after: number;
}

export class NotificationFeed {
  private readonly readers = new Map<string, Reader>();
  private readonly waiting: Reader[] = [];
  private readonly contents: ContentBytes;
  private readonly frames: EventFrames;
  private running = false;
  private closed = false;

  constructor(
    private readonly database: Pick<Database, 'queries'>,
    private readonly log: EventBusLog,
  ) {
    this.contents = new ContentBytes((ids) => findContents(database.queries, ids));
    this.frames = new EventFrames(this.contents);
  }

  /** From here on it gets what comes after `follower.sent`, starting with what is there already. */
  follow(follower: Follower): void {
    const { userId } = follower;
    const reader = this.readers.get(userId) ?? { userId, followers: [], isWaiting: false, after: Infinity };
    reader.followers.push(follower);
    this.readers.set(userId, reader);
    this.wake([userId]);
  }

  leave(follower: Follower): void {
    const followers = this.readers.get(follower.userId)?.followers ?? [];
    const index = followers.indexOf(follower);
    if (index < 0) return;
    followers.splice(index, 1);
    if (followers.length === 0) this.readers.delete(follower.userId);
  }

  wake(userIds: Iterable<string>): void {
    for (const id of userIds) {
      const reader = this.readers.get(id);
      if (reader) this.queue(reader);
    }
    if (this.waiting.length > 0) void this.run();
  }

  /** Whatever may have been missed: wakes those who are behind. */
  async wakeBehind(): Promise<void> {
    if (this.readers.size === 0) return;
    try {
      const positions = await findPositions(this.database.queries, [...this.readers.keys()]);
      this.wake([...this.readers.values()].filter(isBehind(positions)).map(({ userId }) => userId));
    } catch (error) {
      this.log.warn({ err: error }, 'whether sockets are behind could not be found out');
    }
  }

  close(): void {
    this.closed = true;
  }

  private queue(reader: Reader): void {
    if (reader.isWaiting) return;
    reader.isWaiting = true;
    this.waiting.push(reader);
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    while (this.waiting.length > 0 && !this.closed) {
      const round = this.waiting.splice(0, USERS_A_ROUND);
      try {
        await this.deliver(round);
      } catch (error) {
        this.log.warn({ err: error }, 'notifications are waiting for the database');
        for (const reader of round) this.queue(reader);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
    this.running = false;
  }

  private async deliver(round: readonly Reader[]): Promise<void> {
    const asked: Reader[] = [];
    for (const reader of round) {
      reader.isWaiting = false;
      const least = this.leastSent(reader);
      if (least === undefined) continue;
      reader.after = least;
      asked.push(reader);
    }
    if (asked.length === 0) return;
    const userIds = asked.map(({ userId }) => userId);
    const after = asked.map((reader) => reader.after);
    const rows = await findEvents(this.database.queries, userIds, after, EVENTS_A_ROUND);
    await this.contents.load(rows);
    const due: Delivery[] = [];
    for (let begin = 0, end = 0; begin < rows.length; begin = end) {
      const place = rows[begin]?.place ?? 0;
      // Numbers follow each other without a gap; were there one, what comes after it would be a frame of its own.
      const first = rows[begin]?.sequence ?? 0;
      while (rows[end]?.place === place && rows[end]?.sequence === first + end - begin) end += 1;
      const reader = asked[place - 1];
      if (reader === undefined) continue;
      if (end - begin === EVENTS_A_ROUND) this.queue(reader);
      this.addDeliveries(due, reader, rows, begin, end);
      if (due.length >= SENT_TOGETHER) send(due);
    }
    send(due);
  }

  private addDeliveries(
    due: Delivery[],
    { followers, after }: Reader,
    rows: readonly EventRow[],
    begin: number,
    end: number,
  ): void {
    const last = rows[end - 1]?.sequence ?? after;
    for (const follower of followers) {
      const { sent } = follower;
      // One that joined meanwhile may stand before what was read: it is woken for itself.
      if (sent < after || sent >= last || follower.isBusy()) continue;
      let first = begin;
      while ((rows[first]?.sequence ?? last) <= sent) first += 1;
      const frame = this.frames.of(rows, first, end);
      due.push({ wire: follower.wire, follower, frame, first: rows[first]?.sequence ?? last, last });
    }
  }

  /** Of those who can be sent something now. */
  private leastSent({ followers, userId }: Reader): number | undefined {
    let least: number | undefined;
    let someAreBusy = false;
    for (const follower of followers) {
      if (follower.isBusy()) someAreBusy = true;
      else if (least === undefined || follower.sent < least) least = follower.sent;
    }
    if (someAreBusy) setTimeout(() => this.wake([userId]), BUSY_AGAIN_MS).unref();
    return least;
  }
}

/**
 * What one follower gets, and its numbers of the first and the last event. All are known before the first is sent, so that from one
 * sending to the next nothing but the wires is looked at.
 */
interface Delivery {
  readonly wire: Follower['wire'];
  readonly follower: Follower;
  readonly frame: EventFrame;
  readonly first: number;
  readonly last: number;
}

function send(due: Delivery[]): void {
  for (const { wire, follower, frame, first, last } of due) {
    follower.sent = last;
    if (!wire.write(frame.from(first))) follower.fallBehind();
    if (wire.writableLength > 0) frame.letGo();
  }
  due.length = 0;
}

const isBehind =
  (positions: ReadonlyMap<string, Position>) =>
  ({ userId, followers }: Reader): boolean =>
    (positions.get(userId)?.last ?? 0) > Math.min(...followers.map(({ sent }) => sent));
