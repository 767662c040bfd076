import { sql } from 'kysely';
import {
  PARTIES,
  anyOf,
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
  type Range,
  type SearchWord,
  type Sql,
} from '../../source';
import {
  DEPARTMENT_LABEL,
  FACILITY_ZONE,
  JOB_JOINS,
  JOINS,
  PERSON_NAME,
  PERSON_SORT_KEYS,
  jobFilters,
  jobNumber,
  ofJobId,
  CANDIDATE_IDS,
} from '../jobColumns';
import { REPORT_DATES, daysColumn, withinDays } from './dates';

const onJob = ofJobId(sql`r.job_id`);
const common = {
  table: sql`submissions r`,
  zone: FACILITY_ZONE,
  visible: (scope: Parameters<typeof partyTo>[0]) => partyTo(scope, 'r', PARTIES),
  ids: { ...CANDIDATE_IDS, jobNumber: sql`r.job_id` },
  joins: sql`${JOINS.facility.join} ${JOINS.supplier.join} ${JOINS.candidate.join} ${JOB_JOINS}`,
  ofClients: (ids: readonly string[]) => oneOfIds(sql`r.client_id`, ids),
  search: (word: SearchWord) => [
    ...isNumber(sql`r.number`, word),
    candidateNamed(sql`r.candidate_id`, word),
    contains(sql`r.recruiter_name`, word),
  ],
};
const columns = {
  number: column('number'),
  candidate: joinedColumn(PERSON_NAME, JOINS.candidate, ...PERSON_SORT_KEYS),
  jobNumber: computed(sql`j.number`),
  facility: groupedById(joinedColumn(sql`f.name`, JOINS.facility), sql`r.client_id`, 'facilities'),
  department: grouped(computed(sql`d.name`), sql`j.department_id`, DEPARTMENT_LABEL),
  specialty: grouped(computed(sql`sp.name`), sql`j.specialty_id`),
  supplier: groupedById(joinedColumn(sql`s.name`, JOINS.supplier), sql`r.agency_id`, 'suppliers'),
  status: grouped(column('status'), sql`r.status`),
  submittedAt: column('submitted_at'),
};
const filters = {
  submission_status: (values: readonly string[]) => oneOf(sql`r.status`, values),
  ...jobFilters(onJob, sql`r.client_id`),
  supplier: (values: readonly string[]) => oneOfIds(sql`r.agency_id`, values),
};

const OWN_JOB = sql`left join jobs j on j.id = r.job_id`;
const INTERVIEWED = sql`(r.interviewed_at is not null)`;
const OFFERED = sql`(r.offered_at is not null)`;
const BOOKED = sql`(r.booked_at is not null)`;
const DAYS_TO_SUBMIT = daysColumn(sql`j.posted_at`, sql`r.submitted_at`);

export const submittalReportSource: ListSource<'submittalReport'> = {
  ...common,
  columns: {
    ...columns,
    submittedAt: grouped(columns.submittedAt, REPORT_DATES.submittalReport.period.day),
    jobType: grouped(computed(sql`j.job_type`), sql`j.job_type`),
    jobStatus: computed(sql`j.status`),
    division: computed(sql`f.health_system`),
    costCenter: computed(sql`d.cost_center`),
    city: computed(sql`f.city`),
    state: computed(sql`f.state`),
    manager: computed(sql`d.manager_name`),
    profession: computed(sql`p.name`),
    startDate: computed(sql`j.start_date`),
    endDate: computed(sql`j.end_date`),
    billRateMin: computed(sql`j.bill_rate_min_cents`),
    billRateMax: computed(sql`j.bill_rate_max_cents`),
    requestedRate: column('requested_rate_cents'),
    positions: grouped(measured(computed(sql`j.openings`), OWN_JOB), sql`j.openings`),
    positionsLeft: computed(sql`j.openings - j.openings_filled`),
    suppliers: computed(
      (scope) => sql`(
        select count(*)::integer from submission_jobs x
        where x.job_id = r.job_id and ${partyTo(scope, 'x', PARTIES)})`,
    ),
    availableFrom: column('available_from'),
    daysToSubmit: grouped(measured(DAYS_TO_SUBMIT, OWN_JOB), DAYS_TO_SUBMIT.value),
    statusSince: column('status_since'),
    recruiter: grouped(unsortedColumn('recruiter_name'), sql`r.recruiter_name`),
    interviewed: grouped(computed(INTERVIEWED), INTERVIEWED),
    interviewedAt: nullableColumn('interviewed_at'),
    offered: grouped(computed(OFFERED), OFFERED),
    offeredAt: nullableColumn('offered_at'),
    booked: grouped(computed(BOOKED), BOOKED),
    bookedAt: nullableColumn('booked_at'),
    details: unsortedColumn('closing_reason'),
  },
  filters: {
    ...filters,
    period: REPORT_DATES.submittalReport.period.within,
    offered: (wanted) => conditionIs(OFFERED, wanted),
    interviewed: (wanted) => conditionIs(INTERVIEWED, wanted),
    booked: (wanted) => conditionIs(BOOKED, wanted),
    actionDate: (range) => withinDates(sql`r.status_on`, range),
    recruiter: (values) => oneOf(sql`r.recruiter_name`, values),
    jobNumber: jobNumber(onJob),
    positions: (range) => onJob((of) => withinNumbers(of('openings'), range)),
    daysToSubmit: (range) => onJob((of) => withinDays(of('posted_at'), sql`r.submitted_at`, range)),
  },
};

const moment = (name: string): Sql => sql.ref(`r.${name}`);
function daysOf(from: string, to: string) {
  const days = daysColumn(moment(from), moment(to));
  return grouped(measured(days), days.value);
}
const daysFilter =
  (from: string, to: string) =>
  (range: Range<number>): Sql =>
    withinDays(moment(from), moment(to), range);

const REACHED_AT: Readonly<Record<string, string>> = {
  QUALIFIED: 'qualified_at',
  INTERVIEWING: 'interviewed_at',
  OFFERED: 'offered_at',
  OFFER_ACCEPTED: 'accepted_at',
  BOOKED: 'booked_at',
};

export const submissionStatusReportSource: ListSource<'submissionStatusReport'> = {
  ...common,
  columns: {
    ...columns,
    qualifiedAt: unsortedColumn('qualified_at'),
    interviewedAt: unsortedColumn('interviewed_at'),
    offeredAt: nullableColumn('offered_at'),
    acceptedAt: unsortedColumn('accepted_at'),
    bookedAt: grouped(nullableColumn('booked_at'), REPORT_DATES.submissionStatusReport.period.day),
    closedAt: unsortedColumn('closed_at'),
    submittedToOffered: daysOf('submitted_at', 'offered_at'),
    offeredToAccepted: daysOf('offered_at', 'accepted_at'),
    offeredToBooked: daysOf('offered_at', 'booked_at'),
    submittedToBooked: daysOf('submitted_at', 'booked_at'),
  },
  filters: {
    ...filters,
    reached: (values) =>
      anyOf(values.map((value) => sql`${sql.ref(`r.${REACHED_AT[value] ?? 'booked_at'}`)} is not null`)),
    period: REPORT_DATES.submissionStatusReport.period.within,
    submittedAt: REPORT_DATES.submittalReport.period.within,
    offeredAt: (range) => withinDates(sql`r.offered_on`, range),
    submittedToOffered: daysFilter('submitted_at', 'offered_at'),
    offeredToAccepted: daysFilter('offered_at', 'accepted_at'),
    offeredToBooked: daysFilter('offered_at', 'booked_at'),
    submittedToBooked: daysFilter('submitted_at', 'booked_at'),
  },
};
