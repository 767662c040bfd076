/**
 * Chat as threads. Every change to a program's chat takes the next version from one counter, whose row stays locked
 * until the transaction ends: a reader who has everything up to a version misses nothing before it. Positions only
 * grow, so two states of a thread are merged by their version.
 *
 * A user's unread messages are the messages that candidates wrote minus those that the user has read, per thread and in
 * total, so a badge costs the sum of a few rows. Only the functions write.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

const now = sql`date_trunc('milliseconds', clock_timestamp())`;
const isParty = sql`tenant_id = (select app_tenant_id())
  and ((select app_organization_type()) = 'VMS' or agency_id = (select app_organization_id()))`;
const isColleague = sql`organization_id = (select app_organization_id())`;
const ofCandidate = sql`
  tenant_id uuid not null,
  agency_id uuid not null,
  foreign key (candidate_id, agency_id, tenant_id) references candidates (id, agency_id, tenant_id)`;
const ofUser = sql`
  user_id uuid not null references users (id) on delete cascade,
  organization_id uuid not null references organizations (id)`;

const TABLES: readonly Sql[] = [
  sql`
    create table chat_counters (
      tenant_id uuid primary key references organizations (id),
      version bigint not null check (version > 0)
    )`,
  sql`
    create table chat_threads (
      candidate_id uuid primary key,
      ${ofCandidate},
      count integer not null check (count > 0),
      -- How many of them the candidate wrote.
      received integer not null check (received between 0 and count),
      -- Up to which the candidate has received and read them.
      delivered integer not null check (delivered between 0 and count),
      seen integer not null check (seen between 0 and delivered),
      last_at timestamptz not null,
      version bigint not null
    )`,
  sql`create index chat_threads_version on chat_threads (tenant_id, version)`,
  sql`create index chat_threads_last on chat_threads (tenant_id, last_at desc, candidate_id)`,
  sql`create index chat_threads_agency on chat_threads (agency_id, last_at desc, candidate_id)`,
  // The total number of messages that the candidates of a supplier wrote.
  sql`
    create table chat_totals (
      agency_id uuid primary key,
      tenant_id uuid not null,
      received bigint not null,
      foreign key (agency_id, tenant_id) references suppliers (id, tenant_id)
    )`,
  sql`
    create table chat_reads (
      ${ofUser},
      candidate_id uuid not null references candidates (id),
      number integer not null,
      received integer not null,
      version bigint not null,
      primary key (user_id, candidate_id)
    )`,
  sql`create index chat_reads_version on chat_reads (user_id, version)`,
  // The number of messages that a user has read in all threads: the sum of `received`.
  sql`create table chat_readers (${ofUser}, received bigint not null, primary key (user_id))`,
  sql`
    create table chat_files (
      id uuid primary key default gen_random_uuid(),
      candidate_id uuid not null,
      ${ofCandidate},
      user_id uuid not null references users (id),
      file_name text not null,
      media_type text not null,
      content bytea not null,
      is_sent boolean not null default false,
      created_at timestamptz not null default now()
    )`,
  sql`create index chat_files_unsent on chat_files (created_at) where not is_sent`,
  sql`
    alter table chat_messages
      add column number integer, add column received integer, add column version bigint,
      add column author_id uuid references users (id), add column request_id uuid,
      add column file_id uuid unique references chat_files (id)`,
];

const BACKFILL: readonly Sql[] = [
  sql`
    update chat_messages m set number = x.number, received = x.received, version = x.version
    from (
      select id, row_number() over thread as number,
        count(*) filter (where from_candidate) over (thread rows unbounded preceding) as received,
        row_number() over (partition by tenant_id order by created_at, id) as version
      from chat_messages
      window thread as (partition by candidate_id order by created_at, id)
    ) x where x.id = m.id`,
  sql`
    insert into chat_threads
      (candidate_id, tenant_id, agency_id, count, received, delivered, seen, last_at, version)
    select candidate_id, tenant_id, agency_id, max(number), max(received), max(number), max(number),
      max(created_at), max(version)
    from chat_messages group by candidate_id, tenant_id, agency_id`,
  sql`insert into chat_counters (tenant_id, version) select tenant_id, max(version) from chat_messages group by tenant_id`,
  sql`
    insert into chat_totals (agency_id, tenant_id, received)
    select agency_id, tenant_id, sum(received) from chat_threads group by agency_id, tenant_id`,
  sql`
    alter table chat_messages
      alter column number set not null, alter column received set not null, alter column version set not null,
      drop constraint chat_messages_text_check,
      add constraint chat_messages_text_check check (length(text) <= 4000 and (text <> '' or file_id is not null)),
      add constraint chat_messages_number unique (candidate_id, number),
      add constraint chat_messages_request unique (author_id, request_id)`,
  sql`create index chat_messages_version on chat_messages (tenant_id, version)`,
  sql`create index chat_messages_words on chat_messages using gin (to_tsvector('simple', fold_text(text)))`,
];

const next = sql`
  create function chat_next_version(wanted_tenant uuid)
  returns bigint language sql volatile security definer set search_path = pg_catalog, public as $$
    insert into chat_counters as c (tenant_id, version) values (wanted_tenant, 1)
    on conflict (tenant_id) do update set version = c.version + 1 returning c.version
  $$`;

/**
 * Writes a message. Returns no row if the caller has no access to the candidate or the file does not belong to the
 * message.
 */
