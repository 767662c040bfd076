/**
 * Daily sums of the openings of the jobs that a supplier submitted to, each job once per supplier, by the date of the
 * first submission and by that of the last. The openings in a period are those of jobs that began by its end minus
 * those of jobs that ended before it: a sum of days instead of a row per job and supplier. As with bookings, a writer
 * only appends to a queue, readers add the queue, and fold_tallies() folds it in.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

const SUMS = [sql`first_openings`, sql`last_openings`];
const sums = sql.join(SUMS);

/** Writes rows in key order, as all writers of several of these rows do, to avoid deadlocks. */
const fold = (rows: Sql): Sql => sql`
      insert into submission_job_days as d (tenant_id, kind, party_id, day, ${sums})
      select x.tenant_id, p.kind, p.party_id, x.day, ${sql.join(SUMS.map((column) => sql`sum(x.${column})`))}
      from ${rows} x cross join lateral (
        values ('PROGRAM', x.tenant_id), ('CLIENT', x.client_id), ('AGENCY', x.agency_id)) p (kind, party_id)
      group by 1, 2, 3, 4
      having ${sql.join(
        SUMS.map((column) => sql`sum(x.${column}) <> 0`),
        sql` or `,
      )}
      order by 2, 3, 4
      on conflict (kind, party_id, day) do update set ${sql.join(
        SUMS.map((column) => sql`${column} = d.${column} + excluded.${column}`),
      )}`;

const countAll = fold(sql`(
        select r.tenant_id, r.client_id, r.agency_id, e.day, sum(e.of_first) as first_openings, sum(e.of_last) as last_openings
        from submission_jobs r cross join lateral (
          values (r.first_on, r.openings, 0), (r.last_on, 0, r.openings)) e (day, of_first, of_last)
        group by 1, 2, 3, 4)`);

const ends = (x: Sql, n: 1 | -1): Sql => {
  const [parties, openings] = [sql`${x}.tenant_id, ${x}.client_id, ${x}.agency_id`, sql`${sql.lit(n)} * ${x}.openings`];
  return sql`(${parties}, ${x}.first_on, ${openings}, 0), (${parties}, ${x}.last_on, 0, ${openings})`;
};

/** Runs as the owner, because the user who writes may see only some of these rows, or none. */
const keep = (event: 'insert' | 'update' | 'delete', when: Sql, rows: readonly Sql[]): Sql[] => {
  const name = sql.id(`submission_job_days_on_${event}`);
  return [
    sql`
      create function ${name}() returns trigger
      language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        insert into submission_job_days_queue (tenant_id, client_id, agency_id, day, ${sums}) values ${sql.join(rows)};
        return null;
      end $$`,
    sql`
      create trigger ${name} after ${sql.raw(event)} on submission_jobs
      for each row ${when} execute function ${name}()`,
  ];
};

/** Read-only: only the functions below write these rows. */
const readableBy = (table: string, parties: Sql): Sql[] => [
  sql`alter table ${sql.table(table)} enable row level security`,
  sql`alter table ${sql.table(table)} force row level security`,
  sql`create policy owner_all on ${sql.table(table)} to current_user using (true) with check (true)`,
  sql`
    create policy own_rows on ${sql.table(table)} for select using (tenant_id = (select app_tenant_id())
      and ((select app_organization_type()) = 'VMS' or (select app_organization_id()) in (${parties})))`,
];

const STATEMENTS: readonly Sql[] = [
  sql`
    create table submission_job_days (
      tenant_id uuid not null,
      kind text not null check (kind in ('PROGRAM', 'CLIENT', 'AGENCY')),
      party_id uuid not null,
      day date not null,
      ${sql.join(SUMS.map((column) => sql`${column} bigint not null`))},
      primary key (kind, party_id, day)
    )`,
  ...readableBy('submission_job_days', sql`party_id`),
  sql`
    create table submission_job_days_queue (
      tenant_id uuid not null,
      client_id uuid not null,
      agency_id uuid not null,
      day date not null,
      ${sql.join(SUMS.map((column) => sql`${column} bigint not null`))}
    )`,
  ...readableBy('submission_job_days_queue', sql`client_id, agency_id`),

  ...keep('insert', sql``, [ends(sql`new`, 1)]),
  ...keep(
    'update',
    sql`when ((old.first_on, old.last_on, old.openings) is distinct from (new.first_on, new.last_on, new.openings))`,
    [ends(sql`old`, -1), ends(sql`new`, 1)],
  ),
  ...keep('delete', sql``, [ends(sql`old`, -1)]),
  // For a period that ends today, few or no rows have a later last submission.
  sql`create index submission_jobs_last on submission_jobs (tenant_id, last_on)`,

  // Extends the two functions that fold and rebuild all tallies, so that they include this one.
  sql`
    create function fold_submission_job_days() returns void
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      if exists (select from submission_job_days_queue) then
        with taken as (delete from submission_job_days_queue returning *)
        ${fold(sql`taken`)};
      end if;
    end $$`,
  sql`
    create or replace function fold_tallies() returns void
    language plpgsql set search_path = pg_catalog, public as $$
    begin
      perform fold_record_tallies();
      perform fold_booking_days();
      perform fold_submission_job_days();
    end $$`,
  sql`alter function rebuild_submission_counts() rename to rebuild_submission_and_booking_days`,
  sql`
    create function rebuild_submission_counts() returns void
    language sql set search_path = pg_catalog, public as $$
      alter table submission_jobs disable trigger submission_job_days_on_insert;
      alter table submission_jobs disable trigger submission_job_days_on_delete;
      select rebuild_submission_and_booking_days();
      alter table submission_jobs enable trigger submission_job_days_on_insert;
      alter table submission_jobs enable trigger submission_job_days_on_delete;
      delete from submission_job_days;
      delete from submission_job_days_queue;
      ${countAll}
    $$`,
  sql`revoke all on function rebuild_submission_counts() from public`,
  countAll,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
