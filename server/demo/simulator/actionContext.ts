/** The context of simulated actions. */
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../database';
import type { DomainEvent } from '../../features/notifications/events';
import type { Random } from '../seed/random';

export interface ActionContext {
  readonly queries: Queries;
  readonly random: Random;
  /** Organizations with demo users: their rows are chosen more often. */
  readonly focus: readonly string[];
}

/** Returns the events to publish, or null when there is nothing to act on. */
export type SimulatedAction = (context: ActionContext) => Promise<readonly DomainEvent[] | null>;

const IN_FOCUS = 0.7;

/** Picks one matching row. `parties` are the columns of its facility and supplier. */
export async function oneOf(
  { queries, random, focus }: ActionContext,
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

/** Serializes the numbering of rows. */
const NUMBERING_LOCK = 7_201_314;
/** Waits for the lock, and holds it until the transaction ends. */
export const lockNumbers = ({ queries }: ActionContext): Promise<void> =>
  change(queries, sql`select pg_advisory_xact_lock(${NUMBERING_LOCK})`);

/** Runs a statement whose rows nobody reads, in the transaction of the action. */
export const change = async (queries: Queries, statement: RawBuilder<unknown>): Promise<void> =>
  void (await statement.execute(queries));
