/**
 * The frames in which events go over the sockets. Most things are told to many at once, and then only the readers' own
 * numbers differ: such a frame is written once, with gaps for them, and each reader's are put in before it is sent.
 */
import type { ContentBytes } from './contentBytes';
import type { ToldEvent } from './feedRows';
import { textFrame } from './textFrame';

/** As wide as the largest number there can be. JSON allows spaces before a smaller one. */
const BLANK = ' '.repeat(String(Number.MAX_SAFE_INTEGER).length);

/** Where the same number belongs. */
interface Gaps {
  readonly ats: number[];
  /** Counted from the last event the reader had. */
  readonly number: number;
}

/** A frame for everybody who is told the same things. */
export class EventFrame {
  private constructor(
    private bytes: Buffer,
    private readonly gaps: readonly Gaps[],
    /** Of the last event, counted from the last the reader had. */
    readonly last: number,
  ) {}

  /** @param contents must have been loaded for these events, of which there is one at least */
  static of(events: readonly ToldEvent[], contents: ContentBytes): EventFrame {
    const atsOf = new Map<number, number[]>();
    let text = '';
    const write = (words: string, number: number): void => {
      text += words;
      const ats = atsOf.get(number) ?? [];
      atsOf.set(number, ats);
      ats.push(text.length);
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
    const gaps = [...atsOf].map(([number, ats]) => ({ ats: ats.map((at) => at + head), number }));
    return new EventFrame(bytes, gaps, last);
  }

  /** For a reader who had this event last. The bytes are written over by the next call, unless `letGo` was called before it. */
  after(sent: number): Buffer {
    const { bytes } = this;
    for (const { ats, number } of this.gaps) fill(bytes, ats, sent + number);
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
function fill(bytes: Buffer, ats: readonly number[], number: number): void {
  let place = BLANK.length;
  const put = (byte: number): void => {
    place -= 1;
    for (const at of ats) bytes[at + place] = byte;
  };
  for (let rest = number, next = 0; rest > 0; rest = next) {
    next = Math.floor(rest / 10);
    put(ZERO + (rest - next * 10));
  }
  const [first = 0] = ats;
  while (place > 0 && bytes[first + place - 1] !== SPACE) put(SPACE);
}
