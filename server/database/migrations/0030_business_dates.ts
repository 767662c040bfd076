/**
 * Stores with each business timestamp its calendar date in the time zone of the facility. Only triggers of the writing
 * statement write these dates, and they recompute them when the zone of a facility is corrected. All daily counts
 * change from UTC days to these dates.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

/** Maps each table to its timestamps, and each timestamp to the column of its date. */
const DATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  jobs: { created_at: 'created_on', posted_at: 'posted_on', closed_at: 'closed_on' },
  submissions: {
    submitted_at: 'submitted_on',
    status_since: 'status_on',
    offered_at: 'offered_on',
    accepted_at: 'accepted_on',
    booked_at: 'booked_on',
  },
  assignments: { booked_at: 'booked_on', files_completed_at: 'files_completed_on' },
  compliance_documents: { uploaded_at: 'uploaded_on', reviewed_at: 'reviewed_on' },
  timesheets: { submitted_at: 'submitted_on', approved_at: 'approved_on' },
};
/** The dates whose timestamp is never null. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  jobs: ['created_on'],
  submissions: ['submitted_on', 'status_on'],
  assignments: ['booked_on'],
};

/** Key of the advisory lock that writers share, so that no date is computed with a time zone that is being replaced. */
const ZONES = sql.lit(7_201_317);

function dated(table: string, columns: Readonly<Record<string, string>>): Sql[] {
  const pairs = Object.entries(columns);
  const trigger = sql.id(`${table}_dates`);
  const watched = [...pairs.flat(), 'client_id'].map((column) => sql.id(column));
  const set = (row: Sql, to: Sql, zone: Sql) =>
    pairs.map(([moment, day]) => sql`${to}${sql.id(day)} = (${row}.${sql.id(moment)} at time zone ${zone})::date`);
  return [
    sql`alter table ${sql.table(table)} ${sql.join(pairs.map(([, day]) => sql`add column ${sql.id(day)} date`))}`,
    sql`alter table ${sql.table(table)} disable trigger user`,
    sql`
      update ${sql.table(table)} r set ${sql.join(set(sql`r`, sql``, sql`f.time_zone`))}
      from facilities f where f.id = r.client_id`,
    sql`alter table ${sql.table(table)} enable trigger user`,
    ...(REQUIRED[table] ?? []).map(
      (day) => sql`alter table ${sql.table(table)} alter column ${sql.id(day)} set not null`,
    ),
    // Runs as the owner, because not every user who writes a row can see its facility. A foreign key rejects a facility
    // that does not exist.
    sql`
      create function ${trigger}() returns trigger
      language plpgsql security definer set search_path = pg_catalog, public as $$
      declare
        zone text;
      begin
        perform pg_advisory_xact_lock_shared(${ZONES});
        zone := coalesce((select f.time_zone from facilities f where f.id = new.client_id), 'UTC');
        ${sql.join(
          set(sql`new`, sql`new.`, sql`zone`),
          sql`;
        `,
        )};
        return new;
      end $$`,
    sql`
      create trigger ${trigger} before insert or update of ${sql.join(watched)} on ${sql.table(table)}
      for each row execute function ${trigger}()`,
  ];
}

/** Makes the triggers recompute the dates of a facility's rows that differ in its new time zone. */
const redated = Object.entries(DATES).map(([table, columns]) => {
  const moments = Object.keys(columns).map((moment) => sql.id(moment));
  const days = Object.values(columns).map((day) => sql.id(day));
  return sql`
      update ${sql.table(table)} set ${moments[0]} = ${moments[0]}
      where client_id = new.id and (${sql.join(days)}) is distinct from
        (${sql.join(moments.map((moment) => sql`(${moment} at time zone new.time_zone)::date`))})`;
});

/**
 * The functions that count by day, whose bodies are changed to use dates. `posted_at` and similar columns remain where
 * the time of day matters.
 */
const COUNTING = String.raw`^(submission_days_|job_days_|supplier_job_days_|rebuild_(submission_counts|tallies)$)`;
const IN_BODIES: readonly (readonly [from: string, to: string])[] = [
  [`(s.submitted_at at time zone 'UTC')::date`, 's.submitted_on'],
  ['min(s.submitted_at), max(s.submitted_at)', 'min(s.submitted_on), max(s.submitted_on)'],
  ['s.job_id, s.submitted_at from', 's.job_id, s.submitted_on from'],
  ['first_at', 'first_on'],
  ['last_at', 'last_on'],
  [`(coalesce(x.posted_at, x.created_at) at time zone 'UTC')::date`, 'coalesce(x.posted_on, x.created_on)'],
  [`date_trunc('day', x.posted_at, 'UTC')`, 'x.posted_on'],
  [`(x.job_posted_at at time zone 'UTC')::date`, 'x.job_posted_on'],
  [`date_trunc('day', x.job_posted_at, 'UTC')`, 'x.job_posted_on'],
  ['"posted_at"', '"posted_on"'],
  ['"job_posted_at"', '"job_posted_on"'],
];
const replaced = IN_BODIES.reduce(
  (text, [from, to]) => sql`replace(${text}, ${sql.lit(from)}, ${sql.lit(to)})`,
  sql`pg_get_functiondef(p.oid)`,
);

