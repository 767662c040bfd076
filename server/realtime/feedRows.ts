/** What the sockets of a node read for many people at once, through functions of the database's owner. */
import { sql } from 'kysely';
import type { ChatItem } from '../../contract';
import type { Queries } from '../database';

/** Something that happened. Without content it is a reading. */
export interface ToldEvent {
  /** Its number, counted from the last event its readers had. */
  readonly number: number;
  readonly occurredAt: Date;
  readonly contentId: string | null;
}

/** The same events for several readers. */
export interface SharedEvents {
  /** In order; one at least. */
  readonly events: readonly ToldEvent[];
  /** Whose they are: their places among those asked for, from 1. */
  readonly places: readonly number[];
}

/** Where a person's sequence ends, and after which event it begins: what came before is let go. */
export interface Position {
  readonly last: number;
  readonly keptAfter: number;
}

/** Those who were never told anything are left out. */
export async function findPositions(queries: Queries, userIds: readonly string[]): Promise<Map<string, Position>> {
  const { rows } = await sql<Position & { userId: string }>`
    select user_id as "userId", last_sequence as "last", kept_after as "keptAfter"
    from notification_positions(${[...userIds]}::uuid[])`.execute(queries);
  return new Map(rows.map(({ userId, ...position }) => [userId, position]));
}

/** What came after these numbers, at most `most` for each reader. Each of those with something new is in one of the answers. */
export async function findEvents(
  queries: Queries,
  userIds: readonly string[],
  after: readonly number[],
  most: number,
): Promise<SharedEvents[]> {
  const { rows } = await sql<{ events: [number, string, string | null][]; places: number[] }>`
    select events, places from notification_events_after(${userIds}::uuid[], ${after}::bigint[], ${most})
  `.execute(queries);
  return rows.map(({ events, places }) => ({
    events: events.map(([number, at, contentId]) => ({ number, occurredAt: new Date(at), contentId })),
    places,
  }));
}

/** JSON as it was written. */
export async function findContents(queries: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; content: string }>`
    select id, content from notification_contents_of(${[...ids]}::uuid[])`.execute(queries);
  return new Map(rows.map(({ id, content }) => [id, content]));
}

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
