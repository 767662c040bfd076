/**
 * Notifications about a submission get their own row in the panel, beside those of the candidate's other submissions.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update notification_contents
    set content = (content::jsonb || jsonb_build_object('thing', 'submission:' || (content ->> 'entityId')))::json
    where sub_category_code in ('SUBMISSION_CREATED', 'SUBMISSION_STATUS_CHANGED', 'INTERVIEW_SCHEDULED', 'OFFER_MADE',
      'OFFER_ACCEPTED', 'DEAL_APPROVAL_STATUS')`.execute(db);
}