const include = (...columns: readonly string[]): Sql =>
  sql`include (${sql.join(['submitted_on', 'status', 'job_id', ...columns].map((column) => sql.id(column)))})`;
const REACHED = ['interviewed_at', 'offered_at', 'booked_at'];

const STATEMENTS: readonly Sql[] = [
  // Only names of the IANA database are allowed: PostgreSQL would also accept abbreviations and offsets.
  sql`
    alter table facilities add constraint facilities_time_zone_check check (
      time_zone ~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Z][A-Za-z0-9_+-]*)+)$'
      and (timestamptz 'epoch' at time zone time_zone) is not null)`,
  ...Object.entries(DATES).flatMap(([table, columns]) => dated(table, columns)),
  sql`
    create function facilities_zone_changed() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      perform pg_advisory_xact_lock(${ZONES});
      ${sql.join(
        redated,
        sql`;
      `,
      )};
      return null;
    end $$`,
  sql`
    create trigger facilities_zone_changed after update of time_zone on facilities for each row
    when (old.time_zone is distinct from new.time_zone) execute function facilities_zone_changed()`,

  sql`
    alter table submission_jobs
      alter column first_at type date using (first_at at time zone 'UTC')::date,
      alter column last_at type date using (last_at at time zone 'UTC')::date`,
  sql`alter table submission_jobs rename column first_at to first_on`,
  sql`alter table submission_jobs rename column last_at to last_on`,
  sql`drop policy also_readable on job_days`,
  ...['job_days', 'supplier_job_days'].flatMap((tally) => [
    sql`alter table ${sql.table(tally)} alter column posted_at type date using (posted_at at time zone 'UTC')::date`,
    sql`alter table ${sql.table(tally)} rename column posted_at to posted_on`,
  ]),
  // A supplier sees posted jobs of all facilities.
  sql`
    create policy also_readable on job_days for select using (tenant_id = (select app_tenant_id())
      and (select app_organization_type()) = 'AGENCY' and posted_on is not null)`,
  sql`
    do $do$
    declare definition text;
    begin
      for definition in
        select ${replaced} from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.proname ~ ${sql.lit(COUNTING)}
          and ${replaced} <> pg_get_functiondef(p.oid)
      loop
        execute definition;
      end loop;
    end $do$`,
  sql`select rebuild_submission_counts()`,
  sql`select rebuild_tallies()`,

  sql`drop index jobs_tenant, jobs_client, jobs_list_day`,
  sql`create index jobs_tenant on jobs (tenant_id, status, posted_on)`,
  sql`create index jobs_client on jobs (client_id, status, posted_on)`,
  sql`create index jobs_list_day on jobs (tenant_id, (coalesce(posted_on, created_on)))`,
  sql`create index jobs_closed on jobs (tenant_id, closed_on) where closed_on is not null`,
  // The same order as before, plus the date.
  sql`drop index submissions_list_submitted_at, submissions_list_client_id_submitted_at,
    submissions_list_agency_id_submitted_at, submissions_booked`,
  sql`
    create index submissions_list_submitted_at on submissions (tenant_id, submitted_at, id)
    ${include('client_id', 'agency_id', ...REACHED)}`,
  sql`
    create index submissions_list_client_id_submitted_at on submissions (client_id, submitted_at, id)
    ${include('tenant_id', 'agency_id', ...REACHED)}`,
  sql`
    create index submissions_list_agency_id_submitted_at on submissions (agency_id, submitted_at, id)
    ${include('tenant_id', 'client_id')}`,
  sql`
    create index submissions_booked on submissions (tenant_id, booked_on)
    include (client_id, agency_id, job_id, submitted_at, offered_at, accepted_at, booked_at) where booked_on is not null`,
  sql`create index assignments_booked on assignments (tenant_id, booked_on)`,
  sql`drop index compliance_documents_reviewed`,
  sql`
    create index compliance_documents_reviewed on compliance_documents (tenant_id, reviewed_on)
    include (client_id, agency_id, assignment_id, times_declined) where reviewed_on is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
