/**
 * Tallies equal the rows after any inserts, changes and deletions by any user. The cards computed from them equal the
 * lists, which are counted row by row.
 */
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import {
  ASSIGNMENT_STATUSES,
  COMPLIANCE_DOCUMENT_STATUSES,
  JOB_STATUSES,
  TIMESHEET_STATUSES,
} from '../../../contract/base/statuses';
import type { Queries } from '../../../server/database';
import { tallyOf } from '../../../server/features/lists/tallies';
import { PARTIES, startListWorld, type ListWorld } from '../lists/support';
import { historyOf, otherZones, play, someOf } from './histories';
import { cardsOf, cellsOf, choicesOf, filterArbitrary } from './support';
import { cases } from '../../support/cases';
import { lockWaits } from '../support/lockWaits';

const RUNS = cases('histories of all tallied rows', { usual: 6, long: 200 });
const FORMS = cases('filters of each card after changes', { usual: 2, long: 4 });

// Many calls in a test; the machine may be busy.

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

type Sql = RawBuilder<unknown>;

const anything = {
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  rows: fc.integer({ min: 1, max: 12 }),
  days: fc.integer({ min: -400, max: 40 }),
  yes: fc.boolean(),
};
type Drawn = { readonly seed: number; readonly rows: number; readonly days: number; readonly yes: boolean };
const statement =
  <T>(of: (drawn: Drawn & T) => Sql) =>
  (drawn: Drawn & T) =>
  (queries: Queries): Promise<unknown> =>
    of(drawn).execute(queries);

