/** Row types of the timelines of records. */
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { RecordTable } from '../../../contract/records/events';

type Written<T> = ColumnType<T, never, never>;

/** Written by triggers only. */
export interface RecordEventsTable {
  /** 64 bits; read as a number below 2^53. */
  id: GeneratedAlways<number>;
  tenant_id: Written<string>;
  /** The parties of the record; null where it has none. */
  client_id: Written<string | null>;
  agency_id: Written<string | null>;
  record_table: Written<RecordTable>;
  record_id: Written<string>;
  /** Of the record, after the event. */
  version: Written<number>;
  at: Written<Date>;
  /** Null where no user acted. */
  actor_id: Written<string | null>;
  /** Their name as it was then, or one in the row; null: the system. */
  actor: Written<string | null>;
  /** The settings app.action and app.reason of the transaction, if it has them. */
  action: Written<string | null>;
  reason: Written<string | null>;
  /** Maps each column to its value before and after. */
  changes: Written<Readonly<Record<string, readonly [unknown, unknown]>>>;
}

/** Actions of users on records, by request id, so that a repeated request runs once; kept for a day. */
export interface RecordActionsTable {
  user_id: string;
  organization_id: string;
  request_id: string;
  record_id: string;
  kind: string;
  action: string;
  input: ColumnType<unknown, string, never>;
  /** Of the record, after it. */
  version: number;
  /** The columns as they were; null where it cannot be taken back. */
  before: ColumnType<Readonly<Record<string, unknown>> | null, string | null, never>;
  at: ColumnType<Date, never, never>;
  undone_at: ColumnType<Date | null, never, Date>;
}

/** Files of timesheets that users imported, by request, so that a repeated one imports once; kept for a day. */
export interface TimesheetImportsTable {
  user_id: string;
  organization_id: string;
  request_id: string;
  /** SHA-256 of the file. */
  digest: Buffer;
  /** How many lines were written. */
  imported: number;
  at: ColumnType<Date, never, never>;
}

export interface RecordTables {
  timesheet_imports: TimesheetImportsTable;
  record_actions: RecordActionsTable;
  record_events: RecordEventsTable;
}
