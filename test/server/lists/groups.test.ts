/** Reports in groups, and files with them: each group has as many rows as the report that it links to. */
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { lists } from '../../../contract/lists/catalog';
import { LIST_MAX_GROUPS, type ListDefinition, type ListName } from '../../../contract/lists/list';
import { withScope } from '../../../server/database';
import { listGroups } from '../../../server/features/lists/groups';
import { workbookFile } from '../../../server/platform/xlsx/workbookFile';
import { cases } from '../../support/cases';
import { until } from '../database/support/processes';
import { startListWorld, type Kind, type ListWorld } from './support';

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

interface Groups {
  readonly groups: readonly {
    value: string | null;
    label: string;
    rows: number;
    columns: readonly { name: string; count: number; sum: number; mean: number | null }[];
  }[];
  readonly more: number;
}

const GROUPED = (Object.keys(lists) as ListName[]).flatMap((list) =>
  Object.entries((lists[list] as ListDefinition).columns).flatMap(([name, { groups }]) =>
    groups === undefined ? [] : [[list, name, groups.filter] as const],
  ),
);

async function post<T>(kind: Kind, list: string, call: 'groups' | 'total' | 'totals', body: object): Promise<T> {
  const { json, text, status } = await world.post(kind, list, call, body);
  if (status !== 200) throw new Error(text);
  return json as unknown as T;
}

test('at least forty columns can be grouped by, including those that KPIs measure', () => {
  expect(GROUPED.length).toBeGreaterThan(40);
  const measures = ['daysToFill', 'daysToSubmit', 'pushedDays', 'lostAmount'];
  expect(measures.filter((measure) => GROUPED.some(([, name]) => name === measure))).toEqual(measures);
});

async function groupsOf(list: ListName, by: string): Promise<Groups> {
  const answer = await post<Groups | { groups: null }>('VMS', list, 'groups', { by });
  if (answer.groups === null) throw new Error(`The groups of ${list} by ${by} took too long.`);
  return answer;
}

/** In each run the first or the last, in rotation. */
const FOLLOWED = cases('groups of each column that are followed to their rows', { usual: 1, long: 2 });

const totals: Partial<Record<ListName, Promise<{ total: number }>>> = {};

test.each(GROUPED)('%s by %s: the groups cover all rows, and each links to its own', async (list, by, filter) => {
  const { total } = await (totals[list] ??= post<{ total: number }>('VMS', list, 'total', {}));
  const { groups, more } = await groupsOf(list, by);
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  expect(more === 0 ? rows : rows + more).toBeGreaterThan(0);
  if (more === 0) expect(rows).toBe(total);
  const led = groups.filter(({ value }) => value !== null);
  const ends = GROUPED.findIndex((each) => each[0] === list && each[1] === by) % 2 === 0 ? [0, -1] : [-1, 0];
  const followed = ends.slice(0, FOLLOWED).flatMap((at) => led.at(at) ?? []);
  for (const { value, rows: wanted } of new Set(followed)) {
    const there = await post<{ total: number }>('VMS', list, 'total', { filters: { [filter]: [value] } });
    expect([by, value, there.total]).toEqual([by, value, wanted]);
  }
});

test('sums and means of a group are those of its rows', async () => {
  const { rows } = await sql<{ facility: string; n: number; days: number; cents: number }>`
    select f.name as facility, (count(*))::integer as n,
      (avg(actual_start - planned_start) filter (where actual_start > planned_start))::double precision as days,
      coalesce(sum((actual_start - planned_start) * minutes_per_week / 7 * bill_rate_cents::bigint / 60)
        filter (where actual_start > planned_start), 0)::double precision as cents
    from assignments a join facilities f on f.id = a.client_id where actual_start is not null
    group by 1 order by 1`.execute(world.owner);
  const { groups } = await post<Groups>('VMS', 'pushedStartReport', 'groups', { by: 'facility' });
  const answered = groups
    .map(({ label, rows: n, columns }) => ({
      facility: label,
      n,
      days: columns.find(({ name }) => name === 'pushedDays')?.mean,
      cents: columns.find(({ name }) => name === 'lostAmount')?.sum,
    }))
    .sort((a, b) => (a.facility < b.facility ? -1 : 1));
  expect(answered.map(({ days, ...exact }) => ({ ...exact, days: days?.toFixed(6) }))).toEqual(
    rows
      .sort((a, b) => (a.facility < b.facility ? -1 : 1))
      .map(({ days, ...exact }) => ({ ...exact, days: days.toFixed(6) })),
  );
});

