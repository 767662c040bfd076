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
  conditionIs,
  withinDates,
  withinNumbers,
} from '../../predicates';
import {
  grouped,
  groupedById,
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
import {
  DEPARTMENT_LABEL,
  FACILITY_ZONE,
  JOINS,
  PERSON_NAME,
  PERSON_SORT_KEYS,
  jobFilters,
  ofJobId,
  CANDIDATE_IDS,
} from '../jobColumns';
import { REPORT_DATES, daysColumn, withinDays } from './dates';

const common = {
  table: sql`assignments r`,
  zone: FACILITY_ZONE,
  ids: CANDIDATE_IDS,
  joins: sql`
    ${JOINS.facility.join} ${JOINS.supplier.join} ${JOINS.candidate.join}
    left join jobs j on j.id = r.job_id
    left join departments d on d.id = j.department_id
    left join specialties sp on sp.id = j.specialty_id`,
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
  facility: groupedById(joinedColumn(sql`f.name`, JOINS.facility), sql`r.client_id`, 'facilities'),
  department: grouped(computed(sql`d.name`), sql`j.department_id`, DEPARTMENT_LABEL),
  specialty: grouped(computed(sql`sp.name`), sql`j.specialty_id`),
  supplier: groupedById(joinedColumn(sql`s.name`, JOINS.supplier), sql`r.agency_id`, 'suppliers'),
};
const status = grouped(column('status'), sql`r.status`);
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
    status,
    actualStart: nullableColumn('actual_start'),
    originalEnd: grouped(column('original_end'), REPORT_DATES.assignmentReport.period.day),
    endDate: computed(sql`coalesce(r.ended_on, r.planned_end)`),
    extensions: grouped(column('extensions'), sql`r.extensions`),
    retained: grouped(measured(computed(RETAINED)), RETAINED),
    convertedOn: unsortedColumn('converted_on'),
  },
  filters: {
    ...filters,
    status: inStatus,
    retained: (wanted) => conditionIs(RETAINED, wanted),
    extended: (wanted) => conditionIs(sql`r.extensions > 0`, wanted),
    extensions: (range) => withinNumbers(sql`r.extensions`, range),
    period: REPORT_DATES.assignmentReport.period.within,
  },
};

const PUSHED = sql`(r.actual_start > r.planned_start)`;
const PUSHED_DAYS = sql`(r.actual_start - r.planned_start)`;
const DAYS_LATE = sql`greatest(0, ${PUSHED_DAYS})`;
/** In minutes. */
const LOST = sql`(${DAYS_LATE} * r.minutes_per_week / 7)`;
const LOST_CENTS = sql`(${LOST} * r.bill_rate_cents::bigint / 60)`;

