import { statusesFor, type WidgetCode } from '../../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../../contract/endpoints';
import { countDays, partiesOf } from '../precounted/submissionDays';
import { countWeeks, weeksOf, type Weeks } from '../precounted/submissionWeeks';
import type { DashboardQuery } from '../query';
import { sum, addCounts, type Counts } from '../counts';
import { measuresByList, allRows, countRows, statusItems, targetOf, renameCounts } from './countRows';

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

/** Counted from the rows, with the list's own condition. */
export function countSubmissionRows(query: DashboardQuery): Promise<Counts> {
  const byList = measuresByList('SUBMISSIONS', query, targetOf('SUBMISSIONS', query));
  byList.set('submissions', { ...byList.get('submissions'), every: allRows });
  return countRows(query, byList);
}

/** Uses daily or weekly counts where they cover the filter. */
async function countSubmissions(query: DashboardQuery): Promise<Counts> {
  const parties = partiesOf(query);
  if (parties !== null) return countDays(query, parties);
  const weeks = weeksOf(query);
  return weeks === null ? countSubmissionRows(query) : countByWeek(query, weeks);
}

/** Whole weeks from the weekly counts, the days before and after them from the rows. */
export async function countByWeek(query: DashboardQuery, { whole, rest }: Weeks): Promise<Counts> {
  const parts = [await countWeeks(query, whole)];
  for (const period of rest) parts.push(await countSubmissionRows({ ...query, period }));
  return addCounts(parts);
}

/** Submissions of the period by status. */
export async function submissionsWidget(query: DashboardQuery): Promise<ResponseOf<'submissionsWidget'>> {
  const counts = await countSubmissions(query);
  const statuses = statusesFor('SUBMISSIONS', query.scope.organizationType);
  return {
    period: query.period,
    ...renameCounts(NAMES, counts),
    grandTotal: counts['every'] ?? 0,
    total: sum(statuses, counts),
    submissionStatuses: statusItems('SUBMISSIONS', statuses, counts),
  };
}
