/** The context of simulated actions. */
import { sql, type RawBuilder } from 'kysely';
import type { ActionInput, ActionKind } from '../../../contract/records/action';
import type { RecordTable } from '../../../contract/records/events';
import type { Queries } from '../../database';
import type { DomainEvent } from '../../features/notifications/events';
import { lockRecord } from '../../features/records/actions/actionRows';
import { applyAction } from '../../features/records/actions/applyAction';
import { notifyWatchers, notifyWatchersOf } from '../../features/records/watches';
import type { EventBus } from '../../platform/eventBus/eventBus';
import type { Random } from '../seed/random';

export interface ActionContext {
  readonly queries: Queries;
  readonly random: Random;
  readonly bus: Pick<EventBus, 'publish'>;
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

/** Who reviews and approves in the simulation. */
const ACTOR = 'Dana Brooks';

/** Runs an action of the product on a record, with the initial values of its form unless `input` overrides them. */
export async function runProductAction(
  { queries, bus }: ActionContext,
  kind: ActionKind,
  action: string,
  id: string,
  input: ActionInput = {},
): Promise<readonly DomainEvent[] | null> {
  const record = await lockRecord(queries, kind, id);
  if (record === undefined) return null;
  const wanted = { kind, action, input: { ...record.defaults[action], ...input } };
  const events = await applyAction(queries, record, wanted, ACTOR);
  await notifyWatchers(bus, queries, [record.columns]);
  return events;
}

/** Notifies open pages of rows that were written without an action of the product. */
export const notifyPages = (
  { queries, bus }: ActionContext,
  table: RecordTable,
  ids: readonly string[],
): Promise<void> => notifyWatchersOf(bus, queries, table, ids);
