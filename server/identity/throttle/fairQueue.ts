/**
 * Decides who gets the next slot for a hash. Known browsers come first, then the source with the fewest recent
 * attempts; equal ones alternate. So a source that guesses a lot delays only itself. When the queue is full, the source
 * that waits most often loses a place.
 */
import { BusyError } from '../../base/errors';

const MAX_KNOWN = 64;
const MAX_STRANGERS = 256;
/** Enough for an office that signs in at the same moment; a longer queue makes room for other sources. */
const MAX_PER_SOURCE = 64;

export interface Place {
  /** A browser that has signed in before, or a session. */
  readonly known: boolean;
  /** The network of an unknown browser. */
  readonly source: string;
  /** Recent attempts of the source. */
  readonly tries: number;
}

interface Line {
  readonly waiting: Waiting[];
  tries: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: BusyError) => void;
}

export class FairQueue {
  private readonly known: Waiting[] = [];
  /** In the order in which they get a slot. */
  private readonly strangers = new Map<string, Line>();
  private strangersWaiting = 0;

  /** Those who wait for a slot. */
  get length(): number {
    return this.known.length + this.strangersWaiting;
  }

  /** Resolves when a slot is free. Throws BusyError if there is no place in the queue. */
  wait({ known, source, tries }: Place): Promise<void> {
    return new Promise((start, refuse) => {
      if (known) {
        if (this.known.length >= MAX_KNOWN) return refuse(busy());
        this.known.push({ start, refuse });
        return undefined;
      }
      const line = this.strangers.get(source) ?? { waiting: [], tries };
      if (line.waiting.length >= MAX_PER_SOURCE) return refuse(busy());
      if (this.strangersWaiting >= MAX_STRANGERS && !this.dismissOne(line.waiting.length)) return refuse(busy());
      line.waiting.push({ start, refuse });
      line.tries = tries;
      this.strangers.set(source, line);
      this.strangersWaiting += 1;
      return undefined;
    });
  }

  /** Starts the next waiting task. Returns false if there is none. */
  next(): boolean {
    const first = this.known.shift() ?? this.nextStranger();
    first?.start();
    return first !== undefined;
  }

  private nextStranger(): Waiting | undefined {
    let [best, source]: [Line | undefined, string] = [undefined, ''];
    for (const [each, line] of this.strangers)
      if (best === undefined || line.tries < best.tries) [best, source] = [line, each];
    const first = best?.waiting.shift();
    if (best === undefined || first === undefined) return undefined;
    // Moves the source to the end of the order, or removes it.
    this.strangers.delete(source);
    if (best.waiting.length > 0) this.strangers.set(source, best);
    this.strangersWaiting -= 1;
    return first;
  }

  /** Refuses the last attempt of the longest queue, if that is longer than `than`. */
  private dismissOne(than: number): boolean {
    const lines = [...this.strangers.values()].map(({ waiting }) => waiting);
    const longest = lines.reduce((one, other) => (other.length > one.length ? other : one), []);
    if (longest.length <= than + 1) return false;
    longest.pop()?.refuse(busy());
    this.strangersWaiting -= 1;
    return true;
  }
}

const busy = (): BusyError => new BusyError('Too many passwords to check at the same time.');
