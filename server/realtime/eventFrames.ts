/**
 * The frames in which events go over the sockets. Most things are told to many at once, and then only the readers' own
 * numbers differ: such a frame is written once, with gaps for them, and each reader's are put in before it is sent.
 */
import type { ContentBytes } from './contentBytes';
import type { EventRow } from './feedRows';
import { textFrame } from './textFrame';

/** As wide as the largest number there can be. JSON allows spaces before a smaller one. */
const BLANK = ' '.repeat(String(Number.MAX_SAFE_INTEGER).length);

interface Gap {
  readonly at: number;
  /** Which of the events has the number that belongs there. */
  readonly event: number;
}

/** A frame for everybody who is told the same things. */
export class EventFrame {
  constructor(
    readonly events: readonly EventRow[],
    private bytes: Buffer,
    private readonly gaps: readonly Gap[],
  ) {}

  /**
   * For a reader whose number of the first event this is; the others follow it without a gap. The bytes are written over
   * by the next call, unless `letGo` was called before it.
   */
  from(first: number): Buffer {
    const { bytes } = this;
    for (const { at, event } of this.gaps) fill(bytes, at, first + event);
    return bytes;
  }

  /** Somebody still needs the bytes as they are. */
  letGo(): void {
    this.bytes = Buffer.from(this.bytes);
  }
}

export class EventFrames {
  private latest: EventFrame | undefined;

  constructor(private readonly contents: ContentBytes) {}

  /** For the rows from `begin` to before `end`, of which there is one at least; their contents must have been loaded. */
  of(rows: readonly EventRow[], begin: number, end: number): EventFrame {
    if (this.latest === undefined || !areSameThings(this.latest.events, rows, begin, end))
      this.latest = this.write(rows.slice(begin, end));
    return this.latest;
  }

  private write(events: readonly EventRow[]): EventFrame {
    const gaps: Gap[] = [];
    let text = '';
    const write = (words: string, event: number): void => {
      text += words;
      gaps.push({ at: text.length, event });
      text += BLANK;
    };
    write('{"topic":"notifications","reset":false,"sequence":', events.length - 1);
    let before = ',"events":[{"sequence":';
    events.forEach(({ contentId, occurredAt }, index) => {
      write(before, index);
      if (contentId === null) text += `,"readDate":"${occurredAt.toISOString()}"}`;
      else {
        write(',"notification":{"sequence":', index);
        text += `,${this.contents.of(contentId, occurredAt)}`;
      }
      before = ',{"sequence":';
    });
    text += ']}';
    const bytes = textFrame(text);
    const head = bytes.length - text.length;
    return new EventFrame(
      events,
      bytes,
      gaps.map(({ at, event }) => ({ at: at + head, event })),
    );
  }
}

/** Whether only the numbers differ. */
function areSameThings(events: readonly EventRow[], rows: readonly EventRow[], begin: number, end: number): boolean {
  if (events.length !== end - begin) return false;
  for (let index = 0; index < events.length; index += 1) {
    const one = events[index];
    const other = rows[begin + index];
    if (one?.contentId !== other?.contentId || one?.occurredAt.getTime() !== other?.occurredAt.getTime()) return false;
  }
  return true;
}

const ZERO = 48;
const SPACE = 32;

/** Over what another reader's number left there. */
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
