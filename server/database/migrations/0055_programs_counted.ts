/**
 * Figures of the programs for the platform owner: how many candidates each program has by profession, and how many
 * people are at work or booked at each facility. These are functions, because row-level security hides the rows and
 * platform owners may see only the numbers.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function program_candidates()
    returns table (
      id uuid, program text, code text, profession text, suppliers integer, candidates integer, at_work integer,
      booked integer, free integer, free_soon integer, added integer)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select md5(o.id::text || coalesce(p.id::text, ''))::uuid, o.name, o.code, p.name,
        count(distinct c.agency_id)::integer, count(c.id)::integer,
        (count(c.id) filter (where a.is_active))::integer,
        (count(c.id) filter (where a.is_booked and not a.is_active))::integer,
        (count(c.id) filter (where a.candidate_id is null))::integer,
        (count(c.id) filter (where a.candidate_id is null and c.available_from <= current_date + 30))::integer,
        (count(c.id) filter (where c.created_at > now() - interval '30 days'))::integer
      from organizations o
      left join candidates c on c.tenant_id = o.id
      left join professions p on p.id = c.profession_id
      left join (
        select x.candidate_id, bool_or(x.status = 'ACTIVE') as is_active, bool_or(x.status = 'BOOKED') as is_booked
        from assignments x where x.status in ('ACTIVE', 'BOOKED') group by x.candidate_id
      ) a on a.candidate_id = c.id
      where o.type = 'VMS' and app_organization_type() = 'OWNER'
      group by o.id, o.name, o.code, p.id, p.name
    $$`.execute(db);
  await sql`
    create function program_assignments()
    returns table (
      id uuid, program text, code text, facility text, active integer, booked integer, people integer, starting integer,
      ending integer)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select f.id, o.name, o.code, f.name,
        (count(*) filter (where a.status = 'ACTIVE'))::integer,
        (count(*) filter (where a.status = 'BOOKED'))::integer,
        count(distinct a.candidate_id)::integer,
        (count(*) filter (where a.status = 'BOOKED' and a.planned_start <= current_date + 14))::integer,
        (count(*) filter (where a.status = 'ACTIVE' and a.planned_end <= current_date + 30))::integer
      from facilities f
      join organizations o on o.id = f.tenant_id
      left join assignments a on a.client_id = f.id and a.status in ('ACTIVE', 'BOOKED')
      where app_organization_type() = 'OWNER'
      group by f.id, f.name, o.name, o.code
    $$`.execute(db);
}
