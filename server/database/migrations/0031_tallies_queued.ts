/**
 * Makes writes cheaper: instead of updating a tally, a changed row appends the difference to a queue. Readers add the
 * queue to the tally, and the server folds it in every few seconds. Writers do not wait for tallies, and a row whose
 * counted values stay the same costs nothing.
 *
 * Jobs that a supplier submitted to are no longer tallied, because changing a job wrote a row for each of its
 * suppliers; there are few enough open jobs for a card to read them.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { COMPLIANCE_BANDS } from '../../../contract/lists/common';

type Sql = RawBuilder<unknown>;
type Of = (x: Sql) => Sql;
type Party = 'tenant_id' | 'client_id' | 'agency_id';

interface Tally {
  readonly name: string;
  readonly of: string;
  /** Which rows are counted. */
  readonly where?: Of;
  /** The parties that have rows: the program, each facility, each supplier. */
  readonly parties: readonly Party[];
  /** Maps each column of the tally to its value for a row. */
  readonly by: Readonly<Record<string, Of>>;
  /** Columns that are added up. */
  readonly sums?: readonly string[];
  /** The parent, if its status is counted; `by` and `where` refer to the status as `parent_status`. */
  readonly parent?: { readonly table: string; readonly key: string };
}

const own =
  (column: string): Of =>
  (x) =>
    sql`${x}.${sql.id(column)}`;
const isAtWork = (status: Sql): Sql => sql`${status} in ('ACTIVE', 'BOOKED')`;
const band: Of = (x) =>
  sql`case ${sql.join(
    COMPLIANCE_BANDS.map(({ from, to }) => sql`when ${x}.compliance_percent <= ${sql.lit(to)} then ${sql.lit(from)}`),
    sql` `,
  )} end`;
const atWork =
  (value: Of): Of =>
  (x) =>
    sql`case when ${isAtWork(sql`${x}.status`)} then ${value(x)} else 0 end`;
const PARENT_STATUS = sql`parent_status`;

const TALLIES: readonly Tally[] = [
  {
    name: 'job_days',
    of: 'jobs',
    parties: ['tenant_id', 'client_id'],
    by: {
      day: (x) => sql`coalesce(${x}.posted_on, ${x}.created_on)`,
      posted_on: own('posted_on'),
      status: own('status'),
      closure: own('closure'),
      hot: (x) => sql`${x}.hot and ${x}.status = 'OPEN'`,
      submitting_suppliers: (x) =>
        sql`case when ${x}.status = 'OPEN' then least(${x}.submitting_suppliers, 1) else 0 end`,
    },
    sums: ['openings', 'openings_filled'],
  },
  {
    name: 'assignment_days',
    of: 'assignments',
    parties: ['tenant_id', 'client_id', 'agency_id'],
    by: {
      ended_on: own('ended_on'),
      status: own('status'),
      extension_status: (x) => sql`case when ${x}.extension_status = 'DUE' then 'DUE' end`,
      compliance_percent: atWork(band),
      documents_due: atWork((x) => sql`least(${x}.documents_due, 1)`),
    },
  },
  {
    name: 'document_days',
    of: 'compliance_documents',
    where: (x) => sql`${isAtWork(PARENT_STATUS)} and (
      ${x}.status = 'PENDING_REVIEW' or ${x}.status = 'APPROVED' and ${x}.expires_on is not null)`,
    parties: ['tenant_id', 'client_id', 'agency_id'],
    by: {
      assignment_status: () => PARENT_STATUS,
      status: own('status'),
      expires_on: (x) => sql`case when ${x}.status = 'APPROVED' then ${x}.expires_on end`,
    },
    parent: { table: 'assignments', key: 'assignment_id' },
  },
  {
    name: 'timesheet_weeks',
    of: 'timesheets',
    parties: ['tenant_id', 'client_id', 'agency_id'],
    by: {
      week_ending: own('week_ending'),
      facility_status: own('facility_status'),
      supplier_status: own('supplier_status'),
      disputed: (x) => sql`${x}.disputed_at is not null and ${x}.dispute_resolved_at is null`,
      correction: (x) => sql`least(${x}.correction, 1)`,
    },
  },
];

const names = (columns: readonly string[]): Sql => sql.join(columns.map((column) => sql.id(column)));
const lines = (statements: readonly Sql[]): Sql =>
  sql.join(
    statements,
    sql`;
      `,
  );
const PARTY = ['tenant_id', 'client_id', 'agency_id'];
const queueOf = ({ name }: Tally): string => `${name}_queue`;
const keyOf = ({ by }: Tally): readonly string[] => [...PARTY, ...Object.keys(by)];
const summedOf = ({ sums = [] }: Tally): readonly string[] => ['n', ...sums];
const columnsOf = (tally: Tally): readonly string[] => [...keyOf(tally), ...summedOf(tally)];