test('of more bands than an answer has, the highest are left out, and never the rows without a value', async () => {
  const scope = world.scopes.VMS;
  const weeks = LIST_MAX_GROUPS + 10;
  const { groups, more } = await withScope(world.owner, scope, async (queries) => {
    await sql`savepoint before`.execute(queries);
    const { numAffectedRows } = await sql`
      update jobs j set status = 'CLOSED', closure = 'FILLED', closed_at = posted_at + x.week * interval '7 days'
      from (select id, row_number() over (order by number) as week from jobs where posted_at is not null limit ${weeks}) x
      where x.id = j.id`.execute(queries);
    expect(numAffectedRows).toBe(BigInt(weeks));
    const answer = await listGroups(queries, 'jobsReport', { by: 'daysToFill' }, scope);
    await sql`rollback to savepoint before`.execute(queries);
    return answer;
  });
  expect(groups).toHaveLength(LIST_MAX_GROUPS);
  const values = groups?.map(({ value }) => value) ?? [];
  const starts = values.slice(0, -1).map((value) => Number.parseInt(value ?? '', 10));
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  expect(starts.every((days) => days < 7 * LIST_MAX_GROUPS)).toBe(true);
  expect(values.at(-1)).toBeNull();
  expect(more).toBeGreaterThan(0);
});

test('a supplier cannot group by suppliers, and no one by columns without groups', async () => {
  expect((await world.post('AGENCY', 'submittalReport', 'groups', { by: 'supplier' })).status).toBe(400);
  expect((await world.post('VMS', 'submittalReport', 'groups', { by: 'candidate' })).status).toBe(400);
  expect((await world.post('VMS', 'submittalReport', 'groups', { by: 'constructor' })).status).toBe(400);
  expect((await world.post('AGENCY', 'submittalReport', 'groups', { by: 'facility' })).status).toBe(200);
});

/** The cells of a sheet by address: texts, or numbers with their style. */
function cellsOf(file: Buffer, sheet: number): Map<string, string | number> {
  const parts = unzipSync(file);
  const read = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
  const unescaped = (text: string): string => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
  const texts = [...read('xl/sharedStrings.xml').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t><\/si>/gs)].map(([, text = '']) =>
    unescaped(text),
  );
  const cells = [...read(`xl/worksheets/sheet${sheet}.xml`).matchAll(/<c ([^>]*)><v>(.*?)<\/v><\/c>/g)];
  return new Map(
    cells.map(([, attributes = '', value = '']) => [
      /r="(\w+)"/.exec(attributes)?.[1] ?? '',
      attributes.includes('t="s"') ? (texts[Number(value)] ?? '?') : Number(value),
    ]),
  );
}

test('a workbook has numbers as numbers, dates as dates, a header, and a sheet of groups', async () => {
  const filters = { period: ['2020-01-01..2030-12-31'], pushed: ['yes'] };
  const columns = ['number', 'facility', 'actualStart', 'pushedDays', 'lostHours', 'lostAmount'];
  const body = { filters, columns, sort: 'number', head: true, by: 'facility' };
  const { headers, bytes, text } = await world.post('VMS', 'pushedStartReport', 'workbook', body);
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(text.slice(0, 2)).toBe('PK');
  const sheet = cellsOf(bytes, 1);
  expect(sheet.get('A1')).toBe('Pushed Starts Report');
  expect(sheet.get('B2')).toBe('01/01/2020 - 12/31/2030');
  expect([sheet.get('A3'), sheet.get('B3')]).toEqual(['Pushed', 'Yes']);
  expect(sheet.get('A4')).toBe('Time zone');
  const [first] = (
    await sql<{ number: number; facility: string; day: number; pushed: number; minutes: number; cents: number }>`
      select a.number, f.name as facility, actual_start - date '1899-12-30' as day, actual_start - planned_start as pushed,
        (actual_start - planned_start) * minutes_per_week / 7 as minutes,
        (actual_start - planned_start) * minutes_per_week / 7 * bill_rate_cents::bigint / 60 as cents
      from assignments a join facilities f on f.id = a.client_id
      where actual_start > planned_start order by number limit 1`.execute(world.owner)
  ).rows;
  const row = ['A8', 'B8', 'C8', 'D8', 'E8', 'F8'].map((address) => sheet.get(address));
  expect(row.slice(0, 4)).toEqual([Number(first?.number), first?.facility, first?.day, first?.pushed]);
  expect(row[4]).toBeCloseTo((first?.minutes ?? 0) / 60, 6);
  expect(row[5]).toBeCloseTo(Number(first?.cents ?? 0) / 100, 6);
  const groups = cellsOf(bytes, 2);
  expect([groups.get('A7'), groups.get('B7')]).toEqual(['Facility', 'Rows']);
  expect([...groups].some(([address, value]) => /^B(8|9|\d\d)$/.test(address) && typeof value === 'number')).toBe(true);
});

test('times in a workbook are local to the facility, with its zone', async () => {
  const columns = ['number', 'bookedAt'];
  const { bytes } = await world.post('VMS', 'activeBookedCandidateReport', 'workbook', { columns, sort: 'number' });
  const sheet = cellsOf(bytes, 1);
  const head = [...sheet].find(([, value]) => value === 'Time Zone')?.[0] ?? 'C?';
  const line = Number(head.slice(1)) + 1;
  const [first] = (
    await sql<{ number: number; serial: number; zone: string }>`
      select a.number, f.time_zone as zone,
        (extract(epoch from (booked_at at time zone f.time_zone)) / 86400 + 25569)::double precision as serial
      from assignments a join facilities f on f.id = a.client_id order by a.number limit 1`.execute(world.owner)
  ).rows;
  expect([sheet.get(`A${line}`), sheet.get(`C${line}`)]).toEqual([Number(first?.number), first?.zone]);
  expect(sheet.get(`B${line}`)).toBeCloseTo(first?.serial ?? NaN, 5);
});

