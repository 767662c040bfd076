/**
 * Stores the entries of a recorder: all, or those of the last minutes. A tape of the last minutes begins in the middle
 * of sagas, which cannot be started there, so it contains the state and what the sagas waited for.
 */
import type { Address, Cut, Entry } from './format';
import { decode } from './values';

/** Options for keeping the last minutes, so that a problem can be saved after it happened. */
export interface LastOptions {
  readonly minutes: number;
  /** At most this many entries, however short the time. */
  readonly entries?: number;
  /** The state of the store. It is not copied, because reducers never change it in place. */
  readonly state: () => unknown;
  /** In milliseconds. */
  readonly now?: () => number;
}

/** The situation before the first stored entry. */
export interface Beginning {
  /** How many entries there were before. */
  readonly dropped: number;
  readonly state: unknown;
  readonly open: readonly Address[];
}

export interface Keeper {
  /** Adds an entry where the count was `place`, at the end by default. */
  readonly add: (entry: Entry, place?: number) => void;
  /** Only for the last minutes: an entry cannot be kept, so that they begin after it. */
  readonly loseAll: () => void;
  /** The number of all entries, dropped ones included. */
  readonly count: () => number;
  readonly kept: () => { readonly entries: readonly Entry[]; readonly beginning: Beginning | null };
  /** Until the release, nothing is dropped. */
  readonly hold: () => void;
  readonly release: () => void;
}

interface Part {
  readonly beganAt: number;
  readonly before: Beginning;
  readonly entries: Entry[];
}

/** Entries are dropped in parts; this many parts cover the minutes. */
const PARTS = 6;
const MAX_ENTRIES = 60_000;

/** `open` returns what the sagas are waiting for. */
export function createKeeper(last: LastOptions | undefined, open: () => readonly Address[]): Keeper {
  // eslint-disable-next-line no-restricted-properties -- other apps have no clock port
  const now = last?.now ?? Date.now;
  let parts: Part[] = [{ beganAt: now(), before: { dropped: 0, state: undefined, open: [] }, entries: [] }];
  let count = 0;
  let holds = 0;
  let isLost = false;
  const current = () => parts.at(-1)!;

  const newPart = ({ state }: LastOptions): Part => ({
    beganAt: now(),
    before: { dropped: count, state: state(), open: open() },
    entries: [],
  });
  function roll(options: LastOptions): void {
    const { minutes, entries: most = MAX_ENTRIES } = options;
    const { beganAt, entries } = current();
    if (entries.length === 0) return;
    if (now() - beganAt < (minutes * 60_000) / PARTS && entries.length < most / PARTS) return;
    const next = newPart(options);
    parts.push(next);
    const held = () => count - parts[0]!.before.dropped;
    // The first part is dropped if the others cover the minutes, or if there is no room for the new one.
    while (parts.length > 1 && (next.beganAt - parts[1]!.beganAt >= minutes * 60_000 || held() + most / PARTS > most))
      parts = parts.slice(1);
  }
  function beginAgain(options: LastOptions): void {
    parts = [newPart(options)];
    isLost = false;
  }

  return {
    add(entry, place = count) {
      if (last !== undefined && isLost) beginAgain(last);
      else if (last !== undefined && holds === 0 && place === count) roll(last);
      const { before, entries } = current();
      if (place === count) entries.push(entry);
      // What was before the place may be lost.
      else entries.splice(Math.max(place - before.dropped, 0), 0, entry);
      count += 1;
    },
    loseAll() {
      isLost = true;
      count += 1;
    },
    count: () => count,
    kept() {
      if (last !== undefined && isLost) beginAgain(last);
      const { before } = parts[0]!;
      return { entries: parts.flatMap(({ entries }) => entries), beginning: before.dropped === 0 ? null : before };
    },
    hold: () => void (holds += 1),
    release: () => void (holds -= 1),
  };
}

/** The state of the store at the beginning of a tape of the last minutes. */
export const cutState = ({ state }: Cut): unknown => decode(state);
