/** Covering indexes for KPIs of submissions and documents, so that index-only scans can read a whole year. */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const REACHED = sql`interviewed_at, offered_at, booked_at`;

/** Replaces the indexes that lack the dates of the stages. */
const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`drop index submissions_list_submitted_at`,
  sql`
    create index submissions_list_submitted_at on submissions (tenant_id, submitted_at, id)
    include (status, client_id, agency_id, job_id, ${REACHED})`,
  sql`drop index submissions_list_client_id_submitted_at`,
  sql`
    create index submissions_list_client_id_submitted_at on submissions (client_id, submitted_at, id)
    include (status, tenant_id, agency_id, job_id, ${REACHED})`,
  // A partial index, because few submissions are booked.
  sql`
    create index submissions_booked on submissions (tenant_id, booked_at)
    include (client_id, agency_id, job_id, submitted_at, offered_at, accepted_at) where booked_at is not null`,
  sql`
    create index compliance_documents_reviewed on compliance_documents (tenant_id, reviewed_at)
    include (client_id, agency_id, assignment_id, times_declined) where reviewed_at is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
