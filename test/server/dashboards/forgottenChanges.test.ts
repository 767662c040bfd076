/** Records of changes that no list shows any longer are deleted in steps, however many there are. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { deleteOldChanges, startDeletingOldChanges } from '../../../server/features/dashboards/home/deleteOldChanges';
import { openTestDatabase, type TestDatabase } from '../support/database';

let db: TestDatabase;
beforeEach(async () => (db = await openTestDatabase()));
afterEach(() => db.close());

const fill = (count: number, days: number) =>
  sql`
    insert into record_changes (tenant_id, record_table, record_id, at)
    select gen_random_uuid(), 'jobs', gen_random_uuid(), now() - make_interval(days => ${days}::integer)
    from generate_series(1, ${count}::integer)`.execute(db.owner);
const left = async () =>
  (
    await sql<{ days: number }>`
      select extract(day from now() - at)::integer as days from record_changes order by at`.execute(db.owner)
  ).rows.map(({ days }) => days);

test('at most so many at a time, oldest first', async () => {
  await fill(12_001, 40);
  await fill(1, 39);
  const step = async (most: number) => {
    const { rows } = await sql<{ n: number }>`
      select forget_record_changes(now() - interval '32 days', ${most}::integer) as n`.execute(db.database.queries);
    return rows[0]?.n;
  };
  expect([await step(5_000), await step(5_000), await step(2_001)]).toEqual([5_000, 5_000, 2_001]);
  expect(await left()).toEqual([39]);
});

test('a round goes on until none is left, and keeps those that a link may still show', async () => {
  await fill(12_001, 40);
  await fill(2, 31);
  const steps: unknown[] = [];
  const queries = db.database.queries.withPlugin({
    transformQuery: ({ node }) => {
      steps.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  expect(await deleteOldChanges({ database: { queries } })).toBe(12_001);
  expect(steps).toHaveLength(3);
  expect(await left()).toEqual([31, 31]);
  expect(await deleteOldChanges({ database: { queries } })).toBe(0);
});

test('a stop waits for one step, and the next start deletes the others', async () => {
  await fill(15_000, 40);
  let steps = 0;
  const queries = db.database.queries.withPlugin({
    transformQuery: ({ node }) => {
      steps += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const stop = startDeletingOldChanges({ database: { queries }, log: pino({ enabled: false }) });
  while (steps === 0) await delay(1);
  await stop();
  expect([steps, (await left()).length]).toEqual([1, 10_000]);
  expect(await deleteOldChanges({ database: { queries } })).toBe(10_000);
});
