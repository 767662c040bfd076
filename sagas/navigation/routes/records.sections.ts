/** The pages of records, by id, in the section of their list. */
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { isUuid } from '../../../contract/base/uuid';
import { RECORD_KINDS, RECORD_PERMISSIONS, type RecordKind } from '../../../contract/records/kinds';
import { isAllowed, type Root, type Route } from './route.types';

/** The parameter of these addresses. */
export const RECORD_PARAM = 'recordId';

const TITLES: Readonly<Record<RecordKind, string>> = {
  job: 'Job',
  candidate: 'Candidate',
  submission: 'Submission',
  assignment: 'Assignment',
  complianceFile: 'Compliance File',
  document: 'Document',
  timesheet: 'Timesheet',
  invoice: 'Invoice',
  reverseInvoice: 'Reverse Invoice',
  facility: 'Facility',
  supplier: 'Supplier',
};

const SECTIONS: Readonly<Record<RecordKind, string>> = {
  job: 'jobs',
  candidate: 'candidates',
  submission: 'jobs/submissions',
  assignment: 'assignments',
  complianceFile: 'compliance/files',
  document: 'compliance/documents',
  timesheet: 'timesheets',
  invoice: 'timesheets/invoicetimesheet',
  reverseInvoice: 'timesheets/reverseinvoicetimesheet',
  facility: 'facility',
  supplier: 'supplier',
};
const ELSEWHERE: Partial<Record<Root, Partial<Record<RecordKind, string>>>> = {
  vms: { candidate: 'allCandidates' },
  supplier: { job: 'jobs/view', submission: 'jobs/view/submittals' },
};

/** Kinds of records that users of a root never have. */
const NONE_OF: Readonly<Record<Root, readonly RecordKind[]>> = {
  owner: RECORD_KINDS,
  subowner: RECORD_KINDS,
  vms: [],
  facility: ['reverseInvoice'],
  supplier: ['invoice', 'supplier'],
};

const sectionOf = (root: Root, kind: RecordKind): string => ELSEWHERE[root]?.[kind] ?? SECTIONS[kind];

/** The pages of records below a root. */
export const recordRoutes = (root: Root): readonly Route[] =>
  RECORD_KINDS.filter((kind) => !NONE_OF[root].includes(kind)).map((kind) => ({
    path: `${sectionOf(root, kind)}/:${RECORD_PARAM}`,
    title: TITLES[kind],
    screen: 'record',
    record: kind,
    anyOf: RECORD_PERMISSIONS[kind],
  }));

export interface RecordAddress {
  readonly kind: RecordKind;
  readonly id: string;
  readonly tab?: string;
  /** Further parts of the query. */
  readonly extra?: Readonly<Record<string, string>>;
}

/**
 * The address of a record below the user's root; null without permission for such records, or for an invalid id.
 * `persistentQuery` is the part of the query that stays from page to page.
 */
export function recordAddress(
  user: UserInfo,
  root: Root,
  { kind, id, tab, extra = {} }: RecordAddress,
  persistentQuery: string,
): string | null {
  const isOpen = !NONE_OF[root].includes(kind) && isAllowed({ anyOf: RECORD_PERMISSIONS[kind] }, user);
  if (!isOpen || !isUuid(id)) return null;
  const params = new URLSearchParams(persistentQuery);
  if (tab !== undefined) params.set('tab', tab);
  for (const [name, value] of Object.entries(extra)) params.set(name, value);
  const search = params.toString();
  return `/${root}/${sectionOf(root, kind)}/${id}${search === '' ? '' : `?${search}`}`;
}
