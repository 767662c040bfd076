/** The changes of the chat since a position, for several readers of one organization at the same time. */
import { sql } from 'kysely';
import { CHAT_CHANGES_MAX, type ChatChanges } from '../../../contract/chat/chat';
import type { Queries } from '../../database';
import {
  messageFor,
  messageJson,
  readJson,
  threadFor,
  threadJson,
  type MessageRow,
  type ReadRow,
  type ThreadRow,
} from './rows';

/** The changes, as of one moment. */
export interface ChatWindow {
  /** The position after which all readers get the changes. */
  readonly after: number;
  /** The position up to which the changes are here: the next request starts there. */
  readonly position: number;
  /** There are too many changes for a list. */
  readonly isTooMuch: boolean;
  readonly threads: readonly ThreadRow[];
  readonly messages: readonly MessageRow[];
  readonly reads: readonly ReadRow[];
  /** Unread messages by reader, for readers who may read the chat and have begun to. */
  readonly unread: Readonly<Record<string, number>>;
}

/**
 * `queries` are in the scope of the organization, which limits what is read. One statement, so that counts, threads,
 * messages and position are of the same moment.
 */
export async function readWindow(queries: Queries, userIds: readonly string[], after: number): Promise<ChatWindow> {
  const wanted = sql`${[...userIds]}::uuid[]`;
  const { rows } = await sql<{ window: Omit<ChatWindow, 'after' | 'isTooMuch'> }>`
    with changed as (
      select t.candidate_id from chat_threads t where t.tenant_id = (select app_tenant_id()) and t.version > ${after}::bigint
      union
      select r.candidate_id from chat_reads r where r.user_id = any (${wanted}) and r.version > ${after}::bigint
      limit ${CHAT_CHANGES_MAX + 1}
    )
    select json_build_object(
      'position', coalesce((select c.version from chat_counters c where c.tenant_id = (select app_tenant_id())), 0),
      'threads', (
        select coalesce(json_agg(${threadJson}), '[]') from changed
        join chat_threads t on t.candidate_id = changed.candidate_id
        join candidates c on c.id = t.candidate_id join suppliers s on s.id = t.agency_id),
      'messages', (
        select coalesce(json_agg(x.row order by x.version), '[]') from (
          select ${messageJson} as row, m.version from chat_messages m
          where m.tenant_id = (select app_tenant_id()) and m.version > ${after}::bigint
          order by m.version limit ${CHAT_CHANGES_MAX + 1}) x),
      'reads', (
        select coalesce(json_agg(${readJson}), '[]') from chat_reads r
        where r.user_id = any (${wanted}) and r.candidate_id in (select candidate_id from changed)),
      'unread', (
        select coalesce(json_object_agg(d.user_id, greatest(0, coalesce(
          (select sum(x.received) from chat_totals x), 0) - d.received)), '{}')
        from chat_readers d join users u on u.id = d.user_id
        where d.user_id = any (${wanted}) and u.disabled_at is null and exists (
          select from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
          where ur.user_id = d.user_id and rp.permission = 'MENU_CANDIDATE'))
    ) as window`.execute(queries);
  const window = rows[0]!.window;
  const isTooMuch = window.threads.length > CHAT_CHANGES_MAX || window.messages.length > CHAT_CHANGES_MAX;
  return { ...window, after, isTooMuch };
}

/**
 * The changes for a reader who has everything up to `after`; undefined if they may not read the chat, or have not begun
 * to.
 */
export function changesFor(window: ChatWindow, userId: string, after: number): ChatChanges | undefined {
  const unread = window.unread[userId];
  if (unread === undefined) return undefined;
  const base = { after, position: window.position, unread };
  if (window.isTooMuch) return { ...base, threads: [], messages: [], reset: true };
  const threads = window.threads
    .map((thread) =>
      threadFor(
        thread,
        window.reads.find((read) => read.userId === userId && read.candidateId === thread.candidateId),
      ),
    )
    .filter(({ version }) => version > after);
  const messages = window.messages.filter(({ version }) => version > after);
  return { ...base, threads, messages: messages.map((message) => messageFor(userId, message)), reset: false };
}

/** The caller's changes. Without a position, their current counts. Starts counting their unread messages. */
export async function readChanges(queries: Queries, userId: string, after: number | undefined): Promise<ChatChanges> {
  await sql`select chat_begin()`.execute(queries);
  const window = await readWindow(queries, [userId], after ?? Number.MAX_SAFE_INTEGER);
  const changes = changesFor(window, userId, after ?? window.position);
  if (changes === undefined) throw new Error('a user who may read the chat has no read position');
  // The position is from before a restore of the database: what the reader has is unknown.
  return after !== undefined && after > window.position ? { ...changes, reset: true } : changes;
}
