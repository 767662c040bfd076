/** Whether a supplier submitted to a job is looked up by index-only scans, one open job at a time. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`drop index submission_jobs_agency`,
  sql`create index submission_jobs_agency on submission_jobs (agency_id, job_id) include (tenant_id, client_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
