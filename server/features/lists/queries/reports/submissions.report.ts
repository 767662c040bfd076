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
  whether,
  withinDates,
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
import {
  FACILITY_ZONE,
  JOB_JOINS,
  JOINS,
  PERSON_NAME,
  PERSON_SORT_KEYS,
  jobFilters,
  jobNumber,
  ofJobId,
} from '../jobColumns';
import { REPORT_DATES, daysBetween, daysColumn } from './dates';

const onJob = ofJobId(sql`r.job_id`);
const common = {
  table: sql`submissions r`,
  zone: FACILITY_ZONE,
  visible: (scope: Parameters<typeof partyTo>[0]) => partyTo(scope, 'r', PARTIES),
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
  facility: joinedColumn(sql`f.name`, JOINS.facility),
  department: computed(sql`d.name`),
  specialty: computed(sql`sp.name`),
  supplier: joinedColumn(sql`s.name`, JOINS.supplier),
  status: column('status'),
  submittedAt: column('submitted_at'),
};
const filters = {
  submission_status: (values: readonly string[]) => oneOf(sql`r.status`, values),
  ...jobFilters(onJob, sql`r.client_id`),
  supplier: (values: readonly string[]) => oneOfIds(sql`r.agency_id`, values),
};

export const submittalReportSource: ListSource<'submittalReport'> = {
  ...common,
  columns: {
    ...columns,
    jobType: computed(sql`j.job_type`),
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
    positions: computed(sql`j.openings`),
    positionsLeft: computed(sql`j.openings - j.openings_filled`),
    suppliers: computed(
      (scope) => sql`(
        select count(*)::integer from submission_jobs x
        where x.job_id = r.job_id and ${partyTo(scope, 'x', PARTIES)})`,
    ),
    availableFrom: column('available_from'),
    // In hundredths, as the days are counted in advance.
    daysToSubmit: measured(
      computed(daysBetween(sql`j.posted_at`, sql`r.submitted_at`)),
      sql`join jobs j on j.id = r.job_id`,
    ),
    statusSince: column('status_since'),
    recruiter: unsortedColumn('recruiter_name'),
    interviewedAt: unsortedColumn('interviewed_at'),
    offeredAt: unsortedColumn('offered_at'),
    bookedAt: unsortedColumn('booked_at'),
    details: unsortedColumn('closing_reason'),
  },
  filters: {
    ...filters,
    period: REPORT_DATES.submittalReport.period.within,
    offered: (wanted) => whether(sql`r.offered_at is not null`, wanted),
    interviewed: (wanted) => whether(sql`r.interviewed_at is not null`, wanted),
    booked: (wanted) => whether(sql`r.booked_at is not null`, wanted),
    actionDate: (range) => withinDates(sql`r.status_on`, range),
    recruiter: (values) => oneOf(sql`r.recruiter_name`, values),
    jobNumber: jobNumber(onJob),
  },
};

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
    bookedAt: nullableColumn('booked_at'),
    closedAt: unsortedColumn('closed_at'),
    submittedToOffered: measured(daysColumn(sql`r.submitted_at`, sql`r.offered_at`)),
    offeredToAccepted: measured(daysColumn(sql`r.offered_at`, sql`r.accepted_at`)),
    offeredToBooked: measured(daysColumn(sql`r.offered_at`, sql`r.booked_at`)),
    submittedToBooked: measured(daysColumn(sql`r.submitted_at`, sql`r.booked_at`)),
  },
  filters: {
    ...filters,
    reached: (values) =>
      anyOf(values.map((value) => sql`${sql.ref(`r.${REACHED_AT[value] ?? 'booked_at'}`)} is not null`)),
    period: REPORT_DATES.submissionStatusReport.period.within,
    submittedAt: REPORT_DATES.submittalReport.period.within,
    offeredAt: (range) => withinDates(sql`r.offered_on`, range),
  },
};