/** What a row adds to a tally, as columns of the queue; `n` is -1 if the row is subtracted. */
const added = ({ by, sums = [], parties }: Tally, x: Sql, n: Sql): Sql =>
  sql.join([
    ...PARTY.map((party) => ((parties as readonly string[]).includes(party) ? own(party)(x) : sql`null::uuid`)),
    ...Object.values(by).map((of) => of(x)),
    n,
    ...sums.map((column) => sql`${n} * ${own(column)(x)}`),
  ]);

/** Runs as the owner, because the user who writes may see only some of the rows, or none of the tallies. */
const trigger = (name: string, when: Sql, body: readonly Sql[], declare = sql``, returned = sql`null`): Sql[] => [
  sql`
    create function ${sql.id(name)}() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    ${declare}
    begin
      ${lines(body)};
      return ${returned};
    end $$`,
  sql`create trigger ${sql.id(name)} ${when} execute function ${sql.id(name)}()`,
];

const [oldRow, newRow, one, minusOne] = [sql`old`, sql`new`, sql`1`, sql`-1`];

function keep(tally: Tally): Sql[] {
  const { name, of, by, where, parties, sums = [], parent } = tally;
  const into = sql`insert into ${sql.table(queueOf(tally))} (${names(columnsOf(tally))})`;
  const change = (x: Sql, n: Sql): Sql =>
    where === undefined
      ? sql`${into} values (${added(tally, x, n)})`
      : sql`${into} select ${added(tally, x, n)} where ${where(x)}`;
  const declare = parent === undefined ? sql`` : sql`declare parent_status text;`;
  // Locks the parent, so that its status does not change meanwhile. Null if the parent is being deleted with its rows:
  // the trigger on the parent has then subtracted them already.
  const parentOf = (x: Sql): readonly Sql[] =>
    parent === undefined
      ? []
      : [
          sql`select p.status into parent_status from ${sql.table(parent.table)} p
            where p.id = ${own(parent.key)(x)} for no key update`,
        ];
  const watched: readonly Of[] = [
    ...parties.map(own),
    ...Object.entries(by).flatMap(([column, value]) => (column === 'assignment_status' ? [] : [value])),
    ...sums.map(own),
    ...(parent === undefined ? [] : [own(parent.key)]),
  ];
  const differs = sql`(${sql.join(watched.map((value) => value(oldRow)))}) is distinct from
    (${sql.join(watched.map((value) => value(newRow)))})`;
  const on = (event: 'insert' | 'update' | 'delete', when = sql``): Sql =>
    sql`after ${sql.raw(event)} on ${sql.table(of)} for each row ${when}`;
  return [
    ...trigger(`${name}_on_insert`, on('insert'), [...parentOf(newRow), change(newRow, one)], declare),
    ...trigger(
      `${name}_on_update`,
      on('update', sql`when (${differs})`),
      [...parentOf(oldRow), change(oldRow, minusOne), ...parentOf(newRow), change(newRow, one)],
      declare,
    ),
    ...trigger(`${name}_on_delete`, on('delete'), [...parentOf(oldRow), change(oldRow, minusOne)], declare),
    ...trigger(`${name}_on_truncate`, sql`after truncate on ${sql.table(of)} for each statement`, [
      sql`delete from ${sql.table(name)}`,
      sql`delete from ${sql.table(queueOf(tally))}`,
    ]),
    ...(parent === undefined ? [] : keepWith(tally, parent)),
  ];
}

/** Updates the queue when the status of a parent changes or the parent is deleted with its rows. */
function keepWith(tally: Tally, parent: { readonly table: string; readonly key: string }): Sql[] {
  const { name, of, where } = tally;
  const under = (whose: Sql, statuses: Sql): Sql => sql`
    insert into ${sql.table(queueOf(tally))} (${names(columnsOf(tally))})
    select ${added(tally, sql`c`, sql`sum(s.n)`)}
    from ${sql.table(of)} c cross join (values ${statuses}) s (parent_status, n)
    where c.${sql.id(parent.key)} = ${whose}.id and ${where?.(sql`c`) ?? sql`true`}
    group by ${sql.join(keyOf(tally).map((_, index) => sql.lit(index + 1)))}`;
  return [
    ...trigger(
      `${name}_on_parent_update`,
      sql`after update on ${sql.table(parent.table)} for each row when (old.status is distinct from new.status)`,
      [under(newRow, sql`(old.status, -1), (new.status, 1)`)],
    ),
    ...trigger(
      `${name}_on_parent_delete`,
      sql`before delete on ${sql.table(parent.table)} for each row`,
      [under(oldRow, sql`(old.status, -1)`)],
      sql``,
      oldRow,
    ),
  ];
}

