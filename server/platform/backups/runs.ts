/** The outcomes of scheduled backups, in a table that all nodes and the command line read. */
import { hostname } from 'node:os';
import type { Client } from 'pg';

/** How a backup was checked: restored, or only read to its end if the user may not create a database. */
export type Verified = 'restored' | 'read';

export interface BackupRun {
  readonly startedAt: Date;
  /** Null: it still runs, or its server was killed. */
  readonly endedAt: Date | null;
  readonly node: string;
  readonly file: string;
  /** Null unless it succeeded. */
  readonly verified: Verified | null;
  readonly bytes: number | null;
  readonly problem: string | null;
}

/** Undefined before the first run, and before the first good one. */
export interface BackupHistory {
  readonly last: BackupRun | undefined;
  readonly lastGood: BackupRun | undefined;
}

const KEPT_DAYS = 400;
/** The clocks of two nodes can be a second apart. A start that is later was recorded by a node with a wrong clock. */
const AHEAD = `interval '1 minute'`;
const COLUMNS = `started_at as "startedAt", ended_at as "endedAt", node, file, verified, bytes::float8 as bytes, problem`;

/** The newest run, and the newest that succeeded; those from the future do not count. */
export async function readHistory(owner: Client, now: Date): Promise<BackupHistory> {
  const started = `started_at <= $1::timestamptz + ${AHEAD}`;
  return {
    last: await newest(owner, started, now),
    lastGood: await newest(owner, `${started} and verified is not null`, now),
  };
}

/** The newest run from the future, until the next backup is begun. */
export const readAhead = (owner: Client, now: Date): Promise<BackupRun | undefined> =>
  newest(owner, `started_at > $1::timestamptz + ${AHEAD}`, now);

/** `$1` in the condition is now. */
async function newest(owner: Client, condition: string, now: Date): Promise<BackupRun | undefined> {
  const { rows } = await owner.query<BackupRun>(
    `select ${COLUMNS} from backup_runs where ${condition} order by started_at desc limit 1`,
    [now],
  );
  return rows[0];
}

/** @returns the id of the run */
export async function beginRun(owner: Client, file: string, now: Date): Promise<string> {
  await owner.query(
    `delete from backup_runs
     where started_at < $1::timestamptz - make_interval(days => ${KEPT_DAYS}) or started_at > $1::timestamptz + ${AHEAD}`,
    [now],
  );
  const { rows } = await owner.query<{ id: string }>(
    'insert into backup_runs (started_at, node, file) values ($1, $2, $3) returning id',
    [now, hostname(), file],
  );
  return rows[0]?.id ?? '';
}

/** `rows` and `bytes` of the written file; `problem` is a sentence for the operator. */
export type RunOutcome =
  { readonly verified: Verified; readonly rows: number; readonly bytes: number } | { readonly problem: string };

/** Records how the run ended: what was verified, or what went wrong. */
export async function endRun(owner: Client, id: string, outcome: RunOutcome, now: Date): Promise<void> {
  const { verified, rows, bytes, problem } = { verified: null, rows: null, bytes: null, problem: null, ...outcome };
  await owner.query(
    'update backup_runs set ended_at = $2, verified = $3, row_count = $4, bytes = $5, problem = $6 where id = $1',
    [id, now, verified, rows, bytes, problem],
  );
}

/** Resets the run, so that another server, or this one after a restart, starts over. */
export async function deleteRun(owner: Client, id: string): Promise<void> {
  await owner.query('delete from backup_runs where id = $1', [id]);
}
