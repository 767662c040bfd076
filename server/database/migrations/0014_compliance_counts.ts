/** Covers the lookup of documents by status for each active file. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index compliance_documents_file on compliance_documents (assignment_id, status)
    include (tenant_id, client_id, agency_id)`.execute(db);
}
