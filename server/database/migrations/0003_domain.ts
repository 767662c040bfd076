/**
 * The business tables: facilities, suppliers, candidates, and their jobs, assignments, documents and invoices. Money is
 * in cents, working time in minutes; a `date` is a calendar date at the facility.
 */
import { sql, type Kysely } from 'kysely';
import { DIRECTORY_TABLES, WORK_TABLES } from './0003_domain.tables';
import { protectDomain } from './0003_domain.policies';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...DIRECTORY_TABLES, ...WORK_TABLES]) await statement.execute(db);
  await protectDomain(db);
  // The batches of demo data that exist. Accessible to the database owner only.
  await sql`
    create table demo_seeds (
      batch integer primary key,
      seed bigint not null,
      today date not null,
      filled_at timestamptz not null default now()
    )`.execute(db);
}
