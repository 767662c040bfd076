import { sql } from 'kysely';
import {
  candidateNamed,
  contains,
  isNumber,
  allOf,
  oneOf,
  oneOfIds,
  partyTo,
  PARTIES,
  whether,
  withinDates,
  withinNumbers,
} from '../../predicates';
import { field, joined, type ListSource, own, ownNullable, type SearchWord, shown } from '../../source';
import { inBands } from '../assignments.query';
import { OF, jobFilters, ofJobId, PERSON, PERSON_KEYS } from '../ofJobs';
import { REPORT_DATES } from './dates';
import { daysBetween } from './days';

const common = {
  table: sql`assignments r`,
  joins: sql`
    ${OF.facility.join} ${OF.supplier.join} ${OF.candidate.join}
    join jobs j on j.id = r.job_id
    join departments d on d.id = j.department_id
    join specialties sp on sp.id = j.specialty_id`,
  concerns: (ids: readonly string[]) => oneOfIds(sql`r.client_id`, ids),
  search: (word: SearchWord) => [
    ...isNumber(sql`r.number`, word),
    candidateNamed(sql`r.candidate_id`, word),
    contains(sql`r.end_reason`, word),
  ],
};
const who = {
  number: own('number'),
  candidate: joined(PERSON, OF.candidate, ...PERSON_KEYS),
  facility: joined(sql`f.name`, OF.facility),
  department: shown(sql`d.name`),
  specialty: shown(sql`sp.name`),
  supplier: joined(sql`s.name`, OF.supplier),
};
const filters = {
  ...jobFilters(ofJobId(sql`r.job_id`), sql`r.client_id`),
  supplier: (values: readonly string[]) => oneOfIds(sql`r.agency_id`, values),
};
const inStatus = (values: readonly string[]) => oneOf(sql`r.status`, values);

const RETAINED = sql`(r.extensions > 0 or r.status = 'PERM')`;

export const assignmentReportSource: ListSource<'assignmentReport'> = {
  ...common,
  own: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.actual_start is not null`]),
  columns: {
    ...who,
    status: own('status'),
    actualStart: ownNullable('actual_start'),
    originalEnd: own('original_end'),
    endDate: shown(sql`coalesce(r.ended_on, r.planned_end)`),
    extensions: field('extensions'),
    retained: shown(RETAINED),
    convertedOn: field('converted_on'),
  },
  filters: {
    ...filters,
    status: inStatus,
    retained: (wanted) => whether(RETAINED, wanted),
    extended: (wanted) => whether(sql`r.extensions > 0`, wanted),
    period: REPORT_DATES.assignmentReport.period.within,
  },
};

const PUSHED = sql`r.actual_start > r.planned_start`;
const PUSHED_DAYS = sql`(r.actual_start - r.planned_start)`;
/** Minutes. */
const LOST = sql`(greatest(0, ${PUSHED_DAYS}) * r.minutes_per_week / 7)`;

export const pushedStartReportSource: ListSource<'pushedStartReport'> = {
  ...common,
  own: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.actual_start is not null`]),
  columns: {
    ...who,
    status: own('status'),
    plannedStart: own('planned_start'),
    actualStart: ownNullable('actual_start'),
    pushedDays: shown(sql`nullif(greatest(0, ${PUSHED_DAYS}), 0)`),
    pushedReason: field('pushed_reason'),
    lostHours: shown(sql`nullif(${LOST}, 0)`),
    lostAmount: shown(sql`nullif(${LOST} * r.bill_rate_cents::bigint / 60, 0)`),
  },
  filters: {
    ...filters,
    pushed: (wanted) => whether(PUSHED, wanted),
    pushedReason: (values) => oneOf(sql`r.pushed_reason`, values),
    pushedDays: (range) => withinNumbers(sql`greatest(0, ${PUSHED_DAYS})`, range),
    period: REPORT_DATES.pushedStartReport.period.within,
    plannedStart: (range) => withinDates(sql`r.planned_start`, range),
  },
};

