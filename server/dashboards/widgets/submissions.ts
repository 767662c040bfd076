import { statusesFor, type WidgetCode } from '../../../contract/dashboard';
import type { ResponseOf } from '../../../contract';
import type { Asked } from '../asked';
import { codeMeasures, everyRow, reckon, statusItems, sum, targetOf, underNames } from '../counts';

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

export async function submissionsWidget(asked: Asked): Promise<ResponseOf<'submissionsWidget'>> {
  const byList = codeMeasures('SUBMISSIONS', asked, targetOf('SUBMISSIONS', asked));
  byList.set('submissions', { ...byList.get('submissions'), every: everyRow });
  const counts = await reckon(asked, byList);
  const statuses = statusesFor('SUBMISSIONS', asked.scope.organizationType);
  return {
    period: asked.period,
    ...underNames(NAMES, counts),
    grandTotal: counts['every'] ?? 0,
    total: sum(statuses, counts),
    submissionStatuses: statusItems('SUBMISSIONS', statuses, counts),
  };
}
