/** What every act of the simulator works with. */
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../database';
import type { DomainEvent } from '../../notifications/events';
import type { Random } from '../seed/random';

export interface Stage {
  readonly queries: Queries;
  readonly random: Random;
  /** Organisations whose people can sign in: what concerns them is done more often. */
  readonly focus: readonly string[];
}

/** Answers what is to be told of what it did, or null where there is nothing to do it with. */
export type Act = (stage: Stage) => Promise<readonly DomainEvent[] | null>;

const IN_FOCUS = 0.7;

/** One of the rows that could be next. `parties` are the columns that say whose it is. */
export async function oneOf(
  { queries, random, focus }: Stage,
  table: string,
  condition: RawBuilder<unknown>,
  parties: readonly string[] = ['client_id', 'agency_id'],
): Promise<string | null> {
  const of = sql.join(
    parties.map((column) => sql`${sql.ref(column)} = any (${[...focus]}::uuid[])`),
    sql` or `,
  );
  const near = random.chance(IN_FOCUS) ? sql`(${of}) desc nulls last, ` : sql``;
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} x where ${condition}
    order by ${near} md5(id::text || ${random.uuid()}) limit 1
    for update skip locked`.execute(queries);
  return rows[0]?.id ?? null;
}

/** Numbers are given one after the other. */
const NUMBERING_LOCK = 7_201_314;
export const lockNumbers = ({ queries }: Stage): Promise<void> =>
  change(queries, sql`select pg_advisory_xact_lock(${NUMBERING_LOCK})`);

export const change = async (queries: Queries, statement: RawBuilder<unknown>): Promise<void> =>
  void (await statement.execute(queries));
