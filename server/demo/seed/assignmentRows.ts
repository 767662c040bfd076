import type { Insertable } from 'kysely';
import { EXTENSION_WINDOW_DAYS } from '../../../contract/base/limits';
import type { Schema } from '../../database';
import { instant, isoDay, type Day } from './calendar';
import { buildFile } from './compliance';
import type { Random } from './random';
import type { Submission } from './submissions';

type Row = Insertable<Schema['assignments']>;

const FIRST_NUMBER = 700_001;
const NUMBERS_PER_BATCH = 20_000;
/** The clinician's share of the bill rate. */
const PAY_SHARE = 0.523;

export interface Assignment {
  readonly row: Row;
  readonly submission: Submission;
}

/** The assignments that booked submissions became, with their compliance documents. */
export function buildAssignments(
  random: Random,
  submissions: readonly Submission[],
  batch: number,
  today: Day,
): { assignments: Assignment[]; documents: Insertable<Schema['compliance_documents']>[] } {
  const documents: Insertable<Schema['compliance_documents']>[] = [];
  const booked = submissions
    .filter(({ stint }) => stint !== undefined)
    .sort((a, b) => (a.stint?.bookedAt ?? 0) - (b.stint?.bookedAt ?? 0));
  const assignments = booked.flatMap((submission, index) => {
    const { stint, job, row } = submission;
    if (stint === undefined) return [];
    const id = random.uuid();
    const file = buildFile(random, submission, id, today);
    documents.push(...file.documents);
    const bill = Math.round(random.between(job.bill_rate_min_cents, job.bill_rate_max_cents) / 25) * 25;
    const finished = stint.status === 'COMPLETED' || stint.status === 'PERM';
    const assignment: Row = {
      id,
      number: FIRST_NUMBER + batch * NUMBERS_PER_BATCH + index,
      tenant_id: row.tenant_id,
      client_id: row.client_id,
      agency_id: row.agency_id,
      job_id: row.job_id,
      submission_id: row.id,
      candidate_id: row.candidate_id,
      status: stint.status,
      booked_at: instant(stint.bookedAt),
      planned_start: isoDay(stint.plannedStart),
      actual_start: stint.actualStart === null ? null : isoDay(stint.actualStart),
      pushed_reason: stint.pushedReason,
      original_end: isoDay(stint.originalEnd),
      planned_end: isoDay(stint.plannedEnd),
      ended_on: stint.endedOn === null ? null : isoDay(stint.endedOn),
      end_reason: stint.endReason,
      ended_by: stint.endedBy,
      extensions: stint.extensions,
      extension_status: stint.extensionDue ? 'DUE' : null,
      extension_decision_due: stint.extensionDue
        ? isoDay(Math.max(today, stint.plannedEnd - EXTENSION_WINDOW_DAYS / 3))
        : null,
      converted_on: stint.status === 'PERM' && stint.endedOn !== null ? isoDay(stint.endedOn) : null,
      conversion_fee_cents: stint.status === 'PERM' ? random.int(20, 60) * 25_000 : null,
      shift: stint.shift.name,
      minutes_per_week: stint.shift.hoursPerWeek * 60,
      bill_rate_cents: bill,
      pay_rate_cents: Math.round(bill * (PAY_SHARE + random.between(-0.02, 0.02))),
      compliance_percent: file.percent,
      files_completed_at: file.completedAt === null ? null : instant(file.completedAt),
      rating: finished ? random.weighted([5, 4, 3, 2], (stars) => stars ** 2) : null,
      rehire: finished ? random.chance(0.88) : stint.status === 'EARLY_TERM' ? random.chance(0.3) : null,
    };
    return [{ row: assignment, submission }];
  });
  return { assignments, documents };
}
