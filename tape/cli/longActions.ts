/** Long actions on a redacted tape: only their length and checksum are there, which change with the rules. */
import type { App } from '../app';
import { isShortened, shortened, type Entry, type Json, type TapeHeader } from '../format';
import { play } from '../play';

export interface Rewritten {
  readonly entries: readonly Entry[];
  /** The number of long actions that are as before, because the app does not do what the tape says. */
  readonly unknown: number;
}

/** A tape as it was, and with its secrets concealed by the rules of the new header. */
export interface Redacted {
  readonly before: Recorded;
  readonly after: Recorded;
}
interface Recorded {
  readonly header: TapeHeader;
  readonly entries: readonly Entry[];
}

/**
 * The entries with their long actions as the app puts them by the new rules. An action that was not as recorded before
 * that is kept: only the rules may change what a tape expects.
 */
export async function withLongActions(app: App, { before, after }: Redacted): Promise<Rewritten> {
  const short = after.entries.map((entry) => ('put' in entry ? { ...entry, action: shortened(entry.action) } : entry));
  const long = short.flatMap((entry, at) => ('put' in entry && isShortened(entry.action) ? [at] : []));
  if (long.length === 0 || after.header.cut !== undefined) return { entries: short, unknown: 0 };
  const former = await longActions(app, before);
  const now = await longActions(app, { ...after, entries: short });
  const isKnown = (at: number) => at < now.end && at < former.end && !former.changed.has(at);
  return {
    entries: short.map((entry, at) => {
      const action = now.changed.get(at);
      return 'put' in entry && action !== undefined && isKnown(at) ? { ...entry, action } : entry;
    }),
    unknown: long.filter((at) => !isKnown(at)).length,
  };
}

/** The long actions that the app puts otherwise than recorded, and the number of entries that it plays. */
async function longActions(app: App, { header, entries }: Recorded) {
  const changed = new Map<number, Json>();
  try {
    const tape = { name: 'The tape', header, entries: entries.values() };
    const { divergence } = await play(app, tape, { onLongAction: (at, action) => void changed.set(at, action) });
    return { changed, end: divergence === null ? Infinity : divergence.nth - 1 };
  } catch {
    // Secrets leave the tape even if the app does not start.
    return { changed, end: 0 };
  }
}
