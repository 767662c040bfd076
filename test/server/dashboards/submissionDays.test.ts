/**
 * The precomputed counts of submissions equal the rows: after any inserts, changes and deletions by any user, for any
 * filter and period.
 */
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../contract/base/statuses';
import type { Queries } from '../../../server/database';
import { kpi } from '../../../contract/dashboards/kpis';
import { dashboardQuery, type WidgetFilter } from '../../../server/features/dashboards/query';
import type { Grouping } from '../../../server/features/dashboards/sumRequest';
import { daysFor } from '../../../server/features/dashboards/precounted/kpiFromDays';
import { countDays, partiesOf } from '../../../server/features/dashboards/precounted/submissionDays';
import { weeksOf } from '../../../server/features/dashboards/precounted/submissionWeeks';
import { countByWeek, countSubmissionRows } from '../../../server/features/dashboards/home/submissions.card';
import { jobsOfSubmissions, jobsOfRows, readOpenings } from '../../../server/features/dashboards/kpi/distinctJobs';
import { listWhere } from '../../../server/features/lists/engine';
import { PARTIES, startListWorld, type ListWorld } from '../lists/support';
import { historyOf, otherZones, play, someOf } from './histories';
import { choicesOf, day, filterArbitrary } from './support';
import { cases } from '../../support/cases';

const RUNS = cases('histories of submissions', { usual: 4, long: 200 });
const FORMS = cases('filters of submissions, answered from sums', { usual: 16, long: 40 });

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const insert = (seed: number, rows: number, status: string, hours: number, again: RawBuilder<unknown>) => sql`
  insert into submissions (id, number, tenant_id, client_id, agency_id, job_id, candidate_id, status, status_since,
    submitted_at, requested_rate_cents, available_from, recruiter_name, match_percent)
  select gen_random_uuid(), 900000000 + ${seed}::bigint * 100 + row_number() over (), j.tenant_id, j.client_id, c.agency_id,
    j.id, c.id, ${status}, now(), now() - make_interval(hours => ${hours}::integer), 1, current_date, 'R', 50
  from (select * from jobs where posted_at is not null order by md5(id::text || ${String(seed)}::text) limit 2) j,
    (select * from candidates order by md5(id::text || ${String(seed)}::text) limit ${rows}::integer) c
  where c.tenant_id = j.tenant_id
  ${again}`;

