/**
 * Figures of the programs by a day, for the platform owner: who is free, starts or ends by then. The day is the viewer's,
 * as in all lists; `program_candidates` and `program_assignments` know only that of UTC.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`
    create function program_candidates_free(by_day date)
    returns table (id uuid, candidates integer)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select md5(o.id::text || coalesce(c.profession_id::text, ''))::uuid,
        (count(c.id) filter (where c.available_from <= by_day and a.candidate_id is null))::integer
      from organizations o
      left join candidates c on c.tenant_id = o.id
      left join (
        select distinct candidate_id from assignments where status in ('ACTIVE', 'BOOKED')
      ) a on a.candidate_id = c.id
      where o.type = 'VMS' and app_organization_type() = 'OWNER'
      group by o.id, c.profession_id
    $$`,
  sql`
    create function program_assignments_due(start_by date, end_by date)
    returns table (id uuid, starting integer, ending integer)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select f.id,
        (count(*) filter (where a.status = 'BOOKED' and a.planned_start <= start_by))::integer,
        (count(*) filter (where a.status = 'ACTIVE' and a.planned_end <= end_by))::integer
      from facilities f
      left join assignments a on a.client_id = f.id and a.status in ('ACTIVE', 'BOOKED')
      where app_organization_type() = 'OWNER'
      group by f.id
    $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
