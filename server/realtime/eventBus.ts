/**
 * Wakes every node when something happened. Events carry ids only: whoever hears one reads the rows, which are the
 * truth, so a lost event delays and a forged one does nothing.
 */
import type { Queries } from '../database';

export interface ServerEvent {
  readonly kind: 'session-ended';
  readonly sessionId: string;
}

export interface EventBus {
  /** Heard by all nodes when the transaction of `queries` commits, and not at all when it does not. */
  publish(queries: Queries, event: ServerEvent): Promise<void>;
  /** Returns how to stop listening. */
  subscribe(listener: (event: ServerEvent) => void): () => void;
  close(): Promise<void>;
}