const post = sql`
  create function chat_post(the_candidate uuid, is_theirs boolean, the_author uuid, the_name text, the_text text,
    the_request uuid, the_file uuid)
  returns table (message_id uuid, message_agency uuid, is_new boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    c candidates%rowtype;
    t chat_threads%rowtype;
    the_version bigint;
    made uuid;
  begin
    select * into c from candidates x where x.id = the_candidate and x.tenant_id = app_tenant_id()
      and (app_organization_type() = 'VMS' or x.agency_id = app_organization_id());
    if not found then
      return;
    end if;
    the_version := chat_next_version(c.tenant_id);
    select m.id into made from chat_messages m where m.author_id = the_author and m.request_id = the_request;
    if found then
      return query select made, c.agency_id, false;
      return;
    end if;
    if the_file is not null then
      update chat_files f set is_sent = true
      where f.id = the_file and f.candidate_id = c.id and f.user_id = the_author and not f.is_sent;
      if not found then
        return;
      end if;
    end if;
    -- Who writes has received and read what came before.
    insert into chat_threads as x
      (candidate_id, tenant_id, agency_id, count, received, delivered, seen, last_at, version)
    values (c.id, c.tenant_id, c.agency_id, 1, is_theirs::integer, is_theirs::integer, is_theirs::integer, ${now}, the_version)
    on conflict (candidate_id) do update set count = x.count + 1, received = x.received + excluded.received,
      delivered = case when is_theirs then x.count + 1 else x.delivered end,
      seen = case when is_theirs then x.count + 1 else x.seen end,
      last_at = greatest(excluded.last_at, x.last_at), version = excluded.version
    returning * into t;
    insert into chat_messages (tenant_id, agency_id, candidate_id, from_candidate, author_name, text, created_at,
      number, received, version, author_id, request_id, file_id)
    values (c.tenant_id, c.agency_id, c.id, is_theirs, coalesce(the_name, c.first_name || ' ' || c.last_name), the_text,
      t.last_at, t.count, t.received, the_version, the_author, the_request, the_file)
    returning id into made;
    if is_theirs then
      insert into chat_totals as x (agency_id, tenant_id, received) values (c.agency_id, c.tenant_id, 1)
      on conflict (agency_id) do update set received = x.received + 1;
    end if;
    return query select made, c.agency_id, true;
  end $$`;

/** Records up to which messages the candidate has received and read the thread; returns the supplier if that is new. */
const reach = sql`
  create function chat_reach(the_candidate uuid, is_delivered integer, is_seen integer)
  returns table (thread_agency uuid)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_version constant bigint := chat_next_version(app_tenant_id());
  begin
    return query
    update chat_threads t set version = the_version,
      delivered = greatest(t.delivered, least(greatest(is_delivered, is_seen), t.count)),
      seen = greatest(t.seen, least(is_seen, t.count))
    where t.candidate_id = the_candidate and t.tenant_id = app_tenant_id()
      and (app_organization_type() = 'VMS' or t.agency_id = app_organization_id())
      and (t.delivered < least(greatest(is_delivered, is_seen), t.count) or t.seen < least(is_seen, t.count))
    returning t.agency_id;
  end $$`;

/** Starts counting the caller's unread messages at the first call; earlier messages count as read. */
const begin = sql`
  create function chat_begin()
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    if app_user_id() is null or exists (select from chat_readers r where r.user_id = app_user_id()) then
      return;
    end if;
    -- Nobody writes meanwhile.
    perform chat_next_version(app_tenant_id());
    insert into chat_readers (user_id, organization_id, received) values (app_user_id(), app_organization_id(), 0)
    on conflict do nothing;
    if not found then
      return;
    end if;
    insert into chat_reads (user_id, organization_id, candidate_id, number, received, version)
    select app_user_id(), app_organization_id(), t.candidate_id, t.count, t.received, t.version
    from chat_threads t where t.tenant_id = app_tenant_id()
      and (app_organization_type() = 'VMS' or t.agency_id = app_organization_id());
    update chat_readers r set received = coalesce(
      (select sum(x.received) from chat_reads x where x.user_id = r.user_id), 0)
    where r.user_id = app_user_id();
  end $$`;

