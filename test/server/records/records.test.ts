/** Records by id: each kind, for each kind of organization; own, foreign and missing ones. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { records } from '../../../contract/records/catalog';
import { RECORD_KINDS, RECORD_LISTS, type RecordKind } from '../../../contract/records/kinds';
import { lists } from '../../../contract/lists/catalog';
import type { ListColumn, ListRow } from '../../../contract/lists/list';
import type { RecordDefinition } from '../../../contract/records/record';
import { PARTIES, startListWorld, type ListWorld } from '../lists/support';
import { actOnce, recordIds, setState, stored } from './support';
import { foreignId, pathOf, type Party } from './support';

let world: ListWorld;
beforeAll(async () => {
  world = await startListWorld();
});
afterAll(() => world.stop());

/** The organizations that have these records. */
const NEVER: Partial<Record<RecordKind, Party>> = { invoice: 'AGENCY', reverseInvoice: 'CLIENT' };

const inEachKind = RECORD_KINDS.flatMap((kind) => PARTIES.map((party) => [kind, party] as const));

test.each(inEachKind)(
  'a %s equals its list row, for %s; one of another organization and a missing one get the same answer',
  async (kind, party) => {
    const [list] = RECORD_LISTS[kind];
    const { status, json } = await world.post(party, list, 'search', {});
    const absent = await world.send(party, 'GET', pathOf(kind, randomUUID()));
    const foreign = await foreignId(world, kind, party);
    if (foreign !== null) {
      for (const more of ['', '/timeline', '/tables/x']) {
        const answer = await world.send(party, 'GET', pathOf(kind, foreign, more));
        const missing = await world.send(party, 'GET', pathOf(kind, randomUUID(), more));
        expect([answer.status, answer.text]).toEqual([missing.status, missing.text]);
        expect(answer.status).toBe(status === 200 ? 404 : 401);
      }
    }
    expect(absent.status).toBe(status === 200 ? 404 : 401);
    if (NEVER[kind] === party || status !== 200) return;

    const [row] = json['rows'] as ListRow[];
    expect(row).toBeDefined();
    const id = String(row?.id);
    const read = await world.send(party, 'GET', pathOf(kind, id));
    expect(read.status).toBe(200);
    const page = read.json as { row: ListRow; version: number; counts: Record<string, number> };
    const { version: listed = page.version, ...shown } = row as ListRow;
    expect(page.row).toMatchObject(shown);
    expect(page.version).toBe(listed);
    expect(page.version).toBeGreaterThanOrEqual(1);
    const definition: RecordDefinition = records[kind];
    for (const [name, tab] of Object.entries(definition.tabs)) {
      if (tab.show === 'table') {
        const table = await world.send(party, 'GET', pathOf(kind, id, `/tables/${name}`));
        // Rows of a list require its permission.
        const of = tab.of === undefined ? 200 : (await world.post(party, tab.of, 'total', {})).status;
        expect([name, table.status]).toEqual([name, of]);
      }
      if (tab.show !== 'list') continue;
      const of = await world.post(party, tab.list, 'total', { filters: { [tab.filter]: [id] } });
      // A hidden list has no tab.
      expect([name, page.counts[name]]).toEqual([name, of.status === 200 ? of.json['total'] : undefined]);
    }
    expect((await world.send(party, 'GET', pathOf(kind, id, '/timeline'))).status).toBe(200);
  },
);

test('a column that a list hides from an organization is not on the page of any record for it', () => {
  const hidden = new Map<string, Set<string>>();
  const note = (where: Map<string, Set<string>>, columns: Readonly<Record<string, ListColumn>>) => {
    for (const [name, { hiddenFrom = [] }] of Object.entries(columns)) {
      where.set(name, new Set([...(where.get(name) ?? []), ...hiddenFrom]));
    }
  };
  for (const { columns } of Object.values(lists)) note(hidden, columns);
  const shown = RECORD_KINDS.flatMap((kind) => {
    const { details, tabs }: RecordDefinition = records[kind];
    const tables = Object.values(tabs).flatMap((tab) => (tab.show === 'table' ? [tab.columns] : []));
    return [details, ...tables].flatMap((columns) =>
      Object.entries(columns).flatMap(([name, { hiddenFrom = [] }]) =>
        [...(hidden.get(name) ?? [])].flatMap((type) =>
          hiddenFrom.some((each) => each === type) ? [] : [`${kind}.${name} to ${type}`],
        ),
      ),
    );
  });
  expect(shown).toEqual([]);
});

test('a supplier gets no cost centers, neither of a job nor of a facility’s departments', async () => {
  const { rows } = await sql<{ jobId: string; facilityId: string }>`
    select j.id as "jobId", j.client_id as "facilityId" from jobs j join departments d on d.id = j.department_id
    where j.posted_at is not null and d.cost_center <> '' order by j.id limit 1`.execute(world.owner);
  const [found] = rows;
  if (found === undefined) throw new Error('no posted job of a department with a cost center');
  const fieldsFor = async (party: Party) => {
    const job = await world.send(party, 'GET', pathOf('job', found.jobId));
    const departments = await world.send(party, 'GET', pathOf('facility', found.facilityId, '/tables/departments'));
    return [job, departments].map(({ status, text }) => [status, text.includes('"costCenter"')]);
  };
  expect(await fieldsFor('VMS')).toEqual([
    [200, true],
    [200, true],
  ]);
  expect(await fieldsFor('AGENCY')).toEqual([
    [200, false],
    [200, false],
  ]);
});

