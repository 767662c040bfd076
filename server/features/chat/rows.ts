/** Threads and messages as the API shows them to one reader. */
import { sql, type RawBuilder } from 'kysely';
import { CHAT_EXCERPT_LENGTH, type ChatMessage, type ChatThread } from '../../../contract/chat/chat';
import { instantOf } from '../../base/dates';

type Sql = RawBuilder<unknown>;

export interface MessageRow extends Omit<ChatMessage, 'createdDate' | 'requestId'> {
  readonly createdAt: string;
  /** The position of its last change. */
  readonly version: number;
  readonly authorId: string | null;
  readonly request: string | null;
}

/** A message (`m`) as JSON, so that one statement reads several kinds of rows as of one moment. */
export const messageJson: Sql = sql`
  json_build_object('id', m.id, 'candidateId', m.candidate_id, 'number', m.number, 'fromCandidate', m.from_candidate,
    'authorName', m.author_name, 'text', m.text, 'createdAt', m.created_at, 'version', m.version, 'authorId', m.author_id,
    'request', m.request_id, 'file', (
      select json_build_object('id', f.id, 'fileName', f.file_name, 'mediaType', f.media_type,
        'size', octet_length(f.content))
      from chat_files f where f.id = m.file_id))`;

/**
 * Authors of another organization are shown by name only. The app recognizes its user's own messages by their request
 * id.
 */
export function messageFor(
  userId: string,
  { createdAt, version: _version, authorId, request, ...message }: MessageRow,
): ChatMessage {
  const requestId = authorId === userId ? request : null;
  return { ...message, createdDate: instantOf(createdAt).toISOString(), requestId };
}

export interface ThreadRow extends Omit<ChatThread, 'unread' | 'read' | 'last'> {
  /** How many messages the candidate wrote. */
  readonly received: number;
  readonly last: (Omit<NonNullable<ChatThread['last']>, 'createdDate'> & { readonly createdAt: string }) | null;
}

/** What one person has read of a thread. */
export interface ReadRow {
  readonly userId: string;
  readonly candidateId: string;
  /** The number of the last message read, and how many of those up to it the candidate wrote. */
  readonly number: number;
  readonly received: number;
  /** The position of its last change. */
  readonly version: number;
}

/** A candidate (`c`) of a supplier (`s`), with or without a thread (`t`), as JSON. */
export const threadJson: Sql = sql`
  json_build_object('candidateId', c.id, 'candidateName', c.first_name || ' ' || c.last_name, 'candidateNumber', c.number,
    'supplier', s.name, 'count', coalesce(t.count, 0), 'received', coalesce(t.received, 0),
    'delivered', coalesce(t.delivered, 0), 'seen', coalesce(t.seen, 0), 'version', coalesce(t.version, 0), 'last', (
      select json_build_object('excerpt', left(m.text, ${CHAT_EXCERPT_LENGTH}::integer),
        'fromCandidate', m.from_candidate, 'authorName', m.author_name, 'createdAt', m.created_at,
        'fileName', (select f.file_name from chat_files f where f.id = m.file_id))
      from chat_messages m where m.candidate_id = t.candidate_id and m.number = t.count))`;

/** A read position (`r`) as JSON. */
export const readJson: Sql = sql`
  json_build_object('userId', r.user_id, 'candidateId', r.candidate_id, 'number', r.number, 'received', r.received,
    'version', r.version)`;

/** A thread as one reader sees it; all of it is unread without a read position. */
export function threadFor({ received, last, ...thread }: ThreadRow, read: ReadRow | undefined): ChatThread {
  return {
    ...thread,
    version: Math.max(thread.version, read?.version ?? 0),
    read: read?.number ?? 0,
    unread: Math.max(0, received - (read?.received ?? 0)),
    last: last && lastOf(last),
  };
}

function lastOf({ createdAt, ...last }: NonNullable<ThreadRow['last']>): NonNullable<ChatThread['last']> {
  return { ...last, createdDate: instantOf(createdAt).toISOString() };
}
