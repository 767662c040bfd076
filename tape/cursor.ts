/** Steps through the entries of a tape, and keeps only the lookahead in memory. */
import type { Entry } from './format';

export interface Cursor {
  readonly peek: () => Entry | undefined;
  readonly next: () => Entry | undefined;
  /** The next entries, at most that many. */
  readonly ahead: (most: number) => readonly Entry[];
  /** How many entries have been passed. */
  readonly passed: () => number;
}

/** Reads entries one by one, with a lookahead. */
export function createCursor(entries: Iterator<Entry>): Cursor {
  const held: Entry[] = [];
  let passed = 0;
  const fill = (most: number) => {
    while (held.length < most) {
      const { value, done } = entries.next();
      if (done) return;
      held.push(value);
    }
  };
  return {
    peek() {
      fill(1);
      return held[0];
    },
    next() {
      fill(1);
      const entry = held.shift();
      if (entry !== undefined) passed += 1;
      return entry;
    },
    ahead(most) {
      fill(most);
      return held.slice(0, most);
    },
    passed: () => passed,
  };
}