export const pushedStartReportSource: ListSource<'pushedStartReport'> = {
  ...common,
  visible: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.actual_start is not null`]),
  columns: {
    ...who,
    status,
    plannedStart: column('planned_start'),
    actualStart: grouped(nullableColumn('actual_start'), REPORT_DATES.pushedStartReport.period.day),
    pushedDays: grouped(measured(computed(sql`nullif(${DAYS_LATE}, 0)`)), DAYS_LATE),
    pushed: grouped(computed(PUSHED), PUSHED),
    pushedReason: grouped(unsortedColumn('pushed_reason'), sql`r.pushed_reason`),
    lostHours: measured(computed(sql`nullif(${LOST}, 0)`)),
    lostAmount: grouped(measured(computed(sql`nullif(${LOST_CENTS}, 0)`)), sql`${LOST_CENTS} / 100.0`),
  },
  filters: {
    ...filters,
    status: inStatus,
    pushed: (wanted) => conditionIs(PUSHED, wanted),
    pushedReason: (values) => oneOf(sql`r.pushed_reason`, values),
    pushedDays: (range) => withinNumbers(DAYS_LATE, range),
    lostAmount: (range) => withinNumbers(LOST_CENTS, range, 100),
    period: REPORT_DATES.pushedStartReport.period.within,
    plannedStart: (range) => withinDates(sql`r.planned_start`, range),
  },
};

const WEEKS = sql`((r.ended_on - r.actual_start + 6) / 7)::integer`;

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
    endedOn: grouped(nullableColumn('ended_on'), REPORT_DATES.completedAssignmentsReport.period.day),
    weeks: grouped(measured(computed(WEEKS)), WEEKS),
    worked: computed(sql`work.minutes`),
    spend: computed(sql`work.cents`),
    rating: grouped(unsortedColumn('rating'), sql`r.rating`),
    rehire: grouped(unsortedColumn('rehire'), sql`r.rehire`),
  },
  filters: {
    ...filters,
    period: REPORT_DATES.completedAssignmentsReport.period.within,
    weeks: (range) => withinNumbers(WEEKS, range),
    rating: (range) => withinNumbers(sql`r.rating`, range),
    rehire: (wanted) => conditionIs(sql`r.rehire`, wanted),
  },
};

const DAYS_TO_HIRE = daysColumn(sql`x.submitted_at`, sql`r.booked_at`);
const DAYS_TO_COMPLETE = daysColumn(sql`r.booked_at`, sql`r.files_completed_at`);

export const activeBookedCandidateReportSource: ListSource<'activeBookedCandidateReport'> = {
  ...common,
  visible: (scope) => partyTo(scope, 'r', PARTIES),
  joins: sql`${common.joins} left join submissions x on x.id = r.submission_id`,
  columns: {
    ...who,
    status,
    submittedAt: computed(sql`x.submitted_at`),
    offeredAt: computed(sql`x.offered_at`),
    bookedAt: grouped(column('booked_at'), REPORT_DATES.activeBookedCandidateReport.period.day),
    daysToHire: grouped(
      measured(DAYS_TO_HIRE, sql`left join submissions x on x.id = r.submission_id`),
      DAYS_TO_HIRE.value,
    ),
    filesCompletedAt: grouped(
      nullableColumn('files_completed_at'),
      REPORT_DATES.activeBookedCandidateReport.filesCompletedOn.day,
    ),
    daysToComplete: grouped(measured(DAYS_TO_COMPLETE), DAYS_TO_COMPLETE.value),
    compliancePercent: column('compliance_percent'),
    plannedStart: column('planned_start'),
    week: computed(sql`r.booked_on + 6 - extract(dow from r.booked_on)::integer`),
  },
  filters: {
    ...filters,
    status: inStatus,
    period: REPORT_DATES.activeBookedCandidateReport.period.within,
    filesCompletedOn: REPORT_DATES.activeBookedCandidateReport.filesCompletedOn.within,
    daysToHire: (range) =>
      sql`exists (select from submissions x where x.id = r.submission_id
        and ${withinDays(sql`x.submitted_at`, sql`r.booked_at`, range)})`,
    daysToComplete: (range) => withinDays(sql`r.booked_at`, sql`r.files_completed_at`, range),
    complianceBand: (values) => inComplianceBands(sql`r.compliance_percent`, values),
  },
};

const NOTICE = sql`case when r.actual_start is null then greatest(0, r.planned_start - r.ended_on) end`;

export const earlyTermCancelReportSource: ListSource<'earlyTermCancelReport'> = {
  ...common,
  visible: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.status in ('EARLY_TERM', 'CANCELLED')`]),
  columns: {
    ...who,
    status,
    endedOn: grouped(nullableColumn('ended_on'), REPORT_DATES.earlyTermCancelReport.period.day),
    plannedStart: column('planned_start'),
    plannedEnd: column('planned_end'),
    afterStart: computed(sql`(r.actual_start is not null)`),
    daysWorked: measured(computed(sql`case when r.actual_start is not null then r.ended_on - r.actual_start + 1 end`)),
    endReason: grouped(unsortedColumn('end_reason'), sql`r.end_reason`),
    endedBy: grouped(unsortedColumn('ended_by'), sql`r.ended_by`),
    noticeDays: grouped(measured(computed(NOTICE)), NOTICE),
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
    noticeDays: (range) => withinNumbers(NOTICE, range),
    period: REPORT_DATES.earlyTermCancelReport.period.within,
  },
};
