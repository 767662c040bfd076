/** Tests that seed the demo several times: a failed run, a second run, and a larger scale. */
import { sql } from 'kysely';
import { seedDemo } from '../../../server/demo/seed';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { fingerprints } from './support/fingerprints';

const quickly = (password: string) => Promise.resolve(`hash of ${password}`);
const TODAY = { today: new Date('2026-03-18T15:00:00Z'), hashPassword: quickly };

async function count(rows: string, of: TestDatabase): Promise<number> {
  const { rows: found } = await sql.raw<{ n: number }>(`select count(*)::integer as n from ${rows}`).execute(of.owner);
  return Number(found[0]?.n);
}

test('a seed run that fails at its end leaves nothing; the next one gives the same rows as any other on that day', async () => {
  const [db, again] = [await openTestDatabase(), await openTestDatabase()];
  try {
    await seedDemo(db.database, TODAY);
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`.execute(
      again.owner,
    );
    await sql`create trigger refuse before insert on invoices execute function refuse()`.execute(again.owner);
    const earlier = { ...TODAY, today: new Date('2026-03-18T03:00:00Z') };
    await expect(seedDemo(again.database, earlier)).rejects.toThrow('no room');
    expect(await count('candidates', again)).toBe(0);
    await sql`drop trigger refuse on invoices`.execute(again.owner);
    expect(await seedDemo(again.database, earlier)).toBe(1);
    expect(await fingerprints(again)).toEqual(await fingerprints(db));
  } finally {
    await Promise.all([db.close(), again.close()]);
  }
});

test('a larger scale adds only missing rows, also after a candidate was registered', async () => {
  const db = await openTestDatabase();
  try {
    expect(await seedDemo(db.database, TODAY)).toBe(1);
    await sql`insert into candidates select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
      'number', (select max(number) + 1 from candidates)))).* from candidates c limit 1`.execute(db.owner);
    expect(await seedDemo(db.database, { ...TODAY, scale: 2 })).toBe(1);
    expect(await count('candidates', db)).toBe(5_001);
    expect(await count(`jobs where status = 'OPEN'`, db)).toBe(1_300);
    expect(await count('facilities', db)).toBe(24);
  } finally {
    await db.close();
  }
});