/**
 * Records that the caller has read up to this message; requires `chat_begin`. Returns null if the caller has no access
 * to the thread, otherwise whether that is new.
 */
const read = sql`
  create function chat_read(the_candidate uuid, the_number integer)
  returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    m chat_messages%rowtype;
    was chat_reads%rowtype;
    the_version bigint;
  begin
    select x.* into m from chat_messages x
    where x.candidate_id = the_candidate and x.tenant_id = app_tenant_id()
      and (app_organization_type() = 'VMS' or x.agency_id = app_organization_id()) and x.number <= the_number
    order by x.number desc limit 1;
    if not found then
      return null;
    end if;
    the_version := chat_next_version(m.tenant_id);
    select * into was from chat_reads r where r.user_id = app_user_id() and r.candidate_id = m.candidate_id;
    if was.number >= m.number then
      return false;
    end if;
    insert into chat_reads (user_id, organization_id, candidate_id, number, received, version)
    values (app_user_id(), app_organization_id(), m.candidate_id, m.number, m.received, the_version)
    on conflict (user_id, candidate_id) do update set number = m.number, received = m.received, version = the_version;
    update chat_readers r set received = r.received + m.received - coalesce(was.received, 0) where r.user_id = app_user_id();
    return true;
  end $$`;

/**
 * The newest message in each thread that contains all these words, which are given as a text search query. Runs as the
 * owner, because a condition on words cannot use its index under row-level security.
 */
const find = sql`
  create function chat_find(the_words text)
  returns table (candidate_id uuid, number integer)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select m.candidate_id, max(m.number) from chat_messages m
    where m.tenant_id = app_tenant_id()
      and (app_organization_type() = 'VMS' or (app_organization_type() = 'AGENCY' and m.agency_id = app_organization_id()))
      and to_tsvector('simple', fold_text(m.text)) @@ to_tsquery('simple', the_words)
    group by m.candidate_id
  $$`;

/** The last version of each of these programs, for the sockets of a node. */
const versions = sql`
  create function chat_versions(wanted_tenants uuid[])
  returns table (tenant_id uuid, version bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select c.tenant_id, c.version from chat_counters c where c.tenant_id = any (wanted_tenants)
  $$`;

const sweep = sql`
  create function chat_sweep()
  returns void language sql volatile security definer set search_path = pg_catalog, public as $$
    delete from chat_files f where not f.is_sent and f.created_at < now() - interval '1 day'
  $$`;

/** Administrators of managing organizations and of suppliers may write to candidates. */
const grant = sql`
  insert into role_permissions (role_id, organization_id, permission)
  select r.id, r.organization_id, 'CANDIDATE_CHAT_ANSWER' from roles r join organizations o on o.id = r.organization_id
  where o.type in ('OWNER', 'VMS', 'AGENCY') and exists (
    select from role_permissions p where p.role_id = r.id
      and p.permission = case o.type when 'AGENCY' then 'VMS_AGENCY_USER_EDIT' else 'ROLE_EDIT' end)
  on conflict do nothing`;

const POLICIES: Readonly<Record<string, Sql>> = {
  chat_counters: sql`for select using (tenant_id = (select app_tenant_id()))`,
  chat_threads: sql`for select using (${isParty})`,
  chat_totals: sql`for select using (${isParty})`,
  chat_reads: sql`for select using (${isColleague})`,
  chat_readers: sql`for select using (${isColleague})`,
  chat_files: sql`using (${isParty}) with check (${isParty} and user_id = (select app_user_id()))`,
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES, ...BACKFILL]) await statement.execute(db);
  for (const [table, policy] of Object.entries(POLICIES)) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
    await sql`alter table ${sql.table(table)} force row level security`.execute(db);
    await sql`create policy owner_all on ${sql.table(table)} to current_user using (true) with check (true)`.execute(
      db,
    );
    await sql`create policy own_rows on ${sql.table(table)} ${policy}`.execute(db);
  }
  await sql`drop policy own_rows on chat_messages`.execute(db);
  await sql`create policy own_rows on chat_messages for select using (${isParty})`.execute(db);
  await sql`drop function chat_item(uuid)`.execute(db);
  for (const made of [next, post, reach, begin, read, find, versions, sweep]) await made.execute(db);
  await grant.execute(db);
}
