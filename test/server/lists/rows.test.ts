/** Which rows each user finds in each list, compared with plain SQL that runs as the owner of every row. */
import { sql } from 'kysely';
import { lists } from '../../../contract/lists/catalog';
import { LIST_NAMES, visibleTo, type ListDefinition, type ListName, type ListRow } from '../../../contract/lists/list';
import { ACTION_KINDS } from '../../../contract/records/action';
import { RECORD_LISTS } from '../../../contract/records/kinds';
import { ACTION_TABLES } from '../../../server/features/records/actions/actionRows';
import { PARTIES, startListWorld, type ListWorld } from './support';
import { cases } from '../../support/cases';
import type { Answer } from '../support/client';

let world: ListWorld;
beforeAll(async () => {
  world = await startListWorld();
});
afterAll(() => world.stop());

type Party = (typeof PARTIES)[number];
interface Expected {
  readonly from: string;
  /** `$org` is the organization's id. */
  readonly of: Readonly<Record<Party, string>>;
}
const parties = { VMS: 'true', CLIENT: 'r.client_id = $org', AGENCY: 'r.agency_id = $org' };

const STARTED = `(select * from assignments where actual_start is not null) r`;

/** Derived from what each organization is party to, not from the lists. */
const EXPECTED: Readonly<Record<ListName, Expected>> = {
  facilities: { from: 'facilities r', of: { VMS: 'true', CLIENT: 'r.id = $org', AGENCY: 'true' } },
  suppliers: { from: 'suppliers r', of: { VMS: 'true', CLIENT: 'true', AGENCY: 'r.id = $org' } },
  candidates: {
    from: 'candidates r',
    of: {
      VMS: 'true',
      CLIENT: 'r.id in (select candidate_id from submissions where client_id = $org)',
      AGENCY: 'r.agency_id = $org',
    },
  },
  users: {
    from: 'users r',
    of: { VMS: 'r.organization_id = $org', CLIENT: 'r.organization_id = $org', AGENCY: 'r.organization_id = $org' },
  },
  jobs: { from: 'jobs r', of: { VMS: 'true', CLIENT: 'r.client_id = $org', AGENCY: 'r.posted_at is not null' } },
  prnOrders: {
    from: `(select * from jobs where job_type = 'PER_DIEM') r`,
    of: { VMS: 'true', CLIENT: 'r.client_id = $org', AGENCY: 'r.posted_at is not null' },
  },
  submissions: { from: 'submissions r', of: parties },
  assignments: { from: 'assignments r', of: parties },
  complianceFiles: { from: `(select * from assignments where status in ('ACTIVE', 'BOOKED')) r`, of: parties },
  complianceDocuments: { from: 'compliance_documents r', of: parties },
  timesheets: { from: 'timesheets r', of: parties },
  invoices: { from: `(select * from invoices where client_id is not null) r`, of: { ...parties, AGENCY: 'false' } },
  reverseInvoices: {
    from: `(select * from invoices where agency_id is not null) r`,
    of: { ...parties, CLIENT: 'false' },
  },
  tasks: { from: 'tasks r', of: { VMS: 'r.organization_id = $org', CLIENT: 'false', AGENCY: 'false' } },
  supplierUsers: {
    from: `(select u.* from users u join organizations o on o.id = u.organization_id where o.type = 'AGENCY') r`,
    of: { VMS: 'true', CLIENT: 'false', AGENCY: 'false' },
  },
  organizations: { from: 'organizations r', of: { VMS: 'false', CLIENT: 'false', AGENCY: 'false' } },
  ssoProviders: {
    from: 'organizations r',
    of: { VMS: 'r.id = $org', CLIENT: 'r.id = $org', AGENCY: 'false' },
  },
  changedAddresses: {
    from: '(select user_id as id from email_changes) r',
    of: { VMS: 'false', CLIENT: 'false', AGENCY: 'false' },
  },
  audit: {
    from: '(select audit_key(id) as id, organization_id from audit_events) r',
    of: { VMS: 'r.organization_id = $org', CLIENT: 'r.organization_id = $org', AGENCY: 'false' },
  },
  roles: {
    from: 'roles r',
    of: { VMS: 'r.organization_id = $org', CLIENT: 'r.organization_id = $org', AGENCY: 'false' },
  },
  broadcasts: {
    from: 'broadcasts r',
    of: { VMS: 'r.organization_id = $org', CLIENT: 'r.organization_id = $org', AGENCY: 'false' },
  },
  programCandidates: {
    from: '(select id from professions) r',
    of: { VMS: 'false', CLIENT: 'false', AGENCY: 'false' },
  },
  programAssignments: { from: 'facilities r', of: { VMS: 'false', CLIENT: 'false', AGENCY: 'false' } },
  submittalReport: { from: 'submissions r', of: parties },
  submissionStatusReport: { from: 'submissions r', of: parties },
  jobsReport: { from: 'jobs r', of: { VMS: 'true', CLIENT: 'r.client_id = $org', AGENCY: 'r.posted_at is not null' } },
  declinedDocumentsReport: {
    from: `(select * from compliance_documents where reviewed_at is not null) r`,
    of: parties,
  },
  assignmentReport: { from: STARTED, of: parties },
  pushedStartReport: { from: STARTED, of: parties },
  completedAssignmentsReport: { from: `(select * from assignments where status = 'COMPLETED') r`, of: parties },
  activeBookedCandidateReport: { from: 'assignments r', of: parties },
  earlyTermCancelReport: {
    from: `(select * from assignments where status in ('EARLY_TERM', 'CANCELLED')) r`,
    of: parties,
  },
};

