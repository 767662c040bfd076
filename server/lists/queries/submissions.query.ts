import { sql } from 'kysely';
import {
  candidateNamed,
  contains,
  isNumber,
  oneOf,
  oneOfIds,
  partyTo,
  PARTIES,
  whether,
  withinDays,
} from '../predicates';
import { field, joined, type ListSource, own, ownNullable, shown } from '../source';
import { OF, jobFilters, jobNumber, ofJobId, PERSON, PERSON_KEYS } from './ofJobs';

const onJob = ofJobId(sql`r.job_id`);

export const submissionsSource: ListSource<'submissions'> = {
  table: sql`submissions r`,
  own: (scope) => partyTo(scope, 'r', PARTIES),
  joins: sql`
    ${OF.facility.join} ${OF.supplier.join} ${OF.candidate.join}
    join jobs j on j.id = r.job_id
    join departments d on d.id = j.department_id
    join professions p on p.id = j.profession_id
    join specialties sp on sp.id = j.specialty_id`,
  columns: {
    number: own('number'),
    candidate: joined(PERSON, OF.candidate, ...PERSON_KEYS),
    status: own('status'),
    statusSince: own('status_since'),
    jobNumber: shown(sql`j.number`),
    facility: joined(sql`f.name`, OF.facility),
    department: shown(sql`d.name`),
    profession: shown(sql`p.name`),
    specialty: shown(sql`sp.name`),
    supplier: joined(sql`s.name`, OF.supplier),
    recruiter: field('recruiter_name'),
    submittedAt: own('submitted_at'),
    availableFrom: own('available_from'),
    requestedRate: own('requested_rate_cents'),
    jobRateMin: shown(sql`j.bill_rate_min_cents`),
    jobRateMax: shown(sql`j.bill_rate_max_cents`),
    interviewedAt: ownNullable('interviewed_at'),
    offeredAt: ownNullable('offered_at'),
    actionRequired: own('action_required'),
    matchPercent: own('match_percent'),
    bookedAt: field('booked_at'),
    closedAt: field('closed_at'),
    closingReason: field('closing_reason'),
  },
  filters: {
    submission_status: (values) => oneOf(sql`r.status`, values),
    ...jobFilters(onJob, sql`r.client_id`),
    period: (range) => withinDays(sql`r.submitted_at`, range),
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    recruiter: (values) => oneOf(sql`r.recruiter_name`, values),
    submittedAt: (range) => withinDays(sql`r.submitted_at`, range),
    // So many hours ago, so the larger number is the earlier moment.
    ageHours: ({ from, to }) => {
      const ago = (hours: number) => sql`now() - make_interval(secs => ${hours * 3_600}::double precision)`;
      const until = from === null ? sql`true` : sql`r.status_since <= ${ago(from)}`;
      return to === null ? until : sql`${until} and r.status_since >= ${ago(to)}`;
    },
    interview: (wanted) => whether(sql`r.interviewed_at is not null`, wanted),
    actionRequired: (wanted) => whether(sql`r.action_required`, wanted),
    booked: (wanted) => whether(sql`r.booked_at is not null`, wanted),
    jobNumber: jobNumber(onJob),
  },
  concerns: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    ...isNumber(sql`r.number`, word),
    candidateNamed(sql`r.candidate_id`, word),
    contains(sql`r.recruiter_name`, word),
  ],
};
