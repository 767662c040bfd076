/** Answers to invalid, hostile and forbidden requests, and the content of files. */
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import * as searching from '../../../contract/lists/list';
import type { ListRow } from '../../../contract/lists/list';
import { PARTIES, startListWorld, type ListWorld } from './support';
/** A copy whose exports can be replaced. */
jest.mock('../../../contract/lists/list', () => ({
  __esModule: true,
  ...jest.requireActual<object>('../../../contract/lists/list'),
}));

let world: ListWorld;
beforeAll(async () => {
  world = await startListWorld();
});
afterAll(() => world.stop());

const rowsOf = (json: Record<string, unknown>) => json['rows'] as ListRow[];

test.each([
  ['an unknown filter', { filters: { owner: ['x'] } }, "no filter 'owner'"],
  ['a value that is not offered', { filters: { jobStatusIds: ['SOLD'] } }, "'Status'"],
  ['a day that does not exist', { filters: { postedAt: ['2026-02-30..'] } }, "'Posted'"],
  ['a range that begins after it ends', { filters: { postedAt: ['2026-03-31..2026-03-01'] } }, "'Posted'"],
  ['an unknown column to sort by', { sort: 'password_hash' }, "'password_hash'"],
  ['a column that cannot be sorted by', { sort: 'offering' }, "'offering'"],
  ['SQL to sort by', { sort: 'number; drop table jobs' }, "'number; drop table jobs'"],
  ['an unknown field', { order: 'number' }, 'This request is not valid.'],
  ['an odd page size', { size: 51 }, 'for the size'],
  ['page 0', { page: 0 }, 'for the page'],
  ['half a facility', { clientId: 'abc' }, 'The client cannot be used'],
])('%s is refused with a message', async (_what, body, named) => {
  const { status, json } = await world.post('VMS', 'jobs', 'search', body);
  expect([status, json['errorCode']]).toEqual([400, 'request.invalid']);
  expect(json['errorMessage']).toContain(named);
});

test('an unknown list is refused', async () => {
  const { status, json } = await world.post('VMS', 'passwords', 'search');
  expect([status, json['errorCode']]).toEqual([400, 'request.invalid']);
});

test.each(['%', '_', '\\', `' or 1=1 --`, '"; drop table jobs', '%s{0}', '../..', '𝒳', 'a'.repeat(100)])(
  'the search for %j finds only what contains it',
  async (q) => {
    const { status, json } = await world.post('VMS', 'candidates', 'search', { q, size: 500 });
    expect(status).toBe(200);
    const words = q.split(/[\s,]+/).filter(Boolean);
    const without = rowsOf(json).filter((row) =>
      words.some(
        (word) => !`${row['name']} ${row['recruiter']} ${row['number']}`.toLowerCase().includes(word.toLowerCase()),
      ),
    );
    expect(without).toEqual([]);
    if (q === '%' || q === '_' || q === '\\') expect(rowsOf(json)).toEqual([]);
  },
);

test('every word of a search counts, and the visible id finds its row', async () => {
  const { json } = await world.post('VMS', 'submissions', 'search', {});
  const [row] = rowsOf(json);
  const [last, first] = String(row?.['candidate']).split(', ');
  const byName = await world.post('VMS', 'submissions', 'search', { q: `${first} ${last}`, size: 500 });
  expect(rowsOf(byName.json).map(({ id }) => id)).toContain(row?.id);
  expect(new Set(rowsOf(byName.json).map((found) => found['candidate']))).toEqual(new Set([row?.['candidate']]));
  const byNumber = await world.post('VMS', 'submissions', 'search', { q: String(row?.['number']) });
  expect(rowsOf(byNumber.json).map(({ id }) => id)).toEqual([row?.id]);
});

test('a letter is found with its accent and without, in either case', async () => {
  const { id } = await world.owner.selectFrom('candidates').select('id').orderBy('number').executeTakeFirstOrThrow();
  await world.owner
    .updateTable('candidates')
    .set({ first_name: 'Émile', last_name: 'Groß-Łukasz' })
    .where('id', '=', id)
    .execute();
  for (const q of ['emile gross', 'ÉMILE', 'e\u0301mile GROSS', 'émile lukasz']) {
    const { json } = await world.post('VMS', 'candidates', 'search', { q });
    expect([q, rowsOf(json).map((row) => row.id)]).toEqual([q, [id]]);
  }
});

