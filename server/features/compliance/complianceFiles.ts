/** How complete a compliance file is, which its assignment keeps. */
import { sql } from 'kysely';
import type { Queries } from '../../database/schema';

/**
 * Updates how complete the file of a document is. The assignment is locked first: two documents may change at once. A
 * file keeps the moment at which it was complete first, also when a document of it expires. One that was valid until
 * the assignment ended counts as before.
 */
export async function refreshFile(queries: Queries, documentId: string): Promise<void> {
  const ofDocument = sql`(select d.assignment_id from compliance_documents d where d.id = ${documentId})`;
  await sql`select from assignments where id = ${ofDocument} for update`.execute(queries);
  await sql`
    update assignments a set compliance_percent = f.percent,
      files_completed_at = coalesce(a.files_completed_at, case when f.percent = 100 then now() end)
    from (
      select d.assignment_id, floor(100.0 * count(*) filter (where d.status = 'APPROVED'
        or (d.status = 'EXPIRED' and d.expires_on >= e.ended_on)) / count(*))::integer as percent
      from compliance_documents d join assignments e on e.id = d.assignment_id
      where d.assignment_id = ${ofDocument} group by 1
    ) f
    where a.id = f.assignment_id`.execute(queries);
}
