/** Loading state of one dashboard card; the same for every dashboard. */
import type { Failure } from '../../../../machines/failure';

/** Requests with the same key have the same answer. */
export type CardKey = string;

/** One card to load. */
export interface CardRequest {
  readonly id: string;
  readonly key: CardKey;
}

export interface Card<D> {
  /** Key of the last request; data of another key is not shown. */
  readonly key: CardKey;
  readonly busy: boolean;
  readonly data: D | null;
  /** When the data arrived, epoch ms. */
  readonly at: number | null;
  readonly failure: Failure | null;
  /** An event since then may have changed the data. */
  readonly stale: boolean;
  /** Such an event came while a request was under way: its answer may be from before. */
  readonly staleAnswer: boolean;
  /** Load again although there is data, or a failure, for this key. */
  readonly mustReload: boolean;
}

/** Data of the same key stays visible in the meantime. */
export function requested<D>(before: Card<D> | undefined, key: CardKey): Card<D> {
  const same = before?.key === key ? before : { key, data: null, at: null, stale: false };
  return { ...same, busy: true, failure: null, staleAnswer: false, mustReload: false };
}

/** Null if the answer belongs to a request that was replaced. */
export const loaded = <D>(before: Card<D> | undefined, key: CardKey, data: D, at: number): Card<D> | null =>
  before?.key === key
    ? { key, data, at, busy: false, failure: null, stale: before.staleAnswer, staleAnswer: false, mustReload: false }
    : null;

/** The card after a failed call, keeping what it shows; null if the card has been requested again since. */
export const failed = <D>(before: Card<D> | undefined, key: CardKey, failure: Failure): Card<D> | null =>
  before?.key === key ? { ...before, busy: false, failure, staleAnswer: false } : null;

/** The card after an event that may have changed its data. */
export const markedStale = <D>(card: Card<D>): Card<D> => ({ ...card, stale: true, staleAnswer: card.busy });

/** Younger data (ms) is not reloaded when its card comes back to the screen. */
const FRESH_MS = 15_000;

/**
 * Whether to send a request now.
 *
 * @param sent the request sent for this card since it appeared on the screen, and whether it still runs
 * @param now epoch ms
 */
export function isDue(
  { key }: CardRequest,
  card: Card<unknown> | undefined,
  sent: { readonly isRunning: boolean } | undefined,
  now: number,
): boolean {
  const same = card?.key === key ? card : null;
  if (sent?.isRunning && (same === null || same.busy)) return false;
  if (same === null || same.mustReload) return true;
  // Marked busy without a running request: it was cancelled.
  return sent === undefined && (same.busy || (same.failure === null && !isFresh(same.at, now)));
}

/** Data from the future arrived before the clock of the device was set back. */
const isFresh = (at: number | null, now: number): boolean => at !== null && Math.abs(now - at) < FRESH_MS;
