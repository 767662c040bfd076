/**
 * Who gets the next slot for a hash. Known browsers come first; among strangers each source has its turn, so that many
 * requests of one source delay that source only. When the queue is full, the source that waits most often gives way.
 */
import { BusyError } from '../../base/errors';

const MOST_KNOWN = 64;
const MOST_STRANGERS = 256;
const MOST_OF_A_SOURCE = 8;

export interface Place {
  /** A browser that has signed in before, or a session. */
  readonly known: boolean;
  /** The network of a stranger. */
  readonly source: string;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: BusyError) => void;
}

export class FairQueue {
  private readonly known: Waiting[] = [];
  /** In the order of their turns. */
  private readonly strangers = new Map<string, Waiting[]>();
  private strangersWaiting = 0;

  get length(): number {
    return this.known.length + this.strangersWaiting;
  }

  /** Resolves when it is their turn. Throws BusyError when there is no place left. */
  wait({ known, source }: Place): Promise<void> {
    return new Promise((start, refuse) => {
      if (known) {
        if (this.known.length >= MOST_KNOWN) return refuse(busy());
        this.known.push({ start, refuse });
        return undefined;
      }
      const line = this.strangers.get(source) ?? [];
      if (line.length >= MOST_OF_A_SOURCE) return refuse(busy());
      if (this.strangersWaiting >= MOST_STRANGERS && !this.dismissOne(line.length)) return refuse(busy());
      line.push({ start, refuse });
      this.strangers.set(source, line);
      this.strangersWaiting += 1;
      return undefined;
    });
  }

  /** Lets the next one start. Returns false when nobody waits. */
  next(): boolean {
    const first = this.known.shift() ?? this.nextStranger();
    first?.start();
    return first !== undefined;
  }

  private nextStranger(): Waiting | undefined {
    for (const [source, line] of this.strangers) {
      const first = line.shift();
      // To the end of the order, or out of it.
      this.strangers.delete(source);
      if (line.length > 0) this.strangers.set(source, line);
      this.strangersWaiting -= 1;
      return first;
    }
    return undefined;
  }

  /** The last one of the longest line that is longer than `than` gives way. */
  private dismissOne(than: number): boolean {
    const longest = [...this.strangers.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    if (longest.length <= than + 1) return false;
    longest.pop()?.refuse(busy());
    this.strangersWaiting -= 1;
    return true;
  }
}

const busy = (): BusyError => new BusyError('Too many passwords to check at once.');