test('platform owners are not party to any record', async () => {
  const { rows } = await sql<{ id: string }>`select id from jobs limit 1`.execute(world.owner);
  const answer = await world.send('OWNER', 'GET', pathOf('job', String(rows[0]?.id)));
  expect([answer.status, answer.json['errorCode']]).toEqual([404, 'not.found']);
});

test('the days of a timesheet and the lines of an invoice add up to the entered and billed amounts', async () => {
  const { rows: sheets } = await sql<{ id: string; minutes: number; bill_cents: number }>`
    select id, regular_minutes + overtime_minutes + holiday_minutes as minutes, bill_cents from timesheets
    where supplier_status <> 'MISSING' order by md5(id::text) limit 40`.execute(world.owner);
  for (const { id, minutes, bill_cents } of sheets) {
    const { json } = await world.send('VMS', 'GET', pathOf('timesheet', id, '/tables/days'));
    const lines = json['rows'] as ListRow[];
    const sum = (column: string, of: (row: ListRow) => boolean) =>
      lines.filter(of).reduce((total, row) => total + Number(row[column] ?? 0), 0);
    expect(sum('total', (row) => row.id.startsWith('day-'))).toBe(minutes);
    expect(sum('amount', (row) => row.id !== 'sum')).toBe(bill_cents);
  }
  const { rows: bills } = await sql<{ id: string; kind: RecordKind; total_cents: number; paid: boolean }>`
    select id, case when client_id is null then 'reverseInvoice' else 'invoice' end as kind, total_cents,
      paid_cents is not null as paid from invoices order by md5(id::text) limit 40`.execute(world.owner);
  for (const { id, kind, total_cents, paid } of bills) {
    const { json } = await world.send('VMS', 'GET', pathOf(kind, id, '/tables/totals'));
    const lines = json['rows'] as ListRow[];
    const parts = lines.filter(({ id: line }) => line !== 'Total' && line !== 'Paid');
    expect(parts.reduce((total, row) => total + Number(row['amount']), 0)).toBe(Number(total_cents));
    expect(lines.some((row) => row.id === 'Paid')).toBe(paid);
  }
});

/** The tables with moments, which are shown by the facility's clock. */
const TIMED = RECORD_KINDS.flatMap((kind) =>
  Object.entries<RecordDefinition['tabs'][string]>(records[kind].tabs).flatMap(([table, tab]) =>
    tab.show === 'table' && Object.values<ListColumn>(tab.columns).some((column) => column.kind === 'instant')
      ? [[tab.label, kind, table] as const]
      : [],
  ),
);

test.each(TIMED)('the moments in %s (%s) are in the zone of the facility', async (_, kind, table) => {
  await sql`update facilities set time_zone = 'America/Denver'`.execute(world.owner);
  await sql`update assignments set planned_end = original_end + 14`.execute(world.owner);
  const { rows } = await sql<{ job: string; submission: string; assignment: string }>`
    select s.job_id as job, s.id as submission, a.id as assignment
    from assignments a join submissions s on s.id = a.submission_id limit 1`.execute(world.owner);
  const ids: Partial<Record<RecordKind, string>> = rows[0] ?? {};
  const { json } = await world.send('VMS', 'GET', pathOf(kind, ids[kind] ?? '', `/tables/${table}`));
  expect([...new Set((json['rows'] as ListRow[]).map(({ zone }) => zone))]).toEqual(['America/Denver']);
});

test.each([0, 90])('with %i minutes on call, a refused expense is not among the days', async (onCall) => {
  const [recordId = ''] = await recordIds(world, 'timesheet');
  await setState(world, 'timesheet', recordId, { status: 'SAVED', expense: 'PENDING' });
  await sql`update timesheets set on_call_minutes = ${onCall}::integer where id = ${recordId}`.execute(world.owner);
  await sql`update assignments set bill_rate_cents = 10000, pay_rate_cents = 5000
    where id = (select assignment_id from timesheets where id = ${recordId})`.execute(world.owner);
  const lines = async (): Promise<string[]> => {
    const { json } = await world.send('CLIENT', 'GET', pathOf('timesheet', recordId, '/tables/days'));
    const rows = (json['rows'] as ListRow[]).filter(({ id }) => !id.startsWith('day-'));
    return rows.map(({ weekday, amount }) => `${String(weekday)} ${String(amount)}`);
  };
  await actOnce(world, 'AGENCY', { kind: 'timesheet', action: 'submit', recordId, input: { minutes: 30 * 60 } });
  const { holiday_minutes: holiday } = await stored(world, 'timesheet', recordId);
  const worked = 30 * 10_000 + (Number(holiday) / 60) * 5_000;
  const paidOnCall = (onCall / 60) * 600;
  const ofCall = onCall > 0 ? [`On call ${paidOnCall}`] : [];
  expect(await lines()).toEqual([...ofCall, 'Expenses 4000', `Week ${worked + paidOnCall + 4_000}`]);
  const refuse = { kind: 'timesheet', action: 'refuseExpense', recordId, input: { reason: 'Not agreed' } } as const;
  expect(await actOnce(world, 'CLIENT', refuse)).toMatchObject({ outcome: 'done' });
  expect(await lines()).toEqual([...ofCall, `Week ${worked + paidOnCall}`]);
});
