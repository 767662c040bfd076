import { sql } from 'kysely';
import {
  candidateNamed,
  contains,
  facilityNamed,
  isNumber,
  jobNumbered,
  oneOf,
  oneOfIds,
  partyTo,
  PARTIES,
  conditionIs,
  withinDatesOf,
} from '../predicates';
import {
  unsortedColumn,
  joinedColumn,
  type ListSource,
  type Range,
  column,
  nullableColumn,
  computed,
  measured,
  nullableText,
  textColumn,
} from '../source';
import {
  FACILITY_ZONE,
  JOB_JOINS,
  JOINS,
  jobFilters,
  jobNumber,
  ofJobId,
  PERSON_NAME,
  PERSON_SORT_KEYS,
  CANDIDATE_IDS,
} from './jobColumns';

const onJob = ofJobId(sql`r.job_id`);
const submittedWithin = (range: Range<string>) => withinDatesOf(sql`r.submitted_at`, sql`r.submitted_on`, range);

export const submissionsSource: ListSource<'submissions'> = {
  table: sql`submissions r`,
  zone: FACILITY_ZONE,
  visible: (scope) => partyTo(scope, 'r', PARTIES),
  joins: sql`${JOINS.facility.join} ${JOINS.supplier.join} ${JOINS.candidate.join} ${JOB_JOINS}`,
  ids: { ...CANDIDATE_IDS, jobNumber: sql`r.job_id` },
  columns: {
    number: column('number'),
    candidate: joinedColumn(PERSON_NAME, JOINS.candidate, ...PERSON_SORT_KEYS),
    status: column('status'),
    statusSince: column('status_since'),
    jobNumber: measured(computed(sql`j.number`), JOB_JOINS),
    facility: joinedColumn(sql`f.name`, JOINS.facility),
    department: nullableText(sql`d.name`, JOB_JOINS),
    profession: nullableText(sql`p.name`, JOB_JOINS),
    specialty: nullableText(sql`sp.name`, JOB_JOINS),
    supplier: joinedColumn(sql`s.name`, JOINS.supplier),
    recruiter: textColumn('recruiter_name'),
    submittedAt: column('submitted_at'),
    availableFrom: column('available_from'),
    requestedRate: column('requested_rate_cents'),
    jobRateMin: computed(sql`j.bill_rate_min_cents`),
    jobRateMax: measured(computed(sql`j.bill_rate_max_cents`), JOB_JOINS),
    interviewedAt: nullableColumn('interviewed_at'),
    offeredAt: nullableColumn('offered_at'),
    actionRequired: column('action_required'),
    matchPercent: column('match_percent'),
    bookedAt: nullableColumn('booked_at'),
    closedAt: nullableColumn('closed_at'),
    closingReason: unsortedColumn('closing_reason'),
  },
  filters: {
    submission_status: (values) => oneOf(sql`r.status`, values),
    ...jobFilters(onJob, sql`r.client_id`),
    period: submittedWithin,
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    recruiter: (values) => oneOf(sql`r.recruiter_name`, values),
    submittedAt: submittedWithin,
    // Age in hours: the larger number is the earlier date.
    ageHours: ({ from, to }) => {
      const ago = (hours: number) => sql`now() - make_interval(secs => ${hours * 3_600}::double precision)`;
      const until = from === null ? sql`true` : sql`r.status_since <= ${ago(from)}`;
      return to === null ? until : sql`${until} and r.status_since >= ${ago(to)}`;
    },
    interview: (wanted) => conditionIs(sql`r.interviewed_at is not null`, wanted),
    actionRequired: (wanted) => conditionIs(sql`r.action_required`, wanted),
    booked: (wanted) => conditionIs(sql`r.booked_at is not null`, wanted),
    jobNumber: jobNumber(onJob),
    jobId: (ids) => oneOfIds(sql`r.job_id`, ids),
    candidateId: (ids) => oneOfIds(sql`r.candidate_id`, ids),
  },
  ofClients: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    ...isNumber(sql`r.number`, word),
    ...jobNumbered(sql`r.job_id`, word),
    candidateNamed(sql`r.candidate_id`, word),
    facilityNamed(sql`r.client_id`, word),
    contains(sql`r.recruiter_name`, word),
  ],
};
