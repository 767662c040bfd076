/** What a managing organization's people do to the users of its suppliers is in the audit of the managing organization. */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`alter table audit_events add column acting_organization_id uuid`,
  sql`comment on column audit_events.acting_organization_id is
    'The managing organization, if its user acted at a supplier; null otherwise.'`,
  sql`
    update audit_events e set acting_organization_id = u.organization_id
    from users u, organizations o
    where u.id = e.user_id and o.id = e.organization_id and o.type = 'AGENCY' and u.organization_id = o.tenant_id`,
  // A column, because PostgreSQL would check `coalesce` only after the policies, and so read all rows.
  sql`
    alter table audit_events
    add column audited_by uuid generated always as (coalesce(acting_organization_id, organization_id)) stored`,
  sql`comment on column audit_events.audited_by is 'The organization whose auditors see the event.'`,
  sql`create index audit_events_audited_by on audit_events (audited_by, at, audit_key(id))`,
  // Here, so that what nodes of the former version record during an upgrade has it as well. Unknown users are looked up,
  // too: the time that a refused sign-in takes must not show who exists.
  sql`
    create function audit_acting_organization() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      new.acting_organization_id := (
        select u.organization_id from users u join organizations o on o.tenant_id = u.organization_id
        where u.id = coalesce(new.user_id, '00000000-0000-0000-0000-000000000000')
          and o.id = new.organization_id and o.type = 'AGENCY');
      return new;
    end $$`,
  sql`
    create trigger audit_events_acting before insert on audit_events
    for each row execute function audit_acting_organization()`,
  sql`
    create policy auditors on audit_events for select using (audited_by = app_organization_id())`,
  // A manager reads the names of their suppliers' users, whom the events concern.
  sql`
    create or replace function audit_person(wanted uuid) returns text
    language sql stable security definer set search_path = pg_catalog, public as $$
      select u.first_name || ' ' || u.last_name || ' (' || u.user_name || ')'
      from users u join organizations o on o.id = u.organization_id
      where u.id = wanted and (
        app_organization_type() = 'OWNER' or u.organization_id = app_organization_id() or o.type = 'OWNER'
        or (app_organization_type() = 'VMS' and o.type = 'AGENCY' and o.tenant_id = app_tenant_id()))
    $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
