/**
 * Lets a year be read from a few thousand rows, whatever the filter. Daily counts also record how far submissions got
 * and how long they took. `submission_weeks` has a row per week and job, for filters on jobs; `submission_jobs` has one
 * per job and supplier, for figures that count each such pair once. All are maintained by the statement that changes
 * submissions.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../contract/base/statuses';

type Sql = RawBuilder<unknown>;

/**
 * Additional counts per day. `timed` counts the submissions whose job was posted; `hundredths_to_submit` sums the days
 * since posting, in hundredths.
 */
const FURTHER: Readonly<Record<string, Sql>> = {
  reached_interview: sql`sum(n) filter (where interviewed_at is not null)`,
  reached_offer: sql`sum(n) filter (where offered_at is not null)`,
  reached_booking: sql`sum(n) filter (where booked_at is not null)`,
  timed: sql`sum(n) filter (where hundredths is not null)`,
  hundredths_to_submit: sql`sum(n * hundredths)`,
};
const COUNTED: readonly (readonly [column: string, of: Sql])[] = [
  ...SUBMISSION_STATUSES.map(
    (status) => [status.toLowerCase(), sql`sum(n) filter (where status = ${sql.lit(status)})`] as const,
  ),
  ...Object.entries(FURTHER),
];
const statuses = SUBMISSION_STATUSES.map((status) => sql.id(status.toLowerCase()));
const columns = COUNTED.map(([column]) => sql.id(column));
const counts = COUNTED.map(([, of]) => sql`coalesce(${of}, 0)`);

/** `posted` is the instant the job was posted. */
const rowsOf = (submissions: Sql, n: 1 | -1, posted: Sql = sql`j.posted_at`): Sql => sql`
  select s.tenant_id, s.client_id, s.agency_id, s.job_id, (s.submitted_at at time zone 'UTC')::date as day, s.status,
    s.interviewed_at, s.offered_at, s.booked_at, ${sql.lit(n)}::bigint as n,
    floor(date_part('epoch', s.submitted_at - ${posted}) / 864 + 0.5)::bigint as hundredths
  from ${submissions} s join jobs j on j.id = s.job_id`;

const anyOf = (values: readonly Sql[]): Sql =>
  sql.join(
    values.map((each) => sql`${each} <> 0`),
    sql` or `,
  );
const addedTo = (alias: string, names: readonly Sql[]): Sql =>
  sql.join(names.map((name) => sql`${name} = ${sql.ref(alias)}.${name} + excluded.${name}`));

/** In key order, here and below, so that two statements wait for each other instead of deadlocking. */
const count = (changes: Sql): Sql => sql`
  insert into submission_days as d (tenant_id, kind, party_id, day, ${sql.join(columns)})
  select c.tenant_id, p.kind, p.party_id, c.day, ${sql.join(counts)}
  from (${changes}) c
  cross join lateral (values ('PROGRAMME', c.tenant_id), ('CLIENT', c.client_id), ('AGENCY', c.agency_id)) p (kind, party_id)
  group by c.tenant_id, p.kind, p.party_id, c.day
  having ${anyOf(counts)}
  order by p.kind, p.party_id, c.day
  on conflict (kind, party_id, day) do update set ${addedTo('d', columns)}`;

const week = sql`c.day - extract(dow from c.day)::integer`;
const countWeeks = (changes: Sql): Sql => sql`
  insert into submission_weeks as w (tenant_id, client_id, week, job_id, ${sql.join(statuses)})
  select c.tenant_id, c.client_id, ${week}, c.job_id, ${sql.join(counts.slice(0, statuses.length))}
  from (${changes}) c
  group by c.tenant_id, c.client_id, ${week}, c.job_id
  having ${anyOf(counts.slice(0, statuses.length))}
  order by c.client_id, ${week}, c.job_id
  on conflict (client_id, week, job_id) do update set ${addedTo('w', statuses)}`;

/** Key of the advisory lock that prevents posting dates from changing while submissions are counted, and vice versa. */
const POSTING = sql.lit(7_201_316);
const asTheyWerePosted = sql`perform pg_advisory_xact_lock_shared(${POSTING})`;

const meet = (submissions: Sql): Sql => sql`
  insert into submission_jobs as p (tenant_id, client_id, agency_id, job_id, first_at, last_at)
  select s.tenant_id, s.client_id, s.agency_id, s.job_id, min(s.submitted_at), max(s.submitted_at)
  from ${submissions}
  group by s.tenant_id, s.client_id, s.agency_id, s.job_id
  order by s.job_id, s.agency_id
  on conflict (job_id, agency_id) do update set
    first_at = least(p.first_at, excluded.first_at), last_at = greatest(p.last_at, excluded.last_at)`;

