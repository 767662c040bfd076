import { sql } from 'kysely';
import {
  anyOf,
  candidateNamed,
  contains,
  isNumber,
  oneOf,
  oneOfIds,
  partyTo,
  PARTIES,
  whether,
  withinDays,
} from '../../predicates';
import { field, joined, type ListSource, own, ownNullable, type SearchWord, shown } from '../../source';
import { OF, jobFilters, jobNumber, ofJobId, PERSON, PERSON_KEYS } from '../ofJobs';
import { REPORT_DATES } from './dates';
import { daysBetween } from './days';

const onJob = ofJobId(sql`r.job_id`);
const common = {
  table: sql`submissions r`,
  own: (scope: Parameters<typeof partyTo>[0]) => partyTo(scope, 'r', PARTIES),
  joins: sql`
    ${OF.facility.join} ${OF.supplier.join} ${OF.candidate.join}
    join jobs j on j.id = r.job_id
    join departments d on d.id = j.department_id
    join professions p on p.id = j.profession_id
    join specialties sp on sp.id = j.specialty_id`,
  concerns: (ids: readonly string[]) => oneOfIds(sql`r.client_id`, ids),
  search: (word: SearchWord) => [
    ...isNumber(sql`r.number`, word),
    candidateNamed(sql`r.candidate_id`, word),
    contains(sql`r.recruiter_name`, word),
  ],
};
const columns = {
  number: own('number'),
  candidate: joined(PERSON, OF.candidate, ...PERSON_KEYS),
  jobNumber: shown(sql`j.number`),
  facility: joined(sql`f.name`, OF.facility),
  department: shown(sql`d.name`),
  specialty: shown(sql`sp.name`),
  supplier: joined(sql`s.name`, OF.supplier),
  status: own('status'),
  submittedAt: own('submitted_at'),
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
    jobType: shown(sql`j.job_type`),
    jobStatus: shown(sql`j.status`),
    division: shown(sql`f.health_system`),
    costCenter: shown(sql`d.cost_center`),
    city: shown(sql`f.city`),
    state: shown(sql`f.state`),
    manager: shown(sql`d.manager_name`),
    profession: shown(sql`p.name`),
    startDate: shown(sql`j.start_date`),
    endDate: shown(sql`j.end_date`),
    billRateMin: shown(sql`j.bill_rate_min_cents`),
    billRateMax: shown(sql`j.bill_rate_max_cents`),
    requestedRate: own('requested_rate_cents'),
    positions: shown(sql`j.openings`),
    positionsLeft: shown(sql`j.openings - j.openings_filled`),
    suppliers: shown(
      (scope) => sql`(
        select count(*)::integer from submission_jobs x
        where x.job_id = r.job_id and ${partyTo(scope, 'x', PARTIES)})`,
    ),
    availableFrom: own('available_from'),
    daysToSubmit: shown(daysBetween(sql`j.posted_at`, sql`r.submitted_at`)),
    statusSince: own('status_since'),
    recruiter: field('recruiter_name'),
    interviewedAt: field('interviewed_at'),
    offeredAt: field('offered_at'),
    bookedAt: field('booked_at'),
    details: field('closing_reason'),
  },
  filters: {
    ...filters,
    period: REPORT_DATES.submittalReport.period.within,
    offered: (wanted) => whether(sql`r.offered_at is not null`, wanted),
    interviewed: (wanted) => whether(sql`r.interviewed_at is not null`, wanted),
    booked: (wanted) => whether(sql`r.booked_at is not null`, wanted),
    actionDate: (range) => withinDays(sql`r.status_since`, range),
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
    qualifiedAt: field('qualified_at'),
    interviewedAt: field('interviewed_at'),
    offeredAt: ownNullable('offered_at'),
    acceptedAt: field('accepted_at'),
    bookedAt: ownNullable('booked_at'),
    closedAt: field('closed_at'),
    submittedToOffered: shown(daysBetween(sql`r.submitted_at`, sql`r.offered_at`)),
    offeredToAccepted: shown(daysBetween(sql`r.offered_at`, sql`r.accepted_at`)),
    offeredToBooked: shown(daysBetween(sql`r.offered_at`, sql`r.booked_at`)),
    submittedToBooked: shown(daysBetween(sql`r.submitted_at`, sql`r.booked_at`)),
  },
  filters: {
    ...filters,
    reached: (values) =>
      anyOf(values.map((value) => sql`${sql.ref(`r.${REACHED_AT[value] ?? 'booked_at'}`)} is not null`)),
    period: REPORT_DATES.submissionStatusReport.period.within,
    submittedAt: (range) => withinDays(sql`r.submitted_at`, range),
    offeredAt: (range) => withinDays(sql`r.offered_at`, range),
  },
};