test.each([
  ['submissions', ['jobNumber', 'facility']],
  ['complianceFiles', ['jobNumber', 'facility']],
  ['assignments', ['facility']],
  ['complianceDocuments', ['assignmentNumber', 'facility']],
  ['timesheets', ['assignmentNumber', 'facility']],
])('%s are found by the text of their rows: %s', async (list, columns) => {
  const row = rowsOf((await world.post('VMS', list, 'search', { size: 25 })).json)[7];
  for (const column of columns) {
    const { json } = await world.post('VMS', list, 'search', { q: String(row?.[column]), size: 500, sort: 'facility' });
    const found = rowsOf(json).filter((each) => each[column] === row?.[column]);
    expect([column, found.length > 0]).toEqual([column, true]);
  }
});

test.each(PARTIES)(
  'the compliance file of an ended assignment is found by candidate and job only, for %s',
  async (kind) => {
    const { rows } = await sql<{ id: string; candidate: number; job: number; name: string }>`
    select a.id, c.number::integer as candidate, j.number::integer as job, c.first_name || ' ' || c.last_name as name
    from assignments a join candidates c on c.id = a.candidate_id join jobs j on j.id = a.job_id
    where a.status = 'COMPLETED' and a.client_id = ${world.scopes.CLIENT.organizationId}
      and a.agency_id = ${world.scopes.AGENCY.organizationId} limit 1`.execute(world.owner);
    const { id, candidate, job, name } = rows[0]!;
    const found = async (filters: Readonly<Record<string, readonly string[]>>) => {
      const body = { q: name, filters, size: 500 };
      const listed = rowsOf((await world.post(kind, 'complianceFiles', 'search', body)).json);
      const { json } = await world.post(kind, 'complianceFiles', 'counts', { q: name, selections: [filters] });
      expect(json['totals']).toEqual([listed.length]);
      return listed.filter((row) => row.id === id).map((row) => row['status']);
    };
    const [byCandidate, byJob] = [{ candidate: [`${candidate}..${candidate}`] }, { jobNumber: [`${job}..${job}`] }];
    expect(await found({ ...byCandidate, ...byJob })).toEqual(['COMPLETED']);
    expect(await found(byCandidate)).toEqual([]);
    expect(await found(byJob)).toEqual([]);
    expect(await found({ ...byJob, candidate: [`${candidate}..`] })).toEqual([]);
  },
);

test('selecting all keeps the order of the list, and a file of the selection has only these rows', async () => {
  const body = { filters: { jobStatusIds: ['ON_HOLD'] }, sort: '-number' };
  const page = await world.post('VMS', 'jobs', 'search', { ...body, size: 500 });
  const all = rowsOf(page.json).map(({ id }) => id);
  const { json } = await world.post('VMS', 'jobs', 'ids', body);
  expect(json).toEqual({ ids: all, complete: true });
  const foreign = (await world.post('VMS', 'jobs', 'search', { filters: { jobStatusIds: ['OPEN'] }, size: 25 })).json;
  const ids = [...all.slice(0, 2), rowsOf(foreign)[0]!.id];
  const file = await world.post('VMS', 'jobs', 'export', { ...body, ids, columns: ['number'] });
  const numbers = file.text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .slice(1);
  expect(numbers).toEqual(
    rowsOf(page.json)
      .slice(0, 2)
      .map((row) => String(row['number'])),
  );
  expect(all.length).toBeGreaterThan(2);
});

test('a file of as many selected rows as can be selected', async () => {
  const ids = Array.from({ length: 1_000 }, () => randomUUID());
  const body = { filters: { jobStatusIds: ['OPEN'] }, ids, columns: ['number', 'status', 'facility'] };
  const { status } = await world.post('VMS', 'jobs', 'export', body);
  expect(status).toBe(200);
});