const triples = (table: 'gone' | 'added'): Sql =>
  sql`select s.agency_id, s.job_id, s.submitted_at from ${sql.table(table)} s`;

/**
 * Recomputes the rows from the remaining submissions. A concurrent submission to the same job waits for the deleted
 * row.
 */
const part = sql`
  delete from submission_jobs p using gone g where p.agency_id = g.agency_id and p.job_id = g.job_id;
  ${meet(sql`submissions s where (s.agency_id, s.job_id) in (select g.agency_id, g.job_id from gone g)`)}`;

/**
 * Runs as the owner, because a user who writes a submission changes the counts of all parties but may see those of one
 * only.
 */
const keeping = (name: string, ...body: readonly Sql[]): Sql => sql`
  create or replace function ${sql.id(name)}() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
  begin
    ${sql.join(
      body,
      sql`;
    `,
    )};
    return null;
  end $$`;

const [added, gone] = [rowsOf(sql`added`, 1), rowsOf(sql`gone`, -1)];
const changed = sql`${gone} union all ${added}`;
const all = rowsOf(sql`submissions`, 1);
const everything = [count(all), countWeeks(all), meet(sql`submissions s`)];
const nothing = ['submission_days', 'submission_weeks', 'submission_jobs'].map(
  (table) => sql`delete from ${sql.table(table)}`,
);

/** Read-only, like the days: only the functions below write these rows. */
const readableBy = (table: string, parties: Sql): Sql[] => [
  sql`alter table ${sql.table(table)} enable row level security`,
  sql`alter table ${sql.table(table)} force row level security`,
  sql`create policy owner_all on ${sql.table(table)} to current_user using (true) with check (true)`,
  sql`
    create policy own_rows on ${sql.table(table)} for select using (tenant_id = (select app_tenant_id())
      and ((select app_organization_type()) = 'VMS' or (select app_organization_id()) in (${parties})))`,
];

const STATEMENTS: readonly Sql[] = [
  sql`alter table submission_days ${sql.join(
    Object.keys(FURTHER).map((column) => sql`add column ${sql.id(column)} bigint not null default 0`),
  )}`,
  sql`
    create table submission_jobs (
      tenant_id uuid not null,
      client_id uuid not null,
      agency_id uuid not null,
      job_id uuid not null,
      first_at timestamptz not null,
      last_at timestamptz not null check (last_at >= first_at),
      primary key (job_id, agency_id)
    )`,
  ...readableBy('submission_jobs', sql`client_id, agency_id`),
  sql`
    create table submission_weeks (
      tenant_id uuid not null,
      client_id uuid not null,
      -- Its Sunday.
      week date not null,
      job_id uuid not null,
      ${sql.join(statuses.map((column) => sql`${column} integer not null`))},
      primary key (client_id, week, job_id)
    )`,
  ...readableBy('submission_weeks', sql`client_id`),
  keeping('submission_days_added', asTheyWerePosted, count(added), countWeeks(added), meet(sql`added s`)),
  keeping(
    'submission_days_changed',
    asTheyWerePosted,
    count(changed),
    countWeeks(changed),
    sql`if exists (
      (${triples('gone')} except ${triples('added')}) union all (${triples('added')} except ${triples('gone')})
    ) then
      ${part};
      ${meet(sql`added s`)};
    end if`,
  ),
  keeping('submission_days_gone', asTheyWerePosted, count(gone), countWeeks(gone), part),
  keeping('submission_days_none', ...nothing),
  keeping(
    'submission_days_posted',
    sql`perform pg_advisory_xact_lock(${POSTING})`,
    count(sql`
      ${rowsOf(sql`submissions`, -1, sql`old.posted_at`)} where s.job_id = old.id union all
      ${rowsOf(sql`submissions`, 1, sql`new.posted_at`)} where s.job_id = old.id`),
  ),
  sql`
    create trigger submission_days_posted after update of posted_at on jobs
    for each row when (old.posted_at is distinct from new.posted_at) execute function submission_days_posted()`,
  ...nothing,
  ...everything,
  // The day on which dashboards count a job.
  sql`create index jobs_list_day on jobs (tenant_id, (coalesce(posted_at, created_at)))`,
  // For bulk loads with the triggers disabled.
  sql`
    create function submission_counts_anew() returns void
    language sql set search_path = pg_catalog, public as $$
      ${sql.join(
        [...nothing, ...everything],
        sql`;
      `,
      )}
    $$`,
  sql`revoke all on function submission_counts_anew() from public`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
