/**
 * Brings every open socket up to the rows. A wake-up only says that there is something; what is sent is read after the
 * last that was sent, so nothing is lost, nothing comes twice, and what happens while one round is under way is in the
 * next one, all at once.
 */
import type { Writable } from 'node:stream';
import type { Database } from '../database';
import type { EventBusLog } from './postgresEventBus';
import { ContentBytes } from './contentBytes';
import { EventFrame } from './eventFrames';
import { findContents, findEvents, findPositions } from './feedRows';

/** So many events a message at most. */
const EVENTS_A_ROUND = 200;
const FOLLOWERS_A_ROUND = 1_000;
/** So many are sent theirs in one go. */
const SENT_TOGETHER = 128;
const NOBODY: readonly Follower[] = [];
const RETRY_MS = 500;
/** A socket that still has much to read gets no more for now. */
const BUSY_AGAIN_MS = 50;

export interface Follower {
  readonly userId: string;
  /** The last event it was sent. */
  sent: number;
  /** Whether it is among those that wait for the next round. */
  isWaiting: boolean;
  readonly wire: Pick<Writable, 'write' | 'writable' | 'writableLength'>;
  /** Whether it cannot take more for now: it closes, or what it was sent still waits to be read. */
  isBusy(): boolean;
  /** The wire did not take the last frame at once. */
  fallBehind(): void;
}

export class NotificationFeed {
  private readonly byUser = new Map<string, readonly Follower[]>();
  private waiting: Follower[] = [];
  private readonly contents: ContentBytes;
  private running = false;
  private closed = false;

  constructor(
    private readonly database: Pick<Database, 'queries'>,
    private readonly log: EventBusLog,
  ) {
    this.contents = new ContentBytes((ids) => findContents(database.queries, ids));
  }

  /** From here on it gets what comes after `follower.sent`, starting with what is there already. */
  follow(follower: Follower): void {
    this.byUser.set(follower.userId, [...this.of(follower.userId), follower]);
    this.queue(follower);
    void this.run();
  }

  leave(follower: Follower): void {
    const left = this.of(follower.userId).filter((other) => other !== follower);
    if (left.length > 0) this.byUser.set(follower.userId, left);
    else this.byUser.delete(follower.userId);
  }

  wake(userIds: Iterable<string>): void {
    for (const id of userIds) for (const follower of this.of(id)) this.queue(follower);
    void this.run();
  }

  /** Whatever may have been missed: wakes those who are behind. */
  async wakeBehind(): Promise<void> {
    if (this.byUser.size === 0) return;
    try {
      const positions = await findPositions(this.database.queries, [...this.byUser.keys()]);
      for (const [id, { last }] of positions)
        for (const follower of this.of(id)) if (follower.sent < last) this.queue(follower);
      void this.run();
    } catch (error) {
      this.log.warn({ err: error }, 'whether sockets are behind could not be found out');
    }
  }

  close(): void {
    this.closed = true;
  }

  private of(userId: string): readonly Follower[] {
    return this.byUser.get(userId) ?? NOBODY;
  }

  private queue(follower: Follower): void {
    if (follower.isWaiting) return;
    follower.isWaiting = true;
    this.waiting.push(follower);
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    while (this.waiting.length > 0 && !this.closed) {
      const round = this.waiting;
      this.waiting = round.splice(FOLLOWERS_A_ROUND);
      try {
        await this.deliver(round);
      } catch (error) {
        this.log.warn({ err: error }, 'notifications are waiting for the database');
        for (const follower of round) this.queue(follower);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
    this.running = false;
  }

  private async deliver(round: readonly Follower[]): Promise<void> {
    const asked: Follower[] = [];
    const userIds: string[] = [];
    const after: number[] = [];
    const busy: string[] = [];
    for (const follower of round) {
      follower.isWaiting = false;
      if (follower.isBusy()) busy.push(follower.userId);
      else {
        asked.push(follower);
        userIds.push(follower.userId);
        after.push(follower.sent);
      }
    }
    if (busy.length > 0) setTimeout(() => this.wake(busy), BUSY_AGAIN_MS).unref();
    if (asked.length === 0) return;
    const shared = await findEvents(this.database.queries, userIds, after, EVENTS_A_ROUND);
    await this.contents.load(shared.flatMap(({ events }) => events));
    for (const { events, places } of shared) {
      const frame = EventFrame.of(events, this.contents);
      const due: Delivery[] = [];
      for (const place of places) {
        const follower = asked[place - 1];
        if (follower === undefined) continue;
        const isBusy = follower.isBusy();
        if (isBusy || events.length === EVENTS_A_ROUND) this.queue(follower);
        if (!isBusy) {
          due.push({ follower, wire: follower.wire, sent: follower.sent });
          follower.sent += frame.last;
        }
        if (due.length === SENT_TOGETHER) send(frame, due);
      }
      send(frame, due);
    }
  }
}

/** All that must be known to send, so that from one write to the next only the wires are looked at: a write makes looking slow. */
interface Delivery {
  readonly follower: Follower;
  readonly wire: Follower['wire'];
  /** What it had before. */
  readonly sent: number;
}

function send(frame: EventFrame, due: Delivery[]): void {
  for (const { follower, wire, sent } of due) {
    // It closes, and whoever comes back says what they have.
    if (!wire.writable) continue;
    if (!wire.write(frame.after(sent))) follower.fallBehind();
    if (wire.writableLength > 0) frame.letGo();
  }
  due.length = 0;
}
