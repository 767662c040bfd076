/** The dates that reports are filtered and grouped by. */
import { sql } from 'kysely';
import { withinDates, withinDatesOf, withinNumbers } from '../../predicates';
import type { Range, Sql } from '../../source';

/** Whole hundredths of days, rounded half up (`round` would round half to even). Null when either is null. */
const hundredthsBetween = (from: Sql, to: Sql): Sql => sql`floor(date_part('epoch', ${to} - ${from}) / 864 + 0.5)`;
/** Days with two decimals. */
const daysBetween = (from: Sql, to: Sql): Sql => sql`${hundredthsBetween(from, to)} / 100`;
/** Whether these days, as they are shown, are in the range. */
export const withinDays = (from: Sql, to: Sql, range: Range<number>): Sql =>
  withinNumbers(hundredthsBetween(from, to), range, 100);
const exactDays = (from: Sql, to: Sql): Sql => sql`(date_part('epoch', ${to} - ${from}) / 86400)`;

/** A column of the days between two instants: shown with two decimals, added up exactly. Null when either is null. */
export const daysColumn = (from: Sql, to: Sql, condition?: Sql) => {
  const only = (days: Sql): Sql => (condition === undefined ? days : sql`case when ${condition} then ${days} end`);
  return { value: only(daysBetween(from, to)), measure: only(exactDays(from, to)) };
};

export interface Dated {
  readonly within: (range: Range<string>) => Sql;
  /** The calendar date, at the facility. */
  readonly day: Sql;
}

const onDate = (column: string): Dated => {
  const day = sql.ref(`r.${column}`);
  return { within: (range) => withinDates(day, range), day };
};

/** By list, then by the filter of the period. */
export const REPORT_DATES = {
  submittalReport: {
    period: {
      within: (range: Range<string>) => withinDatesOf(sql`r.submitted_at`, sql`r.submitted_on`, range),
      day: sql`r.submitted_on`,
    },
  },
  jobsReport: { period: onDate('closed_on') },
  declinedDocumentsReport: { period: onDate('reviewed_on') },
  assignmentReport: { period: onDate('original_end') },
  submissionStatusReport: { period: onDate('booked_on') },
  pushedStartReport: { period: onDate('actual_start') },
  completedAssignmentsReport: { period: onDate('ended_on') },
  activeBookedCandidateReport: { period: onDate('booked_on'), filesCompletedOn: onDate('files_completed_on') },
  earlyTermCancelReport: { period: onDate('ended_on') },
  timesheets: { period: onDate('week_ending') },
} as const;
