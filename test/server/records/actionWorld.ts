/** A demo with a record of each kind, shared by a facility and a supplier, for the tests of actions. */
import { sql } from 'kysely';
import { ACTION_KINDS, type ActionKind } from '../../../contract/records/action';
import { startListWorld, type ListWorld } from '../lists/support';
import { recordIds } from './support';

export interface ActionWorld {
  readonly world: ListWorld;
  readonly records: Record<ActionKind, string>;
  /** The facility's day. */
  readonly today: string;
  /** The assignment ends in 2098. */
  readonly endLate: () => Promise<unknown>;
  /** The candidate is available, and the job has an open position. */
  readonly makeRoom: () => Promise<void>;
}

export async function startActionWorld(): Promise<ActionWorld> {
  const world = await startListWorld();
  const records = {} as Record<ActionKind, string>;
  for (const kind of ACTION_KINDS) records[kind] = (await recordIds(world, kind))[0] ?? '';

  const endLate = (): Promise<unknown> =>
    sql`update assignments set planned_end = '2098-01-01' where id = ${records.assignment}`.execute(world.owner);

  async function makeRoom(): Promise<void> {
    await sql`update jobs set status = 'OPEN', closure = null, closed_at = null, posted_at = coalesce(posted_at, now()),
      openings = openings_filled + 5, bill_rate_max_cents = 20000
      where id = (select job_id from submissions where id = ${records.submission})`.execute(world.owner);
    await sql`delete from assignments where submission_id = ${records.submission}`.execute(world.owner);
    await sql`update assignments set status = 'COMPLETED', ended_on = current_date, extension_status = null,
        actual_start = coalesce(actual_start, planned_start)
      where status in ('BOOKED', 'ACTIVE') and id <> ${records.assignment} and candidate_id =
        (select candidate_id from submissions where id = ${records.submission})`.execute(world.owner);
  }

  await endLate();
  const { rows } = await sql<{ today: string }>`
    select (now() at time zone f.time_zone)::date::text as today from facilities f
    where f.id = ${world.scopes.CLIENT.organizationId}`.execute(world.owner);
  return { world, records, today: rows[0]?.today ?? '', endLate, makeRoom };
}
