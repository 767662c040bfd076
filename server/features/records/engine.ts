/**
 * Reads any record by its id: the row of its list, the details of its page, and the row counts of its tabs. The
 * conditions of the lists decide who may see it, in addition to row-level security.
 */
import { sql } from 'kysely';
import type { Permission } from '../../../contract/base/permissions';
import { lists } from '../../../contract/lists/catalog';
import { visibleTo, type ListDefinition, type ListName, type ListRow } from '../../../contract/lists/list';
import { records } from '../../../contract/records/catalog';
import { RECORD_LISTS, type RecordKind } from '../../../contract/records/kinds';
import { idOf } from '../../../contract/records/links';
import type { ListTab, RecordDefinition } from '../../../contract/records/record';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import { permissionsOf } from '../../identity/permissions';
import { listTable, listWhere, readRows, visibleColumns } from '../lists/engine';
import { withTimeBudget } from '../lists/search';
import type { Expression } from '../lists/source';
import { detailsOf } from './details';

export interface OpenedRecord {
  readonly kind: RecordKind;
  readonly id: string;
  /** Rises with each change; an action on an older one is answered with `changed`. */
  readonly version: number;
  readonly row: ListRow;
  /** The permissions of the caller. */
  readonly held: readonly Permission[];
}

/** A page does not wait longer for its counts. */
const COUNT_BUDGET_MS = 120;

/** The definition of the page of a kind of records. */
export const definitionOf = (kind: RecordKind): RecordDefinition => records[kind];

/** Whether these permissions open the list. */
export function mayList(list: ListName, held: readonly Permission[], { organizationType }: Scope): boolean {
  const { anyOf, hiddenFrom }: ListDefinition = lists[list];
  if (hiddenFrom?.includes(organizationType)) return false;
  return anyOf.length === 0 || anyOf.some((permission) => held.includes(permission));
}

/**
 * `queries` are one transaction in the caller's scope. Throws ApiError: `server.unauthorized` for a kind that is not
 * for the caller, `not.found` for a record that does not exist or is not theirs.
 */
export async function openRecord(queries: Queries, kind: RecordKind, id: string, scope: Scope): Promise<OpenedRecord> {
  if (scope.userId === null) throw new ApiError('server.unauthorized');
  const held = await permissionsOf(queries, scope.userId);
  const open = RECORD_LISTS[kind].filter((list) => mayList(list, held, scope));
  if (open.length === 0) throw new ApiError('server.unauthorized');
  for (const list of open) {
    const [found] = await readRows(queries, list, [id], visibleColumns(list, scope), scope, moreOf(kind, scope));
    if (found === undefined) continue;
    const { version, ...row } = found;
    return { kind, id, version: Number(version), row, held };
  }
  throw new ApiError('not.found');
}

/** The version, and the details that this organization may see, with the ids of the records that they link to. */
function moreOf(kind: RecordKind, { organizationType }: Scope): Readonly<Record<string, Expression>> {
  const { details } = definitionOf(kind);
  const sources = detailsOf(kind);
  const shown = Object.entries(details).filter(([, column]) => visibleTo(organizationType)(column));
  const more: Record<string, Expression> = { version: sql`r.version` };
  for (const [name] of shown) {
    const { value, id } = sources[name] ?? {};
    if (value === undefined) throw new Error(`The page of a ${kind} has no source of '${name}'.`);
    more[name] = value;
    if (id !== undefined) more[idOf(name)] = id;
  }
  return more;
}

/** The tabs that are lists and that the caller may see, by name. */
function listTabs(kind: RecordKind, held: readonly Permission[], scope: Scope): (readonly [string, ListTab])[] {
  return Object.entries(definitionOf(kind).tabs).flatMap(([name, tab]) => {
    if (tab.show !== 'list' || !mayList(tab.list, held, scope)) return [];
    const filter = (lists[tab.list] as ListDefinition).filters[tab.filter];
    return filter !== undefined && visibleTo(scope.organizationType)(filter) ? [[name, tab] as const] : [];
  });
}

/** The row count of each of these tabs, by the conditions of its list; null if counting takes too long. */
export async function countTabs(
  queries: Queries,
  { kind, id, held }: OpenedRecord,
  scope: Scope,
): Promise<Record<string, number | null>> {
  const tabs = listTabs(kind, held, scope);
  if (tabs.length === 0) return {};
  const counts = tabs.map(
    ([name, { list, filter }]) =>
      sql`(select count(*)::integer from ${listTable(list)}
        where ${listWhere(list, { filters: { [filter]: [id] } }, scope)}) as ${sql.id(name)}`,
  );
  const counted = await withTimeBudget(queries, COUNT_BUDGET_MS, () =>
    sql<Record<string, number>>`select ${sql.join(counts)}`.execute(queries),
  );
  return Object.fromEntries(tabs.map(([name]) => [name, counted?.rows[0]?.[name] ?? null]));
}
