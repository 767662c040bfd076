/**
 * Rows that entered or left a list since a moment. The list's own conditions are evaluated twice, on the records as
 * they are and as they were then: `record_changes` has their state before the writes that the dashboard's figures
 * depend on (migration 0039).
 */
import { sql } from 'kysely';
import type { ListName } from '../../../contract/lists/list';
import type { Scope } from '../../database';
import { allOf } from './predicates';
import type { Change, Sql } from './source';

/** Tables whose changes are recorded, by list. */
const TABLES: Partial<Record<ListName, string>> = {
  jobs: 'jobs',
  submissions: 'submissions',
  assignments: 'assignments',
  complianceFiles: 'assignments',
  timesheets: 'timesheets',
  invoices: 'invoices',
  reverseInvoices: 'invoices',
};

/** Throws for a list whose changes are not recorded: it has no such filter. */
export function tableOf(list: ListName): string {
  const table = TABLES[list];
  if (table === undefined) throw new Error(`Changes of ${list} are not kept.`);
  return table;
}

/** What the expressions below read: to be the common table that `withChanges` declares. */
const CHANGES = sql.table('changes');

/**
 * Declares the first change of each record since, which is all that its state then needs. Read once, however many
 * expressions use it: the log of a long absence is large. Throws like `tableOf`.
 */
export const withChanges = (list: ListName, at: string, { tenantId }: Scope): Sql => sql`
  with changes as materialized (
    select distinct on (c.record_id) c.record_id, c.before from record_changes c
    where c.tenant_id = ${tenantId}::uuid and c.record_table = ${tableOf(list)} and c.at > ${at}::timestamptz
    order by c.record_id, c.id)`;

/** The ids of the records that changed since. */
export const changedIds: Sql = sql`select record_id from ${CHANGES}`;

/**
 * The records that changed since, as they were at that moment, without records that were created later. Throws like
 * `tableOf`.
 */
export const recordsAsOf = (list: ListName): Sql => sql`(
    select was.* from ${CHANGES} first
    join ${sql.table(tableOf(list))} x on x.id = first.record_id
    cross join lateral jsonb_populate_record(x, first.before) was
    where first.before is not null) r`;

/** The list that shows the same records in any state, which is where rows that left a list can be seen. */
export const wholeListOf = (list: ListName): ListName => (list === 'complianceFiles' ? 'assignments' : list);

/**
 * The condition for rows that entered or left. `matches` is the list's condition, now and then; `party` is whether the
 * caller may see a record.
 */
export function changed(
  list: ListName,
  { direction, since: at }: Change,
  { matches, party, scope }: { readonly matches: Sql; readonly party: Sql; readonly scope: Scope },
): Sql {
  const changes = withChanges(list, at, scope);
  const before = sql`select r.id from ${recordsAsOf(list)} where ${matches}`;
  return direction === 'entered'
    ? allOf([matches, sql`r.id in (${changes} ${changedIds} except ${before})`])
    : allOf([party, sql`r.id in (${changes} ${before})`, sql`(${matches}) is not true`]);
}
