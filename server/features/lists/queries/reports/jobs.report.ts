import { sql } from 'kysely';
import { PARTIES, allOf, oneOf, oneOfIds, partyTo, withinDates, withinNumbers } from '../../predicates';
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
} from '../../source';
import { DEPARTMENT_LABEL, FACILITY_ZONE, JOINS, jobFilters, onRow } from '../jobColumns';
import { jobsSource } from '../jobs.query';
import { REPORT_DATES, daysColumn, withinDays } from './dates';

const IS_FILLED = sql`r.closure = 'FILLED'`;
const DAYS_TO_FILL = daysColumn(sql`r.posted_at`, sql`r.closed_at`, IS_FILLED);

export const jobsReportSource: ListSource<'jobsReport'> = {
  table: jobsSource.table,
  zone: FACILITY_ZONE,
  visible: jobsSource.visible,
  ids: { facility: sql`r.client_id` },
  joins: (scope) => sql`
    ${JOINS.facility.join}
    left join departments d on d.id = r.department_id
    left join specialties sp on sp.id = r.specialty_id
    cross join lateral (
      select min(x.submitted_at) as submitted_at, min(x.interviewed_at) as interviewed_at, min(x.offered_at) as offered_at
      from submissions x where x.job_id = r.id and ${partyTo(scope, 'x', PARTIES)}
    ) earliest`,
  columns: {
    number: column('number'),
    status: grouped(column('status'), sql`r.status`),
    closure: grouped(unsortedColumn('closure'), sql`r.closure`),
    facility: groupedById(joinedColumn(sql`f.name`, JOINS.facility), sql`r.client_id`, 'facilities'),
    department: grouped(computed(sql`d.name`), sql`r.department_id`, DEPARTMENT_LABEL),
    specialty: grouped(computed(sql`sp.name`), sql`r.specialty_id`),
    jobType: grouped(column('job_type'), sql`r.job_type`),
    postedAt: nullableColumn('posted_at'),
    hoursToSubmission: computed(sql`round(date_part('epoch', earliest.submitted_at - r.posted_at) / 36) / 100`),
    firstInterviewAt: computed(sql`earliest.interviewed_at`),
    firstOfferAt: computed(sql`earliest.offered_at`),
    closedAt: grouped(nullableColumn('closed_at'), REPORT_DATES.jobsReport.period.day),
    daysToInterview: daysColumn(sql`r.posted_at`, sql`earliest.interviewed_at`),
    daysToOffer: daysColumn(sql`r.posted_at`, sql`earliest.offered_at`),
    daysToFill: grouped(measured(DAYS_TO_FILL), DAYS_TO_FILL.value),
    positionsFilled: grouped(column('openings_filled'), sql`r.openings_filled`),
    positions: grouped(column('openings'), sql`r.openings`),
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
    daysToFill: (range) => allOf([IS_FILLED, withinDays(sql`r.posted_at`, sql`r.closed_at`, range)]),
    positionsFilled: (range) => withinNumbers(sql`r.openings_filled`, range),
    positions: (range) => withinNumbers(sql`r.openings`, range),
    postedAt: (range) => withinDates(sql`r.posted_on`, range),
    number: (range) => withinNumbers(sql`r.number`, range),
  },
  ...(jobsSource.ofClients && { ofClients: jobsSource.ofClients }),
  search: jobsSource.search,
};
