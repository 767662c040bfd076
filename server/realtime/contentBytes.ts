/** What readers of the same event have in common, as it goes over the wire: made once, one character a byte. */
import { dateWithZone } from '../notifications/content';
import type { ToldEvent } from './feedRows';
import { bytesOf } from './textFrame';

const CONTENTS_KEPT = 2_000;

/** As it was last said; many are told in the same millisecond. */
interface Shared {
  readonly content: string;
  time: number;
  bytes: string;
}

/** Contents never change, so what was read once need not be read again. */
export class ContentBytes {
  private readonly kept = new Map<string, Shared>();

  constructor(private readonly find: (ids: readonly string[]) => Promise<Map<string, string>>) {}

  /** Fetches what is missing; afterwards `of` knows all of them. */
  async load(events: readonly ToldEvent[]): Promise<void> {
    const wanted = new Set<string>();
    for (const { contentId } of events) if (contentId !== null) wanted.add(contentId);
    const missing = [...wanted].filter((id) => !this.kept.has(id));
    if (missing.length === 0) return;
    // The oldest go first: what was just told is what the next reader needs, too.
    const surplus = this.kept.size + missing.length - Math.max(CONTENTS_KEPT, wanted.size);
    for (const id of [...this.kept.keys()].slice(0, Math.max(0, surplus))) if (!wanted.has(id)) this.kept.delete(id);
    for (const [id, content] of await this.find(missing)) this.kept.set(id, { content, time: Number.NaN, bytes: '' });
  }

  /** How an event goes on after its numbers, to its end. */
  of(contentId: string, occurredAt: Date): string {
    const shared = this.kept.get(contentId);
    if (shared === undefined) throw new Error(`the content ${contentId} of an event is not there`);
    const time = occurredAt.getTime();
    if (shared.time !== time) {
      const dates = `"notificationDate":"${occurredAt.toISOString()}","notificationDateWithZone":"${dateWithZone(occurredAt)}"`;
      shared.bytes = bytesOf(`"id":"${contentId}",${dates},${shared.content.slice(1)}}`);
      shared.time = time;
    }
    return shared.bytes;
  }
}