test.each(['VMS', 'CLIENT'] as const)(
  'the pool of %s has the candidates who worked there and are available there',
  async (kind) => {
    const { tenantId, organizationId } = world.scopes[kind];
    const mine = kind === 'VMS' ? sql`a.tenant_id = ${tenantId}` : sql`a.client_id = ${organizationId}`;
    const pool = sql`
    select c.id, c.specialty_id from candidates c where c.tenant_id = ${tenantId}
      and c.id in (select a.candidate_id from assignments a where a.actual_start is not null and ${mine})
      and c.id not in (select a.candidate_id from assignments a where a.status in ('ACTIVE', 'BOOKED') and ${mine})`;
    const people = await sql<{ n: number }>`select count(*)::integer as n from (${pool}) p`.execute(world.owner);
    const due = people.rows[0]!.n;
    const free = await world.post(kind, 'candidates', 'total', { filters: { pool: ['yes'] } });
    expect([due > 0, free.json['total']]).toEqual([true, due]);
    const everyone = await world.post(kind, 'candidates', 'total');
    expect(due).toBeLessThan(Number(everyone.json['total']));

    const orders = await sql<{ id: string }>`
    select a.id from jobs a where a.job_type = 'PER_DIEM' and ${mine} and a.id in (
      select j.id from jobs j join (${pool}) p on p.specialty_id = j.specialty_id
      join assignments w on w.candidate_id = p.id and w.client_id = j.client_id and w.actual_start is not null)`.execute(
      world.owner,
    );
    const own = await world.post(kind, 'prnOrders', 'ids', { filters: { pool: ['yes'] } });
    expect([...(own.json['ids'] as string[])].sort()).toEqual(orders.rows.map(({ id }) => id).sort());
  },
);

test('with a facility chosen, the pool has the candidates who worked there and are available there', async () => {
  const { rows: facilities } = await sql<{ id: string }>`
    select client_id as id from assignments where tenant_id = ${world.scopes.VMS.tenantId} and actual_start is not null
    group by client_id order by client_id limit 3`.execute(world.owner);
  for (const { id: clientId } of facilities) {
    const there = (condition: RawBuilder<unknown>) => sql`
      select a.candidate_id from assignments a where a.client_id = ${clientId} and ${condition}`;
    const { rows } = await sql<{ id: string }>`
      select c.id from candidates c where c.id in (${there(sql`a.actual_start is not null`)})
        and c.id not in (${there(sql`a.status in ('ACTIVE', 'BOOKED')`)})`.execute(world.owner);
    const { json } = await world.post('VMS', 'candidates', 'ids', { filters: { pool: ['yes'] }, clientId });
    expect(rows.length).toBeGreaterThan(0);
    expect([...(json['ids'] as string[])].sort()).toEqual(rows.map(({ id }) => id).sort());
  }
});

test('the shell’s facility and the filter’s facility exclude the same rows', async () => {
  const [facility] = await world.owner.selectFrom('facilities').select('id').orderBy('name').limit(1).execute();
  for (const list of [
    'jobs',
    'submissions',
    'assignments',
    'complianceFiles',
    'timesheets',
    'invoices',
    'reverseInvoices',
  ]) {
    const byShell = await world.post('VMS', list, 'total', { clientId: facility?.id });
    const byFilter = await world.post('VMS', list, 'total', { filters: { client: [facility?.id] } });
    const all = await world.post('VMS', list, 'total');
    expect([list, byShell.json]).toEqual([list, byFilter.json]);
    expect(Number(byShell.json['total'])).toBeLessThan(Number(all.json['total']));
  }
});

test('a facility’s view counts the facility’s status, a supplier’s the supplier’s, and managers choose', async () => {
  const count = async (condition: string) => {
    const { rows } = await sql
      .raw<{ n: string }>(`select count(*) as n from timesheets where ${condition}`)
      .execute(world.owner);
    return Number(rows[0]?.n);
  };
  const total = async (kind: (typeof PARTIES)[number], filters: object) =>
    (await world.post(kind, 'timesheets', 'total', { filters })).json['total'];
  const approved = { billingStatusIds: ['APPROVED'] };
  const own = (kind: 'CLIENT' | 'AGENCY') => `'${world.scopes[kind].organizationId}'`;
  expect(await total('VMS', approved)).toBe(await count(`supplier_status = 'APPROVED'`));
  expect(await total('VMS', { ...approved, view: ['facility'] })).toBe(await count(`facility_status = 'APPROVED'`));
  expect(await total('CLIENT', approved)).toBe(
    await count(`facility_status = 'APPROVED' and client_id = ${own('CLIENT')}`),
  );
  expect(await total('AGENCY', approved)).toBe(
    await count(`supplier_status = 'APPROVED' and agency_id = ${own('AGENCY')}`),
  );
});

