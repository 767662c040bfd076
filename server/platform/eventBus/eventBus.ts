/**
 * Wakes all nodes when something happened. Events carry ids only and receivers read the rows, so a lost event only
 * delays and a forged one has no effect.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Queries } from '../../database';
import { isCanonicalUuid } from '../../../contract/base/uuid';

export type ServerEvent =
  | { readonly kind: 'session-ended'; readonly sessionId: string }
  /** These users have new notifications, or have read theirs. */
  | { readonly kind: 'notified'; readonly userIds: readonly string[] }
  /** Something has changed in the chat that these users follow. */
  | { readonly kind: 'chat'; readonly userIds: readonly string[] }
  /** These records have changed, which these users have open. */
  | { readonly kind: 'records'; readonly recordIds: readonly string[]; readonly userIds: readonly string[] };

/** Events may have been missed, so check the rows. */
export interface Resumed {
  readonly kind: 'resumed';
}

export type Listener = (event: ServerEvent | Resumed) => void;
export type EventBusLog = Pick<FastifyBaseLogger, 'info' | 'warn'>;

export interface EventBus {
  /** Whether this node and the others can wake each other. If not, rows are polled every few seconds. */
  readonly isThere: boolean;
  /** Listens, and reconnects by itself from then on. Rejects if the first connection fails. */
  start(log: EventBusLog): Promise<void>;
  /** All nodes receive it once the transaction of `queries` has committed, and none if it rolls back. */
  publish(queries: Queries, event: ServerEvent): Promise<void>;
  /** Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void;
  /** Sends what was published, and stops listening for good. */
  close(): Promise<void>;
}

const isId = (value: unknown): value is string => typeof value === 'string' && isCanonicalUuid(value);
const areIds = (value: unknown): value is string[] => Array.isArray(value) && value.every(isId);

/** Validates a payload: any client of the database or of Redis can send one. Undefined for anything unknown. */
export function parseEvent(payload: string | undefined): ServerEvent | undefined {
  try {
    const { kind, sessionId, recordIds, userIds } = JSON.parse(payload ?? '') as Record<string, unknown>;
    if (kind === 'session-ended') return isId(sessionId) ? { kind, sessionId } : undefined;
    if (!areIds(userIds)) return undefined;
    if (kind === 'notified' || kind === 'chat') return { kind, userIds };
    return kind === 'records' && areIds(recordIds) ? { kind, recordIds, userIds } : undefined;
  } catch {
    return undefined;
  }
}

/** The subscribers on this node. */
export class Listeners {
  private readonly all = new Set<Listener>();

  /** Returns a function that unsubscribes. */
  add(listener: Listener): () => void {
    this.all.add(listener);
    return () => void this.all.delete(listener);
  }

  emit(event: ServerEvent | Resumed): void {
    for (const listener of this.all) listener(event);
  }
}
