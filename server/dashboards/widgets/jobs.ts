import { sql } from 'kysely';
import { statusesFor, type WidgetCode } from '../../../contract/dashboard';
import { JOB_TYPE_OPTIONS } from '../../../contract/lists';
import type { ResponseOf } from '../../../contract';
import type { Asked } from '../asked';
import { codeMeasures, everyRow, reckon, rowsWith, statusItems, sum, sumWith, targetOf, underNames } from '../counts';

type Code = WidgetCode<'JOBS'>;

const NAMES = {
  OPEN_WITHOUT_SUBMISSION: 'openWithoutSubmission',
  OPEN_WITH_SUBMISSION: 'openWithSubmission',
  ON_HOLD: 'onHold',
  EXTENSION: 'extension',
  CLOSED_FILLED: 'closedFilled',
  CLOSED_OTHER: 'closedOther',
  HOT_JOB: 'hotJob',
  NEWLY_POSTED: 'newlyPosted',
  PENDING_REVIEW: 'pendingReview',
  PENDING_APPROVAL: 'pendingApproval',
} as const satisfies Record<Code, string>;

const OPEN = { jobStatusIds: ['OPEN'] };

/** `today` is the user's day. */
export async function jobsWidget(asked: Asked, today: string): Promise<ResponseOf<'jobsWidget'>> {
  const { scope, period } = asked;
  const byList = codeMeasures('JOBS', asked, targetOf('JOBS', asked, { today }));
  byList.set('jobs', {
    ...byList.get('jobs'),
    every: everyRow,
    openings: sumWith(sql`r.openings - r.openings_filled`, OPEN),
  });
  const counts = await reckon(asked, byList);
  const statuses = statusesFor('JOBS', scope.organizationType);
  return {
    period,
    ...underNames(NAMES, counts),
    grandTotal: counts['every'] ?? 0,
    total: sum(statuses, counts),
    totalOpenings: counts['openings'] ?? 0,
    jobStatuses: statusItems('JOBS', statuses, counts),
  };
}

export async function jobTypes(asked: Asked): Promise<ResponseOf<'agencyJobTypes'>> {
  const measures = JOB_TYPE_OPTIONS.map(({ value }) => [value, rowsWith({ ...OPEN, jobType: [value] })] as const);
  const counts = await reckon(asked, new Map([['jobs', Object.fromEntries(measures)]]));
  const items = JOB_TYPE_OPTIONS.map(({ value, label }) => ({ value, label, count: counts[value] ?? 0 }));
  return {
    period: asked.period,
    total: items.reduce((total, { count }) => total + count, 0),
    jobTypes: items,
  };
}
