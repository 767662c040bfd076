/** Seeds the demo: the same rows for the same seed and day, all or none, and only once. */
import { dayAt } from '../../base/dates';
import { hash } from '@node-rs/argon2';
import type { Client } from 'pg';
import { DatabaseStartError, type Database } from '../../database';
import { DEMO_PASSWORD } from '../users';
import { fillBatch } from './batch';
import { fillInBulk } from './bulk';
import { dayOf } from './calendar';
import { demoSize } from './size';
import { ADVISORY_LOCKS } from '../../database/advisoryLocks';

const SEED = 2026;
const ARGON2ID = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;

export interface SeedOptions {
  /** Multiple of the demo's size; 1 is the demo itself. */
  readonly scale?: number;
  /** How much of the demo, above 0 and at most 1: tests of queries need less than people who look around. */
  readonly share?: number;
  readonly seed?: number;
  /** All dates are relative to this. */
  readonly today?: Date;
  readonly hashPassword?: (password: string) => Promise<string>;
  /** Called after each batch; `done` counts from 1. */
  readonly onProgress?: (done: number) => void;
  /** Rolls back the unfinished batch and rejects with its reason. */
  readonly signal?: AbortSignal;
}

export const HOLDS_DEMO =
  'This database holds the demo, whose passwords are public. Set another DATA_DIR or DATABASE_URL.';

export const holdsDemo = (database: Pick<Database, 'withOwner'>): Promise<boolean> =>
  database.withOwner((client) => isFilled(client, 'demo_seeds'));

async function isFilled(client: Client, table: 'demo_seeds' | 'organizations'): Promise<boolean> {
  const { rowCount } = await client.query(`select from ${table} limit 1`);
  return rowCount !== 0;
}

/**
 * Returns how many batches were missing and have been filled. Throws DatabaseStartError if there are organizations that
 * are not the demo's.
 */
export async function seedDemo(database: Pick<Database, 'withOwner'>, options: SeedOptions = {}): Promise<number> {
  const { scale = 1, share = 1, seed = SEED, today = new Date(), signal } = options;
  const { hashPassword = (password: string) => hash(password, ARGON2ID) } = options;
  const size = demoSize(share);
  return database.withOwner(async (client) => {
    let filled = 0;
    for (let batch = 0; batch < scale; batch += 1) {
      signal?.throwIfAborted();
      const hashed = () => hashPassword(DEMO_PASSWORD);
      const write = () => fillBatch(client, { seed, batch, size, today: dayOf(today), hashPassword: hashed, signal });
      // Later batches may be written while the database is in use.
      const fill = batch === 0 ? () => fillFirst(client, write) : write;
      const done = await once(client, batch, seed, today, fill);
      if (done) filled += 1;
      options.onProgress?.(batch + 1);
    }
    // Without statistics the planner would be slow exactly on the first visit.
    if (filled > 0) await client.query('analyze');
    return filled;
  });
}

async function fillFirst(client: Client, write: () => Promise<void>): Promise<void> {
  if (await isFilled(client, 'organizations')) {
    throw new DatabaseStartError(
      'This database holds organizations of its own, and the demo, whose passwords are public, is not added to them. Set another DATA_DIR or DATABASE_URL, or start in production mode (APP_MODE=production).',
    );
  }
  await fillInBulk(client, write);
}

/** The marker is written in the same transaction, so a batch is never half written. */
async function once(
  client: Client,
  batch: number,
  seed: number,
  today: Date,
  fill: () => Promise<void>,
): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.demo]);
    const { rowCount } = await client.query('select from demo_seeds where batch = $1', [batch]);
    if (rowCount === 0) {
      await fill();
      await client.query('insert into demo_seeds (batch, seed, today) values ($1, $2, $3)', [
        batch,
        seed,
        dayAt(today),
      ]);
    }
    await client.query('commit');
    return rowCount === 0;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
