/**
 * What a recorder keeps: everything, or the last minutes of it. A tape of the last minutes begins in the middle of
 * sagas, which nothing can start there, so it says what was there: the state, and what the sagas waited for.
 */
import type { Address, Cut, Entry } from './format';
import { decode } from './values';

/** Keeps what came last, so that a report can be saved after the fact. */
export interface LastOptions {
  readonly minutes: number;
  /** At most so many entries, however little time they took. */
  readonly entries?: number;
  /** The state of the store. It is held, not copied, as reducers never change it in place. */
  readonly state: () => unknown;
  /** In milliseconds. */
  readonly now?: () => number;
}

/** How things stood where the kept entries begin. */
export interface Beginning {
  /** How many entries there were before. */
  readonly dropped: number;
  readonly state: unknown;
  readonly open: readonly Address[];
}

export interface Keeper {
  readonly add: (entry: Entry) => void;
  /** Puts an entry where the count was `place`, since when nothing was let go. */
  readonly insert: (place: number, entry: Entry) => void;
  /** All there were, whether kept or not. */
  readonly count: () => number;
  readonly kept: () => { readonly entries: readonly Entry[]; readonly beginning: Beginning | null };
  /** Something happens that has to stay together. */
  readonly hold: () => void;
  readonly release: () => void;
}

interface Part {
  readonly beganAt: number;
  readonly before: Beginning;
  readonly entries: Entry[];
}

/** Entries are let go a part at a time: so many make up the minutes. */
const PARTS = 6;
const MOST_ENTRIES = 60_000;

/** `open` tells what the sagas wait for right now. */
export function createKeeper(last: LastOptions | undefined, open: () => readonly Address[]): Keeper {
  // eslint-disable-next-line no-restricted-properties -- other apps have no clock port
  const now = last?.now ?? Date.now;
  let parts: Part[] = [{ beganAt: now(), before: { dropped: 0, state: undefined, open: [] }, entries: [] }];
  let count = 0;
  let holds = 0;
  const current = () => parts.at(-1)!;

  function roll({ minutes, entries: most = MOST_ENTRIES, state }: LastOptions): void {
    const at = now();
    const { beganAt, entries } = current();
    if (entries.length === 0) return;
    if (at - beganAt < (minutes * 60_000) / PARTS && entries.length < most / PARTS) return;
    parts.push({ beganAt: at, before: { dropped: count, state: state(), open: open() }, entries: [] });
    const held = () => count - parts[0]!.before.dropped;
    // The others hold the minutes without the first, or leave no room for the new one.
    while (parts.length > 1 && (at - parts[1]!.beganAt >= minutes * 60_000 || held() + most / PARTS > most))
      parts = parts.slice(1);
  }

  return {
    add(entry) {
      if (last !== undefined && holds === 0) roll(last);
      current().entries.push(entry);
      count += 1;
    },
    insert(place, entry) {
      const { before, entries } = current();
      entries.splice(place - before.dropped, 0, entry);
      count += 1;
    },
    count: () => count,
    kept() {
      const { before } = parts[0]!;
      return { entries: parts.flatMap(({ entries }) => entries), beginning: before.dropped === 0 ? null : before };
    },
    hold: () => void (holds += 1),
    release: () => void (holds -= 1),
  };
}

/** What the store held where a tape of the last minutes begins, to look at. */
export const cutState = ({ state }: Cut): unknown => decode(state);
