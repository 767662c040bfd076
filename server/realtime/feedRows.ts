/** What the sockets of a node read for many people at once, through functions of the database's owner. */
import { sql } from 'kysely';
import type { ChatItem } from '../../contract';
import type { Queries } from '../database';

/** One event of one person's sequence. Without content it is a reading. */
export interface EventRow {
  /** Whose it is: the place among those asked for, from 1. */
  readonly place: number;
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly contentId: string | null;
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

/** What came after these places, at most `most` for each person: one person after the other as asked, each in order. */
export async function findEvents(
  queries: Queries,
  userIds: readonly string[],
  after: readonly number[],
  most: number,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select place, sequence, occurred_at as "occurredAt", content_id as "contentId"
    from notification_events_after(${userIds}::uuid[], ${after}::bigint[], ${most})
  `.execute(queries);
  return rows;
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