test('a supplier sees an invoice as pending until it is paid', async () => {
  // Whether the demo has such an invoice depends on the day.
  await sql`update invoices set status = 'REVERSE_INVOICE_GOOD_PAY', good_pay_on = current_date where id =
    (select id from invoices where agency_id = ${world.scopes.AGENCY.organizationId} order by status = 'REVERSE_INVOICE_PAID' limit 1)`.execute(
    world.owner,
  );
  const { rows } = await sql<{ status: string; n: string }>`
    select status, count(*) as n from invoices where agency_id = ${world.scopes.AGENCY.organizationId} group by status`.execute(
    world.owner,
  );
  const of = (status: string) => Number(rows.find((row) => row.status === status)?.n ?? 0);
  expect(of('REVERSE_INVOICE_GOOD_PAY')).toBeGreaterThan(0);
  const asPending = { filters: { status: ['REVERSE_INVOICE_PENDING'] } };
  const { json } = await world.post('AGENCY', 'reverseInvoices', 'total', asPending);
  expect(json).toEqual({ total: of('REVERSE_INVOICE_PENDING') + of('REVERSE_INVOICE_GOOD_PAY') });
  const pending = await world.post('AGENCY', 'reverseInvoices', 'search', {
    filters: { status: ['REVERSE_INVOICE_PENDING'] },
    size: 500,
  });
  expect(pending.text).not.toContain('GOOD_PAY');
});

describe('users without the permission', () => {
  test.each(['search', 'total', 'export'] as const)('are refused the %s and stay signed in', async (call) => {
    const user = await world.server.fixtures.user('NARROW', { permissions: ['MENU_JOB'] });
    const client = world.server.client();
    const { access_token: token } = await client.signedIn(user);
    const requestList = (list: string) => client.post(`/api-user/v1/lists/${list}/${call}`, {}, { token });
    const refused = await requestList('timesheets');
    expect([refused.status, refused.json]).toEqual([
      401,
      { errorCode: 'server.unauthorized', errorMessage: 'Unauthorized access.' },
    ]);
    expect((await requestList('jobs')).status).toBe(200);
  });

  test('are refused the filter values too, and lists of other kinds of organizations', async () => {
    expect((await world.options('OWNER', 'jobs')).status).toBe(200);
    expect((await world.options('AGENCY', 'invoices')).json['errorCode']).toBe('server.unauthorized');
  });
});

describe('a file', () => {
  test('has the requested columns, formatted for people, in the order of the list', async () => {
    const request = {
      filters: { status: ['INVOICE_PAID'] },
      sort: '-total',
      columns: ['number', 'facility', 'total', 'dueOn', 'status'],
    };
    const { status, text, headers } = await world.post('VMS', 'invoices', 'export', request);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="Invoices \d{4}-\d\d-\d\d\.csv"/);
    expect(text.startsWith('\uFEFFInvoice,Facility,Total,Due,Status\r\n')).toBe(true);
    const { json } = await world.post('VMS', 'invoices', 'search', { ...request, columns: undefined, size: 500 });
    const lines = text.trimEnd().split('\r\n').slice(1);
    expect(lines).toHaveLength(
      Number((await world.post('VMS', 'invoices', 'total', { filters: request.filters })).json['total']),
    );
    const first = rowsOf(json).map(
      (row) =>
        `${row['number']},${row['facility']},${(Number(row['total']) / 100).toFixed(2)},${String(row['dueOn']).replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')},Paid`,
    );
    expect(lines.slice(0, 500)).toEqual(first);
  });

  test('neutralizes formulas in user input', async () => {
    const { rows } = await sql<{ id: string }>`
      update facilities set city = '=cmd|''/c calc''!A1' where id = (select id from facilities order by name limit 1)
      returning id`.execute(world.owner);
    expect(rows).toHaveLength(1);
    const { text } = await world.post('VMS', 'facilities', 'export', { columns: ['city'] });
    expect(text).toContain("'=cmd|'/c calc'!A1\r\n");
    expect(text).not.toMatch(/(^|,|\n)=/m);
  });

  test.each(PARTIES)('of %s has no column that is hidden from it', async (kind) => {
    const { status, json } = await world.post(kind, 'timesheets', 'export', { columns: ['weekEnding', 'nothing'] });
    expect([status, json['errorCode']]).toEqual([400, 'request.invalid']);
    const hidden = { VMS: 'nothing', CLIENT: 'reverseInvoiceNumber', AGENCY: 'supplier' }[kind];
    expect((await world.post(kind, 'timesheets', 'export', { columns: [hidden] })).status).toBe(400);
  });

  test('with more rows than the limit states this in its last line', async () => {
    jest.replaceProperty(searching, 'LIST_EXPORT_MAX_ROWS', 1_500);
    const { text } = await world.post('VMS', 'timesheets', 'export', { columns: ['number'] });
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1_502);
    expect(lines.at(-1)).toBe('"Only the first 1,500 rows are in this file. Set filters to get the others."');
    expect(new Set(lines).size).toBe(lines.length);
  });
});