async function expectedIds(list: ListName, kind: Party): Promise<Set<string>> {
  const { from, of } = EXPECTED[list];
  const condition = of[kind].replaceAll('$org', `'${world.scopes[kind].organizationId}'`);
  const { rows } = await sql.raw<{ id: string }>(`select r.id from ${from} where ${condition}`).execute(world.owner);
  return new Set(rows.map(({ id }) => id));
}

const ROWS = cases('rows of each list, each looked at', { usual: 100, long: 500 });
const firstPages = new Map<string, Promise<Answer>>();
/** Requested once for all tests of this list. */
function firstPage(kind: Party, list: ListName): Promise<Answer> {
  const key = `${kind} ${list}`;
  const page = firstPages.get(key) ?? world.post(kind, list, 'search', { size: ROWS });
  firstPages.set(key, page);
  return page;
}

const maySee = (list: ListName, kind: Party): boolean => visibleTo(kind)(lists[list] as ListDefinition);
const CASES = PARTIES.flatMap((kind) =>
  LIST_NAMES.filter((list) => maySee(list, kind)).map((list) => [kind, list] as const),
);

test.each(CASES)('%s finds in %s exactly what it is party to', async (kind, list) => {
  const ids = await expectedIds(list, kind);
  const { status, json } = await firstPage(kind, list);
  expect([status, json['errorMessage']]).toEqual([200, undefined]);
  // Null if a busy machine could not count in time.
  expect([ids.size, null]).toContain(json['total']);
  const rows = json['rows'] as ListRow[];
  expect(rows).toHaveLength(Math.min(ROWS, ids.size));
  expect(rows.filter(({ id }) => !ids.has(id))).toEqual([]);
  expect((await world.post(kind, list, 'total')).json).toEqual({ total: ids.size });
});

test.each(CASES)('%s gets the visible columns of %s, each with its kind', async (kind, list) => {
  const { columns }: ListDefinition = lists[list];
  const { json } = await firstPage(kind, list);
  const names = [
    'id',
    ...Object.keys(columns).filter((name) => columns[name] && visibleTo(kind)(columns[name])),
  ].sort();
  const wrong: unknown[] = [];
  for (const row of json['rows'] as ListRow[]) {
    // The zone of times, if there is a facility; the version to act on; with each visible name, the id of its record.
    const found = Object.keys(row)
      .filter(
        (name) => name !== 'zone' && name !== 'version' && !(name.endsWith('Id') && names.includes(name.slice(0, -2))),
      )
      .sort();
    if (found.join() !== names.join()) wrong.push({ found, due: names });
    for (const [name, value] of Object.entries(row)) {
      const column = columns[name];
      if (column === undefined || value === null) continue;
      const fits = KINDS[column.kind]?.(value, column.options?.map((option) => option.value) ?? []);
      if (fits !== true) wrong.push({ column: name, kind: column.kind, value });
    }
  }
  expect(wrong).toEqual([]);
});

const ACTED_ON = ACTION_KINDS.flatMap((kind) => RECORD_LISTS[kind].map((list) => [list, ACTION_TABLES[kind]] as const));

