import { sql } from 'kysely';
import type { Sql } from '../../source';

/** With two decimals, as it is shown, a half up: `round` takes it to the even neighbour. Null where one of them is. */
export const daysBetween = (from: Sql, to: Sql): Sql =>
  sql`floor(date_part('epoch', ${to} - ${from}) / 864 + 0.5) / 100`;
