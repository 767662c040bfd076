import { sql } from 'kysely';
import type { Scope } from '../../../database';
import {
  PARTIES,
  allOf,
  anyOf,
  contains,
  facilityNamed,
  isNumber,
  oneOf,
  oneOfIds,
  partyTo,
  today,
  conditionIs,
  withinDates,
  withinNumbers,
} from '../predicates';
import {
  unsortedColumn,
  joinedColumn,
  column,
  nullableColumn,
  computed,
  measured,
  nullableText,
  type ListSource,
  type Range,
  type SearchWord,
  type Sql,
} from '../source';
import { FACILITY_ZONE, JOINS, inPool, jobFilters, onRow } from './jobColumns';

/** A supplier sees posted jobs of all facilities. */
const ownJobs = (scope: Scope): Sql => {
  const mine = partyTo(scope, 'r', { client: 'client_id' });
  return scope.organizationType === 'AGENCY' ? allOf([mine, sql`r.posted_on is not null`]) : mine;
};

/** By anyone, from the counter in the row; for a supplier, by themselves. */
const isSubmittedTo = (scope: Scope): Sql =>
  scope.organizationType === 'AGENCY'
    ? sql`r.id in (select x.job_id from submission_jobs x where ${partyTo(scope, 'x', PARTIES)})`
    : sql`r.submitting_suppliers > 0`;

/** `submittedTo` is the condition that someone was submitted. */
export const inCategories = (categories: readonly string[], submittedTo: Sql): Sql =>
  anyOf(
    categories.map((category) => {
      if (category === 'WITH') return submittedTo;
      return category === 'WITHOUT' ? sql`not ${submittedTo}` : sql`r.closure = ${category}`;
    }),
  );

const { jobType, ...ofJob } = jobFilters(onRow, sql`r.client_id`);

const DEPARTMENTS = sql`left join departments d on d.id = r.department_id`;
const PROFESSIONS = sql`left join professions p on p.id = r.profession_id`;
const SPECIALTIES = sql`left join specialties sp on sp.id = r.specialty_id`;

const columns = {
  number: column('number'),
  hot: column('hot'),
  status: column('status'),
  closure: nullableColumn('closure'),
  facility: joinedColumn(sql`f.name`, JOINS.facility),
  department: nullableText(sql`d.name`, DEPARTMENTS),
  profession: nullableText(sql`p.name`, PROFESSIONS),
  specialty: nullableText(sql`sp.name`, SPECIALTIES),
  offering: computed(sql`o.name`),
  subOffering: computed(sql`so.name`),
  shift: column('shift'),
  hoursPerWeek: column('minutes_per_week'),
  startDate: column('start_date'),
  endDate: column('end_date'),
  openingsLeft: measured(computed(sql`(r.openings - r.openings_filled)`)),
  openings: column('openings'),
  submissions: measured(
    computed(
      (scope) => sql`(
    select count(*)::integer from submissions x where x.job_id = r.id and ${partyTo(scope, 'x', PARTIES)})`,
    ),
  ),
  billRateMin: column('bill_rate_min_cents'),
  billRateMax: column('bill_rate_max_cents'),
  postedAt: nullableColumn('posted_at'),
  daysOpen: measured(
    computed(sql`floor(extract(epoch from coalesce(r.closed_at, now()) - r.posted_at) / 86400)::integer`),
  ),
  lastActivityAt: column('last_activity_at'),
  salesRep: computed(sql`u.last_name || ', ' || u.first_name`),
  closedAt: nullableColumn('closed_at'),
  closingReason: unsortedColumn('closing_reason'),
};

const filters = {
  jobStatusIds: (values: readonly string[]) => oneOf(sql`r.status`, values),
  subCategory: (values: readonly string[], scope: Scope) => inCategories(values, isSubmittedTo(scope)),
  ...ofJob,
  period: (range: Range<string>) => withinDates(sql`coalesce(r.posted_on, r.created_on)`, range),
  hot: (wanted: boolean) => conditionIs(sql`r.hot`, wanted),
  newlyPosted: (wanted: boolean, scope: Scope) => conditionIs(sql`r.posted_on = ${today(scope)}`, wanted),
  postedAt: (range: Range<string>) => withinDates(sql`r.posted_on`, range),
  closedAt: (range: Range<string>) => withinDates(sql`r.closed_on`, range),
  startDate: (range: Range<string>) => withinDates(sql`r.start_date`, range),
  openingsLeft: (range: Range<number>) => withinNumbers(sql`(r.openings - r.openings_filled)`, range),
  billRate: ({ from, to }: Range<number>) =>
    allOf([
      withinNumbers(sql`r.bill_rate_max_cents`, { from, to: null }, 100),
      withinNumbers(sql`r.bill_rate_min_cents`, { from: null, to }, 100),
    ]),
  number: (range: Range<number>) => withinNumbers(sql`r.number`, range),
};

const common = {
  table: sql`jobs r`,
  zone: FACILITY_ZONE,
  joins: sql`
    ${JOINS.facility.join}
    ${DEPARTMENTS} ${PROFESSIONS} ${SPECIALTIES}
    left join offerings o on o.id = r.offering_id
    left join sub_offerings so on so.id = r.sub_offering_id
    left join users u on u.id = r.sales_rep_id`,
  ids: { facility: sql`r.client_id` },
  ofClients: (ids: readonly string[]) => oneOfIds(sql`r.client_id`, ids),
  search: (word: SearchWord) => [
    ...isNumber(sql`r.number`, word),
    facilityNamed(sql`r.client_id`, word),
    sql`r.department_id in (select ds.id from departments ds where ${contains(sql`ds.name`, word)})`,
    sql`r.specialty_id in (select ss.id from specialties ss where ${contains(sql`ss.name`, word)})`,
  ],
};

export const jobsSource: ListSource<'jobs'> = {
  ...common,
  visible: ownJobs,
  columns: {
    ...columns,
    jobType: column('job_type'),
    weeks: measured(computed(sql`((r.end_date - r.start_date + 6) / 7)::integer`)),
  },
  filters: { ...filters, jobType },
};

export const prnOrdersSource: ListSource<'prnOrders'> = {
  ...common,
  visible: (scope) => allOf([ownJobs(scope), sql`r.job_type = 'PER_DIEM'`]),
  columns,
  filters: {
    ...filters,
    pool: (wanted, viewer) =>
      conditionIs(
        sql`exists (
          select from assignments w join candidates c on c.id = w.candidate_id
          where w.client_id = r.client_id and w.actual_start is not null and c.specialty_id = r.specialty_id
            and ${inPool(sql`c.id`, viewer)})`,
        wanted,
      ),
  },
};
