/**
 * Sends open sockets the events of their users. A wake-up only announces new events; they are read after the
 * last one sent, so nothing is lost or sent twice, and what happens during a round is sent in the next one.
 */
import type { Writable } from 'node:stream';
import type { Database } from '../../database';
import type { EventBusLog } from '../../platform/eventBus/eventBus';
import { ContentBytes, EventFrame } from './eventFrames';
import { findContents, findEvents, findPositions, type FeedEvent } from './feedRows';

/** The most events per message. */
const EVENTS_A_ROUND = 200;
const FOLLOWERS_A_ROUND = 1_000;
/** How many sockets are written to in one go. */
const SENT_TOGETHER = 128;
const NO_FOLLOWERS: readonly Follower[] = [];
const RETRY_MS = 500;
/** A busy socket is tried again after this time. */
const BUSY_AGAIN_MS = 50;

export interface Follower {
  readonly userId: string;
  /** The last event it was sent. */
  sent: number;
  /** Whether it waits for the next round. */
  isWaiting: boolean;
  readonly wire: Pick<Writable, 'write' | 'writable' | 'writableLength'>;
  /** Whether it cannot take more now: it is closing, or its buffer is full. */
  isBusy(): boolean;
  /** Called when the last write was not flushed immediately. */
  markBehind(): void;
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
    /** Called after notifications of broadcasts with these contents were written to sockets of these users. */
    private readonly onBroadcasts: (contentIds: readonly string[], userIds: readonly string[]) => void = () =>
      undefined,
  ) {
    this.contents = new ContentBytes((ids) => findContents(database.queries, ids));
  }

  /** Sends everything after `follower.sent`, starting with what exists already. */
  follow(follower: Follower): void {
    this.byUser.set(follower.userId, [...this.of(follower.userId), follower]);
    this.queue(follower);
    void this.run();
  }

  /** Sends the follower nothing more. */
  leave(follower: Follower): void {
    const left = this.of(follower.userId).filter((other) => other !== follower);
    if (left.length > 0) this.byUser.set(follower.userId, left);
    else this.byUser.delete(follower.userId);
  }

  /** These users may have new events. */
  wake(userIds: Iterable<string>): void {
    for (const id of userIds) for (const follower of this.of(id)) this.queue(follower);
    void this.run();
  }

  /** After missed events: wakes those of these users who are behind. */
  async wakeBehind(userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    try {
      const positions = await findPositions(this.database.queries, userIds);
      for (const [id, { last }] of positions)
        for (const follower of this.of(id)) if (follower.sent < last) this.queue(follower);
      void this.run();
    } catch (error) {
      this.log.warn({ err: error }, 'the positions of open sockets could not be checked');
    }
  }

  /** Sends nothing more. */
  close(): void {
    this.closed = true;
  }

  private of(userId: string): readonly Follower[] {
    return this.byUser.get(userId) ?? NO_FOLLOWERS;
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
        this.log.warn({ err: error }, 'notifications could not be read; trying again');
        for (const follower of round) this.queue(follower);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
    this.running = false;
  }

  private async deliver(round: readonly Follower[]): Promise<void> {
    const ready: Follower[] = [];
    const userIds: string[] = [];
    const after: number[] = [];
    const busy: string[] = [];
    for (const follower of round) {
      follower.isWaiting = false;
      if (follower.isBusy()) busy.push(follower.userId);
      else {
        ready.push(follower);
        userIds.push(follower.userId);
        after.push(follower.sent);
      }
    }
    if (busy.length > 0) setTimeout(() => this.wake(busy), BUSY_AGAIN_MS).unref();
    if (ready.length === 0) return;
    const shared = await findEvents(this.database.queries, userIds, after, EVENTS_A_ROUND);
    await this.contents.load(shared);
    for (const { events, places } of shared) {
      const frames = EventFrame.of(events, this.contents);
      const last = frames.at(-1)?.last ?? 0;
      const broadcasts = this.broadcastsAmong(events);
      const reached: string[] = [];
      const due: Delivery[] = [];
      for (const place of places) {
        const follower = ready[place - 1];
        if (follower === undefined) continue;
        const isBusy = follower.isBusy();
        if (isBusy || events.length === EVENTS_A_ROUND) this.queue(follower);
        if (!isBusy) {
          due.push({ follower, wire: follower.wire, sent: follower.sent });
          follower.sent += last;
          if (broadcasts.length > 0) reached.push(follower.userId);
        }
        if (due.length === SENT_TOGETHER) send(frames, due);
      }
      send(frames, due);
      if (reached.length > 0) this.onBroadcasts(broadcasts, reached);
    }
  }

  private broadcastsAmong(events: readonly FeedEvent[]): readonly string[] {
    const found: string[] = [];
    for (const event of events)
      if (event.contentId !== null && this.contents.topicOf(event) === 'broadcasts') found.push(event.contentId);
    return found;
  }
}

/** Everything needed for sending, collected before the first write, because property access is slow between writes. */
interface Delivery {
  readonly follower: Follower;
  readonly wire: Follower['wire'];
  /** The last event before. */
  readonly sent: number;
}

function send(frames: readonly EventFrame[], due: Delivery[]): void {
  for (const frame of frames) {
    for (const { follower, wire, sent } of due) {
      // The socket is closing; on reconnect the client sends the last sequence it has.
      if (!wire.writable) continue;
      if (!wire.write(frame.after(sent))) follower.markBehind();
      if (wire.writableLength > 0) frame.detach();
    }
  }
  due.length = 0;
}
