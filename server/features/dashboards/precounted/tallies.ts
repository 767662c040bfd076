/**
 * Rows counted in advance by the properties that cards filter by (migration 0031). A tally is read like the list it
 * counts, with the list's own conditions, but one row stands for `n`.
 */
import { sql } from 'kysely';
import type { ListFilters } from '../../../../contract/dashboards/filter';
import type { ListName } from '../../../../contract/lists/list';
import type { Scope } from '../../../database';
import { sourceOf, type ListCriteria } from '../../lists/engine';
import { anyOf, oneOf, conditionIs, withinDates } from '../../lists/predicates';
import { inCategories } from '../../lists/queries/jobs.query';
import type { AnySource, Range, Sql } from '../../lists/source';

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
}

/** Filters that the tally of jobs supports; open jobs are also counted by hot and by whether anyone was submitted. */
const OF_JOBS = ['period', 'jobStatusIds', 'subCategory', 'hot', 'postedAt'];
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
    select ${tenantId}::uuid, null, null, coalesce(j.posted_on, j.created_on), j.posted_on, 'OPEN', null, false,
      moved.submitted, moved.sign * j.n, 0, 0, true
    from (
      select posted_on, created_on, count(*)::integer as n from jobs
      where tenant_id = ${tenantId}::uuid and status = 'OPEN'
        and id in (select job_id from submission_jobs where agency_id = ${organizationId}::uuid)
      group by posted_on, created_on
    ) j cross join (values (true, 1), (false, -1)) moved (submitted, sign)`
        : sql``
    }) r`,
  parties: [],
  supports: OF_JOBS,
  filters: { ...ofDays, subCategory: (values: readonly string[]) => inCategories(values, sql`r.submitted`) },
});

const DEFINITIONS: Partial<Record<ListName, Definition>> = {
  jobs: { table: withQueue('job_days'), parties: ['client'], supports: OF_JOBS, filters: ofDays },
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
    // Documents in review, and approved ones by expiry date.
    supports: ['status', 'documentStatus', 'expiresInDays'],
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

/** Categories of jobs that depend on whether anyone was submitted. */
const SUBMITTED = ['WITH', 'WITHOUT'];

/**
 * The tally that can answer these criteria; `counted` are the filters of the numbers. Null if it lacks one of the
 * filters, or facilities and suppliers are combined.
 */
export function tallyOf(
  list: ListName,
  { filters = {}, clientId }: ListCriteria,
  counted: readonly ListFilters[],
  scope: Scope,
): Tally | null {
  const isSupplier = scope.organizationType === 'AGENCY';
  const bySubmitted = [filters, ...counted].some(({ subCategory = [] }) =>
    SUBMITTED.some((category) => subCategory.includes(category)),
  );
  const definition = list === 'jobs' && isSupplier ? jobsOfSupplier(scope, bySubmitted) : DEFINITIONS[list];
  if (definition === undefined) return null;
  const { table, parties, filters: otherColumns } = definition;
  const supported = [...definition.supports, ...parties];
  const isSupported = [filters, ...counted]
    .flatMap((names) => Object.keys(names))
    .every((name) => supported.includes(name));
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
