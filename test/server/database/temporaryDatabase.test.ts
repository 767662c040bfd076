/** What goes on in the product while a backup is restored into a temporary database. */
import { sql } from 'kysely';
import { openDemoDatabase, type TestDatabase } from '../support/database';

let db: TestDatabase;
beforeAll(async () => {
  db = await openDemoDatabase();
});
afterAll(() => db.close());

test('submissions are changed and jobs are posted while a backup is restored to check it', async () => {
  const work = () =>
    db.owner.transaction().execute(async (queries) => {
      await sql`set local lock_timeout = '1s'`.execute(queries);
      const changed = await sql`
        update submissions set submitted_at = submitted_at - interval '1 day'
        where id = (select id from submissions order by id limit 1)`.execute(queries);
      const posted = await sql`
        update jobs set posted_at = posted_at - interval '1 day'
        where id = (select id from jobs where posted_at is not null order by id limit 1)`.execute(queries);
      return [changed.numAffectedRows, posted.numAffectedRows];
    });
  expect(await db.database.withTemporaryDatabase(work)).toEqual([1n, 1n]);
});
