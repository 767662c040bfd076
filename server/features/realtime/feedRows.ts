/** Reads for all sockets of a node at the same time, through functions owned by the database owner. */
import { sql } from 'kysely';
import { instantOf } from '../../base/dates';
import { SESSION } from '../../identity/sessions/lookups';
import type { CurrentSession } from '../../platform/session';
import type { Queries } from '../../database';

/** An event; without content it is a change or a read mark. */
export interface FeedEvent {
  /** Relative to the readers' last event. */
  readonly number: number;
  readonly occurredAt: Date;
  readonly contentId: string | null;
  /** What has changed, as JSON. */
  readonly change?: string;
  /** Its notification came back from a snooze. */
  readonly returned?: true;
}

/** The same events for several readers. */
export interface SharedEvents {
  /** In order; at least one. */
  readonly events: readonly FeedEvent[];
  /** The readers: their positions among those requested, from 1. */
  readonly places: readonly number[];
  /** The content of the only event, as JSON; null if there are several, or it has none. */
  readonly content: string | null;
}

/** The end of a user's sequence, and the event before its start: older ones were deleted. 0 before the first event. */
export interface Position {
  readonly last: number;
  readonly keptAfter: number;
}

/** Users without any event are left out. */
export async function findPositions(queries: Queries, userIds: readonly string[]): Promise<Map<string, Position>> {
  const { rows } = await sql<Position & { userId: string }>`
    select user_id as "userId", last_sequence as "last", kept_after as "keptAfter"
    from notification_positions(${[...userIds]}::uuid[])`.execute(queries);
  return new Map(rows.map(({ userId, ...position }) => [userId, position]));
}

/** The session that a one-time ticket was issued to, and its user's position. Consumes the ticket. */
export async function consumeTicket(queries: Queries, hash: Buffer): Promise<(CurrentSession & Position) | undefined> {
  const { rows } = await sql<CurrentSession & Position>`
    select ${SESSION}, coalesce(p.last_sequence, 0) as "last", coalesce(p.kept_after, 0) as "keptAfter"
    from access_take_ticket(${hash}) t (owner)
    cross join lateral access_find_sessions(array[t.owner]) s
    left join lateral (select n.last_sequence, n.kept_after from notification_positions(array[s.user_id]) n) p on true
  `.execute(queries);
  return rows[0];
}

interface EventsRow extends Pick<SharedEvents, 'content'> {
  readonly events: readonly [number, string, string | null, object?][];
  readonly places: number[];
  readonly returned: readonly number[] | null;
}

/**
 * Events after these numbers, at most `most` per reader. Each reader with new events is in exactly one of the results.
 */
export async function findEvents(
  queries: Queries,
  userIds: readonly string[],
  after: readonly number[],
  most: number,
): Promise<SharedEvents[]> {
  const { rows } = await sql<EventsRow>`
    select events, places, content, returned from notification_events_after(${userIds}::uuid[], ${after}::bigint[], ${most})
  `.execute(queries);
  return rows.map(({ events, places, content, returned }) => ({
    events: events.map(([number, at, contentId, change]) => ({
      number,
      occurredAt: instantOf(at),
      contentId,
      ...(change !== undefined && { change: JSON.stringify(change) }),
      ...(returned?.includes(number) && { returned: true as const }),
    })),
    places,
    content,
  }));
}

/** The JSON text as stored. */
export async function findContents(queries: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; content: string }>`
    select id, content from notification_contents_of(${[...ids]}::uuid[])`.execute(queries);
  return new Map(rows.map(({ id, content }) => [id, content]));
}
