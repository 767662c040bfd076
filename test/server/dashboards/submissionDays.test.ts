/**
 * What is counted by day beforehand is what there is: after any inserts, changes and deletions by anybody, and for any
 * filter that the days are asked for.
 */
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../contract/statuses';
import type { Queries } from '../../../server/database';
import { askedFor } from '../../../server/dashboards/asked';
import { countDays, partiesOf } from '../../../server/dashboards/submissionDays';
import { countRows } from '../../../server/dashboards/widgets/submissions';
import { PARTIES, startListWorld, type ListWorld } from '../lists/support';
import { choicesOf, filterArbitrary } from './support';

const RUNS = Number(process.env['PARITY_RUNS'] ?? 12);

const FORMS = 40;

// Many calls in a test; the machine may be busy.
jest.setTimeout(60_000);

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()), 120_000);
afterAll(() => world.stop());

/** Some rows, the same for the same seed. */
const some = (seed: number, rows: number): RawBuilder<unknown> => sql`
  (select s.id from submissions s order by md5(s.id::text || ${String(seed)}::text) limit ${rows}::integer)`;

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
/** One statement. A facility may not submit, which it is told. */
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
        sql`update submissions set status = ${status} where id in ${some(seed, rows)}`.execute(queries),
  ),
  fc.record(anything).map(
    ({ seed, rows, hours }) =>
      (queries: Queries) =>
        sql`update submissions set submitted_at = submitted_at - make_interval(hours => ${hours % 40}::integer), action_required = true
            where id in ${some(seed, rows)}`.execute(queries),
  ),
  fc.record(anything).map(
    ({ seed, rows }) =>
      (queries: Queries) =>
        sql`delete from submissions where id in ${some(seed, rows)}`.execute(queries),
  ),
);

const history = fc.array(
  fc.record({
    party: fc.constantFrom('VMS', 'VMS', 'AGENCY', 'CLIENT'),
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    undone: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

const columns = SUBMISSION_STATUSES.map((status) => sql.id(status.toLowerCase()));
/** Days that say something else than the rows do. */
async function wrongDays(): Promise<unknown[]> {
  const counted = SUBMISSION_STATUSES.map((status) => sql`(count(*) filter (where s.status = ${status}))::integer`);
  const { rows } = await sql`
    with there as (
      select s.tenant_id, p.kind, p.party_id, (s.submitted_at at time zone 'UTC')::date as day, ${sql.join(counted)}
      from submissions s
      cross join lateral (values ('PROGRAMME', s.tenant_id), ('CLIENT', s.client_id), ('AGENCY', s.agency_id)) p (kind, party_id)
      group by 1, 2, 3, 4
    ), said as (
      select tenant_id, kind, party_id, day, ${sql.join(columns)} from submission_days
      where ${sql.join(
        columns.map((column) => sql`${column} <> 0`),
        sql` or `,
      )}
    )
    (select 'missing' as what, * from (table there except table said) x)
    union all (select 'wrong', * from (table said except table there) x)`.execute(world.owner);
  return rows;
}

test('the days are the rows to begin with', async () => {
  expect(await wrongDays()).toEqual([]);
});

test('and they are after whatever is written, by whomever', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (transactions) => {
      for (const { party, changes, undone } of transactions) {
        await world.server.database
          .withScope(world.scopes[party], async (queries) => {
            for (const each of changes) await each(queries);
            if (undone) throw new Undone();
          })
          .catch((error: Error) => {
            // Row-level security refuses what a facility may not write; nothing of it stays.
            if (!(error instanceof Undone) && !/row-level security|permission denied/.test(error.message)) throw error;
          });
      }
      expect(await wrongDays()).toEqual([]);
    }),
    { numRuns: RUNS, seed: 11 },
  );
}, 120_000);
class Undone extends Error {}

test.each(PARTIES)('for %s they answer any filter as the rows do', async (party) => {
  const { clientIds = [], agencyIds = [] } = await choicesOf(world, party);
  const choices = {
    // What a supplier asks of one facility is not among the days.
    ...(party !== 'AGENCY' && { clientIds }),
    ...(agencyIds.length > 0 && { agencyIds }),
  };
  const asked = { fromDays: 0, above0: 0 };
  const scope = world.scopes[party];
  for (const filter of fc.sample(filterArbitrary(choices), { numRuns: FORMS, seed: 12 })) {
    await world.server.database.withScope(scope, async (queries) => {
      const question = askedFor(queries, scope, filter, new Date());
      const parties = partiesOf(question);
      if (parties === null) return;
      const [days, rows] = [await countDays(question, parties), await countRows(question)];
      expect([filter, days]).toEqual([filter, rows]);
      asked.fromDays += 1;
      if (days['every']) asked.above0 += 1;
    });
  }
  expect(asked.fromDays).toBeGreaterThan(FORMS / 2);
  expect(asked.above0).toBeGreaterThan(asked.fromDays / 4);
});

test('a facility named as a supplier, or the programme as a facility, has none', async () => {
  const facility = world.scopes.CLIENT.organizationId;
  const scope = world.scopes.VMS;
  for (const filter of [{ agencyIds: [facility] }, { clientIds: [scope.tenantId] }, { clientId: scope.tenantId }]) {
    await world.server.database.withScope(scope, async (queries) => {
      const question = askedFor(queries, scope, { ...filter, timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' }, new Date());
      const parties = partiesOf(question);
      expect(parties).not.toBeNull();
      if (parties) expect((await countDays(question, parties))['every']).toBe(0);
    });
  }
});

test('nobody but the database writes them', async () => {
  const write = world.server.database.withScope(world.scopes.VMS, (queries) =>
    sql`insert into submission_days select * from submission_days limit 1`.execute(queries),
  );
  await expect(write).rejects.toThrow(/row-level security/);
  const { numAffectedRows } = await world.server.database.withScope(world.scopes.VMS, (queries) =>
    sql`update submission_days set submitted = 0`.execute(queries),
  );
  expect(numAffectedRows).toBe(0n);
});