const anything = {
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  rows: fc.integer({ min: 1, max: 12 }),
  status: fc.constantFrom(...SUBMISSION_STATUSES),
  hours: fc.integer({ min: -30, max: 9_000 }),
};
/** One statement. A facility may not submit and gets an error. */
const change: fc.Arbitrary<(queries: Queries) => Promise<unknown>> = fc.oneof(
  fc.record(anything).map(
    ({ seed, rows, status, hours }) =>
      (queries: Queries) =>
        insert(seed, rows, status, hours, sql`on conflict do nothing`).execute(queries),
  ),
  fc.record(anything).map(
    ({ seed, rows, status, hours }) =>
      (queries: Queries) =>
        insert(
          seed,
          rows,
          status,
          hours,
          sql`on conflict (job_id, candidate_id) do update set status = excluded.status, submitted_at = excluded.submitted_at`,
        ).execute(queries),
  ),
  fc.record(anything).map(
    ({ seed, rows, status }) =>
      (queries: Queries) =>
        sql`update submissions set status = ${status} where id in ${someOf('submissions', seed, rows)}`.execute(
          queries,
        ),
  ),
  fc.record(anything).map(
    ({ seed, rows, hours }) =>
      (queries: Queries) =>
        sql`update submissions set submitted_at = submitted_at - make_interval(hours => ${hours % 40}::integer), action_required = true
            where id in ${someOf('submissions', seed, rows)}`.execute(queries),
  ),
  fc.record({ ...anything, stage: fc.constantFrom('interviewed_at', 'offered_at', 'accepted_at', 'booked_at') }).map(
    ({ seed, rows, stage, hours }) =>
      (queries: Queries) =>
        sql`update submissions set ${sql.id(stage)} = ${hours % 3 === 0 ? null : new Date()} where id in ${someOf('submissions', seed, rows)}`.execute(
          queries,
        ),
  ),
  fc.record(anything).map(
    ({ seed }) =>
      (queries: Queries) =>
        sql`update submissions s set job_id = j.id
            from (select distinct on (client_id) id, client_id from jobs order by client_id, md5(id::text || ${String(seed)}::text)) j
            where j.client_id = s.client_id and s.id in ${someOf('submissions', seed, 1)}
              and not exists (select from submissions t where t.job_id = j.id)`.execute(queries),
  ),
  fc.record(anything).map(
    ({ seed, rows, hours }) =>
      (queries: Queries) =>
        sql`update jobs set posted_at = posted_at - make_interval(hours => ${hours % 50}::integer)
            where id in (select s.job_id from submissions s where s.id in ${someOf('submissions', seed, rows)})`.execute(
          queries,
        ),
  ),
  fc.record(anything).map(
    ({ seed, rows, hours }) =>
      (queries: Queries) =>
        sql`update jobs set openings = openings + ${1 + (hours % 3)}::integer
            where id in (select s.job_id from submissions s where s.id in ${someOf('submissions', seed, rows)})`.execute(
          queries,
        ),
  ),
  otherZones,
  fc.record(anything).map(
    ({ seed, rows }) =>
      (queries: Queries) =>
        sql`delete from submissions where id in ${someOf('submissions', seed, rows)}`.execute(queries),
  ),
);

