/** Reviewing documents. */
import { sql } from 'kysely';
import type { Queries } from '../../../database';
import { requiredInput, execute, stopLabelingEvents, type Effect, type EffectsOf } from './effects';

const toReview: Effect = async ({ queries, record }) => {
  await refreshFile(queries, record.recordId);
  return [{ kind: 'document', what: 'DOCUMENT_UPLOADED', documentId: record.recordId }];
};

export const documentEffects: EffectsOf<'document'> = {
  approve: {
    act: async ({ queries, record: { recordId }, actor }) => {
      await execute(
        queries,
        sql`update compliance_documents set status = 'APPROVED', reviewed_at = now(), reviewed_by = ${actor}
          where id = ${recordId}`,
      );
      await refreshFile(queries, recordId);
      return [{ kind: 'document', what: 'COMPLIANCE_VERIFIED', documentId: recordId }];
    },
    undo: { columns: ['status', 'reviewed_at', 'reviewed_by'], also: toReview },
  },
  reject: {
    act: async ({ queries, record: { recordId }, actor, input }) => {
      await execute(
        queries,
        sql`update compliance_documents set status = 'DECLINED', reviewed_at = now(), reviewed_by = ${actor},
            times_declined = times_declined + 1, decline_reason = ${requiredInput(input, 'reason')}
          where id = ${recordId}`,
      );
      await refreshFile(queries, recordId);
      return [{ kind: 'document', what: 'DOCUMENT_DECLINED', documentId: recordId }];
    },
    undo: {
      columns: ['status', 'reviewed_at', 'reviewed_by', 'times_declined', 'decline_reason'],
      also: toReview,
    },
  },
};

/**
 * Updates how complete the file of a document is. The assignment is locked first: two documents may be reviewed at
 * once.
 */
async function refreshFile(queries: Queries, documentId: string): Promise<void> {
  await stopLabelingEvents(queries);
  const ofDocument = sql`(select d.assignment_id from compliance_documents d where d.id = ${documentId})`;
  await execute(queries, sql`select from assignments where id = ${ofDocument} for update`);
  await execute(
    queries,
    sql`update assignments a set compliance_percent = f.percent,
        files_completed_at = case when f.percent = 100 then coalesce(a.files_completed_at, now()) end
      from (select d.assignment_id, floor(100.0 * count(*) filter (where d.status = 'APPROVED') / count(*))::integer as percent
        from compliance_documents d where d.assignment_id = ${ofDocument} group by 1) f
      where a.id = f.assignment_id`,
  );
}
