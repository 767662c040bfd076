import { sql } from 'kysely';
import { openingsTarget } from '../../../../contract/dashboards/drill';
import { statusesFor, type WidgetCode } from '../../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../../contract/endpoints';
import { JOB_TYPE_OPTIONS } from '../../../../contract/base/statuses';
import type { DashboardQuery } from '../query';
import { sum } from '../counts';
import {
  measuresByList,
  asOfNow,
  countRows,
  rowsMatching,
  statusItems,
  sumMatching,
  targetOf,
  renameCounts,
} from './countRows';

type Code = WidgetCode<'JOBS'>;

const NAMES = {
  OPEN_WITHOUT_SUBMISSION: 'openWithoutSubmission',
  OPEN_WITH_SUBMISSION: 'openWithSubmission',
  ON_HOLD: 'onHold',
  EXTENSION: 'extension',
  CLOSED_FILLED: 'closedFilled',
  CLOSED_OTHER: 'closedOther',
  HOT_JOB: 'hotJob',
  HOT_WITHOUT_SUBMISSION: 'hotWithoutSubmission',
  NEWLY_POSTED: 'newlyPosted',
  PENDING_REVIEW: 'pendingReview',
  PENDING_APPROVAL: 'pendingApproval',
} as const satisfies Record<Code, string>;

/** `today` is the user's date. */
export async function jobsWidget(query: DashboardQuery, today: string): Promise<ResponseOf<'jobsWidget'>> {
  const { scope, period } = query;
  const byList = measuresByList('JOBS', query, targetOf('JOBS', query, { today }));
  byList.set('jobs', {
    ...byList.get('jobs'),
    unposted: asOfNow(rowsMatching({ jobStatusIds: ['PENDING_APPROVAL', 'PENDING_REVIEW'] })),
    openings: asOfNow(sumMatching(sql`r.openings - r.openings_filled`, openingsTarget(scope.organizationType).query)),
  });
  const counts = await countRows(query, byList);
  const statuses = statusesFor('JOBS', scope.organizationType);
  const total = sum(statuses, counts);
  return {
    period,
    ...renameCounts(NAMES, counts),
    grandTotal: total + (counts['unposted'] ?? 0),
    total,
    totalOpenings: counts['openings'] ?? 0,
    jobStatuses: statusItems('JOBS', statuses, counts),
  };
}

/** Open jobs by type, as of now. */
export async function jobTypes(query: DashboardQuery): Promise<ResponseOf<'agencyJobTypes'>> {
  const measures = JOB_TYPE_OPTIONS.map(
    ({ value }) => [value, asOfNow(rowsMatching({ jobStatusIds: ['OPEN'], jobType: [value] }))] as const,
  );
  const counts = await countRows(query, new Map([['jobs', Object.fromEntries(measures)]]));
  const items = JOB_TYPE_OPTIONS.map(({ value, label }) => ({ value, label, count: counts[value] ?? 0 }));
  return {
    period: query.period,
    total: items.reduce((total, { count }) => total + count, 0),
    jobTypes: items,
  };
}