const when = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::bigint`;
const MEASURES: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...Object.fromEntries(SUBMISSION_STATUSES.map((status) => [status.toLowerCase(), when(sql`s.status = ${status}`)])),
  reached_interview: when(sql`s.interviewed_at is not null`),
  reached_offer: when(sql`s.offered_at is not null`),
  reached_booking: when(sql`s.booked_at is not null`),
  timed: when(sql`j.posted_at is not null`),
  hundredths_to_submit: sql`coalesce(sum(floor(extract(epoch from s.submitted_at - j.posted_at) / 864 + 0.5)), 0)::bigint`,
  microseconds_to_submit: sql`coalesce(sum(round(1000000 * extract(epoch from s.submitted_at - j.posted_at))), 0)::bigint`,
};
const columns = Object.keys(MEASURES).map((column) => sql.id(column));
const statuses = columns.slice(0, SUBMISSION_STATUSES.length);

const differences = async (there: RawBuilder<unknown>, counts: RawBuilder<unknown>): Promise<unknown[]> => {
  const { rows } = await sql`
    with there as (${there}), said as (${counts})
    (select 'missing' as what, * from (table there except table said) x)
    union all (select 'wrong', * from (table said except table there) x)`.execute(world.owner);
  return rows;
};

const microseconds = (from: string, to: string) =>
  sql`coalesce(sum(round(1000000 * extract(epoch from ${sql.ref(`s.${to}`)} - ${sql.ref(`s.${from}`)}))), 0)::bigint`;
const BOOKINGS: Readonly<Record<string, RawBuilder<unknown>>> = {
  booked: sql`count(*)`,
  with_submitted_to_booked: sql`count(s.submitted_at)`,
  submitted_to_booked: microseconds('submitted_at', 'booked_at'),
  with_submitted_to_offered: sql`count(s.offered_at)`,
  submitted_to_offered: microseconds('submitted_at', 'offered_at'),
  with_offered_to_accepted: sql`count(s.accepted_at - s.offered_at)`,
  offered_to_accepted: microseconds('offered_at', 'accepted_at'),
  with_offered_to_booked: sql`count(s.offered_at)`,
  offered_to_booked: microseconds('offered_at', 'booked_at'),
};
const bookings = Object.keys(BOOKINGS).map((column) => sql.id(column));

const PER_PARTY = sql`
  cross join lateral (values ('PROGRAM', x.tenant_id), ('CLIENT', x.client_id), ('AGENCY', x.agency_id)) p (kind, party_id)`;
/** Differences between a table of days and the rows, before and after its queue is applied. */
async function wrongDays(
  table: string,
  columns: readonly RawBuilder<unknown>[],
  there: RawBuilder<unknown>,
): Promise<unknown[]> {
  const counts = (days: RawBuilder<unknown>) => sql`
    select tenant_id, kind, party_id, day, ${sql.join(columns.map((column) => sql`sum(${column})::bigint`))}
    from (${days}) d group by 1, 2, 3, 4
    having ${sql.join(
      columns.map((column) => sql`sum(${column}) <> 0`),
      sql` or `,
    )}`;
  const folded = sql`select tenant_id, kind, party_id, day, ${sql.join(columns)} from ${sql.table(table)}`;
  const queued = sql`
    select x.tenant_id, p.kind, p.party_id, x.day, ${sql.join(columns)} from ${sql.table(`${table}_queue`)} x ${PER_PARTY}`;
  const before = await differences(there, counts(sql`${folded} union all ${queued}`));
  await sql`select fold_tallies()`.execute(world.owner);
  return [...before, ...(await differences(there, counts(folded)))];
}

/** Bookings by day at the facility. */
const wrongBookings = () =>
  wrongDays(
    'booking_days',
    bookings,
    sql`
      select s.tenant_id, p.kind, p.party_id, (s.booked_at at time zone f.time_zone)::date as day,
        ${sql.join(Object.values(BOOKINGS))}
      from submissions s join facilities f on f.id = s.client_id
      cross join lateral (select s.tenant_id, s.client_id, s.agency_id) x ${PER_PARTY}
      where s.booked_at is not null group by 1, 2, 3, 4`,
  );

/** The offers of jobs, each job of a supplier on the days of its first and last submission. */
const wrongOpenings = () =>
  wrongDays(
    'submission_job_days',
    [sql`first_openings`, sql`last_openings`],
    sql`
      select x.tenant_id, p.kind, p.party_id, e.day, sum(e.of_first)::bigint, sum(e.of_last)::bigint
      from (
        select s.tenant_id, s.client_id, s.agency_id, s.job_id, max(j.openings) as openings,
          min(date(s.submitted_at at time zone f.time_zone)) as first_day,
          max(date(s.submitted_at at time zone f.time_zone)) as last_day
        from submissions s join facilities f on f.id = s.client_id join jobs j on j.id = s.job_id group by 1, 2, 3, 4) x
      cross join lateral (values (first_day, openings, 0), (last_day, 0, openings)) e (day, of_first, of_last) ${PER_PARTY}
      group by 1, 2, 3, 4`,
  );

/** Days, weeks of jobs, jobs of suppliers and jobs that differ from the rows. */
const wrongCounts = async (): Promise<unknown[]> => [
  ...(await differences(
    sql`
      select s.tenant_id, p.kind, p.party_id, (s.submitted_at at time zone f.time_zone)::date as day,
        ${sql.join(Object.values(MEASURES))}
      from submissions s join jobs j on j.id = s.job_id join facilities f on f.id = s.client_id
      cross join lateral (values ('PROGRAM', s.tenant_id), ('CLIENT', s.client_id), ('AGENCY', s.agency_id)) p (kind, party_id)
      group by 1, 2, 3, 4`,
    sql`
      select tenant_id, kind, party_id, day, ${sql.join(columns)} from submission_days
      where ${sql.join(
        columns.map((column) => sql`${column} <> 0`),
        sql` or `,
      )}`,
  )),
  ...(await differences(
    sql`
      select s.tenant_id, s.client_id, day - extract(dow from day)::integer as week, s.job_id,
        ${sql.join(Object.values(MEASURES).slice(0, SUBMISSION_STATUSES.length))}
      from submissions s join jobs j on j.id = s.job_id join facilities f on f.id = s.client_id
      cross join lateral (select (s.submitted_at at time zone f.time_zone)::date as day) d
      group by 1, 2, 3, 4`,
    sql`
      select tenant_id, client_id, week, job_id, ${sql.join(statuses)} from submission_weeks
      where ${sql.join(
        statuses.map((column) => sql`${column} <> 0`),
        sql` or `,
      )}`,
  )),
  ...(await differences(
    sql`
      select s.tenant_id, s.client_id, agency_id, job_id, min(date(submitted_at at time zone f.time_zone)),
        max(date(submitted_at at time zone f.time_zone)), max(j.openings)
      from submissions s join facilities f on f.id = s.client_id join jobs j on j.id = s.job_id group by 1, 2, 3, 4`,
    sql`select tenant_id, client_id, agency_id, job_id, first_on, last_on, openings from submission_jobs`,
  )),
  ...(await differences(
    sql`select job_id, count(distinct agency_id)::integer from submissions group by 1`,
    sql`select id, submitting_suppliers from jobs where submitting_suppliers <> 0`,
  )),
  ...(await wrongOpenings()),
  ...(await wrongBookings()),
];

test('the initial counts equal the rows', async () => {
  expect(await wrongCounts()).toEqual([]);
});

test('the counts still equal the rows after any writes by any user', async () => {
  await fc.assert(
    fc.asyncProperty(historyOf(change), async (transactions) => {
      await play(world, transactions);
      expect(await wrongCounts()).toEqual([]);
    }),
    { numRuns: RUNS, seed: 11 },
  );
});

test.each(PARTIES)('for %s they give the same result as the rows for any filter', async (party) => {
  const { clientIds = [], agencyIds = [] } = await choicesOf(world, party);
  const choices = {
    // The days do not cover a supplier's request for one facility.
    ...(party !== 'AGENCY' && { clientIds }),
    ...(agencyIds.length > 0 && { agencyIds }),
  };
  const counted = { fromDays: 0, above0: 0 };
  const scope = world.scopes[party];
  for (const filter of fc.sample(filterArbitrary(choices), { numRuns: FORMS, seed: 12 })) {
    await world.server.database.withScope(scope, async (queries) => {
      const question = dashboardQuery(queries, scope, filter, new Date());
      const parties = partiesOf(question);
      if (parties === null) return;
      const [days, rows] = [await countDays(question, parties), await countSubmissionRows(question)];
      expect([filter, days]).toEqual([filter, rows]);
      counted.fromDays += 1;
      if (days['every']) counted.above0 += 1;
    });
  }
  expect(counted.fromDays).toBeGreaterThan(FORMS / 2);
  expect(counted.above0).toBeGreaterThan(counted.fromDays / 4);
});

test.each(['VMS', 'CLIENT'] as const)(
  'for %s the weeks give the same result as the rows for any filter by job properties',
  async (party) => {
    const { agencyIds: _suppliers, ...choices } = await choicesOf(world, party);
    const answered = { fromWeeks: 0, above0: 0 };
    const scope = world.scopes[party];
    for (const filter of fc.sample(filterArbitrary(choices), { numRuns: FORMS, seed: 14 })) {
      await world.server.database.withScope(scope, async (queries) => {
        const question = dashboardQuery(queries, scope, filter, new Date());
        const weeks = weeksOf(question);
        if (weeks === null) return;
        const [counted, rows] = [await countByWeek(question, weeks), await countSubmissionRows(question)];
        expect([filter, counted]).toEqual([filter, rows]);
        answered.fromWeeks += 1;
        if (rows['every']) answered.above0 += 1;
      });
    }
    expect(answered.fromWeeks).toBeGreaterThan(FORMS / 2);
    expect(answered.above0).toBeGreaterThan(answered.fromWeeks / 4);
  },
);

test("a supplier's figures are not answered from the weekly counts", async () => {
  const scope = world.scopes.VMS;
  await world.server.database.withScope(scope, async (queries) => {
    const filter = { agencyIds: [world.scopes.AGENCY.organizationId], jobTypes: ['TRAVEL'] };
    expect(weeksOf(dashboardQuery(queries, scope, filter, new Date()))).toBeNull();
  });
});

test('a facility given as a supplier, or the program as a facility, has none', async () => {
  const facility = world.scopes.CLIENT.organizationId;
  const scope = world.scopes.VMS;
  for (const filter of [{ agencyIds: [facility] }, { clientIds: [scope.tenantId] }, { clientId: scope.tenantId }]) {
    await world.server.database.withScope(scope, async (queries) => {
      const question = dashboardQuery(
        queries,
        scope,
        { ...filter, timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' },
        new Date(),
      );
      const parties = partiesOf(question);
      expect(parties).not.toBeNull();
      if (parties) expect((await countDays(question, parties))['every']).toBe(0);
    });
  }
});

test('the jobs with submissions of suppliers in any period equal those of the rows', async () => {
  const scope = world.scopes.VMS;
  // One supplier submits to the same job repeatedly, with long pauses.
  await sql`update submissions s set submitted_at = s.submitted_at - make_interval(days => 40 * n.n::integer)
    from (select id, row_number() over (partition by job_id, agency_id order by id) as n from submissions) n
    where n.id = s.id and n.n < 5 and s.job_id in (select id from jobs order by id limit 100)`.execute(world.owner);
  expect(await wrongCounts()).toEqual([]);
  const periods = fc.sample(fc.tuple(fc.integer({ min: -500, max: 5 }), fc.integer({ min: 0, max: 60 })), {
    numRuns: FORMS,
    seed: 13,
  });
  let met = 0;
  for (const [from, length] of periods) {
    const [first, last] = [day(from), day(from + length)];
    const period = { from: first, to: last };
    const own = listWhere('submittalReport', {}, scope);
    const within = listWhere('submittalReport', { filters: { period: [`${first}..${last}`] } }, scope);
    const differing = await differences(jobsOfRows('submittalReport', within), jobsOfSubmissions(own, period));
    expect([first, last, differing]).toEqual([first, last, []]);
    const { rows } = await sql`${jobsOfSubmissions(own, period)}`.execute(world.owner);
    met += rows.length;
  }
  expect(met).toBeGreaterThan(FORMS);
});

test.each(PARTIES)('for %s the openings of these jobs are the same from days as from the rows', async (party) => {
  const scope = world.scopes[party];
  const { clientIds = [], agencyIds = [] } = await choicesOf(world, party);
  // From days, for any user and grouping.
  const forms: readonly (readonly [Grouping, WidgetFilter])[] = [
    ['all', {}],
    ['all', party === 'AGENCY' ? {} : { clientIds: clientIds.slice(0, 2) }],
    ...(party === 'VMS'
      ? ([
          ['all', { agencyIds: agencyIds.slice(0, 3) }],
          ['supplier', {}],
          ['supplier', { agencyIds: agencyIds.slice(1, 3) }],
          ['facility', {}],
          ['facility', { clientIds: clientIds.slice(0, 3) }],
        ] as const)
      : []),
  ];
  const periods = fc.sample(fc.tuple(fc.integer({ min: -500, max: 5 }), fc.integer({ min: 0, max: 400 })), {
    numRuns: FORMS,
    seed: 15,
  });
  const quantity = kpi('SUPPLIER_FILL_RATE').among?.[0];
  if (quantity === undefined) throw new Error('The fill rate of suppliers has no positions.');
  let met = 0;
  for (const [from, length] of periods) {
    const period = { from: day(from), to: day(from + length) };
    for (const [by, filter] of forms) {
      await world.server.database.withScope(scope, async (queries) => {
        const question = dashboardQuery(queries, scope, filter, new Date());
        const parties = daysFor(question, by);
        if (parties === null) throw new Error('It is not answered from days.');
        const counts = await readOpenings(question, parties, [{ name: 'n', quantity, period }], by);
        const key = { all: sql`''`, supplier: sql`x.agency_id::text`, facility: sql`x.client_id::text` };
        const { rows } = await sql<{ key: string; n: number }>`
          select ${key[by as keyof typeof key]} as key, coalesce(sum(x.openings), 0)::float8 as n
          from (
            select distinct s.client_id, s.agency_id, s.job_id, j.openings
            from submissions s join jobs j on j.id = s.job_id join facilities f on f.id = s.client_id
            where s.tenant_id = ${scope.tenantId} and date(s.submitted_at at time zone f.time_zone)
                between ${period.from}::date and ${period.to}::date
              and ${party === 'CLIENT' ? sql`s.client_id = ${scope.organizationId}` : sql`true`}
              and ${party === 'AGENCY' ? sql`s.agency_id = ${scope.organizationId}` : sql`true`}
              and ${filter.clientIds ? sql`s.client_id = any(${filter.clientIds}::uuid[])` : sql`true`}
              and ${filter.agencyIds ? sql`s.agency_id = any(${filter.agencyIds}::uuid[])` : sql`true`}) x
          ${by === 'all' ? sql`` : sql`group by 1`}`.execute(world.owner);
        const found = (all: readonly { key: string; n?: number }[]) =>
          Object.fromEntries(all.filter(({ n }) => n !== 0).map((row) => [row.key, row.n]));
        expect([by, filter, period, found(counts)]).toEqual([by, filter, period, found(rows)]);
        met += rows.length;
      });
    }
  }
  expect(met).toBeGreaterThan(FORMS);
});

test('recounted, they are the same', async () => {
  await sql`update submission_days set submitted = submitted + 1`.execute(world.owner);
  await sql`delete from submission_jobs where job_id in (select id from jobs limit 5)`.execute(world.owner);
  await sql`update booking_days set booked = booked + 1`.execute(world.owner);
  await sql`update submission_job_days set last_openings = last_openings + 1`.execute(world.owner);
  await sql`select rebuild_submission_counts()`.execute(world.owner);
  expect(await wrongCounts()).toEqual([]);
});

test.each(['submission_days', 'submission_weeks', 'submission_jobs', 'submission_job_days', 'booking_days'])(
  'only the database writes %s',
  async (name) => {
    const table = sql.table(name);
    const as = <T>(work: (queries: Queries) => Promise<T>) => world.server.database.withScope(world.scopes.VMS, work);
    const write = as((queries) => sql`insert into ${table} select * from ${table} limit 1`.execute(queries));
    await expect(write).rejects.toThrow(/row-level security/);
    const { numAffectedRows } = await as((queries) => sql`update ${table} set tenant_id = tenant_id`.execute(queries));
    expect(numAffectedRows).toBe(0n);
    const rebuild = as((queries) => sql`select rebuild_submission_counts()`.execute(queries));
    await expect(rebuild).rejects.toThrow(/permission denied/);
  },
);

test.each([
  ['booking_days', bookings],
  ['submission_job_days', [sql`first_openings`, sql`last_openings`]],
] as const)('nor the queue of %s', async (name, sums) => {
  const write = world.server.database.withScope(world.scopes.VMS, (queries) =>
    sql`
      insert into ${sql.table(`${name}_queue`)}
      select tenant_id, party_id, party_id, day, ${sql.join(sums)} from ${sql.table(name)} limit 1`.execute(queries),
  );
  await expect(write).rejects.toThrow(/row-level security/);
});
