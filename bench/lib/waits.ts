import { median } from './pairs';
import { reached, type Row } from './row';

/** A row of waiting times in milliseconds, whose median must stay below the limit. */
export function waitsRow(id: string, what: string, waits: readonly number[], limitMs: number): Row {
  const usual = median(waits);
  return {
    id,
    what,
    ours: `${usual.toFixed(0)} ms, slowest of ${waits.length}: ${Math.max(...waits).toFixed(0)} ms`,
    other: `limit ${limitMs} ms`,
    ratio: usual / limitMs,
    goal: `< ${limitMs} ms`,
    verdict: reached(usual < limitMs),
    exact: false,
  };
}
