/** One line of the table. */

export type Verdict =
  /** Measured, and the goal is reached. */
  | 'ok'
  /** Measured, and the goal is missed. */
  | 'MISSED'
  /** Measured; there is no goal for it. */
  | 'info'
  /** Not measured. Never counts as reached. */
  | 'SKIPPED'
  /** The thing measured did not do its job, so its speed means nothing. */
  | 'WRONG';

export interface Row {
  readonly id: string;
  readonly what: string;
  readonly ours: string;
  /** The peer or the physical limit, named, with its figure from the same run. */
  readonly other: string;
  /** Ours over the other: the median of the pairs. */
  readonly ratio?: number;
  /** Smallest and largest ratio of the pairs, and how many there were. */
  readonly spread?: Spread;
  readonly goal: string;
  readonly verdict: Verdict;
  /** Bytes, requests, refreshes, losses: figures that do not depend on the machine, so a miss fails `--check`. */
  readonly exact: boolean;
  /** With SKIPPED and WRONG: why. */
  readonly reason?: string;
}

export interface Spread {
  readonly min: number;
  readonly max: number;
  readonly pairs: number;
}

export const reached = (isReached: boolean): Verdict => (isReached ? 'ok' : 'MISSED');

export function skipped(id: string, what: string, goal: string, reason: string, exact = false): Row {
  return { id, what, ours: '-', other: '-', goal, verdict: 'SKIPPED', exact, reason };
}

/** Whether `--check` fails: an exact figure missed or not measured, or something does not work. */
export function breaksCheck(row: Row): boolean {
  if (row.verdict === 'WRONG') return true;
  return row.exact && (row.verdict === 'MISSED' || row.verdict === 'SKIPPED');
}
