/**
 * Transactions of several statements by any user, some of them rolled back: what triggers maintain must be correct
 * after each.
 */
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../../server/database';
import type { ListWorld } from '../lists/support';

type Statement = (queries: Queries) => Promise<unknown>;

/** Some rows, the same for the same seed. */
export const someOf = (table: string, seed: number, rows: number): RawBuilder<unknown> => sql`
  (select s.id from ${sql.table(table)} s order by md5(s.id::text || ${String(seed)}::text) limit ${rows}::integer)`;

/** From the first to the last time zone, including offsets that are not whole hours. */
export const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Europe/London',
  'America/St_Johns',
  'America/New_York',
  'America/Los_Angeles',
  'Pacific/Niue',
] as const;

/** The zone of a facility is corrected. */
export const otherZones: fc.Arbitrary<Statement> = fc
  .record({ seed: fc.integer({ min: 1, max: 1_000_000 }), zone: fc.constantFrom(...ZONES) })
  .map(
    ({ seed, zone }) =>
      (queries) =>
        sql`update facilities set time_zone = ${zone} where id in ${someOf('facilities', seed, 1)}`.execute(queries),
  );

export interface Transaction {
  readonly party: 'VMS' | 'AGENCY' | 'CLIENT';
  readonly changes: readonly Statement[];
  readonly undone: boolean;
}

export const historyOf = (change: fc.Arbitrary<Statement>): fc.Arbitrary<Transaction[]> =>
  fc.array(
    fc.record({
      party: fc.constantFrom('VMS', 'VMS', 'AGENCY', 'CLIENT'),
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
      undone: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  );

class Undone extends Error {}

export async function play({ server, scopes }: ListWorld, transactions: readonly Transaction[]): Promise<void> {
  for (const { party, changes, undone } of transactions) {
    await server.database
      .withScope(scopes[party], async (queries) => {
        for (const each of changes) await each(queries);
        if (undone) throw new Undone();
      })
      .catch((error: Error) => {
        // Row-level security refuses what a facility may not write, and nothing is stored.
        if (!(error instanceof Undone) && !/row-level security|permission denied/.test(error.message)) throw error;
      });
  }
}
