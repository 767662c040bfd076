/** The versions of a submission's deal sheet: the agreed rate and dates, from the submission to the last extension. */
import type { ListRow } from '../../../contract/lists/list';
import { DAYS_A_WEEK, daysIn, MINUTES_AN_HOUR } from '../../base/dates';
import type { Queries } from '../../database';
import { changesOf, textOf, type RecordChange } from './changes';

interface Terms {
  readonly billRate: number;
  readonly payRate: number | null;
  readonly startDate: string;
  readonly endDate: string;
  readonly hoursPerWeek: number;
}
interface Version extends Terms {
  readonly versionType: 'PRIMARY' | 'EXTENSION';
  readonly reached: string;
  /** Null if it is not known. */
  readonly at: Date | null;
}

/** Newest first; the current one is marked. Empty for a submission that is not visible to `queries`. */
export async function dealSheetOf(queries: Queries, submissionId: string): Promise<ListRow[]> {
  const submission = await queries
    .selectFrom('submissions as r')
    .innerJoin('jobs as j', 'j.id', 'r.job_id')
    .innerJoin('facilities as f', 'f.id', 'r.client_id')
    .where('r.id', '=', submissionId)
    .select([
      'r.submitted_at',
      'r.requested_rate_cents',
      'j.start_date',
      'j.end_date',
      'j.minutes_per_week',
      'f.time_zone',
    ])
    .executeTakeFirst();
  if (submission === undefined) return [];
  const assignment = await queries
    .selectFrom('assignments as a')
    .where('a.submission_id', '=', submissionId)
    .selectAll('a')
    .executeTakeFirst();
  const versions = submitted(submission, await changesOf(queries, submissionId));
  if (assignment !== undefined) versions.push(...booked(assignment, await changesOf(queries, assignment.id)));
  return versions
    .map((version, index): ListRow => {
      const { at, ...terms } = version;
      return {
        id: String(index + 1),
        zone: submission.time_zone,
        version: index + 1,
        ...terms,
        at: at?.toISOString() ?? null,
        value: valueOf(version),
        current: index === versions.length - 1,
      };
    })
    .reverse();
}

/** The value of the assignment in cents. */
function valueOf({ billRate, startDate, endDate, hoursPerWeek }: Terms): number {
  const weeks = Math.max(0, daysIn({ from: startDate, to: endDate })) / DAYS_A_WEEK;
  return Math.round((billRate * hoursPerWeek * weeks) / MINUTES_AN_HOUR);
}

interface Submission {
  readonly submitted_at: Date;
  readonly requested_rate_cents: number;
  readonly start_date: string;
  readonly end_date: string;
  readonly minutes_per_week: number;
}

function submitted(submission: Submission, changes: readonly RecordChange[]): Version[] {
  const rates = changes.filter(({ changes: { requested_rate_cents } }) => requested_rate_cents !== undefined);
  const terms = (rate: unknown): Terms => ({
    billRate: Number(rate),
    payRate: null,
    startDate: submission.start_date,
    endDate: submission.end_date,
    hoursPerWeek: submission.minutes_per_week,
  });
  const first = rates[0]?.changes['requested_rate_cents']?.[0] ?? submission.requested_rate_cents;
  return [
    { ...terms(first), versionType: 'PRIMARY', reached: 'Supplier', at: submission.submitted_at },
    ...rates.map(({ at, action, changes: { requested_rate_cents: change } }): Version => {
      const reached = action === 'approveDeal' ? 'Deal approval' : 'Offer';
      return { ...terms(change?.[1]), versionType: 'PRIMARY', reached, at };
    }),
  ];
}

interface Assignment {
  readonly booked_at: Date;
  readonly bill_rate_cents: number;
  readonly pay_rate_cents: number;
  readonly planned_start: string;
  readonly original_end: string;
  readonly planned_end: string;
  readonly minutes_per_week: number;
}

const TERMS = {
  bill_rate_cents: 'billRate',
  pay_rate_cents: 'payRate',
  planned_start: 'startDate',
  planned_end: 'endDate',
  minutes_per_week: 'hoursPerWeek',
} as const;

/** The terms as booked, by reverting the changes of the assignment one by one. */
function booked(assignment: Assignment, changes: readonly RecordChange[]): Version[] {
  const relevant = changes.filter(({ changes: each }) => Object.keys(TERMS).some((column) => column in each));
  let terms: Terms = {
    billRate: assignment.bill_rate_cents,
    payRate: assignment.pay_rate_cents,
    startDate: assignment.planned_start,
    endDate: assignment.planned_end,
    hoursPerWeek: assignment.minutes_per_week,
  };
  const versions: Version[] = [];
  for (const { at, changes: each } of [...relevant].reverse()) {
    const { planned_end: end } = each;
    const isExtension = end !== undefined && textOf(end[1]) > textOf(end[0]);
    versions.unshift({
      ...terms,
      versionType: isExtension ? 'EXTENSION' : 'PRIMARY',
      reached: isExtension ? 'Extension' : 'Change',
      at,
    });
    const before = Object.entries(TERMS).flatMap(([column, name]) => {
      const change = each[column];
      return change === undefined ? [] : [[name, change[0]]];
    });
    terms = { ...terms, ...(Object.fromEntries(before) as Partial<Terms>) };
  }
  // The extension happened before changes were recorded.
  if (terms.endDate > assignment.original_end) {
    versions.unshift({ ...terms, versionType: 'EXTENSION', reached: 'Extension', at: null });
    terms = { ...terms, endDate: assignment.original_end };
  }
  return [{ ...terms, versionType: 'PRIMARY', reached: 'Booking', at: assignment.booked_at }, ...versions];
}
