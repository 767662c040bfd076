/** The names that functions return are in alphabetical order, like those of 0116: case and accents only break ties. */
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** The expressions of the indexes of 0116. */
function alphabetical(...columns: readonly string[]): RawBuilder<unknown> {
  const names = columns.map((column) => sql.ref(column));
  const folded = names.map(
    (name) => sql`(case
      when octet_length(${name}) = char_length(${name}) then lower(${name} collate "C")
      else fold_text(${name}) collate "C" end)`,
  );
  return sql.join([...folded, ...names]);
}

/** As 0069: which 500 of more colleagues are returned depends on the order, too. */
const boardPeople = sql`
  create or replace function board_people()
  returns table (user_id uuid, name text)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select u.id, u.first_name || ' ' || u.last_name from users u
    where u.organization_id = app_organization_id() and u.disabled_at is null
    order by ${alphabetical('u.last_name', 'u.first_name')}, u.id limit 500
  $$`;

/** As 0067; the recipients of an organization stay together. */
const recipients = sql`
  create or replace function broadcast_recipients_found(
    the_broadcast uuid, only_accepted boolean, the_words text[], after_rows integer, most integer)
  returns table (
    name text, user_name text, organization_name text, shown_at timestamptz, reminded_at timestamptz,
    accepted_at timestamptz, found integer)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select u.last_name || ', ' || u.first_name, u.user_name, o.name, r.shown_at, r.reminded_at, r.accepted_at,
      (count(*) over ())::integer
    from broadcast_recipients r join users u on u.id = r.user_id join organizations o on o.id = r.organization_id
    where r.broadcast_id = the_broadcast and r.sender_id = app_organization_id()
      and (only_accepted is null or (r.accepted_at is not null) = only_accepted)
      and not exists (
        select from unnest(the_words) w
        where strpos(fold_text(concat_ws(' ', u.first_name, u.last_name, u.user_name, o.name)), fold_text(w)) = 0)
    order by ${alphabetical('o.name')}, o.id, ${alphabetical('u.last_name', 'u.first_name')}, u.id
    offset after_rows limit most
  $$`;

/** As 0092. */
const overdueIn = sql`
  create or replace function broadcast_overdue_in(the_broadcast uuid, most_names integer)
  returns table (organization_id uuid, organization_name text, people integer, names text[], administrators uuid[])
  language sql stable security definer set search_path = pg_catalog, public as $$
    select o.id, o.name, count(*)::integer,
      (array_agg(u.first_name || ' ' || u.last_name
        order by ${alphabetical('u.last_name', 'u.first_name')}, u.id))[1:most_names],
      array(
        select distinct a.id from users a join user_roles ur on ur.user_id = a.id
        join role_permissions p on p.role_id = ur.role_id
        where a.organization_id = o.id and a.disabled_at is null
          and p.permission = case o.type when 'AGENCY' then 'VMS_AGENCY_USER_EDIT' else 'USER_EDIT' end)
    from broadcast_recipients r join users u on u.id = r.user_id join organizations o on o.id = r.organization_id
    where r.broadcast_id = the_broadcast and r.sender_id = app_organization_id()
      and r.accepted_at is null and u.disabled_at is null and o.disabled_at is null
    group by o.id, o.name order by ${alphabetical('o.name')}, o.id
  $$`;

/** As 0093. */
const organizationNames = sql`
  create or replace function broadcast_organization_names(the_broadcast uuid)
  returns text[] language sql stable security definer set search_path = pg_catalog, public as $$
    select array(
      select o.name from broadcasts b join organizations o on o.id = any (b.organization_ids)
      where b.id = the_broadcast and b.organization_id = app_organization_id() order by ${alphabetical('o.name')})
  $$`;

/** As 0010. */
const supplierUsers = sql`
  create or replace function supplier_users()
  returns table (
    id uuid, organization_id uuid, supplier text, user_name text, email text, first_name text, last_name text,
    agency_user_type text, two_factor_enabled boolean, disabled_at timestamptz, created_at timestamptz, roles text)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select u.id, u.organization_id, o.name, u.user_name, u.email, u.first_name, u.last_name,
      u.agency_user_type, u.two_factor_enabled, u.disabled_at, u.created_at, (
        select string_agg(x.name, ', ' order by ${alphabetical('x.name')})
        from user_roles ur join roles x on x.id = ur.role_id where ur.user_id = u.id)
    from users u join organizations o on o.id = u.organization_id
    where app_organization_type() = 'VMS' and o.type = 'AGENCY' and o.tenant_id = app_tenant_id()
  $$`;

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  boardPeople,
  recipients,
  overdueIn,
  organizationNames,
  supplierUsers,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
