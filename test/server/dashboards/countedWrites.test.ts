/** The writes by which the bench finds the cost of counts: with the counts stopped, a write changes none of them. */
import { rowsToWrite, stopCounting, WRITES } from '../../../bench/lib/countedWrites';
import { openDemoDatabase, type TestDatabase } from '../support/database';

let db: TestDatabase;
beforeAll(async () => (db = await openDemoDatabase()));
afterAll(() => db.close());

/** What keeps a record's history, or settles notifications of it, is not a count. */
const NO_COUNTS = ['record_changes', 'record_events', 'notification_settling'];

test.each(WRITES)('$what: without what is counted of them, only the rows themselves are written', (write) =>
  db.database.withOwner(async (client) => {
    const ids = await rowsToWrite(client, write, 1);
    expect(ids).toHaveLength(1);
    await client.query('begin');
    try {
      await stopCounting(client, write);
      await client.query(write.statement, [ids[0]]);
      const { rows } = await client.query<{ name: string }>(
        'select relname as name from pg_stat_xact_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0',
      );
      expect(rows.map(({ name }) => name).filter((name) => !NO_COUNTS.includes(name))).toEqual([write.table]);
    } finally {
      await client.query('rollback');
    }
  }),
);
