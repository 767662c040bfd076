/** Numbers and choices that belong to one row and stay the same whenever its paper is drawn. */
import { createHash } from 'node:crypto';

export interface Details {
  /** From `min` to `max`, both included. `about` tells one question from another. */
  readonly int: (about: string, min: number, max: number) => number;
  readonly pick: <T>(about: string, choices: readonly T[]) => T;
  /** That many digits, the first not 0. */
  readonly digits: (about: string, count: number) => string;
}

export function detailsOf(id: string): Details {
  const int = (about: string, min: number, max: number): number => {
    const number = createHash('sha256').update(`${id}/${about}`).digest().readUInt32BE(0);
    return min + (number % (max - min + 1));
  };
  return {
    int,
    pick: (about, choices) => choices[int(about, 0, choices.length - 1)] as (typeof choices)[number],
    digits: (about, count) => String(int(about, 10 ** (count - 1), 10 ** count - 1)),
  };
}
