import { sql } from 'kysely';
import { oneOf, oneOfIds, partyTo, PARTIES, withinDays, withinNumbers } from '../../predicates';
import { field, joined, type ListSource, own, ownNullable, shown } from '../../source';
import { jobsSource } from '../jobs.query';
import { OF, jobFilters, onRow } from '../ofJobs';
import { REPORT_DATES } from './dates';
import { daysBetween } from './days';

export const jobsReportSource: ListSource<'jobsReport'> = {
  table: jobsSource.table,
  own: jobsSource.own,
  joins: (scope) => sql`
    ${OF.facility.join}
    join departments d on d.id = r.department_id
    join specialties sp on sp.id = r.specialty_id
    cross join lateral (
      select min(x.submitted_at) as submitted_at, min(x.interviewed_at) as interviewed_at, min(x.offered_at) as offered_at
      from submissions x where x.job_id = r.id and ${partyTo(scope, 'x', PARTIES)}
    ) earliest`,
  columns: {
    number: own('number'),
    status: own('status'),
    closure: field('closure'),
    facility: joined(sql`f.name`, OF.facility),
    department: shown(sql`d.name`),
    specialty: shown(sql`sp.name`),
    jobType: own('job_type'),
    postedAt: ownNullable('posted_at'),
    hoursToSubmission: shown(sql`round(date_part('epoch', earliest.submitted_at - r.posted_at) / 36) / 100`),
    firstInterviewAt: shown(sql`earliest.interviewed_at`),
    firstOfferAt: shown(sql`earliest.offered_at`),
    closedAt: ownNullable('closed_at'),
    daysToInterview: shown(daysBetween(sql`r.posted_at`, sql`earliest.interviewed_at`)),
    daysToOffer: shown(daysBetween(sql`r.posted_at`, sql`earliest.offered_at`)),
    daysToFill: shown(sql`case when r.closure = 'FILLED' then ${daysBetween(sql`r.posted_at`, sql`r.closed_at`)} end`),
    positionsFilled: field('openings_filled'),
    positions: field('openings'),
    closingReason: field('closing_reason'),
  },
  filters: {
    jobStatusIds: (values) => oneOf(sql`r.status`, values),
    closure: (values) => oneOf(sql`r.closure`, values),
    ...jobFilters(onRow, sql`r.client_id`),
    period: REPORT_DATES.jobsReport.period.within,
    supplier: (values, scope) => sql`exists (
      select from submission_jobs x where x.job_id = r.id and ${oneOfIds(sql`x.agency_id`, values)}
        and ${partyTo(scope, 'x', PARTIES)})`,
    postedAt: (range) => withinDays(sql`r.posted_at`, range),
    number: (range) => withinNumbers(sql`r.number`, range),
  },
  ...(jobsSource.concerns && { concerns: jobsSource.concerns }),
  search: jobsSource.search,
};
