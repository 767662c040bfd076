/** Where a cell leads: to another list, filtered by what the cell names. */
import type { UserInfo } from '../../../contract/identity/access.endpoints';
import { lists, type Lists } from '../../../contract/lists/catalog';
import {
  visibleTo,
  type ListDefinition,
  type ListName,
  type ListRow,
  type ListValue,
} from '../../../contract/lists/list';
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
/** The first link that applies. */
type LinkTable = { readonly [L in ListName]?: { readonly [C in keyof Lists[L]['columns']]?: Link | readonly Link[] } };

const exactly = (value: ListValue): readonly string[] => [`${value}..${value}`];
const found = (_row: ListRow, value: ListValue) => ({ q: String(value).replaceAll(',', '') });
/** A zero has no link: there is nothing to see. */
const some = <T>(value: ListValue, narrowed: T): T | null => (Number(value) > 0 ? narrowed : null);

const facility: Link = { list: 'facilities', narrowed: found };
const supplier: Link = { list: 'suppliers', narrowed: found };
const candidate: Link = { list: 'candidates', narrowed: found };
/** The link depends on another value of the row. */
const about = (subject: string, link: Link): Link =>
  ({
    list: link.list,
    narrowed: (row, value) => (row['subject'] === subject ? link.narrowed(row, value) : null),
  }) as Link;
const assignment: Link = { list: 'assignments', narrowed: found };
const job: Link = { list: 'jobs', narrowed: (_row, value) => ({ filters: { number: exactly(value) } }) };
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
  candidates: { supplier },
  jobs: { facility, submissions: submissionsOfJob },
  prnOrders: { facility, submissions: submissionsOfJob },
  submissions: { candidate, facility, supplier, jobNumber: job },
  assignments: { candidate, facility, supplier },
  complianceFiles: { candidate, facility, supplier, jobNumber: job, assignmentNumber: assignment },
  complianceDocuments: { candidate, facility, supplier },
  timesheets: {
    candidate,
    facility,
    supplier,
    assignmentNumber: assignment,
    invoiceNumber: { list: 'invoices', narrowed: found },
    reverseInvoiceNumber: { list: 'reverseInvoices', narrowed: found },
  },
  invoices: { facility },
  reverseInvoices: { supplier },
  tasks: {
    subjectNumber: [
      about('ASSIGNMENT', assignment),
      about('JOB', job),
      about('SUBMISSION', { list: 'submissions', narrowed: found }),
    ],
  },
};

/** Rows with a page of their own: the first of these paths that the user may open. */
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

/** `keptQuery` is the part of the query that stays from page to page. */
export function linksFrom(user: UserInfo, from: ListName, keptQuery: string): LinkOf {
  const table: Readonly<Record<string, Link | readonly Link[] | undefined>> = LINKS[from] ?? {};
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
      return open === undefined ? null : open + keptQuery;
    }
    const links = Object.hasOwn(table, column) ? [table[column] ?? []].flat() : [];
    for (const link of links) {
      const path = pathOf(link.list);
      const narrowed = path === null ? null : link.narrowed(row, value);
      if (path === null || narrowed === null) continue;
      const filters = (narrowed.filters ?? {}) as Filters;
      if (mayFilter(lists[link.list], filters, user)) {
        return narrowedTo(path, { ...narrowed, filters }, keptQuery);
      }
    }
    return null;
  };
}

const mayFilter = (definition: ListDefinition, filters: Filters, user: UserInfo): boolean =>
  Object.keys(filters).every((name) => {
    const filter = definition.filters[name];
    return filter !== undefined && visibleTo(user.organizationType)(filter);
  });
