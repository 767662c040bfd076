/** Compares two recordings of a flow, and separates entries that only moved from real changes. */
import { labelOf, sagaOf, type Address, type Entry, type Json } from './format';
import { difference } from './divergence';
import { lineOf } from './log';
import { portCallOf } from './portCalls';

export interface Change {
  /**
   * `moved`: the same entry under another address; `earlier or later`: the same entry at another position; the others
   * are changes of behavior.
   */
  readonly kind: 'moved' | 'earlier or later' | 'changed' | 'gone' | 'new';
  /** Number of the entry on the old tape; for a new entry, that of the old entry after it. */
  readonly nth: number;
  readonly text: string;
  /** Only for `earlier or later`: an action, or a request before another of its saga that was first. */
  readonly isReordered?: true;
}

/** Whether behavior changed; other entries only moved, or came earlier or later than those of other sagas. */
export const isReal = ({ kind, isReordered }: Change): boolean =>
  kind === 'changed' || kind === 'gone' || kind === 'new' || isReordered === true;

interface Item {
  readonly entry: Entry;
  readonly nth: number;
  /** The entry without its address. */
  readonly what: string;
  /** The entry with its saga. */
  readonly place: string;
  readonly inside: string;
  /** The entry without its content. */
  readonly kind: string;
}

const ADDRESSES = ['call', 'ask', 'answer', 'cancel', 'code', 'put', 'stop', 'give'] as const;
const addressIn = (entry: Entry): Address | null => {
  const [first] = Object.keys(entry);
  const key = ADDRESSES.find((one) => one === first);
  return key ? (entry as never)[key] : null;
};

function itemsOf(entries: readonly Entry[]): Item[] {
  /** The request of an answer. */
  const requests = new Map<Address, string>();
  return entries.map((entry, at) => {
    const address = addressIn(entry);
    const [first = '', ...others] = Object.keys(entry);
    const inside = JSON.stringify(others.map((key) => [key, (entry as never)[key] as Json]));
    const label = address === null ? JSON.stringify((entry as never)[first]) : 'put' in entry ? '' : labelOf(address);
    if ('ask' in entry) requests.set(entry.ask, inside);
    const about = address === null ? '' : (requests.get(address) ?? '');
    const type = 'put' in entry ? String((entry.action as { readonly type?: Json } | null)?.type) : '';
    return {
      entry,
      nth: at + 1,
      what: `${first} ${label} ${inside}${about}`,
      place: `${address ?? ''}`,
      inside,
      kind: `${first} ${address === null ? '' : sagaOf(address).replace(/#\d+/g, '')} ${address === null ? '' : label}${type}`,
    };
  });
}

type Pair = readonly [Item, Item];

/** Limits the memory (80 MB) and the time of a comparison. */
const MAX_PAIRS = 20_000_000;

/** The pairs that both tapes have. If they differ too much for that, the first difference. */
function common(a: readonly Item[], b: readonly Item[]): readonly Pair[] | { readonly first: Pair } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start]?.what === b[start]?.what) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end)?.what === b.at(-1 - end)?.what) end += 1;
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const [one, other] = [inA[0], inB[0]];
  if (one && other && inA.length * inB.length > MAX_PAIRS) return { first: [one, other] };
  const pairs = (list: readonly Item[], from: number) => list.map((item, nth): Pair => [item, b[from + nth] as Item]);
  return [...pairs(a.slice(0, start), 0), ...longest(inA, inB), ...pairs(a.slice(a.length - end), b.length - end)];
}

