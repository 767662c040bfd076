/**
 * Finds candidates by the beginnings of their names without reading all of them. The words must be folded. The function
 * runs as the owner, because a condition on folded names cannot use an index under row-level security. It therefore
 * limits the rows as the policies of candidates do, and its caller reads them under those policies again.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index candidates_by_last_name on candidates (tenant_id, fold_text(last_name) text_pattern_ops)`.execute(db);
  await sql`
    create index candidates_by_first_name on candidates (tenant_id, fold_text(first_name) text_pattern_ops)`.execute(
    db,
  );
  await sql`
    create function find_candidates(words text[], most integer)
    returns table (id uuid) language sql stable security definer set search_path = pg_catalog, public as $$
      select c.id from candidates c
      where c.tenant_id = app_tenant_id()
        and case app_organization_type()
          when 'VMS' then true
          when 'AGENCY' then c.agency_id = app_organization_id()
          when 'CLIENT' then exists (
            select from submissions s where s.candidate_id = c.id and s.client_id = app_organization_id())
          else false end
        and ((fold_text(c.last_name) ~>=~ words[1] and fold_text(c.last_name) ~<~ (words[1] || chr(1114111)))
          or (fold_text(c.first_name) ~>=~ words[1] and fold_text(c.first_name) ~<~ (words[1] || chr(1114111))))
        and not exists (
          select from unnest(words) word
          where not starts_with(fold_text(c.last_name), word) and not starts_with(fold_text(c.first_name), word))
      order by fold_text(c.last_name) = words[1] desc, c.last_name, c.first_name, c.id
      limit most
    $$`.execute(db);
}
