/**
 * The frames in which events go over the sockets. Most things are told to many at once, and then only the readers' own
 * numbers differ: such a frame is written once, with gaps for them, and each reader's are put in before it is sent.
 */
import type { ContentBytes } from './contentBytes';
import type { ToldEvent } from './feedRows';
import { textFrame } from './textFrame';

/** As wide as the largest number there can be. JSON allows spaces before a smaller one. */
const BLANK = ' '.repeat(String(Number.MAX_SAFE_INTEGER).length);

interface Gap {
  readonly at: number;
  /** What belongs there, counted from the last event the reader had. */
  readonly number: number;
}

/** A frame for everybody who is told the same things. */
export class EventFrame {
  private constructor(
    private bytes: Buffer,
    private readonly gaps: readonly Gap[],
    /** Of the last event, counted from the last the reader had. */
    readonly last: number,
  ) {}

  /** @param contents must have been loaded for these events, of which there is one at least */
  static of(events: readonly ToldEvent[], contents: ContentBytes): EventFrame {
    const gaps: Gap[] = [];
    let text = '';
    const write = (words: string, number: number): void => {
      text += words;
      gaps.push({ at: text.length, number });
      text += BLANK;
    };
    const last = events.at(-1)?.number ?? 0;
    write('{"topic":"notifications","reset":false,"sequence":', last);
    let before = ',"events":[{"sequence":';
    for (const { number, contentId, occurredAt } of events) {
      write(before, number);
      if (contentId === null) text += `,"readDate":"${occurredAt.toISOString()}"}`;
      else {
        write(',"notification":{"sequence":', number);
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

  /** For a reader who had this event last. The bytes are written over by the next call, unless `letGo` was called before it. */
  after(sent: number): Buffer {
    const { bytes } = this;
    for (const { at, number } of this.gaps) fill(bytes, at, sent + number);
    return bytes;
  }

  /** Somebody still needs the bytes as they are. */
  letGo(): void {
    this.bytes = Buffer.from(this.bytes);
  }
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