/** The pairs of the longest common subsequence. */
function longest(a: readonly Item[], b: readonly Item[]): readonly Pair[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i]?.what === b[j]?.what
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [one, other] = [a[i] as Item, b[j] as Item];
    if (one.what === other.what) {
      pairs.push([one, other]);
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The saga that did this; undefined for what came in. */
const doerOf = ({ entry, place }: Item): Address | undefined => {
  if ('put' in entry) return place;
  return 'call' in entry || 'ask' in entry ? sagaOf(place) : undefined;
};

/** Whether a pair stands before another of its saga on one tape, and after it on the other. */
function reorderedIn(pairs: readonly Pair[]): (pair: Pair) => boolean {
  const bySaga = new Map<Address | undefined, Pair[]>();
  for (const pair of pairs) {
    const saga = doerOf(pair[0]);
    const known = bySaga.get(saga);
    if (known === undefined) bySaga.set(saga, [pair]);
    else known.push(pair);
  }
  return ([one, other]) => {
    // The order of actions is that of the changes of the state, whichever saga puts them.
    if ('put' in one.entry) return true;
    const saga = doerOf(one);
    if (saga === undefined) return false;
    return (bySaga.get(saga) ?? []).some(([a, b]) => a.nth < one.nth !== b.nth < other.nth && a !== one);
  };
}

const lineTextOf = ({ entry }: Item) => lineOf(entry).trim();

/** The changes, in the order of the old tape; of very long tapes that differ throughout, only the first one. */
export function compareTapes(before: readonly Entry[], after: readonly Entry[]): readonly Change[] {
  const [old, now] = [itemsOf(before), itemsOf(after)];
  const both = common(old, now);
  if ('first' in both) {
    const [{ entry, nth }, other] = both.first;
    const text = `${lineOf(entry).trim()}: ${changeText(entry, other.entry)}; too much differs after it to be compared`;
    return [{ kind: 'changed', nth, text }];
  }
  const changes: Change[] = [];
  const [gone, added] = [new Set(old), new Set(now)];
  const pair = (one: Item, other: Item, change: Omit<Change, 'nth'> | null) => {
    gone.delete(one);
    added.delete(other);
    if (change) changes.push({ ...change, nth: one.nth });
  };
  for (const [one, other] of both) {
    const isMoved = one.place !== other.place;
    pair(
      one,
      other,
      isMoved ? { kind: 'moved', text: `${lineTextOf(one)}: ${one.place} is now ${other.place}` } : null,
    );
  }
  // A saga with another name or number also changes the entries that cancel it.
  const sagas = new Map(both.map(([one, other]) => [sagaOf(one.place), sagaOf(other.place)]));
  for (const one of [...gone]) {
    if (!('stop' in one.entry)) continue;
    const other = [...added].find(({ entry, place }) => 'stop' in entry && sagas.get(one.place) === place);
    if (other) pair(one, other, { kind: 'moved', text: `${lineTextOf(one)}: ${one.place} is now ${other.place}` });
  }
  const elsewhere: Pair[] = [];
  for (const one of [...gone]) {
    const other = [...added].find(({ what }) => what === one.what);
    if (!other) continue;
    pair(one, other, null);
    elsewhere.push([one, other]);
  }
  const isReordered = reorderedIn([...both, ...elsewhere]);
  for (const [one, other] of elsewhere)
    changes.push({
      kind: 'earlier or later',
      nth: one.nth,
      text: lineTextOf(one),
      ...(isReordered([one, other]) && { isReordered: true }),
    });
  for (const one of [...gone]) {
    const other = [...added].find(({ kind }) => kind === one.kind);
    if (!other) continue;
    // Only the request differs, and the difference is reported there.
    const isSame = one.inside === other.inside && !('put' in one.entry);
    const text = `${lineTextOf(one)}: ${changeText(one.entry, other.entry)}`;
    pair(one, other, isSame ? null : { kind: 'changed', text });
  }
  for (const one of gone) changes.push({ kind: 'gone', nth: one.nth, text: lineTextOf(one) });
  // A new entry is placed before the next old entry that both tapes have.
  for (const one of added)
    changes.push({
      kind: 'new',
      nth: both.find(([, other]) => other.nth > one.nth)?.[0].nth ?? old.length + 1,
      text: lineTextOf(one),
    });
  return changes.sort((a, b) => a.nth - b.nth);
}

function changeText(one: Entry, other: Entry): string {
  const [a, b] = [portCallOf(one), portCallOf(other)];
  const found = a && b && (a.kind === 'put' ? difference(a.args[0], b.args[0], 'action') : difference(a.args, b.args));
  return found ?? `now ${lineOf(other).trim()}`;
}
