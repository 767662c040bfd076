/** Sums and means over all rows of a report, and the header of a file, compared with independent SQL. */
import { sql } from 'kysely';
import { startListWorld, type Kind, type ListWorld } from './support';

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

interface Totals {
  readonly rows: number;
  readonly columns: readonly { name: string; count: number; sum: number; mean: number | null }[];
}
async function totals(kind: Kind, list: string, filters: object): Promise<Totals> {
  const { json, text, status } = await world.post(kind, list, 'totals', { filters });
  if (status !== 200) throw new Error(text);
  return json as unknown as Totals;
}
const answered = ({ columns }: Totals, name: string) => columns.find((each) => each.name === name);

const FROM = '2020-01-01..';

test.each(['VMS', 'CLIENT', 'AGENCY'] as const)('totals for %s equal the visible rows exactly', async (kind) => {
  const { organizationId } = world.scopes[kind];
  const own = {
    VMS: sql`true`,
    CLIENT: sql`a.client_id = ${organizationId}`,
    AGENCY: sql`a.agency_id = ${organizationId}`,
  };
  const { rows } = await sql<{ n: number; pushed: number; days: number; cents: number }>`
    select count(*)::integer as n, (count(*) filter (where actual_start > planned_start))::integer as pushed,
      coalesce(sum(actual_start - planned_start) filter (where actual_start > planned_start), 0)::double precision as days,
      coalesce(sum((actual_start - planned_start) * minutes_per_week / 7 * bill_rate_cents::bigint / 60)
        filter (where actual_start > planned_start), 0)::double precision as cents
    from assignments a where actual_start is not null and ${own[kind]}`.execute(world.owner);
  const [expected] = rows;
  const answer = await totals(kind, 'pushedStartReport', { period: [FROM] });
  expect(answer.rows).toBe(expected?.n);
  expect(answered(answer, 'pushedDays')).toMatchObject({ count: expected?.pushed, sum: expected?.days });
  expect(answered(answer, 'lostAmount')?.sum).toBe(expected?.cents);
  expect(expected?.pushed).toBeGreaterThan(0);
});

test('days are averaged before they are rounded', async () => {
  const { rows } = await sql<{ mean: number }>`
    select avg(extract(epoch from closed_at - posted_at) / 86400)::double precision as mean from jobs
    where closure = 'FILLED' and closed_at is not null`.execute(world.owner);
  const answer = await totals('VMS', 'jobsReport', { closure: ['FILLED'], period: [FROM] });
  expect(answered(answer, 'daysToFill')?.mean).toBeCloseTo(rows[0]?.mean ?? NaN, 6);
});

test('a file of a report begins with its title, and a file of a list with its columns', async () => {
  const [facility] = await world.owner.selectFrom('facilities').select(['id', 'name']).limit(1).execute();
  const filters = { retained: ['yes'], client: [facility?.id], period: ['2026-01-01..2030-12-31'] };
  const { text } = await world.post('VMS', 'assignmentReport', 'export', { filters });
  const lines = text.replace('\uFEFF', '').split('\r\n');
  expect(lines.slice(0, 6)).toEqual([
    'Retention Report',
    'Retained,Yes',
    expect.stringContaining(facility?.name ?? '?'),
    expect.stringContaining('01/01/2026 - 12/31/2030'),
    expect.stringMatching(/^Time zone,/),
    expect.stringMatching(/^Rows,\d+$/),
  ]);
  expect(lines[6]).toBe('');
  expect(lines[7]).toMatch(/^Assignment ID,/);
  // The rows, the columns, the seven lines above them and the trailing newline.
  expect(lines.length).toBe(Number(lines[5]?.split(',')[1]) + 9);
  const plain = await world.post('VMS', 'assignments', 'export', { filters: {} });
  expect(plain.text.replace('\uFEFF', '')).toMatch(/^Assignment ID,/);
});
