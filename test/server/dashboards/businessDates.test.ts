/**
 * A business date is the calendar date at the facility, and today is the viewer's date: in all time zones, on nights of
 * clock changes, leap days and the ends of months and years.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { DateTime } from 'luxon';
import { homeDashboardEndpoints } from '../../../contract/dashboards/home.endpoints';
import { lists } from '../../../contract/lists/catalog';
import type { ListColumn } from '../../../contract/lists/list';
import { startListWorld, type ListWorld } from '../lists/support';
import type { TestClient } from '../support/client';
import { cases } from '../../support/cases';
import { ZONES } from './histories';

const RUNS = cases('moments with their dates at facilities', { usual: 60, long: 5_000 });

let world: ListWorld;
const people: { client: TestClient; token: string }[] = [];
beforeAll(async () => {
  world = await startListWorld();
  // Of one program, so that they see the same.
  for (const userName of ['msp.manager', 'vms.analyst']) {
    const organizationCode = 'MERIDIAN';
    const client = world.server.client();
    const user = { id: '', organizationId: '', userName, organizationCode, email: '' };
    people.push({ client, token: (await client.signedIn(user)).access_token });
  }
});
afterAll(() => world.stop());

const MOMENTS: Readonly<Record<string, readonly (readonly [moment: string, date: string])[]>> = {
  jobs: [
    ['created_at', 'created_on'],
    ['posted_at', 'posted_on'],
    ['closed_at', 'closed_on'],
  ],
  submissions: [
    ['submitted_at', 'submitted_on'],
    ['status_since', 'status_on'],
    ['offered_at', 'offered_on'],
    ['accepted_at', 'accepted_on'],
    ['booked_at', 'booked_on'],
  ],
  assignments: [
    ['booked_at', 'booked_on'],
    ['files_completed_at', 'files_completed_on'],
  ],
  compliance_documents: [
    ['uploaded_at', 'uploaded_on'],
    ['reviewed_at', 'reviewed_on'],
  ],
  timesheets: [
    ['submitted_at', 'submitted_on'],
    ['approved_at', 'approved_on'],
  ],
};

/** Dates that differ from the facility's. */
async function wrongDates(): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const [table, pairs] of Object.entries(MOMENTS)) {
    for (const [moment, date] of pairs) {
      const { rows } = await sql`
        select r.id, r.${sql.id(moment)} as moment, r.${sql.id(date)}::text as date, f.time_zone as zone
        from ${sql.table(table)} r join facilities f on f.id = r.client_id
        where r.${sql.id(date)} is distinct from (r.${sql.id(moment)} at time zone f.time_zone)::date limit 3`.execute(
        world.owner,
      );
      wrong.push(...rows);
    }
  }
  return wrong;
}

/** Around midnight at the ends of years, on leap days, and on nights of clock changes. */
const edge = fc
  .record({
    night: fc.constantFrom(
      '2024-02-29',
      '2024-03-01',
      '2026-01-01',
      '2026-03-08',
      '2026-03-29',
      '2026-04-05',
      '2026-09-27',
      '2026-10-04',
      '2026-10-25',
      '2026-11-01',
    ),
    zone: fc.constantFrom(...ZONES),
    ms: fc.integer({ min: -14_400_000, max: 14_400_000 }),
  })
  .map(({ night, zone, ms }) => DateTime.fromISO(night, { zone }).toMillis() + ms);
const anyMoment = fc.oneof(edge, fc.integer({ min: Date.UTC(2023, 11, 25), max: Date.UTC(2027, 0, 5) }));

test('the dates of the demo are those of its facilities, which are in several zones', async () => {
  const { rows } = await sql<{ zone: string }>`select distinct time_zone as zone from facilities`.execute(world.owner);
  expect(rows.length).toBeGreaterThan(3);
  expect(await wrongDates()).toEqual([]);
});

/** A facility with one job, so that its zone changes quickly. */
async function smallFacility(): Promise<{ facility: string; job: string }> {
  const [facility, department, job] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const copied = (table: string, changes: object) =>
    sql`
    insert into ${sql.table(table)} select (x.row).* from (
      select jsonb_populate_record(t, ${JSON.stringify(changes)}::jsonb) as row from ${sql.table(table)} t
      ${table === 'organizations' ? sql`where type = 'CLIENT'` : sql``} limit 1) x`.execute(world.owner);
  await copied('organizations', { id: facility, code: 'EDGE' });
  await copied('facilities', { id: facility, name: 'Edge of the Day' });
  await copied('departments', { id: department, client_id: facility });
  await copied('jobs', { id: job, number: 990_000_001, client_id: facility, department_id: department });
  return { facility, job };
}

