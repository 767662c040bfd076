/**
 * The frames in which events go over the sockets. The words that all readers of a thing share are bytes that are made
 * once; a frame is one piece of memory, with the reader's own numbers before those.
 */
import { dateWithZone } from '../notifications/content';
import type { EventRow } from './feedRows';
import { emptyFrame } from './textFrame';

const CONTENTS_KEPT = 2_000;
const NOTHING = Buffer.alloc(0);

/** As it was last said; many are told in the same millisecond. */
interface Shared {
  readonly content: string;
  time: number;
  bytes: Buffer;
}

/** Contents never change, so what was read once need not be read again. */
export class ContentBytes {
  private readonly kept = new Map<string, Shared>();

  constructor(private readonly find: (ids: readonly string[]) => Promise<Map<string, string>>) {}

  /** Fetches what is missing; afterwards `of` knows all of them. */
  async load(rows: readonly EventRow[]): Promise<void> {
    const wanted = new Set<string>();
    let before: string | null = null;
    for (const { contentId } of rows) if (contentId !== null && contentId !== before) wanted.add((before = contentId));
    const missing = [...wanted].filter((id) => !this.kept.has(id));
    if (missing.length === 0) return;
    // The oldest go first: what was just told is what the next reader needs, too.
    const surplus = this.kept.size + missing.length - Math.max(CONTENTS_KEPT, wanted.size);
    for (const id of [...this.kept.keys()].slice(0, Math.max(0, surplus))) if (!wanted.has(id)) this.kept.delete(id);
    for (const [id, content] of await this.find(missing))
      this.kept.set(id, { content, time: Number.NaN, bytes: NOTHING });
  }

  /** How an event goes on after its numbers, to its end. */
  of(contentId: string, occurredAt: Date): Buffer {
    const shared = this.kept.get(contentId);
    if (shared === undefined) throw new Error(`the content ${contentId} of an event is not there`);
    const time = occurredAt.getTime();
    if (shared.time !== time) {
      const dates = `"notificationDate":"${occurredAt.toISOString()}","notificationDateWithZone":"${dateWithZone(occurredAt)}"`;
      shared.bytes = Buffer.from(`"id":"${contentId}",${dates},${shared.content.slice(1)}}`);
      shared.time = time;
    }
    return shared.bytes;
  }
}

/** `last` is where the reader stands after the events. */
export function eventsFrame(events: readonly EventRow[], last: number, contents: ContentBytes): Buffer {
  const parts: (string | Buffer)[] = [];
  let length = 0;
  // Of ASCII alone, so that its length is that of its bytes.
  let text = `{"topic":"notifications","sequence":${last},"reset":false,"events":[`;
  let comma = '';
  for (const { sequence, contentId, occurredAt } of events) {
    text += `${comma}{"sequence":${sequence},`;
    comma = ',';
    if (contentId === null) {
      text += `"readDate":"${occurredAt.toISOString()}"}`;
      continue;
    }
    text += `"notification":{"sequence":${sequence},`;
    const shared = contents.of(contentId, occurredAt);
    parts.push(text, shared);
    length += text.length + shared.length;
    text = '';
  }
  parts.push((text += ']}'));
  length += text.length;
  const frame = emptyFrame(length);
  let at = frame.length - length;
  for (const part of parts) at += typeof part === 'string' ? frame.write(part, at, 'latin1') : part.copy(frame, at);
  return frame;
}
