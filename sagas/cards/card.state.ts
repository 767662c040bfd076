/** One card of a dashboard, from its question to its answer: the same for every dashboard. */
import type { Failure } from '../../machines/failure';

/** Names a question: the same card, filter and view have the same key. */
export type CardKey = string;

export interface Card<D> {
  /** What is asked; numbers of another key are not shown. */
  readonly key: CardKey;
  readonly busy: boolean;
  readonly data: D | null;
  /** When the numbers came, in epoch milliseconds. */
  readonly at: number | null;
  readonly failure: Failure | null;
  /** Something happened since that may have changed them. */
  readonly stale: boolean;
}

/** On its way. The last numbers of the same question stay; those of another one go. */
export function asked<D>(before: Card<D> | undefined, key: CardKey): Card<D> {
  const same = before?.key === key ? before : { key, data: null, at: null, stale: false };
  return { ...same, busy: true, failure: null };
}

/** Null for an answer to what is no longer asked. */
export const arrived = <D>(before: Card<D> | undefined, key: CardKey, data: D, at: number): Card<D> | null =>
  before?.key === key ? { key, data, at, busy: false, failure: null, stale: false } : null;

export const failed = <D>(before: Card<D> | undefined, key: CardKey, failure: Failure): Card<D> | null =>
  before?.key === key ? { ...before, busy: false, failure } : null;
