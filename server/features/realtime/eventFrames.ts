/**
 * Frames of events. Most events go to many readers and differ only in sequence numbers: such a frame is encoded once
 * with gaps, and each reader's numbers are filled in before sending.
 */
import type { Notification } from '../../../contract/notifications/notification';
import { topicOf, type EventTopic } from '../../../contract/notifications/realtime.endpoints';
import { stampText } from '../../base/dates';
import type { FeedEvent, SharedEvents } from './feedRows';
import { bytesOf, textFrame } from './textFrame';

const CONTENTS_KEPT = 2_000;

/** The last encoding; many events have the same millisecond. */
interface Shared {
  readonly content: string;
  readonly topic: EventTopic;
  time: number;
  bytes: string;
}

/** The part of an event that all its readers share, one character per byte. Cached, because contents never change. */
export class ContentBytes {
  private readonly kept = new Map<string, Shared>();

  constructor(private readonly find: (ids: readonly string[]) => Promise<Map<string, string>>) {}

  /** Fetches missing contents, so that `of` knows all of them; those that came with their events are not fetched. */
  async load(shared: readonly Pick<SharedEvents, 'events' | 'content'>[]): Promise<void> {
    const wanted = new Set<string>();
    const came = new Map<string, string>();
    for (const { events, content } of shared)
      for (const { contentId } of events) {
        if (contentId === null) continue;
        wanted.add(contentId);
        if (content !== null) came.set(contentId, content);
      }
    const missing = [...wanted].filter((id) => !this.kept.has(id));
    if (missing.length === 0) return;
    // Evict the oldest: new contents are what the next readers need.
    const surplus = this.kept.size + missing.length - Math.max(CONTENTS_KEPT, wanted.size);
    for (const id of [...this.kept.keys()].slice(0, Math.max(0, surplus))) if (!wanted.has(id)) this.kept.delete(id);
    const absent = missing.filter((id) => !came.has(id));
    for (const [id, content] of absent.length === 0 ? [] : await this.find(absent)) came.set(id, content);
    for (const id of missing) {
      const content = came.get(id);
      if (content === undefined) continue;
      const topic = topicOf((JSON.parse(content) as Notification).subCategoryCode);
      this.kept.set(id, { content, topic, time: Number.NaN, bytes: '' });
    }
  }

  /** The topic of an event: broadcasts, role updates, otherwise notifications. Throws Error like `of`. */
  topicOf({ contentId }: FeedEvent): EventTopic {
    return contentId === null ? 'notifications' : this.get(contentId).topic;
  }

  /** The JSON of an event after its sequence numbers. Throws Error if the content was not loaded before. */
  of(contentId: string, occurredAt: Date): string {
    const shared = this.get(contentId);
    const time = occurredAt.getTime();
    if (shared.time !== time) {
      const dates = `"notificationDate":"${occurredAt.toISOString()}","notificationDateWithZone":"${stampText(occurredAt)}"`;
      shared.bytes = bytesOf(`"id":"${contentId}",${dates},${shared.content.slice(1)}}`);
      shared.time = time;
    }
    return shared.bytes;
  }

  private get(contentId: string): Shared {
    const shared = this.kept.get(contentId);
    if (shared === undefined) throw new Error(`the content ${contentId} of an event was not loaded`);
    return shared;
  }
}

/** As wide as the largest number; JSON allows leading spaces. */
const BLANK = ' '.repeat(String(Number.MAX_SAFE_INTEGER).length);

interface Gap {
  readonly at: number;
  /** The number to fill in, relative to the reader's last event. */
  readonly number: number;
}

/** A frame for all readers of the same events. */
export class EventFrame {
  private constructor(
    private bytes: Buffer,
    private readonly gaps: readonly Gap[],
    /** Of the last event, relative to the reader's last event. */
    readonly last: number,
  ) {}

  /**
   * A frame for each run of events of one topic, in their order.
   *
   * @param contents must have loaded these events
   */
  static of(events: readonly FeedEvent[], contents: ContentBytes): EventFrame[] {
    const frames: EventFrame[] = [];
    let begin = 0;
    for (let end = 1; end <= events.length; end += 1) {
      const topic = contents.topicOf(events[begin] as FeedEvent);
      const next = events[end];
      if (next !== undefined && contents.topicOf(next) === topic) continue;
      frames.push(EventFrame.ofTopic(topic, events.slice(begin, end), contents));
      begin = end;
    }
    return frames;
  }

  private static ofTopic(topic: EventTopic, events: readonly FeedEvent[], contents: ContentBytes): EventFrame {
    const gaps: Gap[] = [];
    let text = '';
    const write = (words: string, number: number): void => {
      text += words;
      gaps.push({ at: text.length, number });
      text += BLANK;
    };
    const last = events.at(-1)?.number ?? 0;
    write(`{"topic":"${topic}","reset":false,"sequence":`, last);
    let before = ',"events":[{"sequence":';
    for (const { number, contentId, occurredAt, change, returned } of events) {
      write(before, number);
      if (change !== undefined) text += `,${bytesOf(change.slice(1))}`;
      else if (contentId === null) text += `,"readDate":"${occurredAt.toISOString()}"}`;
      else {
        write(`${returned ? ',"returned":true' : ''},"notification":{"sequence":`, number);
        text += `,${contents.of(contentId, occurredAt)}`;
      }
      before = ',{"sequence":';
    }
    text += ']}';
    const bytes = textFrame(text);
    const head = bytes.length - text.length;
    return new EventFrame(
      bytes,
      gaps.map(({ at, number }) => ({ at: at + head, number })),
      last,
    );
  }

  /**
   * The frame for a reader whose last event was `sent`. The next call overwrites the bytes, unless `detach` was called.
   */
  after(sent: number): Buffer {
    const { bytes } = this;
    for (const { at, number } of this.gaps) fill(bytes, at, sent + number);
    return bytes;
  }

  /** Copies the buffer, because the old bytes are still being sent. */
  detach(): void {
    this.bytes = Buffer.from(this.bytes);
  }
}

const ZERO = 48;
const SPACE = 32;

/** Overwrites another reader's number. */
function fill(bytes: Buffer, begin: number, number: number): void {
  let rest = number;
  let at = begin + BLANK.length;
  do {
    const digit = rest % 10;
    bytes[(at -= 1)] = ZERO + digit;
    rest = (rest - digit) / 10;
  } while (rest > 0);
  while ((at -= 1) >= begin && bytes[at] !== SPACE) bytes[at] = SPACE;
}
