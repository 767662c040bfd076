/**
 * Lets the home dashboard read a few hundred rows instead of a million: submissions per day for the program, each
 * facility and each supplier, maintained by the statement that changes them; and covering indexes.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../contract/base/statuses';

const columns = SUBMISSION_STATUSES.map((status) => sql.id(status.toLowerCase()));
const counted = sql.join(
  SUBMISSION_STATUSES.map((status) => sql`coalesce(sum(n) filter (where status = ${sql.lit(status)}), 0)`),
);
const anyChanged = sql.join(
  SUBMISSION_STATUSES.map((status) => sql`coalesce(sum(n) filter (where status = ${sql.lit(status)}), 0) <> 0`),
  sql` or `,
);

const rowsOf = (table: string, n: 1 | -1): RawBuilder<unknown> => sql`
  select tenant_id, client_id, agency_id, (submitted_at at time zone 'UTC')::date as day, status, ${sql.lit(n)} as n
  from ${sql.table(table)}`;

/** In key order, so that two statements wait for each other instead of deadlocking. */
const count = (changes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into submission_days as d (tenant_id, kind, party_id, day, ${sql.join(columns)})
  select c.tenant_id, p.kind, p.party_id, c.day, ${counted}
  from (${changes}) c
  cross join lateral (values ('PROGRAMME', c.tenant_id), ('CLIENT', c.client_id), ('AGENCY', c.agency_id)) p (kind, party_id)
  group by c.tenant_id, p.kind, p.party_id, c.day
  having ${anyChanged}
  order by p.kind, p.party_id, c.day
  on conflict (kind, party_id, day) do update set
    ${sql.join(columns.map((column) => sql`${column} = d.${column} + excluded.${column}`))}`;

/**
 * Runs as the owner, because a user who writes a submission changes the counts of three parties but may see those of
 * one only.
 */
const counting = (name: string, body: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  create function ${sql.id(name)}() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
  begin
    ${body};
    return null;
  end $$`;

const [added, gone] = [rowsOf('added', 1), rowsOf('gone', -1)];
const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`
    create table submission_days (
      tenant_id uuid not null references organizations (id),
      kind text not null check (kind in ('PROGRAMME', 'CLIENT', 'AGENCY')),
      party_id uuid not null references organizations (id),
      day date not null,
      ${sql.join(columns.map((column) => sql`${column} integer not null`))},
      primary key (kind, party_id, day)
    )`,
  sql`alter table submission_days enable row level security`,
  sql`alter table submission_days force row level security`,
  sql`create policy owner_all on submission_days to current_user using (true) with check (true)`,
  // Read-only: only the functions below write these rows.
  sql`
    create policy own_rows on submission_days for select using (tenant_id = (select app_tenant_id())
      and ((select app_organization_type()) = 'VMS' or party_id = (select app_organization_id())))`,
  counting('submission_days_added', count(added)),
  counting('submission_days_changed', count(sql`${gone} union all ${added}`)),
  counting('submission_days_gone', count(gone)),
  counting('submission_days_none', sql`delete from submission_days`),
  sql`
    create trigger submission_days_added after insert on submissions
    referencing new table as added for each statement execute function submission_days_added()`,
  sql`
    create trigger submission_days_changed after update on submissions
    referencing old table as gone new table as added for each statement execute function submission_days_changed()`,
  sql`
    create trigger submission_days_gone after delete on submissions
    referencing old table as gone for each statement execute function submission_days_gone()`,
  sql`
    create trigger submission_days_none after truncate on submissions
    for each statement execute function submission_days_none()`,
  count(rowsOf('submissions', 1)),

  // The same order as before, plus the counted and filtered columns.
  sql`drop index submissions_list_submitted_at, submissions_list_client_id_submitted_at, submissions_list_agency_id_submitted_at`,
  sql`
    create index submissions_list_submitted_at on submissions (tenant_id, submitted_at, id)
    include (status, client_id, agency_id, job_id)`,
  sql`
    create index submissions_list_client_id_submitted_at on submissions (client_id, submitted_at, id)
    include (status, tenant_id, agency_id, job_id)`,
  sql`
    create index submissions_list_agency_id_submitted_at on submissions (agency_id, submitted_at, id)
    include (status, tenant_id, client_id, job_id)`,
  // Whether a supplier has submitted anyone to a job.
  sql`create index submissions_job on submissions (job_id, agency_id) include (tenant_id, client_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
