/** A tape as readable rows: by saga lineage, with a lane per machine. */
import { addressOf, lineOf, type Entry } from '../../tape';

/** A transition of a machine to this state. */
export interface Move {
  readonly machine: string;
  readonly state: string;
  readonly by: string;
}

export interface Row {
  /** From 1, as on the tape. */
  readonly nth: number;
  /** The sagas from the root to the caller; empty for what comes from outside. */
  readonly lineage: readonly string[];
  readonly text: string;
  readonly isIntent: boolean;
  readonly moves: readonly Move[];
}

/** `nth` is the position on the tape. Transitions are added by `withMove`. */
export function rowOf(entry: Entry, nth: number): Row {
  return {
    nth,
    lineage: lineageOf(entry),
    text: lineOf(entry)
      .trim()
      .replace(/ {2}in \S+$/, ''),
    isIntent: 'do' in entry,
    moves: [],
  };
}

function lineageOf(entry: Entry): readonly string[] {
  const address = addressOf(entry);
  if (address === null) return [];
  return address
    .split('/')
    .slice(0, -1)
    .filter((segment, nth) => nth === 0 || segment.includes(':'))
    .map((segment) => segment.slice(segment.lastIndexOf(':') + 1).replace(/#\d+$/, ''));
}

/** `{ active: 'idle' }` becomes `active.idle`; parallel parts are joined, each in full. */
export const stateText = (value: unknown): string => leavesOf(value).join(' + ');

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => {
    const leaves = leavesOf(inner);
    return leaves.length === 0 ? [key] : leaves.map((leaf) => `${key}.${leaf}`);
  });
}

/** A transition as the machine watch reports it. */
export function moveOf(machine: string, event: unknown, after: unknown): Move {
  return {
    machine,
    state: stateText((after as { readonly value: unknown }).value),
    by: (event as { readonly type: string } | null)?.type ?? 'start',
  };
}

/** The row with a transition that it caused, also one back to the same state. */
export const withMove = (row: Row, move: Move): Row => ({ ...row, moves: [...row.moves, move] });

/** The machines of these rows, in the order of their first transitions. */
export const lanesOf = (rows: readonly Row[]): readonly string[] => [
  ...new Set(rows.flatMap(({ moves }) => moves.map(({ machine }) => machine))),
];
