/** Reads for all sockets of a node at once, through functions owned by the database owner. */
import { sql } from 'kysely';
import type { ChatItem } from '../../../contract/notifications/notification';
import { instantOf } from '../../base/dates';
import type { Queries } from '../../database';

/** An event; without content it is a change or a reading. */
export interface FeedEvent {
  /** Relative to the readers' last event. */
  readonly number: number;
  readonly occurredAt: Date;
  readonly contentId: string | null;
  /** What has changed, as JSON. */
  readonly change?: string;
}

/** The same events for several readers. */
export interface SharedEvents {
  /** In order; at least one. */
  readonly events: readonly FeedEvent[];
  /** The readers: their positions among those requested, from 1. */
  readonly places: readonly number[];
}

/** The end of a user's sequence, and the event before its start: older ones were deleted. */
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

/**
 * Events after these numbers, at most `most` per reader. Each reader with new events is in exactly one of the results.
 */
export async function findEvents(
  queries: Queries,
  userIds: readonly string[],
  after: readonly number[],
  most: number,
): Promise<SharedEvents[]> {
  const { rows } = await sql<{ events: [number, string, string | null, object?][]; places: number[] }>`
    select events, places from notification_events_after(${userIds}::uuid[], ${after}::bigint[], ${most})
  `.execute(queries);
  return rows.map(({ events, places }) => ({
    events: events.map(([number, at, contentId, change]) => ({
      number,
      occurredAt: instantOf(at),
      contentId,
      ...(change !== undefined && { change: JSON.stringify(change) }),
    })),
    places,
  }));
}

/** The JSON text as stored. */
export async function findContents(queries: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; content: string }>`
    select id, content from notification_contents_of(${[...ids]}::uuid[])`.execute(queries);
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** A candidate's message; undefined if the caller may not read it. */
export async function findChatItem(queries: Queries, messageId: string): Promise<ChatItem | undefined> {
  const { rows } = await sql<{ candidate_id: string; candidate_name: string; text: string; created_at: Date }>`
    select candidate_id, candidate_name, text, created_at from chat_item(${messageId})`.execute(queries);
  return (
    rows[0] && {
      candidateId: rows[0].candidate_id,
      candidateName: rows[0].candidate_name,
      text: rows[0].text,
      createdDate: rows[0].created_at.toISOString(),
    }
  );
}