test('the date of any stored time is what luxon computes for the zone, and a corrected zone corrects it', async () => {
  const write = fc.record({ ms: anyMoment, zone: fc.constantFrom(...ZONES), next: fc.constantFrom(...ZONES) });
  const { facility, job } = await smallFacility();
  const move = (zone: string) =>
    sql`update facilities set time_zone = ${zone} where id = ${facility}::uuid`.execute(world.owner);
  const dateNow = async (): Promise<unknown> => {
    const { rows } = await sql<{
      date: string;
    }>`select created_on::text as date from jobs where id = ${job}::uuid`.execute(world.owner);
    return rows[0]?.date;
  };
  await fc.assert(
    fc.asyncProperty(write, async ({ ms, zone, next }) => {
      await move(zone);
      await sql`update jobs set created_at = ${new Date(ms)} where id = ${job}::uuid`.execute(world.owner);
      expect(await dateNow()).toBe(DateTime.fromMillis(ms, { zone }).toISODate());
      await move(next);
      expect(await dateNow()).toBe(DateTime.fromMillis(ms, { zone: next }).toISODate());
    }),
    { numRuns: RUNS, seed: 31 },
  );
  expect(await wrongDates()).toEqual([]);
});

test('a date that differs from its time cannot be written', async () => {
  await sql`update jobs set posted_on = '2001-01-01', closed_on = '2001-01-01' where id in (select id from jobs limit 5)`.execute(
    world.owner,
  );
  expect(await wrongDates()).toEqual([]);
});

test.each(['Mars/Olympus', 'EST5EDT4', '+05:00', 'america/chicago', ''])(
  '%j is not a valid zone of a facility',
  async (zone) => {
    const change = sql`update facilities set time_zone = ${zone}`.execute(world.owner);
    await expect(change).rejects.toThrow(/time_zone_check|not recognized/);
  },
);

const LISTS = ['jobs', 'complianceDocuments', 'jobsReport'] as const;
const SEARCH = '/api-user/v1/lists/submissions/search';
const CARD = homeDashboardEndpoints.submissionsWidget.path;
const JOBS = homeDashboardEndpoints.jobsWidget.path;
const request = (zone: string | undefined, path: string, body: object, who = 0) => {
  const { client, token } = people[who] as (typeof people)[number];
  return client.post(path, body, { token, ...(zone !== undefined && { headers: { 'x-time-zone': zone } }) });
};

test('two viewers in any zones who choose the same dates see the same figures', async () => {
  const range = fc.tuple(fc.integer({ min: 0, max: 360 }), fc.integer({ min: 0, max: 40 })).map(([ago, length]) => {
    const to = DateTime.utc().minus({ days: ago });
    return [to.minus({ days: length }).toISODate(), to.toISODate()];
  });
  const two = fc.record({ dateRange: range, one: fc.constantFrom(...ZONES), other: fc.constantFrom(...ZONES) });
  let above0 = 0;
  for (const { dateRange, one, other } of fc.sample(two, { numRuns: 6, seed: 32 })) {
    for (const [path, body] of [
      [CARD, { dateRange }],
      [JOBS, { dateRange, notificationDate: dateRange[1] }],
      [homeDashboardEndpoints.assignmentsWidget.path, { dateRange }],
    ] as const) {
      const [mine, yours] = [await request(one, path, body), await request(other, path, body, 1)];
      expect([mine.status, mine.json]).toEqual([200, yours.json]);
      if (JSON.stringify(mine.json).match(/"total":[1-9]/)) above0 += 1;
    }
  }
  expect(above0).toBeGreaterThan(6);
});