const EXTENSIONS = ['DUE', 'REQUESTED', 'DECLINED', null];
const isPosted = (status: string): boolean => !status.startsWith('PENDING_');
/** One statement. A forbidden write gets an error. */
const change: fc.Arbitrary<(queries: Queries) => Promise<unknown>> = fc.oneof(
  fc.record({ ...anything, status: fc.constantFrom(...JOB_STATUSES) }).map(
    statement(
      ({ seed, rows, status, days, yes }) => sql`
        update jobs set status = ${status}, hot = ${yes}, openings_filled = case when ${yes} then openings else 0 end,
          closure = ${status === 'CLOSED' ? (yes ? 'FILLED' : 'OTHER') : null},
          closed_at = case when ${status} = 'CLOSED' then now() end,
          posted_at = case when ${isPosted(status)} then now() + make_interval(days => ${days}::integer) end
        where id in ${someOf('jobs', seed, rows)}`,
    ),
  ),
  fc.record(anything).map(
    statement(
      ({ seed, rows, yes }) => sql`
        insert into jobs select (x.row).* from (
          select jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'submitting_suppliers', 0, 'hot', ${yes}::boolean,
            'number', 900000000 + ${seed}::bigint * 100 + row_number() over ())) as row
          from jobs j where j.id in ${someOf('jobs', seed, rows)}) x
        on conflict do nothing`,
    ),
  ),
  otherZones,
  fc.record(anything).map(
    statement(
      ({ seed }) => sql`
        insert into submissions (id, number, tenant_id, client_id, agency_id, job_id, candidate_id, status, status_since,
          submitted_at, requested_rate_cents, available_from, recruiter_name, match_percent)
        select gen_random_uuid(), 900000000 + ${seed}::bigint * 100 + row_number() over (), j.tenant_id, j.client_id,
          c.agency_id, j.id, c.id, 'SUBMITTED', now(), now(), 1, current_date, 'R', 50
        from (select * from jobs where status = 'OPEN' order by submitting_suppliers, md5(id::text || ${String(seed)}::text) limit 2) j,
          (select * from candidates order by md5(id::text || ${String(seed)}::text) limit 3) c
        where c.tenant_id = j.tenant_id
        on conflict do nothing`,
    ),
  ),
  // With their assignments, documents and timesheets.
  fc.record(anything).map(
    statement(({ seed, rows, yes }) =>
      yes
        ? sql`delete from submissions where id in (
            select submission_id from assignments where id in ${someOf('assignments', seed, rows)})`
        : sql`delete from assignments where id in ${someOf('assignments', seed, rows)}`,
    ),
  ),
  fc
    .record({ ...anything, status: fc.constantFrom(...ASSIGNMENT_STATUSES), extension: fc.constantFrom(...EXTENSIONS) })
    .map(
      statement(
        ({ seed, rows, status, days, extension }) => sql`
        update assignments set status = ${status},
          ended_on = case when ${status} not in ('BOOKED', 'ACTIVE') then current_date + ${days}::integer end,
          ended_by = case when ${status} in ('EARLY_TERM', 'CANCELLED') then 'FACILITY' end,
          converted_on = case when ${status} = 'PERM' then current_date end,
          actual_start = case when ${status} not in ('BOOKED', 'CANCELLED') then planned_start end,
          extension_status = ${extension}
        where id in ${someOf('assignments', seed, rows)}`,
      ),
    ),
  fc
    .record({ ...anything, percent: fc.integer({ min: 0, max: 100 }) })
    .map(
      statement(
        ({ seed, rows, percent }) =>
          sql`update assignments set compliance_percent = ${percent}, rating = 3 where id in ${someOf('assignments', seed, rows)}`,
      ),
    ),
  fc.record({ ...anything, status: fc.constantFrom(...COMPLIANCE_DOCUMENT_STATUSES) }).map(
    statement(
      ({ seed, rows, status, days, yes }) => sql`
        insert into compliance_documents (id, tenant_id, client_id, agency_id, assignment_id, kind, name, status, due_on, expires_on)
        select gen_random_uuid(), a.tenant_id, a.client_id, a.agency_id, a.id, 'LICENSE', ${`Document ${seed}`}, ${status},
          current_date, case when ${yes} then current_date + ${days}::integer end
        from assignments a where a.id in ${someOf('assignments', seed, rows)}
        on conflict (assignment_id, name) do update set status = excluded.status`,
    ),
  ),
  fc.record({ ...anything, status: fc.constantFrom(...COMPLIANCE_DOCUMENT_STATUSES) }).map(
    statement(({ seed, rows, status, days, yes }) =>
      yes
        ? sql`update compliance_documents set status = ${status}, expires_on = current_date + ${days}::integer
              where id in ${someOf('compliance_documents', seed, rows)}`
        : sql`delete from compliance_documents where id in ${someOf('compliance_documents', seed, rows)}`,
    ),
  ),
  fc
    .record({
      ...anything,
      facility: fc.constantFrom(...TIMESHEET_STATUSES),
      supplier: fc.constantFrom(...TIMESHEET_STATUSES),
    })
    .map(
      statement(
        ({ seed, rows, facility, supplier, yes }) => sql`
          update timesheets set facility_status = ${facility}, supplier_status = ${supplier},
            disputed_at = case when ${yes} then now() end,
            dispute_resolved_at = case when ${seed % 2 === 0} then now() end, correction = ${seed % 3}
          where id in ${someOf('timesheets', seed, rows)}`,
      ),
    ),
  fc.record(anything).map(
    statement(({ seed, rows, yes, days }) =>
      yes
        ? sql`delete from timesheets where id in ${someOf('timesheets', seed, rows)}`
        : sql`
            insert into timesheets (id, number, tenant_id, client_id, agency_id, assignment_id, week_ending, facility_status,
              supplier_status, scheduled_minutes)
            select gen_random_uuid(), 900000000 + ${seed}::bigint * 100 + row_number() over (), a.tenant_id, a.client_id,
              a.agency_id, a.id, current_date + ${days}::integer, 'SAVED', 'MISSING', 2400
            from assignments a where a.id in ${someOf('assignments', seed, rows)}
            on conflict do nothing`,
    ),
  ),
);

const ofProgram = sql`(null::uuid, null::uuid)`;
const ofFacility = sql`(x.client_id, null)`;
const ofSupplier = sql`(null::uuid, x.agency_id)`;
/** By tally: what it distinguishes in the rows `x`, what it adds up, and whose rows it has. */
const TRUTH: Readonly<
  Record<string, { by: readonly string[]; values: Sql; sums?: readonly string[]; from: Sql; parties: readonly Sql[] }>
