import { sql } from 'kysely';
import { PARTIES, oneOf, oneOfIds, partyTo, withinDates, withinNumbers } from '../../predicates';
import {
  measured,
  unsortedColumn,
  joinedColumn,
  column,
  nullableColumn,
  computed,
  type ListSource,
} from '../../source';
import { FACILITY_ZONE, JOINS, jobFilters, onRow } from '../jobColumns';
import { jobsSource } from '../jobs.query';
import { REPORT_DATES, daysColumn } from './dates';

export const jobsReportSource: ListSource<'jobsReport'> = {
  table: jobsSource.table,
  zone: FACILITY_ZONE,
  visible: jobsSource.visible,
  joins: (scope) => sql`
    ${JOINS.facility.join}
    join departments d on d.id = r.department_id
    join specialties sp on sp.id = r.specialty_id
    cross join lateral (
      select min(x.submitted_at) as submitted_at, min(x.interviewed_at) as interviewed_at, min(x.offered_at) as offered_at
      from submissions x where x.job_id = r.id and ${partyTo(scope, 'x', PARTIES)}
    ) earliest`,
  columns: {
    number: column('number'),
    status: column('status'),
    closure: unsortedColumn('closure'),
    facility: joinedColumn(sql`f.name`, JOINS.facility),
    department: computed(sql`d.name`),
    specialty: computed(sql`sp.name`),
    jobType: column('job_type'),
    postedAt: nullableColumn('posted_at'),
    hoursToSubmission: computed(sql`round(date_part('epoch', earliest.submitted_at - r.posted_at) / 36) / 100`),
    firstInterviewAt: computed(sql`earliest.interviewed_at`),
    firstOfferAt: computed(sql`earliest.offered_at`),
    closedAt: nullableColumn('closed_at'),
    daysToInterview: daysColumn(sql`r.posted_at`, sql`earliest.interviewed_at`),
    daysToOffer: daysColumn(sql`r.posted_at`, sql`earliest.offered_at`),
    daysToFill: measured(daysColumn(sql`r.posted_at`, sql`r.closed_at`, sql`r.closure = 'FILLED'`)),
    positionsFilled: column('openings_filled'),
    positions: column('openings'),
    closingReason: unsortedColumn('closing_reason'),
  },
  filters: {
    jobStatusIds: (values) => oneOf(sql`r.status`, values),
    closure: (values) => oneOf(sql`r.closure`, values),
    ...jobFilters(onRow, sql`r.client_id`),
    period: REPORT_DATES.jobsReport.period.within,
    supplier: (values, scope) => sql`exists (
      select from submission_jobs x where x.job_id = r.id and ${oneOfIds(sql`x.agency_id`, values)}
        and ${partyTo(scope, 'x', PARTIES)})`,
    postedAt: (range) => withinDates(sql`r.posted_on`, range),
    number: (range) => withinNumbers(sql`r.number`, range),
  },
  ...(jobsSource.ofClients && { ofClients: jobsSource.ofClients }),
  search: jobsSource.search,
};
