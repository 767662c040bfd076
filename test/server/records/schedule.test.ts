/**
 * The weekly schedule by unit: who works where and which openings exist, compared with an independent count of the
 * rows.
 */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { startListWorld, type Kind, type ListWorld } from '../lists/support';
import { actOnce } from './support';

type Schedule = ResponseOf<'weeklySchedule'>;

let world: ListWorld;
beforeAll(async () => {
  world = await startListWorld();
  // Shifts are rare in the demo.
  await sql`update jobs set job_type = 'PER_DIEM' where client_id = ${world.scopes.CLIENT.organizationId}
    or id in (select job_id from assignments where agency_id = ${world.scopes.AGENCY.organizationId})`.execute(
    world.owner,
  );
});
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

const COLUMN_OF = { CLIENT: 'client_id', VMS: 'tenant_id', AGENCY: 'agency_id' } as const;
type Party = keyof typeof COLUMN_OF;
const isOf = (party: Party) => sql`${sql.ref(`a.${COLUMN_OF[party]}`)} = ${world.scopes[party].organizationId}`;

/** A week in which candidates of this party work shifts. */
async function busyDay(party: Party = 'CLIENT'): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (coalesce(a.actual_start, a.planned_start) + 7)::text as day from assignments a join jobs j on j.id = a.job_id
    where j.job_type = 'PER_DIEM' and a.status in ('ACTIVE', 'BOOKED') and ${isOf(party)}
      and a.planned_end >= coalesce(a.actual_start, a.planned_start) + 14
    order by a.id limit 1`.execute(world.owner);
  if (rows[0] === undefined) throw new Error(`no one of ${party} works shifts`);
  return rows[0].day;
}

/**
 * From the rows, independently: all candidates of the week, whether they are assigned on all of its days, and whether
 * they had been there before.
 */
async function due(day: string, party: Party) {
  const sunday = sql`(${day}::date - extract(dow from ${day}::date)::integer)`;
  const ofWeek = sql`daterange(${sunday}, ${sunday} + 6, '[]')`;
  const ofAssignment = sql`
    daterange(coalesce(a.actual_start, a.planned_start), coalesce(a.ended_on, a.planned_end), '[]')`;
  const { rows } = await sql<{ id: string; isWholeWeek: boolean; before: boolean }>`
    select a.id, ${ofAssignment} @> ${ofWeek} as "isWholeWeek",
      exists (select from assignments w where w.client_id = a.client_id and w.candidate_id = a.candidate_id
        and w.id <> a.id and w.actual_start < coalesce(a.actual_start, a.planned_start)) as before
    from assignments a join jobs j on j.id = a.job_id
    where j.job_type = 'PER_DIEM' and a.status <> 'CANCELLED' and ${isOf(party)}
      and ${ofAssignment} && ${ofWeek}`.execute(world.owner);
  return rows;
}

test.each(['CLIENT', 'VMS', 'AGENCY'] as const)(
  'each candidate of the week is listed once to %s, only on days of the week',
  async (party) => {
    const day = await busyDay(party);
    const schedule = await week(party, 'PRN', day);
    const all = await due(day, party);
    expect(all.length).toBeGreaterThan(0);
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
    const whole = all.filter(({ isWholeWeek }) => isWholeWeek).map(({ id }) => id);
    expect(whole.length).toBeGreaterThan(0);
    const isShown = new Set(shown.map(({ assignmentId }) => assignmentId));
    expect(whole.filter((id) => !isShown.has(id))).toEqual([]);
  },
);

/** By the timesheets: who worked shifts in the week of a Saturday, and whether their assignment has ended since. */
async function paid(saturday: string) {
  const { rows } = await sql<{ id: string; ended: boolean }>`
    select a.id, a.status not in ('ACTIVE', 'BOOKED') as ended from timesheets t
      join assignments a on a.id = t.assignment_id join jobs j on j.id = a.job_id
    where j.job_type = 'PER_DIEM' and a.tenant_id = ${world.scopes.VMS.organizationId}
      and t.week_ending = ${saturday}::date`.execute(world.owner);
  return rows;
}

/** The Saturday of a week in the midst of an assignment that has ended since. */
async function pastSaturday(): Promise<string> {
  const { rows } = await sql<{ saturday: string }>`
    select t.week_ending::text as saturday from timesheets t join assignments a on a.id = t.assignment_id
      join jobs j on j.id = a.job_id
    where j.job_type = 'PER_DIEM' and a.status not in ('ACTIVE', 'BOOKED')
      and a.tenant_id = ${world.scopes.VMS.organizationId}
      and (select count(*) from timesheets n where n.assignment_id = a.id
        and abs(n.week_ending - t.week_ending) <= 7) = 3
    order by t.week_ending desc limit 1`.execute(world.owner);
  if (rows[0] === undefined) throw new Error('no assignment has ended');
  return rows[0].saturday;
}

test('a past week shows all who worked in it, as their timesheets do, also after their assignments have ended', async () => {
  const saturday = await pastSaturday();
  const [before, now, after] = [await paid(plus(saturday, -7)), await paid(saturday), await paid(plus(saturday, 7))];
  const shown = peopleOf(await week('VMS', 'PRN', saturday)).map(({ assignmentId }) => assignmentId);
  const has = (sheets: typeof now, id: string) => sheets.some((each) => each.id === id);
  // Those who also worked in the weeks beside it worked the whole week.
  const whole = now.filter(({ id }) => has(before, id) && has(after, id));
  expect(whole.filter(({ ended }) => ended).length).toBeGreaterThan(0);
  expect(whole.filter(({ id }) => !shown.includes(id))).toEqual([]);
  expect(shown.filter((id) => !has(now, id))).toEqual([]);
});

test('the internal pool is a subset: candidates who had worked there before, and the openings of IRP orders', async () => {
  const day = await busyDay();
  const [prn, irp] = [await week('VMS', 'PRN', day), await week('VMS', 'IRP', day)];
  const before = new Set((await due(day, 'VMS')).flatMap((each) => (each.before ? [each.id] : [])));
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
  const day = await busyDay('AGENCY');
  const ids = peopleOf(await week('AGENCY', 'PRN', day)).map(({ assignmentId }) => assignmentId);
  expect(ids.length).toBeGreaterThan(0);
  const { rows } = await sql`
    select from assignments where id = any (${ids}::uuid[]) and agency_id <> ${world.scopes.AGENCY.organizationId}`.execute(
    world.owner,
  );
  expect(rows).toEqual([]);
});

test.each([
  ['a Monday', 1, [1, 2, 3]],
  ['a Thursday', 4, [4, 5, 6]],
  ['a Saturday', 6, [6]],
])('a person who begins on %s works from that day on', async (_, first, weekdays) => {
  const { rows } = await sql<{ id: string; sunday: string }>`
    select a.id, (a.planned_start - extract(dow from a.planned_start)::integer)::text as sunday from assignments a
      join jobs j on j.id = a.job_id
    where j.job_type = 'PER_DIEM' and a.status = 'BOOKED' and a.tenant_id = ${world.scopes.VMS.organizationId}
      and a.planned_end > a.planned_start + 20
    order by a.id limit 1`.execute(world.owner);
  if (rows[0] === undefined) throw new Error('no one is booked for shifts');
  const { id, sunday } = rows[0];
  await sql`update assignments set planned_start = ${plus(sunday, first)}::date, actual_start = null, shift = '7a-7p 3x12',
    minutes_per_week = ${3 * 720} where id = ${id}`.execute(world.owner);
  const daysOf = async (day: string) =>
    peopleOf(await week('VMS', 'PRN', day)).find(({ assignmentId }) => assignmentId === id)?.days;
  expect(await daysOf(sunday)).toEqual(weekdays.map((day) => plus(sunday, day)));
  expect(await daysOf(plus(sunday, 7))).toEqual([8, 9, 10].map((day) => plus(sunday, day)));
});

test('a person whose assignment ends early is shown in the weeks that they worked, until their last day, and in none after it', async () => {
  const { rows } = await sql<{ id: string; lastDay: string }>`
    select a.id, (current_date - 10)::text as "lastDay" from assignments a join jobs j on j.id = a.job_id
    where j.job_type = 'PER_DIEM' and a.status = 'ACTIVE' and a.client_id = ${world.scopes.CLIENT.organizationId}
      and a.actual_start < current_date - 24 and a.planned_end > current_date + 7
    order by a.id limit 1`.execute(world.owner);
  if (rows[0] === undefined) throw new Error('no one has worked shifts for weeks');
  const { id, lastDay } = rows[0];
  const daysAround = async () =>
    Promise.all(
      [-7, 0, 7, 14].map(
        async (days) =>
          peopleOf(await week('CLIENT', 'PRN', plus(lastDay, days))).find((each) => each.assignmentId === id)?.days ??
          [],
      ),
    );
  const before = await daysAround();
  expect(before.every((days) => days.length > 0)).toBe(true);
  // Hours of later weeks would be a reason to refuse it.
  await sql`delete from timesheets where assignment_id = ${id} and week_ending - 6 > ${lastDay}::date`.execute(
    world.owner,
  );
  const { outcome } = await actOnce(world, 'CLIENT', {
    kind: 'assignment',
    action: 'endEarly',
    recordId: id,
    input: { date: lastDay, endedBy: 'CLINICIAN', reason: 'A move to another city' },
  });
  expect(outcome).toBe('done');
  expect(await daysAround()).toEqual(before.map((days) => days.filter((day) => day <= lastDay)));
});