> = {
  job_days: {
    by: ['day', 'posted_on', 'status', 'closure', 'hot', 'submitting_suppliers'],
    values: sql`(coalesce(x.posted_at, x.created_at) at time zone f.time_zone)::date, (x.posted_at at time zone f.time_zone)::date, x.status, x.closure,
      case when x.status = 'OPEN' then x.hot else false end,
      (x.status = 'OPEN' and exists (select from submissions s where s.job_id = x.id))::integer`,
    sums: ['openings', 'openings_filled'],
    from: sql`jobs x join facilities f on f.id = x.client_id`,
    parties: [ofProgram, ofFacility],
  },
  assignment_days: {
    by: ['ended_on', 'status', 'extension_status', 'compliance_percent', 'documents_due'],
    values: sql`x.ended_on, x.status, case when x.extension_status in ('DUE', 'REQUESTED') then 'DUE' end,
      case when x.status not in ('ACTIVE', 'BOOKED') or x.compliance_percent < 25 then 0 when x.compliance_percent < 51 then 25
        when x.compliance_percent < 76 then 51 when x.compliance_percent < 100 then 76 else 100 end,
      (x.status in ('ACTIVE', 'BOOKED') and exists (
        select from compliance_documents d where d.assignment_id = x.id and d.status = 'DUE'))::integer`,
    from: sql`assignments x`,
    parties: [ofProgram, ofFacility, ofSupplier],
  },
  document_days: {
    by: ['assignment_status', 'status', 'expires_on'],
    values: sql`a.status, x.status, case when x.status = 'APPROVED' then x.expires_on end`,
    from: sql`compliance_documents x join assignments a on a.id = x.assignment_id and a.status in ('ACTIVE', 'BOOKED')
      and (x.status = 'PENDING_REVIEW' or (x.status = 'APPROVED' and x.expires_on is not null))`,
    parties: [ofProgram, ofFacility, ofSupplier],
  },
  timesheet_weeks: {
    by: ['week_ending', 'facility_status', 'supplier_status', 'disputed', 'correction'],
    values: sql`x.week_ending, x.facility_status, x.supplier_status,
      x.disputed_at is not null and x.dispute_resolved_at is null, (x.correction > 0)::integer`,
    from: sql`timesheets x`,
    parties: [ofProgram, ofFacility, ofSupplier],
  },
};
const NAMES = Object.keys(TRUTH);

/** Tally rows that differ from the counted rows, and counted rows without a tally. */
async function wrongTallies(): Promise<unknown[]> {
  await sql`select fold_tallies()`.execute(world.owner);
  const wrong: unknown[] = [];
  for (const [name, { by, values, sums = [], from, parties }] of Object.entries(TRUTH)) {
    const added = ['n', ...sums].map((column) => sql.id(column));
    const { rows } = await sql`
      with there as (
        select x.tenant_id, p.client_id, p.agency_id, ${values},
          ${sql.join([sql`count(*)`, ...sums.map((column) => sql`sum(${sql.ref(`x.${column}`)})`)])}
        from ${from} cross join lateral (values ${sql.join(parties)}) p (client_id, agency_id)
        group by ${sql.join(Array.from({ length: by.length + 3 }, (_, index) => sql.lit(index + 1)))}
      ), said as (
        select tenant_id, client_id, agency_id, ${sql.join(by.map((column) => sql.id(column)))}, ${sql.join(added)}
        from ${sql.table(name)} where ${sql.join(
          added.map((column) => sql`${column} <> 0`),
          sql` or `,
        )}
      )
      (select 'missing' as what, * from (table there except table said) x)
      union all (select 'wrong', * from (table said except table there) x)`.execute(world.owner);
    wrong.push(...rows.map((row) => [name, row]));
  }
  return wrong;
}

test('the initial tallies equal the rows, and there are some of each', async () => {
  expect(await wrongTallies()).toEqual([]);
  for (const name of NAMES) {
    const { rows } = await sql`select from ${sql.table(name)} where n > 0 limit 9`.execute(world.owner);
    expect([name, rows.length]).toEqual([name, 9]);
  }
});

test('the tallies still equal the rows after any writes by any user', async () => {
  await fc.assert(
    fc.asyncProperty(historyOf(change), async (transactions) => {
      await play(world, transactions);
      expect(await wrongTallies()).toEqual([]);
    }),
    { numRuns: RUNS, seed: 23 },
  );
});

test.each(PARTIES)('for %s the cards then equal the lists, for their parties and any period', async (party) => {
  // Some changes are still queued when the cards are read.
  for (const transactions of fc.sample(historyOf(change), { numRuns: 3, seed: 25 })) await play(world, transactions);
  const { clientIds, agencyIds } = await choicesOf(world, party);
  const choices = { ...(clientIds && { clientIds }), ...(agencyIds && { agencyIds }) };
  const differing: string[] = [];
  let above0 = 0;
  for (const [index, card] of cardsOf(party).entries()) {
    for (const filter of fc.sample(filterArbitrary(choices), { numRuns: FORMS, seed: 24 + index })) {
      for (const { shown, listed, what } of await cellsOf(world, card, filter)) {
        if (shown !== listed) differing.push(`${shown} not ${String(listed)}: ${what}`);
        if (shown) above0 += 1;
      }
    }
  }
  expect(differing).toEqual([]);
  expect(above0).toBeGreaterThan(20);
});

