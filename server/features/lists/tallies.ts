/**
 * Rows counted in advance by the properties that cards and tabs filter by (migration 0031). A tally is read like the
 * list it counts, with the list's own conditions, but one row stands for `n`.
 */
import { sql } from 'kysely';
import type { ListName } from '../../../contract/lists/list';
import type { Scope } from '../../database';
import { sourceOf, type ListCriteria } from './engine';
import { searchWords, type RawFilters } from './filterValues';
import { anyOf, oneOf, conditionIs, withinDates } from './predicates';
import { inCategories } from './queries/jobs.query';
import type { AnySource, Range, Sql } from './source';

export interface Tally {
  readonly source: AnySource;
  /** Selects the tally rows of the program, of facilities, or of suppliers. */
  readonly parties: Sql;
}

interface Definition {
  readonly table: Sql;
  readonly parties: readonly ('client' | 'supplier')[];
  /** List filters that also work on the tally, in addition to those by party. */
  readonly supports: readonly string[];
  /** Filters that use another column in the tally. */
  readonly filters?: AnySource['filters'];
  /** Whether it has all rows that these filters select; by default it has all rows. */
  readonly hasAll?: (filters: RawFilters) => boolean;
}

/** Whether the filter selects some of these values, and no other. */
const isAmong = (values: readonly string[] | undefined, known: readonly string[]): boolean =>
  values !== undefined && values.length > 0 && values.every((value) => known.includes(value));

/** Categories of jobs that depend on whether anyone was submitted. */
const SUBMITTED = ['WITH', 'WITHOUT'];
const isBySubmitted = ({ subCategory = [] }: RawFilters): boolean =>
  SUBMITTED.some((category) => subCategory.includes(category));

const OF_JOBS = {
  supports: ['period', 'jobStatusIds', 'subCategory', 'hot', 'postedAt'],
  // Only open jobs are counted by these.
  hasAll: (filters: RawFilters) =>
    (filters['hot'] === undefined && !isBySubmitted(filters)) || isAmong(filters['jobStatusIds'], ['OPEN']),
};
const ofDays = { period: (range: Range<string>) => withinDates(sql`r.day`, range) };

/** A tally and its queue, which is not folded in yet; the rows of the queue concern all their parties. */
const withQueue = (name: string): Sql => sql`(
    select *, false as queued from ${sql.table(name)} union all select *, true from ${sql.table(`${name}_queue`)}) r`;

/**
 * For a supplier, a job counts as submitted to only if they submitted: these rows move from 'without' to 'with'.
 * Finding them is most of the work, so they are read only if a number needs it.
 */
const jobsOfSupplier = ({ organizationId, tenantId }: Scope, bySubmitted: boolean): Definition => ({
  table: sql`(
    select tenant_id, client_id, agency_id, day, posted_on, status, closure, hot, false as submitted, n, openings,
      openings_filled, false as queued
    from job_days where client_id is null
    union all
    select tenant_id, client_id, agency_id, day, posted_on, status, closure, hot, false, n, openings, openings_filled, true
    from job_days_queue
    ${
      bySubmitted
        ? sql`union all
    select ${tenantId}::uuid, null, null, coalesce(j.posted_on, j.created_on), j.posted_on, 'OPEN', null, j.hot,
      moved.submitted, moved.sign * j.n, 0, 0, true
    from (
      select posted_on, created_on, hot, count(*)::integer as n from jobs
      where tenant_id = ${tenantId}::uuid and status = 'OPEN'
        and id in (select job_id from submission_jobs where agency_id = ${organizationId}::uuid)
      group by posted_on, created_on, hot
    ) j cross join (values (true, 1), (false, -1)) moved (submitted, sign)`
        : sql``
    }) r`,
  parties: [],
  ...OF_JOBS,
  filters: { ...ofDays, subCategory: (values: readonly string[]) => inCategories(values, sql`r.submitted`) },
});

const DEFINITIONS: Partial<Record<ListName, Definition>> = {
  jobs: { table: withQueue('job_days'), parties: ['client'], ...OF_JOBS, filters: ofDays },
  assignments: {
    table: withQueue('assignment_days'),
    parties: ['client', 'supplier'],
    supports: ['period', 'status'],
  },
  complianceFiles: {
    table: withQueue('assignment_days'),
    parties: ['client', 'supplier'],
    supports: ['status', 'complianceBand', 'filesDue'],
  },
  complianceDocuments: {
    table: withQueue('document_days'),
    parties: ['client', 'supplier'],
    supports: ['status', 'documentStatus', 'expiresInDays'],
    // Documents in review, and approved ones by expiry date, of current assignments.
    hasAll: ({ status, documentStatus, expiresInDays }) =>
      isAmong(status, ['ACTIVE', 'BOOKED']) &&
      (expiresInDays !== undefined || isAmong(documentStatus, ['PENDING_REVIEW'])),
    filters: {
      status: (values: readonly string[]) => oneOf(sql`r.assignment_status`, values),
      // As a literal, because the best plan differs from status to status.
      documentStatus: (values: readonly string[]) => anyOf(values.map((value) => sql`r.status = ${sql.lit(value)}`)),
    },
  },
  timesheets: {
    table: withQueue('timesheet_weeks'),
    parties: ['client', 'supplier'],
    supports: ['period', 'view', 'billingStatusIds', 'disputed', 'adjusted'],
    filters: { disputed: (wanted: boolean) => conditionIs(sql`r.disputed`, wanted) },
  },
};

/**
 * The tally that can answer these criteria; `counted` are the filters of the numbers, which may not be by party. Null
 * if it lacks one of the filters or some of the rows, for a search, or if facilities and suppliers are combined.
 */
export function tallyOf(
  list: ListName,
  { filters = {}, q, clientId }: ListCriteria,
  counted: readonly RawFilters[],
  scope: Scope,
): Tally | null {
  const isSupplier = scope.organizationType === 'AGENCY';
  const bySubmitted = [filters, ...counted].some(isBySubmitted);
  const definition = list === 'jobs' && isSupplier ? jobsOfSupplier(scope, bySubmitted) : DEFINITIONS[list];
  if (definition === undefined || searchWords(q).length > 0) return null;
  const { table, parties, supports, filters: otherColumns, hasAll = () => true } = definition;
  const isKnown = (names: RawFilters, known: readonly string[]): boolean =>
    Object.keys(names).every((name) => known.includes(name));
  const isSupported =
    isKnown(filters, [...supports, ...parties]) &&
    counted.every((own) => isKnown(own, supports) && hasAll({ ...filters, ...own }));
  const byFacility = scope.organizationType === 'CLIENT' || 'client' in filters || clientId !== undefined;
  const bySupplier = isSupplier || 'supplier' in filters;
  if (!isSupported || (byFacility && bySupplier)) return null;
  const source = sourceOf(list);
  return {
    source: { ...source, table, filters: { ...source.filters, ...otherColumns } },
    parties: sql`${partyColumn('client_id', byFacility)} and ${partyColumn('agency_id', bySupplier && parties.includes('supplier'))}`,
  };
}

const partyColumn = (column: string, some: boolean): Sql =>
  some ? sql`${sql.ref(`r.${column}`)} is not null` : sql`(r.queued or ${sql.ref(`r.${column}`)} is null)`;
