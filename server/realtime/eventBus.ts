/**
 * Wakes every node when something happened. Events carry ids only: whoever hears one reads the rows, which are the
 * truth, so a lost event delays and a forged one does nothing.
 */
import type { Queries } from '../database';

export type ServerEvent =
  | { readonly kind: 'session-ended'; readonly sessionId: string }
  /** These people have been told something, or have read it. */
  | { readonly kind: 'told'; readonly userIds: readonly string[] }
  | { readonly kind: 'chat'; readonly messageId: string; readonly userIds: readonly string[] };

/** What is heard besides: events may have been missed, so look at the rows. */
export interface Resumed {
  readonly kind: 'resumed';
}

export interface EventBus {
  /** Heard by all nodes when the transaction of `queries` commits, and not at all when it does not. */
  publish(queries: Queries, event: ServerEvent): Promise<void>;
  /** Returns how to stop listening. */
  subscribe(listener: (event: ServerEvent | Resumed) => void): () => void;
  close(): Promise<void>;
}