test('a month is that of the facilities, in the card, its list, and every row', async () => {
  const dateRange = [
    DateTime.utc().minus({ months: 1 }).startOf('month'),
    DateTime.utc().minus({ months: 1 }).endOf('month'),
  ].map((day) => day.toISODate() ?? '');
  const { json: card } = await request('America/Los_Angeles', CARD, { dateRange });
  const [from = '', to = ''] = dateRange;
  const page = await request('Asia/Tokyo', SEARCH, { filters: { period: [`${from}..${to}`] }, size: 500 });
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from submissions s join facilities f on f.id = s.client_id
    where s.tenant_id = ${world.scopes.VMS.tenantId}::uuid
      and to_char(s.submitted_at at time zone f.time_zone, 'YYYY-MM') = ${from.slice(0, 7)}`.execute(world.owner);
  expect([card['grandTotal'], page.json['total']]).toEqual([rows[0]?.n, rows[0]?.n]);
});

test.each(LISTS)('each row of %s has the zone of its facility, and a file shows times in that zone', async (list) => {
  const { json } = await request('Asia/Tokyo', `/api-user/v1/lists/${list}/search`, {});
  const { rows } = await sql<{ name: string; zone: string }>`
    select name, time_zone as zone from facilities`.execute(world.owner);
  const zones = new Map(rows.map(({ name, zone }) => [name, zone]));
  const found = json['rows'] as { facility: string; zone: string; [column: string]: unknown }[];
  expect(found.filter(({ facility, zone }) => zones.get(facility) !== zone)).toEqual([]);
  const [first] = found;
  const columns: Readonly<Record<string, ListColumn>> = lists[list].columns;
  const moments = Object.keys(columns).filter(
    (name) => columns[name]?.kind === 'instant' && typeof first?.[name] === 'string',
  );
  const file = await request('Asia/Tokyo', `/api-user/v1/lists/${list}/export`, { columns: moments });
  const cells = moments.map((name) =>
    DateTime.fromISO(String(first?.[name]), { zone: first?.zone ?? '', locale: 'en-US' }).toFormat(
      'MM/dd/yyyy h:mm a ZZZZ',
    ),
  );
  expect(moments.length).toBeGreaterThan(0);
  // A report begins with its title.
  expect(file.text.split('\r\n')).toContain(cells.join(','));
});

test.each([
  ['Pacific/Kiritimati', 14],
  ['America/Los_Angeles', null],
  ['Pacific/Niue', -11],
  [undefined, 0],
] as const)('the last thirty days end today in %s, and never tomorrow', async (zone, hours) => {
  const today = () =>
    DateTime.now()
      .setZone(hours === null ? 'America/Los_Angeles' : `UTC${hours < 0 ? '' : '+'}${hours}`)
      .toISODate();
  const before = today();
  const { json } = await request(zone, CARD, {});
  const { json: options } = await people[0]!.client.get('/api-client/v1/dashboard/filters?dashboard=HOME', {
    token: people[0]!.token,
    ...(zone && { headers: { 'x-time-zone': zone } }),
  });
  const frames = options['timeFrames'] as { to: string }[];
  // Nor at midnight.
  expect([before, today()]).toContain((json['period'] as { to: string }).to);
  for (const { to } of frames) expect([before, today()]).toContain(to);
});

test('a job posted this evening is newly posted today, even if the next day has begun in UTC', async () => {
  const [job] = (
    await sql<{ id: string; client: string }>`
      select id, client_id as client from jobs where status = 'OPEN' order by id limit 1`.execute(world.owner)
  ).rows as [{ id: string; client: string }];
  // Where the date differs from that of UTC and does not change soon.
  const now = DateTime.utc();
  const zone = now.hour < 10 ? 'Pacific/Niue' : 'Pacific/Kiritimati';
  const today = now.setZone(zone).toISODate() ?? '';
  expect(today).not.toBe(now.toISODate());
  await sql`update facilities set time_zone = ${zone} where id = ${job.client}::uuid`.execute(world.owner);
  const ofFacility = { clientIds: [job.client], notificationDate: today };
  const before = (await request(zone, JOBS, ofFacility)).json['newlyPosted'] as number;
  await sql`update jobs set posted_at = now() - interval '40 days' where id = ${job.id}::uuid`.execute(world.owner);
  const without = (await request(zone, JOBS, ofFacility)).json['newlyPosted'] as number;
  await sql`update jobs set posted_at = now() where id = ${job.id}::uuid`.execute(world.owner);
  const { json } = await request(zone, JOBS, ofFacility);
  expect(json['newlyPosted']).toBe(without + 1);
  expect(before).toBeGreaterThanOrEqual(without);
  const list = await request(zone, '/api-user/v1/lists/jobs/total', {
    filters: { client: [job.client], postedAt: [`${today}..${today}`] },
  });
  expect(list.json['total']).toBe(json['newlyPosted']);
});

test('newly posted in the list is what the tile counts: one posted yesterday evening is not, one posted today is', async () => {
  const [job] = (
    await sql<{ id: string; client: string }>`
      select id, client_id as client from jobs where status = 'OPEN' order by id desc limit 1`.execute(world.owner)
  ).rows as [{ id: string; client: string }];
  // Not near midnight, when the day would change while the test runs.
  const hour = DateTime.utc().hour;
  const zone = hour > 1 && hour < 22 ? 'Africa/Abidjan' : 'Asia/Tokyo';
  const midnight = DateTime.now().setZone(zone).startOf('day');
  await sql`update facilities set time_zone = ${zone} where id = ${job.client}::uuid`.execute(world.owner);
  const counts = async (posted: DateTime) => {
    await sql`update jobs set posted_at = ${posted.toJSDate()} where id = ${job.id}::uuid`.execute(world.owner);
    const tile = await request(zone, JOBS, { clientIds: [job.client], notificationDate: midnight.toISODate() });
    const list = await request(zone, '/api-user/v1/lists/jobs/total', {
      filters: { client: [job.client], newlyPosted: ['yes'] },
    });
    return [tile.json['newlyPosted'], list.json['total']] as [number, number];
  };
  const [before, listedBefore] = await counts(midnight.minus({ minutes: 1 }));
  expect(listedBefore).toBe(before);
  expect(await counts(midnight.plus({ minutes: 1 }))).toEqual([before + 1, before + 1]);
});

test('an invalid zone name is refused with a message, and an unknown one counts as UTC', async () => {
  const refused = await request("'; drop table jobs", CARD, {});
  expect([refused.status, refused.json['errorCode']]).toEqual([400, 'request.invalid']);
  const before = DateTime.utc().toISODate();
  const unknown = await request('America/Newtown', CARD, {});
  expect([before, DateTime.utc().toISODate()]).toContain((unknown.json['period'] as { to: string }).to);
});
