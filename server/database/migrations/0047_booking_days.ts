/**
 * Counts bookings per booking date, with how long they took, so that a year of waiting times is read from a few hundred
 * rows. As with the tallies, a writer only appends to a queue, and only if a booking changes; readers add the queue,
 * and fold_tallies() folds it in.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

const own = (x: Sql, column: string): Sql => sql`${x}.${sql.id(column)}`;
/** In whole microseconds, so that sums stay exact after additions and subtractions; null if either time is null. */
const between = (from: string, to: string) => (x: Sql) =>
  sql`(extract(epoch from ${own(x, to)} - ${own(x, from)}) * 1000000)::bigint`;
const SPANS: Readonly<Record<string, (x: Sql) => Sql>> = {
  submitted_to_booked: between('submitted_at', 'booked_at'),
  submitted_to_offered: between('submitted_at', 'offered_at'),
  offered_to_accepted: between('offered_at', 'accepted_at'),
  offered_to_booked: between('offered_at', 'booked_at'),
};

/** What a row adds to each column: one booking, and for each span whether the row has it and how long it is. */
const SUMMED: readonly (readonly [column: string, of: (x: Sql) => Sql])[] = [
  ['booked', () => sql`1`],
  ...Object.entries(SPANS).flatMap(([column, span]) => [
    [`with_${column}`, (x: Sql) => sql`case when ${span(x)} is null then 0 else 1 end`] as const,
    [column, (x: Sql) => sql`coalesce(${span(x)}, 0)`] as const,
  ]),
];
const summed = SUMMED.map(([column]) => sql.id(column));
const PARTIES = ['tenant_id', 'client_id', 'agency_id'];
const queued = sql.join([...PARTIES.map((party) => sql.id(party)), sql`day`, ...summed]);

const added = (x: Sql, n: 1 | -1): Sql =>
  sql.join([
    ...PARTIES.map((party) => own(x, party)),
    own(x, 'booked_on'),
    ...SUMMED.map(([, of]) => sql`${sql.lit(n)} * ${of(x)}`),
  ]);
const queue = (x: Sql, n: 1 | -1): Sql => sql`
      if ${x}.booked_at is not null then insert into booking_days_queue (${queued}) values (${added(x, n)}); end if`;

/** Writes rows in key order, as all writers of several of these rows do, to avoid deadlocks. */
const fold = (rows: Sql): Sql => sql`
      insert into booking_days as d (tenant_id, kind, party_id, day, ${sql.join(summed)})
      select x.tenant_id, p.kind, p.party_id, x.day, ${sql.join(summed.map((column) => sql`sum(x.${column})`))}
      from ${rows} x cross join lateral (
        values ('PROGRAM', x.tenant_id), ('CLIENT', x.client_id), ('AGENCY', x.agency_id)) p (kind, party_id)
      group by 1, 2, 3, 4
      having ${sql.join(
        summed.map((column) => sql`sum(x.${column}) <> 0`),
        sql` or `,
      )}
      order by 2, 3, 4
      on conflict (kind, party_id, day) do update set ${sql.join(
        summed.map((column) => sql`${column} = d.${column} + excluded.${column}`),
      )}`;

const countAll = fold(sql`(
        select ${sql.join([
          ...PARTIES.map((party) => own(sql`s`, party)),
          sql`s.booked_on as day`,
          ...SUMMED.map(([column, of]) => sql`${of(sql`s`)} as ${sql.id(column)}`),
        ])}
        from submissions s where s.booked_at is not null)`);

const COUNTED = [...PARTIES, 'submitted_at', 'offered_at', 'accepted_at', 'booked_at', 'booked_on'];
const changed = sql`(${sql.join(COUNTED.map((column) => own(sql`old`, column)))}) is distinct from
  (${sql.join(COUNTED.map((column) => own(sql`new`, column)))})`;

/** Runs as the owner, because the user who writes may see only some of these rows, or none. */
const trigger = (name: string, when: Sql, body: readonly Sql[]): Sql[] => [
  sql`
    create function ${sql.id(name)}() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      ${sql.join(body, sql`;`)};
      return null;
    end $$`,
  sql`create trigger ${sql.id(name)} ${when} execute function ${sql.id(name)}()`,
];

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
    create table booking_days (
      tenant_id uuid not null,
      kind text not null check (kind in ('PROGRAM', 'CLIENT', 'AGENCY')),
      party_id uuid not null,
      day date not null,
      ${sql.join(summed.map((column) => sql`${column} bigint not null`))},
      primary key (kind, party_id, day)
    )`,
  ...readableBy('booking_days', sql`party_id`),
  sql`
    create table booking_days_queue (
      tenant_id uuid not null,
      client_id uuid not null,
      agency_id uuid not null,
      day date not null,
      ${sql.join(summed.map((column) => sql`${column} bigint not null`))}
    )`,
  ...readableBy('booking_days_queue', sql`client_id, agency_id`),

  ...trigger('booking_days_on_insert', sql`after insert on submissions for each row when (new.booked_at is not null)`, [
    queue(sql`new`, 1),
  ]),
  ...trigger(
    'booking_days_on_update',
    sql`after update on submissions for each row
      when ((old.booked_at is not null or new.booked_at is not null) and ${changed})`,
    [queue(sql`old`, -1), queue(sql`new`, 1)],
  ),
  ...trigger('booking_days_on_delete', sql`after delete on submissions for each row when (old.booked_at is not null)`, [
    queue(sql`old`, -1),
  ]),
  ...trigger('booking_days_on_truncate', sql`after truncate on submissions for each statement`, [
    sql`delete from booking_days`,
    sql`delete from booking_days_queue`,
  ]),

  // Extends the two functions that fold and rebuild all tallies, so that they include this one.
  sql`alter function fold_tallies() rename to fold_record_tallies`,
  sql`
    create function fold_booking_days() returns void
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      if exists (select from booking_days_queue) then
        with taken as (delete from booking_days_queue returning *)
        ${fold(sql`taken`)};
      end if;
    end $$`,
  sql`
    create function fold_tallies() returns void
    language plpgsql set search_path = pg_catalog, public as $$
    begin
      perform fold_record_tallies();
      perform fold_booking_days();
    end $$`,
  sql`alter function rebuild_submission_counts() rename to rebuild_submission_days`,
  sql`
    create function rebuild_submission_counts() returns void
    language sql set search_path = pg_catalog, public as $$
      select rebuild_submission_days();
      delete from booking_days;
      delete from booking_days_queue;
      ${countAll}
    $$`,
  sql`revoke all on function rebuild_submission_counts() from public`,
  countAll,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
