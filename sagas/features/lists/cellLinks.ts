/** Links of cells: to the record that a cell names, or to the rows that it counts. */
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { lists, type Lists } from '../../../contract/lists/catalog';
import {
  visibleTo,
  type ListDefinition,
  type ListName,
  type ListRow,
  type ListValue,
} from '../../../contract/lists/list';
import { OTHER_COLUMNS, OWN_COLUMNS, idOf, isOtherColumn } from '../../../contract/records/links';
import type { RecordKind } from '../../../contract/records/kinds';
import { recordAddress } from '../../navigation/routes/records.sections';
import { narrowedTo, pathTo } from '../../navigation/routes/listAddress';
import { resolve, rootOf } from '../../navigation/routes/resolve';
import type { Filters } from '../../navigation/routes/queryText';

interface LinkTo<T extends ListName> {
  readonly list: T;
  /** The filters of the other list; null if this row has no link. */
  readonly narrowed: (
    row: ListRow,
    value: ListValue,
  ) => {
    readonly q?: string;
    readonly filters?: { readonly [F in keyof Lists[T]['filters']]?: readonly string[] };
  } | null;
}
type Link = { readonly [T in ListName]: LinkTo<T> }[ListName];
type LinkTable = { readonly [L in ListName]?: { readonly [C in keyof Lists[L]['columns']]?: Link } };

const exactly = (value: ListValue): readonly string[] => [`${value}..${value}`];
/** A zero has no link: there is nothing to see. */
const some = <T>(value: ListValue, narrowed: T): T | null => (Number(value) > 0 ? narrowed : null);

const submissionsOfJob: Link = {
  list: 'submissions',
  narrowed: ({ number = null }, value) => some(value, { filters: { jobNumber: exactly(number) } }),
};
const assignmentsOf = (party: 'client' | 'supplier', status: 'ACTIVE' | 'BOOKED'): Link => ({
  list: 'assignments',
  narrowed: ({ id }, value) => some(value, { filters: { [party]: [id], status: [status] } }),
});

const LINKS: LinkTable = {
  facilities: {
    openJobs: {
      list: 'jobs',
      narrowed: ({ id }, value) => some(value, { filters: { jobStatusIds: ['OPEN'], client: [id] } }),
    },
    activeAssignments: assignmentsOf('client', 'ACTIVE'),
    bookedAssignments: assignmentsOf('client', 'BOOKED'),
  },
  suppliers: {
    candidates: {
      list: 'candidates',
      narrowed: ({ id }, value) => some(value, { filters: { supplier: [id] } }),
    },
    activeAssignments: assignmentsOf('supplier', 'ACTIVE'),
    bookedAssignments: assignmentsOf('supplier', 'BOOKED'),
  },
  jobs: { submissions: submissionsOfJob },
  prnOrders: { submissions: submissionsOfJob },
};

/** The page of a row: the first of these paths that the user may open. */
const PAGES: Partial<Record<ListName, { readonly column: string; readonly paths: readonly string[] }>> = {
  users: { column: 'name', paths: ['admin/users/:id/edit', 'users/:id/edit'] },
  supplierUsers: { column: 'name', paths: ['admin/supplier-users/:id/edit'] },
  organizations: { column: 'name', paths: ['admin/organizations/:id/edit'] },
  ssoProviders: { column: 'name', paths: ['admin/single-sign-on/:id/edit'] },
  roles: { column: 'name', paths: ['admin/roles/:id/edit'] },
  broadcasts: { column: 'subject', paths: ['admin/broadcasts/:id'] },
};

/** Returns the address behind a cell; null for plain text. */
export type LinkOf = (column: string, row: ListRow) => string | null;

/**
 * `persistentQuery` is the part of the query that stays from page to page, and `countedIn` the part that the rows were
 * counted with.
 */
export function linksFrom(
  user: UserInfo,
  from: ListName,
  persistentQuery: string,
  countedIn = persistentQuery,
): LinkOf {
  const table: Readonly<Record<string, Link | undefined>> = LINKS[from] ?? {};
  const root = rootOf(user);
  const page = PAGES[from];
  const pathsOfLists = new Map<ListName, string | null>();
  const pathOf = (list: ListName): string | null => {
    if (!pathsOfLists.has(list)) pathsOfLists.set(list, pathTo(user, list));
    return pathsOfLists.get(list) ?? null;
  };
  return (column, row) => {
    const value = row[column] ?? null;
    if (value === null || value === '') return null;
    if (page?.column === column) {
      const paths = page.paths.map((each) => `/${rootOf(user)}/${each.replace(':id', encodeURIComponent(row.id))}`);
      const open = paths.find((path) => resolve(user, path).kind === 'screen');
      return open === undefined ? null : open + persistentQuery;
    }
    const record = recordIn(from, column, row);
    if (record !== null) return recordAddress(user, root, record, persistentQuery);
    const link = Object.hasOwn(table, column) ? table[column] : undefined;
    const path = link === undefined ? null : pathOf(link.list);
    const narrowed = link?.narrowed(row, value) ?? null;
    if (link === undefined || path === null || narrowed === null) return null;
    const filters = (narrowed.filters ?? {}) as Filters;
    if (mayFilter(lists[link.list], filters, user)) return narrowedTo(path, { ...narrowed, filters }, countedIn);
    return null;
  };
}

const SUBJECTS: Readonly<Record<string, RecordKind>> = {
  ASSIGNMENT: 'assignment',
  JOB: 'job',
  SUBMISSION: 'submission',
};

/** The record that a cell names. */
function recordIn(list: ListName, column: string, row: ListRow): { kind: RecordKind; id: string } | null {
  const columns = OWN_COLUMNS[list] ?? {};
  const own = Object.hasOwn(columns, column) ? columns[column] : undefined;
  if (own !== undefined) return { kind: own, id: row.id };
  const subject = column === 'subjectNumber' ? SUBJECTS[String(row['subject'])] : undefined;
  const kind = isOtherColumn(column) ? OTHER_COLUMNS[column] : subject;
  const id = row[idOf(column)];
  return kind === undefined || typeof id !== 'string' ? null : { kind, id };
}

const mayFilter = (definition: ListDefinition, filters: Filters, user: UserInfo): boolean =>
  Object.keys(filters).every((name) => {
    const filter = definition.filters[name];
    return filter !== undefined && visibleTo(user.organizationType)(filter);
  });
