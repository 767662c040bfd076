/** Outcomes of the scheduled backups. Accessible to the database owner only, and not included in backups. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_runs (
      id uuid primary key default gen_random_uuid(),
      started_at timestamptz not null,
      ended_at timestamptz,
      node text not null,
      file text not null,
      -- How it was checked. Null: it has not ended, or it failed.
      verified text check (verified in ('restored', 'read')),
      row_count bigint,
      bytes bigint,
      problem text
    )`.execute(db);
}