/** Adds rows with the columns of the queue to the tally of each party, always in key order to avoid deadlocks. */
function fold(tally: Tally, rows: Sql): Sql {
  const { name, parties, by } = tally;
  const whose = ['client_id', 'agency_id'] as const;
  const party = parties.map(
    (each) => sql`(${sql.join(whose.map((column) => (column === each ? own(column)(sql`x`) : sql`null::uuid`)))})`,
  );
  const values = Object.keys(by).map((column) => own(column)(sql`x`));
  const sums = summedOf(tally).map((column) => sql`sum(x.${sql.id(column)}) as ${sql.id(column)}`);
  const more = summedOf(tally).map(
    (column) => sql`${sql.id(column)} = t.${sql.id(column)} + excluded.${sql.id(column)}`,
  );
  const some = summedOf(tally).map((column) => sql`c.${sql.id(column)} <> 0`);
  return sql`
      insert into ${sql.table(name)} as t (${names(columnsOf(tally))})
      select * from (
        select x.tenant_id, p.client_id, p.agency_id, ${sql.join([...values, ...sums])}
        from ${rows} x cross join lateral (values ${sql.join(party)}) p (client_id, agency_id)
        group by ${sql.join(keyOf(tally).map((_, index) => sql.lit(index + 1)))}) c
      where ${sql.join(some, sql` or `)}
      order by ${names(keyOf(tally))}
      on conflict (${names(keyOf(tally))}) do update set ${sql.join(more)}`;
}

const everything = (tally: Tally): Sql => {
  const { of, where, parent } = tally;
  const from =
    parent === undefined
      ? sql`${sql.table(of)} c`
      : sql`${sql.table(of)} c join (select id, status as parent_status from ${sql.table(parent.table)}) a on a.id = c.${sql.id(parent.key)}`;
  return sql`(
        select ${sql.join(
          columnsOf(tally).map((column, index) => sql`v.c${sql.raw(String(index))} as ${sql.id(column)}`),
        )}
        from ${from} cross join lateral (select ${added(tally, sql`c`, one)}) v (${sql.join(
          columnsOf(tally).map((_, index) => sql.raw(`c${index}`)),
        )})
        where ${where?.(sql`c`) ?? sql`true`})`;
};

/** Drops the previous triggers of the tallies with their functions, including those of the tally of suppliers' jobs. */
const letGo = sql`
  do $do$
  declare f regprocedure;
  begin
    for f in
      select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace
        and p.proname ~ '^(job_days|supplier_job_days|assignment_days|document_days|timesheet_weeks)_on_'
    loop
      execute format('drop function %s cascade', f);
    end loop;
  end $do$`;

const create = (tally: Tally): Sql[] => {
  const queue = sql.table(queueOf(tally));
  return [
    sql`create table ${queue} (like ${sql.table(tally.name)})`,
    // Read-only, for the parties of the row: only the functions below write these rows.
    sql`alter table ${queue} enable row level security`,
    sql`alter table ${queue} force row level security`,
    sql`create policy owner_all on ${queue} to current_user using (true) with check (true)`,
    sql`
      create policy own_rows on ${queue} for select using (tenant_id = (select app_tenant_id())
        and ((select app_organization_type()) = 'VMS' or (select app_organization_id()) in (client_id, agency_id)))`,
    ...keep(tally),
  ];
};

/** Key of the advisory lock that lets only one transaction fold at a time; a second one has nothing to do. */
const FOLDING = sql.lit(7_201_318);

const STATEMENTS: readonly Sql[] = [
  letGo,
  sql`drop table supplier_job_days`,
  ...TALLIES.flatMap(create),
  // A supplier sees posted jobs of all facilities.
  sql`
    create policy also_readable on job_days_queue for select using (tenant_id = (select app_tenant_id())
      and (select app_organization_type()) = 'AGENCY' and posted_on is not null)`,
  sql`
    create function fold_tallies() returns void
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      if not pg_try_advisory_xact_lock(${FOLDING}) then return; end if;
      ${lines(
        TALLIES.map(
          (tally) => sql`
      if exists (select from ${sql.table(queueOf(tally))}) then
        with taken as (delete from ${sql.table(queueOf(tally))} returning *)
        ${fold(tally, sql`taken`)};
      end if`,
        ),
      )};
    end $$`,
  sql`drop function rebuild_tallies()`,
  // For bulk loads with the triggers disabled.
  sql`
    create function rebuild_tallies() returns void
    language sql set search_path = pg_catalog, public as $$
      ${lines(
        TALLIES.flatMap((tally) => [
          sql`delete from ${sql.table(tally.name)}`,
          sql`delete from ${sql.table(queueOf(tally))}`,
          fold(tally, everything(tally)),
        ]),
      )}
    $$`,
  sql`revoke all on function rebuild_tallies() from public`,
  // Fills the tallies.
  sql`select rebuild_tallies()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
