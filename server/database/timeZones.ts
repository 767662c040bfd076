import { sql } from 'kysely';
import { isZone } from '../base/dates';
import type { Queries } from './schema';

/** As the tables store them: no abbreviations and no offsets, which PostgreSQL and Node.js take as well. */
const IANA_NAME = /^(UTC|[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]*)+)$/;

/** Whether both Node.js and the database know this zone: the list of either can be older, or shorter. */
export async function isZoneOfDatabase(queries: Queries, zone: string): Promise<boolean> {
  if (!IANA_NAME.test(zone) || !isZone(zone)) return false;
  const { rows } = await sql<{ known: boolean }>`select time_zone_known(${zone}) as known`.execute(queries);
  return rows[0]?.known === true;
}
