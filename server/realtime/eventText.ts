/** The JSON of events as it goes over the sockets. What all readers share is made once; a place and a date are added. */
import { dateWithZone } from '../notifications/content';
import type { EventRow } from './feedRows';

const CONTENTS_KEPT = 2_000;

/** Contents never change, so what was read once need not be read again. */
export class ContentTexts {
  private readonly texts = new Map<string, string>();
  /** Many are told in the same millisecond. */
  private dates = { time: Number.NaN, text: '' };

  constructor(private readonly find: (ids: readonly string[]) => Promise<Map<string, string>>) {}

  /** Fetches what is missing; afterwards `of` knows all of them. */
  async load(ids: ReadonlySet<string>): Promise<void> {
    const missing = [...ids].filter((id) => !this.texts.has(id));
    // The oldest go first: what was just told is what the next reader needs, too.
    const surplus = this.texts.size + missing.length - Math.max(CONTENTS_KEPT, ids.size);
    for (const id of [...this.texts.keys()].slice(0, Math.max(0, surplus))) if (!ids.has(id)) this.texts.delete(id);
    if (missing.length === 0) return;
    for (const [id, content] of await this.find(missing)) this.texts.set(id, content.slice(1));
  }

  /** A member of an event: `"notification":{...}`. */
  of({ contentId, sequence, occurredAt }: EventRow): string {
    if (contentId === null) return `"readDate":"${occurredAt.toISOString()}"`;
    const rest = this.texts.get(contentId);
    if (rest === undefined) throw new Error(`the content ${contentId} of an event is not there`);
    return `"notification":{"id":"${contentId}","sequence":${sequence},${this.datesOf(occurredAt)},${rest}`;
  }

  private datesOf(at: Date): string {
    if (this.dates.time !== at.getTime()) {
      const text = `"notificationDate":"${at.toISOString()}","notificationDateWithZone":"${dateWithZone(at)}"`;
      this.dates = { time: at.getTime(), text };
    }
    return this.dates.text;
  }
}

export const eventText = (row: EventRow, contents: ContentTexts): string =>
  `{"sequence":${row.sequence},${contents.of(row)}}`;

export const notificationsText = (events: readonly string[], sequence: number, reset = false): string =>
  `{"topic":"notifications","events":[${events.join(',')}],"sequence":${sequence},"reset":${reset}}`;
