/** Long actions on a redacted tape: only their length and checksum are there, which change with the rules. */
import type { App } from '../app';
import { isShortened, shortened, type Entry, type Json, type TapeHeader } from '../format';
import { play } from '../play';

export interface Rewritten {
  readonly entries: readonly Entry[];
  /** The number of long actions that are as before, because the app does not play the tape up to them. */
  readonly unknown: number;
}

/** The entries with their long actions as the app puts them by the rules of this header. */
export async function withLongActions(app: App, header: TapeHeader, entries: readonly Entry[]): Promise<Rewritten> {
  const short = entries.map((entry) => ('put' in entry ? { ...entry, action: shortened(entry.action) } : entry));
  const long = short.flatMap((entry, at) => ('put' in entry && isShortened(entry.action) ? [at] : []));
  if (long.length === 0 || header.cut !== undefined) return { entries: short, unknown: 0 };
  const now = new Map<number, Json>();
  let end = 0;
  try {
    const tape = { name: 'The tape', header, entries: short.values() };
    const { divergence } = await play(app, tape, { onLongAction: (at, action) => void now.set(at, action) });
    end = divergence === null ? Infinity : divergence.nth - 1;
  } catch {
    // Secrets leave the tape even if the app does not start.
  }
  return {
    entries: short.map((entry, at) => {
      const action = now.get(at);
      return 'put' in entry && action !== undefined ? { ...entry, action } : entry;
    }),
    unknown: long.filter((at) => at >= end).length,
  };
}
