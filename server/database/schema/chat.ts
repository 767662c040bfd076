/** Row types of the chat with candidates. Only functions of the database write them, files aside. */
import type { ColumnType, Generated } from 'kysely';

type Written = ColumnType<Date, Date | string | undefined, never>;

interface OfThread {
  tenant_id: string;
  agency_id: string;
  candidate_id: string;
}

export interface ChatCountersTable {
  tenant_id: string;
  /** The last position given out in this program: each change of its chat gets the next one. */
  version: number;
}

export interface ChatMessagesTable extends OfThread {
  id: Generated<string>;
  from_candidate: boolean;
  author_name: string;
  text: string;
  created_at: Written;
  /** Its number within the thread. */
  number: number;
  /** How many messages up to this one the candidate wrote. */
  received: number;
  /** The position of its last change, by `ChatCountersTable`. */
  version: number;
  author_id: string | null;
  request_id: string | null;
  file_id: string | null;
}

export interface ChatThreadsTable extends OfThread {
  count: number;
  /** How many messages the candidate wrote. */
  received: number;
  /** The number of the last message that has reached the candidate, and of the last one they have read. */
  delivered: number;
  seen: number;
  last_at: ColumnType<Date, Date | string, Date | string>;
  /** The position of its last change, by `ChatCountersTable`. */
  version: number;
}

export interface ChatTotalsTable {
  agency_id: string;
  tenant_id: string;
  received: number;
}

export interface ChatReadsTable {
  user_id: string;
  organization_id: string;
  candidate_id: string;
  /** The number of the last message that was read. */
  number: number;
  /** How many messages of the candidate were read. */
  received: number;
  /** The position of its last change, by `ChatCountersTable`. */
  version: number;
}

export interface ChatReadersTable {
  user_id: string;
  organization_id: string;
  received: number;
}

export interface ChatFilesTable extends OfThread {
  id: Generated<string>;
  user_id: string;
  file_name: string;
  media_type: string;
  content: Buffer;
  is_sent: Generated<boolean>;
  created_at: Written;
}

export interface ChatTables {
  chat_counters: ChatCountersTable;
  chat_messages: ChatMessagesTable;
  chat_threads: ChatThreadsTable;
  chat_totals: ChatTotalsTable;
  chat_reads: ChatReadsTable;
  chat_readers: ChatReadersTable;
  chat_files: ChatFilesTable;
}
