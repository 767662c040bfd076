/** Options of list filters, limited to what the caller may see. */
import { sql } from 'kysely';
import { lists } from '../../../contract/lists/catalog';
import { visibleTo, type ListDefinition, type ListName } from '../../../contract/lists/list';
import type { LookupName } from '../../../contract/lists/lookups';
import { alphabeticalOrder, type Queries, type Scope } from '../../database';
import { PARTIES, partyTo } from './predicates';
import type { AnySource, Sql } from './source';
import { sources } from './sources';

export interface LookupOption {
  readonly value: string;
  readonly label: string;
  readonly parent?: string;
}
export type ListOptions = Partial<Record<LookupName, LookupOption[]>>;

/** The options of the list's look-up filters that this organization may see. */
export async function listOptions(queries: Queries, list: ListName, scope: Scope): Promise<ListOptions> {
  const definition: ListDefinition = lists[list];
  const own = (sources[list] as unknown as AnySource).lookups ?? {};
  const wanted = Object.values(definition.filters)
    .filter(visibleTo(scope.organizationType))
    .flatMap((filter) => (filter.kind === 'lookup' ? [filter.lookup] : []));
  const options: ListOptions = {};
  for (const lookup of new Set(wanted)) {
    options[lookup] = await read(queries, (own[lookup] ?? LOOKUPS[lookup])(scope));
  }
  return options;
}

/** The default options of a lookup. */
export const lookupOptions = (queries: Queries, lookup: LookupName, scope: Scope): Promise<LookupOption[]> =>
  read(queries, LOOKUPS[lookup](scope));

/** `query` selects value and optionally label and parent, in alphabetical order. */
async function read(queries: Queries, query: Sql): Promise<LookupOption[]> {
  const { rows } = await sql<{ value: string; label?: string; parent?: string | null }>`${query}`.execute(queries);
  return rows.map(({ value, label = value, parent }) => ({ value, label, ...(parent != null && { parent }) }));
}

const byName =
  (table: string, alias: Partial<Record<'client' | 'agency', string>>, parent?: string) =>
  (scope: Scope): Sql => sql`
    select r.id as value, r.name as label ${parent === undefined ? sql`` : sql`, ${sql.ref(`r.${parent}`)} as parent`}
    from ${sql.table(table)} r where ${partyTo(scope, 'r', alias)}
    order by ${alphabeticalOrder('r.name')}, r.id`;

/** Facilities and suppliers see each other, but not their competitors. */
const LOOKUPS: Readonly<Record<LookupName, (scope: Scope) => Sql>> = {
  facilities: byName('facilities', { client: 'id' }),
  departments: byName('departments', { client: 'client_id' }, 'client_id'),
  suppliers: byName('suppliers', { agency: 'id' }),
  professions: byName('professions', {}),
  specialties: byName('specialties', {}, 'profession_id'),
  offerings: byName('offerings', {}),
  subOfferings: byName('sub_offerings', {}, 'offering_id'),
  salesReps: (scope) => sql`
    select u.id as value, u.last_name || ', ' || u.first_name as label from users u
    where u.organization_id = ${scope.tenantId}::uuid and u.organization_id = ${scope.organizationId}::uuid
      and exists (select from jobs j where j.sales_rep_id = u.id)
    order by ${alphabeticalOrder('u.last_name', 'u.first_name')}, u.id`,
  users: (scope) => sql`
    select u.id as value, u.last_name || ', ' || u.first_name as label from users u
    where u.organization_id = ${scope.organizationId}::uuid
    order by ${alphabeticalOrder('u.last_name', 'u.first_name')}, u.id`,
  states: (scope) => distinct('facilities', 'state', scope, { client: 'id' }),
  recruiters: (scope) =>
    scope.organizationType === 'CLIENT'
      ? distinct('submissions', 'recruiter_name', scope, PARTIES)
      : distinct('candidates', 'recruiter_name', scope, { agency: 'agency_id' }),
  reviewers: (scope) => distinct('compliance_documents', 'reviewed_by', scope, PARTIES),
  endReasons: (scope) => distinct('assignments', 'end_reason', scope, PARTIES),
  declineReasons: (scope) => distinct('compliance_documents', 'decline_reason', scope, PARTIES),
  pushedReasons: (scope) => distinct('assignments', 'pushed_reason', scope, PARTIES),
};

function distinct(table: string, column: string, scope: Scope, parties: Parameters<typeof partyTo>[2]): Sql {
  return sql`select x.value from (${distinctValues(table, column, scope, parties)}) x
    order by ${alphabeticalOrder('x.value')}`;
}

/** A loose index scan: as many steps as distinct values, however many rows. */
function distinctValues(table: string, column: string, scope: Scope, parties: Parameters<typeof partyTo>[2]): Sql {
  const value = sql.ref(`r.${column}`);
  const rows = sql`from ${sql.table(table)} r where ${partyTo(scope, 'r', parties)}`;
  if (scope.organizationType !== 'VMS') return sql`select distinct ${value} as value ${rows} and ${value} is not null`;
  return sql`
    with recursive step as (
      (select ${value} as value ${rows} and ${value} is not null order by ${value} limit 1)
      union all
      select (select ${value} ${rows} and ${value} > step.value order by ${value} limit 1) from step
      where step.value is not null
    )
    select value from step where value is not null`;
}
