/** Whether a file has documents in some status is looked up for each file at work: from one index alone. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index compliance_documents_file on compliance_documents (assignment_id, status)
    include (tenant_id, client_id, agency_id)`.execute(db);
}
