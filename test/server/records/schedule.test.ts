/**
 * The weekly schedule by unit: who works where and which openings exist, compared with an independent count of the
 * rows.
 */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { startListWorld, type Kind, type ListWorld } from '../lists/support';

type Schedule = ResponseOf<'weeklySchedule'>;

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const request = (kind: Kind, what: string, day: string, more = '') =>
  world.send(kind, 'GET', `/api-job/v1/schedule/week?kind=${what}&day=${day}${more}`);
async function week(kind: Kind, what: 'PRN' | 'IRP', day: string): Promise<Schedule> {
  const { status, json, text } = await request(kind, what, day);
  if (status !== 200) throw new Error(text);
  return json as unknown as Schedule;
}
const peopleOf = ({ rows }: Schedule) => rows.flatMap(({ people }) => people);
const gapsOf = ({ rows }: Schedule) => rows.flatMap(({ gaps }) => gaps);
const plus = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** A week in which candidates work shifts at the facility. */
async function busyDay(): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (coalesce(a.actual_start, a.planned_start) + 7)::text as day from assignments a join jobs j on j.id = a.job_id
    where j.job_type = 'PER_DIEM' and a.status in ('ACTIVE', 'BOOKED') and a.client_id = ${world.scopes.CLIENT.organizationId}
      and a.planned_end >= coalesce(a.actual_start, a.planned_start) + 14
    order by a.id limit 1`.execute(world.owner);
  if (rows[0] === undefined) throw new Error('no one works shifts');
  return rows[0].day;
}

/** From the rows, independently: all candidates of the week, and which of them had been there before. */
async function due(day: string, party: 'client_id' | 'agency_id' | 'tenant_id', id: string) {
  const { rows } = await sql<{ id: string; before: boolean }>`
    select a.id, exists (select from assignments w where w.client_id = a.client_id and w.candidate_id = a.candidate_id
        and w.id <> a.id and w.actual_start < coalesce(a.actual_start, a.planned_start)) as before
    from assignments a join jobs j on j.id = a.job_id
    where j.job_type = 'PER_DIEM' and a.status in ('ACTIVE', 'BOOKED') and ${sql.ref(`a.${party}`)} = ${id}
      and daterange(coalesce(a.actual_start, a.planned_start), a.planned_end, '[]')
        && daterange(${day}::date - extract(dow from ${day}::date)::integer,
          ${day}::date - extract(dow from ${day}::date)::integer + 6, '[]')`.execute(world.owner);
  return rows;
}

test('each candidate of the week is listed once, only on days of the week', async () => {
  const day = await busyDay();
  for (const [kind, party] of [
    ['CLIENT', 'client_id'],
    ['VMS', 'tenant_id'],
    ['AGENCY', 'agency_id'],
  ] as const) {
    const schedule = await week(kind, 'PRN', day);
    const all = await due(day, party, world.scopes[kind].organizationId);
    const shown = peopleOf(schedule);
    expect(new Date(`${schedule.from}T12:00:00Z`).getUTCDay()).toBe(0);
    const days = Array.from({ length: 7 }, (_, index) => plus(schedule.from, index));
    for (const person of [...shown, ...gapsOf(schedule)]) {
      expect(person.days.length).toBeGreaterThan(0);
      expect(person.days.every((each) => days.includes(each))).toBe(true);
    }
    expect(new Set(shown.map(({ assignmentId }) => assignmentId)).size).toBe(shown.length);
    const ids = new Set(all.map(({ id }) => id));
    expect(shown.filter(({ assignmentId }) => !ids.has(assignmentId))).toEqual([]);
    // A candidate who starts or ends within the week may have no shift in it.
    expect(shown.length).toBeGreaterThanOrEqual(all.length / 2);
  }
});

test('the internal pool is a subset: candidates who had worked there before, and the openings of IRP orders', async () => {
  const day = await busyDay();
  const [prn, irp] = [await week('VMS', 'PRN', day), await week('VMS', 'IRP', day)];
  const before = new Set(
    (await due(day, 'tenant_id', world.scopes.VMS.organizationId)).flatMap((each) => (each.before ? [each.id] : [])),
  );
  expect(new Set(peopleOf(irp).map(({ assignmentId }) => assignmentId))).toEqual(
    new Set(peopleOf(prn).flatMap(({ assignmentId }) => (before.has(assignmentId) ? [assignmentId] : []))),
  );
  const orders = async (filters: object) =>
    new Set(
      (
        await world.post('VMS', 'prnOrders', 'ids', {
          filters: { jobStatusIds: ['OPEN'], openingsLeft: ['1..'], ...filters },
        })
      ).json['ids'] as string[],
    );
  const [all, ofPool] = [await orders({}), await orders({ pool: ['yes'] })];
  expect(gapsOf(prn).filter(({ jobId }) => !all.has(jobId))).toEqual([]);
  expect(gapsOf(irp).map(({ jobId }) => jobId)).toEqual(
    gapsOf(prn).flatMap(({ jobId }) => (ofPool.has(jobId) ? [jobId] : [])),
  );
});

test('only facilities have a pool: suppliers have none, owners have no schedule; an invalid date is refused', async () => {
  expect((await request('AGENCY', 'IRP', '2026-01-01')).status).toBe(401);
  expect((await request('OWNER', 'PRN', '2026-01-01')).status).toBe(401);
  expect((await request('VMS', 'PRN', '2026-02-30')).status).toBe(400);
  expect((await request('VMS', 'XYZ', '2026-01-01')).status).toBe(400);
});

test("a supplier sees no other supplier's people", async () => {
  const day = await busyDay();
  const ids = peopleOf(await week('AGENCY', 'PRN', day)).map(({ assignmentId }) => assignmentId);
  const { rows } = await sql`
    select from assignments where id = any (${ids}::uuid[]) and agency_id <> ${world.scopes.AGENCY.organizationId}`.execute(
    world.owner,
  );
  expect(rows).toEqual([]);
});
