/**
 * Rows counted beforehand by what the cards ask of them (0021_tallies.ts). A tally is read like the list it counts, under
 * the list's own conditions, but one row stands for `n`.
 */
import { sql } from 'kysely';
import type { ListName } from '../../contract/lists';
import type { Scope } from '../database';
import { sourceOf, type ListCriteria } from '../lists/engine';
import { inCategories } from '../lists/queries/jobs.query';
import { anyOf, oneOf, whether, withinDates } from '../lists/predicates';
import type { AnySource, Range, Sql } from '../lists/source';

export interface Tally {
  readonly source: AnySource;
  /** Which of its rows add up to what is asked: the programme's, or those of facilities, or of suppliers. */
  readonly whose: Sql;
}

interface Definition {
  readonly table: Sql;
  readonly parties: readonly ('client' | 'supplier')[];
  /** The list's filters that hold for its rows as the cards use them, beside those by party. */
  readonly knows: readonly string[];
  /** Filters by what it has another column for. */
  readonly filters?: AnySource['filters'];
}

/** Of open jobs: which are hot, and which were submitted to. */
const OF_JOBS = ['period', 'jobStatusIds', 'subCategory', 'hot', 'postedAt'];
const ofDays = { period: (range: Range<string>) => withinDates(sql`r.day`, range) };

/** To a supplier a job was submitted to if they did so: these are moved over from those that were not. */
const jobsOfSupplier = ({ organizationId }: Scope): Definition => ({
  table: sql`(
    select tenant_id, client_id, agency_id, day, posted_at, status, closure, hot, false as submitted, n, openings,
      openings_filled
    from job_days where client_id is null
    union all
    select s.tenant_id, null, null, s.day, s.posted_at, 'OPEN', null, false, moved.submitted, moved.sign * s.n, 0, 0
    from supplier_job_days s cross join (values (true, 1), (false, -1)) moved (submitted, sign)
    where s.agency_id = ${organizationId}::uuid) r`,
  parties: [],
  knows: OF_JOBS,
  filters: { ...ofDays, subCategory: (values: readonly string[]) => inCategories(values, sql`r.submitted`) },
});

const DEFINITIONS: Partial<Record<ListName, Definition>> = {
  jobs: { table: sql`job_days r`, parties: ['client'], knows: OF_JOBS, filters: ofDays },
  assignments: {
    table: sql`assignment_days r`,
    parties: ['client', 'supplier'],
    knows: ['period', 'status'],
  },
  complianceFiles: {
    table: sql`assignment_days r`,
    parties: ['client', 'supplier'],
    knows: ['status', 'complianceBand', 'filesDue'],
  },
  complianceDocuments: {
    table: sql`document_days r`,
    parties: ['client', 'supplier'],
    // In review, and what was approved until it expires.
    knows: ['status', 'documentStatus', 'expiresInDays'],
    filters: {
      status: (values: readonly string[]) => oneOf(sql`r.assignment_status`, values),
      // Said in the statement, so that its plan is kept: how many rows there are of each is all too different.
      documentStatus: (values: readonly string[]) => anyOf(values.map((value) => sql`r.status = ${sql.lit(value)}`)),
    },
  },
  timesheets: {
    table: sql`timesheet_weeks r`,
    parties: ['client', 'supplier'],
    knows: ['period', 'view', 'billingStatusIds', 'disputed', 'adjusted'],
    filters: { disputed: (wanted: boolean) => whether(sql`r.disputed`, wanted) },
  },
};

/** Null where none tells apart what is filtered by, for all or for some number, or where facilities and suppliers cross. */
export function tallyOf(
  list: ListName,
  { filters = {}, clientId }: ListCriteria,
  ofNumbers: readonly string[],
  scope: Scope,
): Tally | null {
  const isSupplier = scope.organizationType === 'AGENCY';
  const definition = list === 'jobs' && isSupplier ? jobsOfSupplier(scope) : DEFINITIONS[list];
  if (definition === undefined) return null;
  const { table, parties, filters: further } = definition;
  const known = [...definition.knows, ...parties];
  const isKnown = [...Object.keys(filters), ...ofNumbers].every((name) => known.includes(name));
  const byFacility = scope.organizationType === 'CLIENT' || 'client' in filters || clientId !== undefined;
  const bySupplier = isSupplier || 'supplier' in filters;
  if (!isKnown || (byFacility && bySupplier)) return null;
  const source = sourceOf(list);
  return {
    source: { ...source, table, filters: { ...source.filters, ...further } },
    whose: sql`${among('client_id', byFacility)} and ${among('agency_id', bySupplier && parties.includes('supplier'))}`,
  };
}

const among = (column: string, some: boolean): Sql =>
  some ? sql`${sql.ref(`r.${column}`)} is not null` : sql`${sql.ref(`r.${column}`)} is null`;
