import { sql } from 'kysely';
import {
  PARTIES,
  allOf,
  candidateNamed,
  contains,
  isNumber,
  oneOf,
  oneOfIds,
  partyTo,
  whether,
  withinDates,
  withinNumbers,
} from '../../predicates';
import {
  measured,
  unsortedColumn,
  joinedColumn,
  column,
  nullableColumn,
  computed,
  type ListSource,
  type SearchWord,
} from '../../source';
import { inComplianceBands } from '../assignments.query';
import { FACILITY_ZONE, JOINS, PERSON_NAME, PERSON_SORT_KEYS, jobFilters, ofJobId } from '../jobColumns';
import { REPORT_DATES, daysColumn } from './dates';

const common = {
  table: sql`assignments r`,
  zone: FACILITY_ZONE,
  joins: sql`
    ${JOINS.facility.join} ${JOINS.supplier.join} ${JOINS.candidate.join}
    join jobs j on j.id = r.job_id
    join departments d on d.id = j.department_id
    join specialties sp on sp.id = j.specialty_id`,
  ofClients: (ids: readonly string[]) => oneOfIds(sql`r.client_id`, ids),
  search: (word: SearchWord) => [
    ...isNumber(sql`r.number`, word),
    candidateNamed(sql`r.candidate_id`, word),
    contains(sql`r.end_reason`, word),
  ],
};
const who = {
  number: column('number'),
  candidate: joinedColumn(PERSON_NAME, JOINS.candidate, ...PERSON_SORT_KEYS),
  facility: joinedColumn(sql`f.name`, JOINS.facility),
  department: computed(sql`d.name`),
  specialty: computed(sql`sp.name`),
  supplier: joinedColumn(sql`s.name`, JOINS.supplier),
};
const filters = {
  ...jobFilters(ofJobId(sql`r.job_id`), sql`r.client_id`),
  supplier: (values: readonly string[]) => oneOfIds(sql`r.agency_id`, values),
};
const inStatus = (values: readonly string[]) => oneOf(sql`r.status`, values);

const RETAINED = sql`(r.extensions > 0 or r.status = 'PERM')`;

export const assignmentReportSource: ListSource<'assignmentReport'> = {
  ...common,
  visible: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.actual_start is not null`]),
  columns: {
    ...who,
    status: column('status'),
    actualStart: nullableColumn('actual_start'),
    originalEnd: column('original_end'),
    endDate: computed(sql`coalesce(r.ended_on, r.planned_end)`),
    extensions: column('extensions'),
    retained: computed(RETAINED),
    convertedOn: unsortedColumn('converted_on'),
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
/** In minutes. */
const LOST = sql`(greatest(0, ${PUSHED_DAYS}) * r.minutes_per_week / 7)`;

export const pushedStartReportSource: ListSource<'pushedStartReport'> = {
  ...common,
  visible: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.actual_start is not null`]),
  columns: {
    ...who,
    status: column('status'),
    plannedStart: column('planned_start'),
    actualStart: nullableColumn('actual_start'),
    pushedDays: measured(computed(sql`nullif(greatest(0, ${PUSHED_DAYS}), 0)`)),
    pushedReason: unsortedColumn('pushed_reason'),
    lostHours: measured(computed(sql`nullif(${LOST}, 0)`)),
    lostAmount: measured(computed(sql`nullif(${LOST} * r.bill_rate_cents::bigint / 60, 0)`)),
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
  visible: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.status = 'COMPLETED'`]),
  joins: sql`${common.joins}
    cross join lateral (
      select coalesce(sum(t.regular_minutes + t.overtime_minutes + t.holiday_minutes), 0)::bigint as minutes,
        coalesce(sum(t.bill_cents), 0)::bigint as cents
      from timesheets t where t.assignment_id = r.id
    ) work`,
  columns: {
    ...who,
    actualStart: nullableColumn('actual_start'),
    endedOn: nullableColumn('ended_on'),
    weeks: measured(computed(sql`((r.ended_on - r.actual_start + 6) / 7)::integer`)),
    worked: computed(sql`work.minutes`),
    spend: computed(sql`work.cents`),
    rating: unsortedColumn('rating'),
    rehire: unsortedColumn('rehire'),
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
  visible: (scope) => partyTo(scope, 'r', PARTIES),
  joins: sql`${common.joins} join submissions x on x.id = r.submission_id`,
  columns: {
    ...who,
    status: column('status'),
    submittedAt: computed(sql`x.submitted_at`),
    offeredAt: computed(sql`x.offered_at`),
    bookedAt: unsortedColumn('booked_at'),
    daysToHire: measured(
      daysColumn(sql`x.submitted_at`, sql`r.booked_at`),
      sql`join submissions x on x.id = r.submission_id`,
    ),
    filesCompletedAt: unsortedColumn('files_completed_at'),
    daysToComplete: measured(daysColumn(sql`r.booked_at`, sql`r.files_completed_at`)),
    compliancePercent: column('compliance_percent'),
    plannedStart: column('planned_start'),
    week: computed(sql`r.booked_on + 6 - extract(dow from r.booked_on)::integer`),
  },
  filters: {
    ...filters,
    status: inStatus,
    period: REPORT_DATES.activeBookedCandidateReport.period.within,
    filesCompletedOn: REPORT_DATES.activeBookedCandidateReport.filesCompletedOn.within,
    complianceBand: (values) => inComplianceBands(sql`r.compliance_percent`, values),
  },
};

export const earlyTermCancelReportSource: ListSource<'earlyTermCancelReport'> = {
  ...common,
  visible: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.status in ('EARLY_TERM', 'CANCELLED')`]),
  columns: {
    ...who,
    status: column('status'),
    endedOn: nullableColumn('ended_on'),
    plannedStart: column('planned_start'),
    plannedEnd: column('planned_end'),
    afterStart: computed(sql`(r.actual_start is not null)`),
    daysWorked: measured(computed(sql`case when r.actual_start is not null then r.ended_on - r.actual_start + 1 end`)),
    endReason: unsortedColumn('end_reason'),
    endedBy: unsortedColumn('ended_by'),
    noticeDays: measured(
      computed(sql`case when r.actual_start is null then greatest(0, r.planned_start - r.ended_on) end`),
    ),
    replaced: computed(
      (scope) => sql`exists (
      select from assignments x where x.job_id = r.job_id and x.id <> r.id
        and x.booked_on >= r.ended_on and ${partyTo(scope, 'x', PARTIES)})`,
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
