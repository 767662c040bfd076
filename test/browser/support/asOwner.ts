import { Client } from 'pg';
import { EmbeddedPostgres } from '../../../server/database/embedded';
import type { Product } from './product';

/** Runs these statements in the database of a running product, as its owner: so a test need not wait for hours. */
export async function asOwner({ dataDir }: Product, statements: readonly string[]): Promise<void> {
  const client = new Client(EmbeddedPostgres.runningAt(dataDir)!('vms_owner'));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
