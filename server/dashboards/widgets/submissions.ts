import { statusesFor, type WidgetCode } from '../../../contract/dashboard';
import type { ResponseOf } from '../../../contract';
import type { Asked } from '../asked';
import { codeMeasures, everyRow, reckon, statusItems, sum, targetOf, underNames, type Counts } from '../counts';
import { countDays, partiesOf } from '../submissionDays';

type Code = WidgetCode<'SUBMISSIONS'>;

const NAMES = {
  SUBMITTED: 'submitted',
  QUALIFIED: 'qualified',
  INTERVIEWING: 'interviewing',
  OFFERED: 'offered',
  OFFER_ACCEPTED: 'offerAccepted',
  OFFER_REJECTED: 'offerRejected',
  REJECTED: 'rejeted',
  WITHDRAWN: 'withdrawn',
} as const satisfies Record<Code, string>;

/** Row by row, with the list's own condition. */
export function countRows(asked: Asked): Promise<Counts> {
  const byList = codeMeasures('SUBMISSIONS', asked, targetOf('SUBMISSIONS', asked));
  byList.set('submissions', { ...byList.get('submissions'), every: everyRow });
  return reckon(asked, byList);
}

export async function submissionsWidget(asked: Asked): Promise<ResponseOf<'submissionsWidget'>> {
  const parties = partiesOf(asked);
  const counts = parties === null ? await countRows(asked) : await countDays(asked, parties);
  const statuses = statusesFor('SUBMISSIONS', asked.scope.organizationType);
  return {
    period: asked.period,
    ...underNames(NAMES, counts),
    grandTotal: counts['every'] ?? 0,
    total: sum(statuses, counts),
    submissionStatuses: statusItems('SUBMISSIONS', statuses, counts),
  };
}
