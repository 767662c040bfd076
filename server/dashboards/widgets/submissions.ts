import { statusesFor, type WidgetCode } from '../../../contract/dashboard';
import type { ResponseOf } from '../../../contract';
import type { Asked } from '../asked';
import {
  codeMeasures,
  everyRow,
  reckon,
  statusItems,
  sum,
  targetOf,
  together,
  underNames,
  type Counts,
} from '../counts';
import { countDays, partiesOf } from '../submissionDays';
import { countWeeks, weeksOf, type Weeks } from '../submissionWeeks';

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

/** From the days or the weeks, as far as they know what is asked. */
async function countSubmissions(asked: Asked): Promise<Counts> {
  const parties = partiesOf(asked);
  if (parties !== null) return countDays(asked, parties);
  const weeks = weeksOf(asked);
  return weeks === null ? countRows(asked) : countByWeek(asked, weeks);
}

export async function countByWeek(asked: Asked, { whole, rest }: Weeks): Promise<Counts> {
  const parts = [await countWeeks(asked, whole)];
  for (const period of rest) parts.push(await countRows({ ...asked, period }));
  return together(parts);
}

export async function submissionsWidget(asked: Asked): Promise<ResponseOf<'submissionsWidget'>> {
  const counts = await countSubmissions(asked);
  const statuses = statusesFor('SUBMISSIONS', asked.scope.organizationType);
  return {
    period: asked.period,
    ...underNames(NAMES, counts),
    grandTotal: counts['every'] ?? 0,
    total: sum(statuses, counts),
    submissionStatuses: statusItems('SUBMISSIONS', statuses, counts),
  };
}