export const completedAssignmentsReportSource: ListSource<'completedAssignmentsReport'> = {
  ...common,
  own: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.status = 'COMPLETED'`]),
  joins: sql`${common.joins}
    cross join lateral (
      select coalesce(sum(t.regular_minutes + t.overtime_minutes + t.holiday_minutes), 0)::bigint as minutes,
        coalesce(sum(t.bill_cents), 0)::bigint as cents
      from timesheets t where t.assignment_id = r.id
    ) work`,
  columns: {
    ...who,
    actualStart: ownNullable('actual_start'),
    endedOn: ownNullable('ended_on'),
    weeks: shown(sql`((r.ended_on - r.actual_start + 6) / 7)::integer`),
    worked: shown(sql`work.minutes`),
    spend: shown(sql`work.cents`),
    rating: field('rating'),
    rehire: field('rehire'),
  },
  filters: {
    ...filters,
    period: REPORT_DATES.completedAssignmentsReport.period.within,
    rating: (range) => withinNumbers(sql`r.rating`, range),
    rehire: (wanted) => whether(sql`r.rehire`, wanted),
  },
};

export const activeBookedCandidateReportSource: ListSource<'activeBookedCandidateReport'> = {
  ...common,
  own: (scope) => partyTo(scope, 'r', PARTIES),
  joins: sql`${common.joins} join submissions x on x.id = r.submission_id`,
  columns: {
    ...who,
    status: own('status'),
    submittedAt: shown(sql`x.submitted_at`),
    offeredAt: shown(sql`x.offered_at`),
    bookedAt: field('booked_at'),
    daysToHire: shown(daysBetween(sql`x.submitted_at`, sql`r.booked_at`)),
    filesCompletedAt: field('files_completed_at'),
    daysToComplete: shown(daysBetween(sql`r.booked_at`, sql`r.files_completed_at`)),
    compliancePercent: own('compliance_percent'),
    plannedStart: own('planned_start'),
    week: shown(
      sql`(r.booked_at at time zone 'UTC')::date + 6 - extract(dow from r.booked_at at time zone 'UTC')::integer`,
    ),
  },
  filters: {
    ...filters,
    status: inStatus,
    period: REPORT_DATES.activeBookedCandidateReport.period.within,
    filesCompletedOn: REPORT_DATES.activeBookedCandidateReport.filesCompletedOn.within,
    complianceBand: (values) => inBands(sql`r.compliance_percent`, values),
  },
};

export const earlyTermCancelReportSource: ListSource<'earlyTermCancelReport'> = {
  ...common,
  own: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.status in ('EARLY_TERM', 'CANCELLED')`]),
  columns: {
    ...who,
    status: own('status'),
    endedOn: ownNullable('ended_on'),
    plannedStart: own('planned_start'),
    plannedEnd: own('planned_end'),
    afterStart: shown(sql`(r.actual_start is not null)`),
    daysWorked: shown(sql`case when r.actual_start is not null then r.ended_on - r.actual_start + 1 end`),
    endReason: field('end_reason'),
    endedBy: field('ended_by'),
    noticeDays: shown(sql`case when r.actual_start is null then greatest(0, r.planned_start - r.ended_on) end`),
    replaced: shown(
      (scope) => sql`exists (
      select from assignments x where x.job_id = r.job_id and x.id <> r.id
        and (x.booked_at at time zone 'UTC')::date >= r.ended_on and ${partyTo(scope, 'x', PARTIES)})`,
    ),
  },
  filters: {
    ...filters,
    earlyTermOrCancel: inStatus,
    endedBy: (values) => oneOf(sql`r.ended_by`, values),
    endReason: (values) => oneOf(sql`r.end_reason`, values),
    period: REPORT_DATES.earlyTermCancelReport.period.within,
  },
};
