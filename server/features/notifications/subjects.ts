/** What a notification is about, as people follow and mute it. */
import { recordOf } from '../../../contract/records/notificationRecord';
import type { NotificationContent } from './content';

type About = Pick<NotificationContent, 'subCategoryCode' | 'entityId' | 'jobId' | 'candidateId'> & {
  readonly clientId: string | null;
  readonly agencyId: string | null;
};

/** The narrowest first: the record itself, its job and candidate, the facility and the supplier, and the kind. */
export function subjectsOf(about: About): readonly string[] {
  const { subCategoryCode: code, entityId, jobId, candidateId, clientId, agencyId } = about;
  const named = (kind: string, id: string | null | undefined) => (id == null || id === '' ? [] : [`${kind}:${id}`]);
  const record = code.startsWith('INVOICE_') ? 'invoice' : recordOf(about)?.kind;
  return [
    ...new Set([
      ...(record === undefined ? [] : named(record, entityId)),
      ...named('job', jobId),
      ...named('candidate', candidateId),
      ...named('facility', clientId),
      ...named('supplier', agencyId),
      ...named('kind', code),
    ]),
  ];
}
