/** Reviewing documents. */
import { sql } from 'kysely';
import type { Queries } from '../../../database';
import { refreshFile } from '../../compliance/complianceFiles';
import { requiredInput, execute, stopLabelingEvents, type Effect, type EffectsOf } from './effects';

/** How complete the file is changes with the document, but is no action on the assignment. */
async function updateFile(queries: Queries, documentId: string): Promise<void> {
  await stopLabelingEvents(queries);
  await refreshFile(queries, documentId);
}

/** A file that the undone approval had completed was never complete. */
const toReview: Effect = async ({ queries, record: { recordId, columns } }) => {
  await updateFile(queries, recordId);
  await execute(
    queries,
    sql`update assignments a set files_completed_at = null from compliance_documents d
      where d.id = ${recordId} and a.id = d.assignment_id
        and a.files_completed_at = ${columns['reviewed_at']}::timestamptz`,
  );
  return [{ kind: 'document', what: 'DOCUMENT_UPLOADED', documentId: recordId }];
};

export const documentEffects: EffectsOf<'document'> = {
  approve: {
    act: async ({ queries, record: { recordId }, actor }) => {
      await execute(
        queries,
        sql`update compliance_documents set status = 'APPROVED', reviewed_at = now(), reviewed_by = ${actor}
          where id = ${recordId}`,
      );
      await updateFile(queries, recordId);
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
      await updateFile(queries, recordId);
      return [{ kind: 'document', what: 'DOCUMENT_DECLINED', documentId: recordId }];
    },
    undo: {
      columns: ['status', 'reviewed_at', 'reviewed_by', 'times_declined', 'decline_reason'],
      also: toReview,
    },
  },
};
