/** Fair comparison on a machine that is never quiet: A, B, A, B, ..., and the median of the pairs' ratios. */
import type { Spread } from './row';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/**
 * Runs every candidate once per round, rotating the order by one each round, after a warm-up round that is not counted.
 * @returns for each candidate its results, in the order of the rounds
 */
export async function interleave<T>(
  candidates: Readonly<Record<string, () => Promise<T>>>,
  rounds: number,
): Promise<Readonly<Record<string, readonly T[]>>> {
  const names = Object.keys(candidates);
  const results: Record<string, T[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (let i = 0; i < names.length; i += 1) {
      const name = names[(i + round + names.length) % names.length] ?? '';
      const result = await candidates[name]?.();
      if (round >= 0 && result !== undefined) results[name]?.push(result);
    }
  }
  return results;
}

/** The ratio a / b of each round, as its median and its spread. */
export function pairwise(
  a: readonly number[],
  b: readonly number[],
): { readonly ratio: number; readonly spread: Spread } {
  const ratios = a.map((value, i) => value / (b[i] ?? Number.NaN));
  return {
    ratio: median(ratios),
    spread: { min: Math.min(...ratios), max: Math.max(...ratios), pairs: ratios.length },
  };
}

/** The value that `part` (0 to 1) of them do not exceed. */
export const percentile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN;
