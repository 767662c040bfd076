/**
 * Index-only scans serve what the jobs card counts row by row: open jobs for suppliers, whose own submissions are not
 * tallied, and closed jobs by date. Rows of jobs are wide; the indexes also include the columns that the policies read.
 */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`
    create index jobs_open on jobs (tenant_id) include (id, client_id, posted_on, posted_at, created_on)
    where status = 'OPEN'`,
  // One index replaces the two existing ones on this date.
  sql`drop index jobs_closed`,
  sql`drop index jobs_closed_on`,
  sql`
    create index jobs_closed_on on jobs (tenant_id, closed_on) include (client_id, closure, status, posted_on, posted_at)
    where closed_on is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
