/** The assignment stores how many documents of its file are due and in review, correct after any write by any user. */
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { COMPLIANCE_DOCUMENT_STATUSES } from '../../../contract/base/statuses';
import type { Queries } from '../../../server/database';
import { startListWorld, type ListWorld } from '../lists/support';
import { historyOf, play } from './histories';
import { cases } from '../../support/cases';

const RUNS = cases('histories of documents', { usual: 6, long: 200 });

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const wrongCounts = async (): Promise<unknown[]> => {
  const { rows } = await sql`
    select a.number, a.documents_due, a.documents_in_review, f.due, f.in_review
    from assignments a
    cross join lateral (
      select count(*) filter (where status = 'DUE') as due, count(*) filter (where status = 'PENDING_REVIEW') as in_review
      from compliance_documents d where d.assignment_id = a.id) f
    where (a.documents_due, a.documents_in_review) is distinct from (f.due::integer, f.in_review::integer)`.execute(
    world.owner,
  );
  return rows;
};

/** Some rows, the same for the same seed. */
const some = (seed: number, rows: number): RawBuilder<unknown> => sql`
  (select d.id from compliance_documents d order by md5(d.id::text || ${String(seed)}::text) limit ${rows}::integer)`;

const anything = {
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  rows: fc.integer({ min: 1, max: 12 }),
  status: fc.constantFrom(...COMPLIANCE_DOCUMENT_STATUSES),
};
const change: fc.Arbitrary<(queries: Queries) => Promise<unknown>> = fc.oneof(
  fc.record(anything).map(
    ({ seed, rows, status }) =>
      (queries: Queries) =>
        sql`
          insert into compliance_documents (id, tenant_id, client_id, agency_id, assignment_id, kind, name, status, due_on)
          select gen_random_uuid(), a.tenant_id, a.client_id, a.agency_id, a.id, 'LICENSE', ${`Document ${seed}`}, ${status}, current_date
          from assignments a order by md5(a.id::text || ${String(seed)}::text) limit ${rows}::integer
          on conflict (assignment_id, name) do update set status = excluded.status`.execute(queries),
  ),
  fc.record(anything).map(
    ({ seed, rows, status }) =>
      (queries: Queries) =>
        sql`update compliance_documents set status = ${status} where id in ${some(seed, rows)}`.execute(queries),
  ),
  fc.record(anything).map(
    ({ seed, rows }) =>
      (queries: Queries) =>
        sql`delete from compliance_documents where id in ${some(seed, rows)}`.execute(queries),
  ),
);

test('the initial counts equal the documents, and there are some of each', async () => {
  expect(await wrongCounts()).toEqual([]);
  const { rows } = await sql<{ due: string; review: string }>`
    select sum(documents_due) as due, sum(documents_in_review) as review from assignments`.execute(world.owner);
  expect(Number(rows[0]?.due)).toBeGreaterThan(0);
  expect(Number(rows[0]?.review)).toBeGreaterThan(0);
});

test('the counts still equal them after any writes, also rolled-back ones', async () => {
  await fc.assert(
    fc.asyncProperty(historyOf(change), async (transactions) => {
      await play(world, transactions);
      expect(await wrongCounts()).toEqual([]);
    }),
    { numRuns: RUNS, seed: 17 },
  );
});
