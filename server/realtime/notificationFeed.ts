/**
 * Brings every open socket up to the rows. A wake-up only says that there is something; what is sent is read after the
 * last that was sent, so nothing is lost, nothing comes twice, and what happens while one round is under way is in the
 * next one, all at once.
 */
import type { Database } from '../database';
import type { EventBusLog } from './postgresEventBus';
import { ContentTexts, eventText, notificationsText } from './eventText';
import { findContents, findEvents, findPositions, type EventRow } from './feedRows';

/** So many events a message at most. */
const EVENTS_A_ROUND = 200;
const USERS_A_ROUND = 1_000;
const RETRY_MS = 500;
/** A socket that still has much to read gets no more for now. */
const BUSY_AGAIN_MS = 50;

export interface Follower {
  readonly userId: string;
  /** The last event it was sent. */
  sent: number;
  /** Whether what it was sent still waits to be read. */
  isBusy(): boolean;
  send(text: string): void;
}

export class NotificationFeed {
  private readonly followers = new Map<string, Set<Follower>>();
  private readonly waiting = new Set<string>();
  private readonly contents: ContentTexts;
  private running = false;
  private closed = false;

  constructor(
    private readonly database: Pick<Database, 'queries'>,
    private readonly log: EventBusLog,
  ) {
    this.contents = new ContentTexts((ids) => findContents(database.queries, ids));
  }

  /** From here on it gets what comes after `follower.sent`, starting with what is there already. */
  follow(follower: Follower): void {
    const ofUser = this.followers.get(follower.userId) ?? new Set();
    this.followers.set(follower.userId, ofUser.add(follower));
    this.wake([follower.userId]);
  }

  leave(follower: Follower): void {
    const ofUser = this.followers.get(follower.userId);
    if (ofUser?.delete(follower) && ofUser.size === 0) this.followers.delete(follower.userId);
  }

  wake(userIds: Iterable<string>): void {
    for (const id of userIds) if (this.followers.has(id)) this.waiting.add(id);
    if (this.waiting.size > 0) void this.run();
  }

  /** Whatever may have been missed: wakes those who are behind. */
  async wakeBehind(): Promise<void> {
    if (this.followers.size === 0) return;
    try {
      const positions = await findPositions(this.database.queries, [...this.followers.keys()]);
      this.wake([...this.lastSent()].filter(([id, sent]) => (positions.get(id)?.last ?? 0) > sent).map(([id]) => id));
    } catch (error) {
      this.log.warn({ err: error }, 'whether sockets are behind could not be found out');
    }
  }

  close(): void {
    this.closed = true;
  }

  private *lastSent(): Iterable<[string, number]> {
    for (const [id, ofUser] of this.followers) yield [id, Math.min(...[...ofUser].map(({ sent }) => sent))];
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    while (this.waiting.size > 0 && !this.closed) {
      const round = [...this.waiting].slice(0, USERS_A_ROUND);
      for (const id of round) this.waiting.delete(id);
      try {
        await this.deliver(round);
      } catch (error) {
        this.log.warn({ err: error }, 'notifications are waiting for the database');
        for (const id of round) this.waiting.add(id);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
    this.running = false;
  }

  private async deliver(userIds: readonly string[]): Promise<void> {
    const after = new Map<string, number>();
    for (const id of userIds) {
      const ready = [...(this.followers.get(id) ?? [])].filter((follower) => !follower.isBusy());
      if (ready.length < (this.followers.get(id)?.size ?? 0)) this.wakeLater(id);
      if (ready.length > 0) after.set(id, Math.min(...ready.map(({ sent }) => sent)));
    }
    if (after.size === 0) return;
    const rows = await findEvents(this.database.queries, after, EVENTS_A_ROUND);
    await this.contents.load(new Set(rows.flatMap(({ contentId }) => contentId ?? [])));
    for (const [id, events] of byUser(rows)) {
      if (events.length === EVENTS_A_ROUND) this.waiting.add(id);
      this.sendTo(id, events, after.get(id) ?? 0);
    }
  }

  /** Those who are equally far get the very same text. */
  private sendTo(userId: string, events: readonly EventRow[], after: number): void {
    const last = events.at(-1)?.sequence ?? after;
    const texts = new Map<number, string>();
    for (const follower of this.followers.get(userId) ?? []) {
      // One that joined meanwhile may stand before what was read: it is woken for itself.
      if (follower.sent < after || follower.sent >= last || follower.isBusy()) continue;
      let text = texts.get(follower.sent);
      if (text === undefined) {
        const news = events.filter(({ sequence }) => sequence > follower.sent);
        text = notificationsText(
          news.map((row) => eventText(row, this.contents)),
          last,
        );
        texts.set(follower.sent, text);
      }
      follower.sent = last;
      follower.send(text);
    }
  }

  private wakeLater(userId: string): void {
    setTimeout(() => this.wake([userId]), BUSY_AGAIN_MS).unref();
  }
}

function byUser(rows: readonly EventRow[]): Map<string, EventRow[]> {
  const users = new Map<string, EventRow[]>();
  for (const row of rows) {
    const ofUser = users.get(row.userId);
    if (ofUser) ofUser.push(row);
    else users.set(row.userId, [row]);
  }
  return users;
}