describe('what a tally does not cover is counted row by row', () => {
  const id = crypto.randomUUID();
  test.each([
    ['a profession', { profession: [id] }, 'VMS', false],
    ['a facility and a supplier', { client: [id], supplier: [id] }, 'VMS', false],
    ['a facility, to a supplier', { client: [id] }, 'AGENCY', false],
    ['a facility', { client: [id] }, 'VMS', true],
    ['a supplier', { supplier: [id] }, 'VMS', true],
    ['nothing, to a facility', {}, 'CLIENT', true],
  ] as const)('%s', (_what, filters, party, known) => {
    expect(tallyOf('timesheets', { filters }, [{ disputed: ['yes'] }], world.scopes[party]) !== null).toBe(known);
  });

  test('a type of job', () => {
    const { VMS, AGENCY } = world.scopes;
    expect(tallyOf('jobs', {}, [{ jobStatusIds: ['OPEN'], subCategory: ['WITH'] }], VMS)).not.toBeNull();
    expect(tallyOf('jobs', {}, [{ jobStatusIds: ['OPEN'], jobType: ['TRAVEL'] }], VMS)).toBeNull();
    expect(tallyOf('jobs', {}, [{ jobStatusIds: ['OPEN'], subCategory: ['WITH'] }], AGENCY)).not.toBeNull();
  });
});

/** Two transactions, of which the second begins before the first ends. */
async function overlapping(first: Sql, second: Sql): Promise<void> {
  const { database } = world.server;
  const asManagers = <T>(work: (queries: Queries) => Promise<T>) => database.withScope(world.scopes.VMS, work);
  let later: Promise<unknown> = Promise.resolve();
  await asManagers(async (queries) => {
    await first.execute(queries);
    let done = false;
    later = asManagers((others) => second.execute(others)).finally(() => (done = true));
    // Waits until it is blocked.
    while (!done && (await lockWaits(world.owner)) === 0);
  });
  await later;
}

test('a document that changes together with its assignment is counted with the assignment’s new state', async () => {
  const { rows } = await sql<{ id: string; document: string }>`
    select a.id, min(d.id::text) as document from assignments a join compliance_documents d on d.assignment_id = a.id
    where a.status = 'ACTIVE' and d.status = 'APPROVED' and d.expires_on is not null group by 1 limit 2`.execute(
    world.owner,
  );
  const ends = (id: string) =>
    sql`update assignments set status = 'COMPLETED', ended_on = current_date where id = ${id}::uuid`;
  const expires = (id: string) =>
    sql`update compliance_documents set expires_on = expires_on + 3 where id = ${id}::uuid`;
  const [one, other] = rows;
  if (one === undefined || other === undefined) throw new Error('these documents are missing');
  await overlapping(ends(one.id), expires(one.document));
  expect(await wrongTallies()).toEqual([]);
  await overlapping(expires(other.document), ends(other.id));
  expect(await wrongTallies()).toEqual([]);
});

test('while one server brings them up to date, another one returns at once', async () => {
  await sql`
    update submissions set booked_at = booked_at - interval '400 days'
    where id in (select id from submissions where booked_at is not null limit 1)`.execute(world.owner);
  await world.owner.transaction().execute(async (held) => {
    await sql`select fold_tallies()`.execute(held);
    await world.owner.transaction().execute(async (other) => {
      await sql`set local lock_timeout = 100`.execute(other);
      await sql`select fold_tallies()`.execute(other);
    });
  });
  expect(await wrongTallies()).toEqual([]);
});

test('recounted, they are the same', async () => {
  for (const name of NAMES) await sql`update ${sql.table(name)} set n = n + 1`.execute(world.owner);
  await sql`select rebuild_tallies()`.execute(world.owner);
  expect(await wrongTallies()).toEqual([]);
});

test.each(NAMES)('only the database writes %s', async (name) => {
  const table = sql.table(name);
  const as = <T>(work: (queries: Queries) => Promise<T>) => world.server.database.withScope(world.scopes.VMS, work);
  const write = as((queries) => sql`insert into ${table} select * from ${table} limit 1`.execute(queries));
  await expect(write).rejects.toThrow(/row-level security/);
  const { numAffectedRows } = await as((queries) => sql`update ${table} set n = n + 1`.execute(queries));
  expect(numAffectedRows).toBe(0n);
  await expect(as((queries) => sql`select rebuild_tallies()`.execute(queries))).rejects.toThrow(/permission denied/);
});