test('a CSV file has its groups between header and rows', async () => {
  const { text } = await world.post('VMS', 'timesheets', 'export', { head: true, by: 'facility', columns: ['number'] });
  const lines = text.replace('\uFEFF', '').split('\r\n');
  expect(lines[0]).toBe('Timesheets');
  const at = lines.findIndex((line) => line.startsWith('Facility,Rows,'));
  expect(lines[at]).toContain('Total Bill: sum,Total Bill: average');
  const counted = lines.slice(at + 1, lines.indexOf('', at)).map((line) => Number(/,(\d+),/.exec(line)?.[1]));
  const answered = Number(/^Rows,(\d+)/m.exec(text)?.[1]);
  expect(counted.reduce((sum, n) => sum + n, 0)).toBe(answered);
});

test('a file of selected rows has the groups of these rows', async () => {
  const { json } = await world.post('VMS', 'timesheets', 'search', { size: 25 });
  const chosen = (json['rows'] as { id: string; facility: string }[]).slice(0, 3);
  const body = { head: true, by: 'facility', columns: ['facility'], ids: chosen.map(({ id }) => id) };
  const due = new Map<string, number>();
  for (const { facility } of chosen) due.set(facility, (due.get(facility) ?? 0) + 1);

  const { text } = await world.post('VMS', 'timesheets', 'export', body);
  const lines = text.replace('\uFEFF', '').split('\r\n');
  const at = lines.findIndex((line) => line.startsWith('Facility,Rows,'));
  const groups = lines.slice(at + 1, lines.indexOf('', at)).map((line) => /^(.*?),(\d+),/.exec(line)?.slice(1, 3));
  expect(new Map(groups.map(([name = '', rows] = []) => [name, Number(rows)]))).toEqual(due);

  const { bytes } = await world.post('VMS', 'timesheets', 'workbook', body);
  const rows = [...cellsOf(bytes, 2)].flatMap(([address, value]) =>
    address.startsWith('B') && typeof value === 'number' ? [value] : [],
  );
  expect([...rows].sort()).toEqual([...due.values()].sort());
});

test('a workbook that waits for another one is not written if its caller has gone', async () => {
  const { server } = world;
  const organizationId = await server.fixtures.organization('WAITING');
  const user = await server.fixtures.user('WAITING', { permissions: ['MENU_JOB'] });
  const { access_token: token } = await server.client().signedIn(user);
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const columns = [{ label: 'Name', width: 10 }];
  const rows = (async function* () {
    await finished;
    yield [['Ann']];
  })();
  const reader = { userId: 'someone else', signal: new AbortController().signal };
  const first = workbookFile([{ name: 'First', head: [], columns, rows, foot: null }], reader);

  const leave = new AbortController();
  const answer = fetch(`${server.url}/api-user/v1/lists/jobs/workbook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
    signal: leave.signal,
  });
  await until(async () => {
    const audited = world.owner.selectFrom('audit_events').where('organization_id', '=', organizationId);
    return (await audited.where('event', '=', 'list_exported').select('id').execute()).length === 1;
  }, 'the export is audited');
  const isSaid = () => server.log.some((line) => line.includes('the client disconnected'));
  expect(isSaid()).toBe(false);
  leave.abort();
  await expect(answer).rejects.toThrow();
  await until(isSaid, 'the server notices that the client disconnected');
  finish();
  expect((await first).subarray(0, 2).toString()).toBe('PK');
  expect(server.log.filter((line) => line.includes('request failed'))).toEqual([]);
});

test('a file and its entry in the audit name the facility chosen in the shell, if it limits the rows', async () => {
  const clientId = world.scopes.CLIENT.organizationId;
  const exported = async (list: ListName) => {
    const { text } = await world.post('VMS', list, 'export', { head: true, clientId });
    const { details } = await world.owner
      .selectFrom('audit_events')
      .where('event', '=', 'list_exported')
      .select('details')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return { line: text.split('\r\n')[1], details };
  };
  const { name } = await world.owner
    .selectFrom('facilities')
    .where('id', '=', clientId)
    .select('name')
    .executeTakeFirstOrThrow();
  const timesheets = await exported('timesheets');
  expect(timesheets.line).toBe(`Chosen facility,${name}`);
  expect(timesheets.details).toMatchObject({ after: { list: 'Timesheets', clientId } });
  const users = await exported('users');
  expect(users.line).toMatch(/^Time zone,/);
  expect(JSON.stringify(users.details)).not.toContain(clientId);
});