test.each(ACTED_ON)('rows of %s carry the version that an action on them sends', async (list, table) => {
  const { json } = await firstPage('VMS', list);
  const rows = json['rows'] as ListRow[];
  expect(rows.length).toBeGreaterThan(0);
  const { rows: stored } = await sql<{ id: string; version: number }>`
    select id, version from ${sql.table(table)} where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
    world.owner,
  );
  const versions = new Map(stored.map(({ id, version }) => [id, version]));
  expect(rows.map(({ id, version }) => [id, version])).toEqual(rows.map(({ id }) => [id, versions.get(id)]));
});

test('rows of lists without actions carry no version', async () => {
  const plain = LIST_NAMES.filter((list) => maySee(list, 'VMS') && !ACTED_ON.some(([acted]) => acted === list));
  for (const list of plain) {
    const rows = (await firstPage('VMS', list)).json['rows'] as ListRow[];
    expect([list, rows.some((row) => 'version' in row)]).toEqual([list, false]);
  }
});

test.each(CASES)('%s is offered only its own filter values in %s', async (kind, list) => {
  const { status, json } = await world.options(kind, list);
  expect(status).toBe(200);
  const values = (lookup: string) => ((json[lookup] ?? []) as { value: string }[]).map(({ value }) => value);
  const own = world.scopes[kind].organizationId;
  if (kind === 'AGENCY') expect(values('suppliers')).toEqual([]);
  if (kind === 'CLIENT') expect(values('facilities').filter((id) => id !== own)).toEqual([]);
  const wanted = Object.values((lists[list] as ListDefinition).filters)
    .filter(visibleTo(kind))
    .flatMap((filter) => (filter.kind === 'lookup' ? [filter.lookup] : []));
  expect(Object.keys(json).sort()).toEqual([...new Set(wanted)].sort());
  for (const lookup of wanted.filter(
    (name) => !['recruiters', 'reviewers'].includes(name) && !name.endsWith('Reasons'),
  )) {
    expect([lookup, values(lookup).length > 0]).toEqual([lookup, true]);
  }
});

const KINDS: Readonly<Record<string, (value: unknown, options: readonly string[]) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  money: (value) => Number.isInteger(value),
  rate: (value) => Number.isInteger(value),
  percent: (value) => typeof value === 'number' && value >= 0 && value <= 100,
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  instant: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  hours: (value) => Number.isInteger(value),
  status: (value, options) => options.includes(String(value)),
  flag: (value) => typeof value === 'boolean',
};

type Value = ListRow[string];
/** What a text is sorted by first: its letters without case and accents, last names before first names. */
const letters = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(', ', '\0');
/** As `compare` functions: letters first, then the texts themselves. */
function compared(a: NonNullable<Value>, b: NonNullable<Value>, isText: boolean): number {
  if (isText) return compared(letters(String(a)), letters(String(b)), false) || compared(a, b, false);
  return a < b ? -1 : a > b ? 1 : 0;
}
/** Nulls come last in both directions. */
function outOfOrder(before: Value, after: Value, sign: 1 | -1, isText: boolean): boolean {
  if (before === null || after === null) return before === null && after !== null;
  return compared(before, after, isText) * sign > 0;
}

const SORTED = cases('sorted rows of each list, each compared with the next', { usual: 50, long: 100 });
const BOTH_WAYS = cases('ways each organization sorts each column', { usual: 1, long: 2 }) === 2;

/**
 * The managing organization sees all columns and sorts in one direction; the others take turns in the other direction.
 */
function waysOf(kind: Party, index: number): readonly (1 | -1)[] {
  if (BOTH_WAYS) return [1, -1];
  const isEven = index % 2 === 0;
  if (kind === 'VMS') return [isEven ? 1 : -1];
  return isEven === (kind === 'CLIENT') ? [isEven ? -1 : 1] : [];
}

test.each(CASES)('%s can sort %s by every sortable column', async (kind, list) => {
  const { columns }: ListDefinition = lists[list];
  const names = Object.keys(columns).filter((name) => columns[name]?.sortable && visibleTo(kind)(columns[name]));
  for (const [index, name] of names.entries()) {
    for (const sign of waysOf(kind, index)) {
      const sort = sign === 1 ? name : `-${name}`;
      const { json } = await world.post(kind, list, 'search', { sort, size: SORTED });
      const values = (json['rows'] as ListRow[]).map((row) => row[name] ?? null);
      const isText = columns[name]?.kind === 'text';
      const misplaced = values.findIndex((value, i) => i > 0 && outOfOrder(values[i - 1] ?? null, value, sign, isText));
      expect([sort, misplaced, ...(misplaced < 0 ? [] : values.slice(misplaced - 1, misplaced + 1))]).toEqual([
        sort,
        -1,
      ]);
    }
  }
});

test.each([
  ['candidates', 'candidates', {}],
  ['activeAssignments', 'assignments', { status: ['ACTIVE'] }],
  ['bookedAssignments', 'assignments', { status: ['BOOKED'] }],
] as const)(
  'with a facility chosen the %s of a supplier are as many as the rows that they lead to',
  async (column, list, filters) => {
    const clientId = world.scopes.CLIENT.organizationId;
    const body = { clientId, sort: `-${column}` };
    const rows = (await world.post('VMS', 'suppliers', 'search', body)).json['rows'] as ListRow[];
    const all = (await world.post('VMS', 'suppliers', 'search', { sort: `-${column}` })).json['rows'] as ListRow[];
    const counts = rows.map((row) => Number(row[column]));
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts[0]).toBeGreaterThan(0);
    expect(all.reduce((sum, row) => sum + Number(row[column]), 0)).toBeGreaterThan(
      counts.reduce((sum, n) => sum + n, 0),
    );
    for (const { id, [column]: count } of rows) {
      const { json } = await world.post('VMS', list, 'total', { clientId, filters: { ...filters, supplier: [id] } });
      expect([id, json['total']]).toEqual([id, count]);
    }
    const { text } = await world.post('VMS', 'suppliers', 'export', { ...body, columns: [column] });
    expect(text.trimEnd().split('\r\n').slice(1).map(Number)).toEqual(counts);
  },
);
