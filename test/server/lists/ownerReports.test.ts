/** The owner’s reports on the programs. */
import { sql, type RawBuilder } from 'kysely';
import { addDays, dayAt } from '../../../server/base/dates';
import { PARTIES, startListWorld, type Kind, type ListWorld } from './support';

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

test('the owner’s reports count each program, and name no users', async () => {
  const search = (list: string, kind: Kind = 'OWNER') => world.post(kind, list, 'search');
  const rowsOf = async (list: string) =>
    (await search(list)).json['rows'] as readonly Readonly<Record<string, string | number>>[];
  const sum = (rows: readonly Readonly<Record<string, string | number>>[], column: string) =>
    rows.reduce((total, row) => total + Number(row[column]), 0);
  const { rows } = await sql<Record<string, number>>`select
      (select count(*) from candidates)::integer as candidates,
      (select count(distinct candidate_id) from assignments where status = 'ACTIVE')::integer as "atWork",
      (select count(distinct candidate_id) from assignments b where status = 'BOOKED' and not exists (
        select from assignments a where a.candidate_id = b.candidate_id and a.status = 'ACTIVE'))::integer as booked,
      (select count(*) from assignments where status = 'ACTIVE')::integer as active,
      (select count(*) from assignments where status = 'BOOKED')::integer as "toStart",
      (select count(*) from facilities)::integer as facilities`.execute(world.owner);
  const due = rows[0]!;
  const candidates = await rowsOf('programCandidates');
  const assignments = await rowsOf('programAssignments');
  for (const column of ['candidates', 'atWork', 'booked'] as const) {
    expect([column, sum(candidates, column)]).toEqual([column, due[column]]);
  }
  expect(sum(candidates, 'free')).toBe(due['candidates']! - due['atWork']! - due['booked']!);
  expect([sum(assignments, 'active'), sum(assignments, 'booked')]).toEqual([due['active'], due['toStart']]);
  expect(assignments).toHaveLength(due['facilities']!);
  expect(new Set([...candidates, ...assignments].map(({ code }) => code)).has('MERIDIAN')).toBe(true);
  for (const list of ['programCandidates', 'programAssignments']) {
    for (const other of PARTIES) {
      expect((await search(list, other)).status).toBe(401);
    }
  }
  // The functions also refuse callers who bypass the list.
  const leaked = await world.server.database.withScope(
    world.scopes.VMS,
    async (queries) =>
      (
        await sql<{ n: number }>`select (select count(*) from program_candidates())::integer
          + (select count(*) from program_assignments())::integer as n`.execute(queries)
      ).rows[0]?.n,
  );
  expect(leaked).toBe(0);
});

test.each(['Pacific/Kiritimati', 'Pacific/Niue'])(
  'in %s the owner’s reports count the coming days from the date there',
  async (zone) => {
    const sums = async () => {
      const headers = { 'x-time-zone': zone };
      const sumOf = async (list: string, sort: string, ...columns: readonly string[]) => {
        const { json } = await world.send('OWNER', 'POST', `/api-user/v1/lists/${list}/search`, { sort }, headers);
        const rows = json['rows'] as readonly Readonly<Record<string, number>>[];
        const sorted = rows.map((row) => row[sort]!);
        expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
        return columns.map((column) => rows.reduce((sum, row) => sum + row[column]!, 0));
      };
      return [
        ...(await sumOf('programAssignments', 'starting', 'starting', 'ending')),
        ...(await sumOf('programCandidates', 'freeSoon', 'freeSoon')),
      ];
    };
    const move = (table: 'assignments' | 'candidates', column: string, where: RawBuilder<unknown>, day: string) =>
      sql`update ${sql.table(table)} set ${sql.id(column)} = ${day}::date
        where id = (select x.id from ${sql.table(table)} x where ${where} order by x.id limit 1)`.execute(world.owner);
    const lastAndNext = async (today: string) => {
      const at = async (...[starts, ends, free]: readonly [number, number, number]) => {
        await move('assignments', 'planned_start', sql`x.status = 'BOOKED'`, addDays(today, starts));
        const hasEnded = sql`x.status = 'ACTIVE' and x.original_end <= ${today}`;
        await move('assignments', 'planned_end', hasEnded, addDays(today, ends));
        await move('candidates', 'available_from', IS_FREE, addDays(today, free));
        return sums();
      };
      return { last: await at(14, 30, 30), next: await at(15, 31, 31) };
    };
    const today = dayAt(new Date(), zone);
    let sumsAt = await lastAndNext(today);
    const now = dayAt(new Date(), zone);
    // Midnight has just passed there.
    if (now !== today) sumsAt = await lastAndNext(now);
    expect(sumsAt.next).toEqual(sumsAt.last.map((sum) => sum - 1));
  },
);
const IS_FREE = sql`not exists (
  select from assignments a where a.candidate_id = x.id and a.status in ('ACTIVE', 'BOOKED'))`;
