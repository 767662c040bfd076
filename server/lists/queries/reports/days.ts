import { sql } from 'kysely';
import type { Sql } from '../../source';

/** With two decimals, as it is shown; null where one of them is. */
export const daysBetween = (from: Sql, to: Sql): Sql => sql`round(date_part('epoch', ${to} - ${from}) / 864) / 100`;
