/**
 * Lets the cards of the home dashboard read a few dozen rows: tallies count jobs, assignments with their files,
 * documents and timesheets by the columns that the cards filter by. A tally uses the column names of the table it
 * counts, so that the conditions of lists apply to both; values that no card distinguishes are merged. Each tally is
 * maintained by the statement that changes the counted rows.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { COMPLIANCE_BANDS } from '../../../contract/lists/common';

type Sql = RawBuilder<unknown>;

type Party = 'tenant_id' | 'client_id' | 'agency_id';

interface Tally {
  readonly name: string;
  readonly of: string;
  /** Which rows are counted. */
  readonly where?: Sql;
  /** The parties that have rows: the program, each facility, each supplier. */
  readonly parties: readonly Party[];
  /** Maps each column to its type and its value for a row `x`; the most selective column comes first. */
  readonly by: Readonly<Record<string, readonly [type: Sql, of: Sql]>>;
  /** Columns that are added up. */
  readonly sums?: readonly string[];
  /** The parent table, where a property of the parent is counted. */
  readonly parent?: Parent;
  /** Rows are only inserted and deleted; the counted columns never change. */
  readonly fixed?: true;
}
interface Parent {
  readonly table: string;
  readonly key: string;
  /** Maps a column name to the column of the parent whose value it holds. */
  readonly brings: Readonly<Record<string, string>>;
}

const [text, date, flag, number, instant] = [sql`text`, sql`date`, sql`boolean`, sql`integer`, sql`timestamptz`];
const same = (column: string): Sql => sql.ref(`x.${column}`);
const isAtWork = (status: string): Sql => sql`${same(status)} in ('ACTIVE', 'BOOKED')`;
const band = sql`case ${sql.join(
  COMPLIANCE_BANDS.map(({ from, to }) => sql`when x.compliance_percent <= ${sql.lit(to)} then ${sql.lit(from)}`),
  sql` `,
)} end`;

const TALLIES: readonly Tally[] = [
  {
    name: 'job_days',
    of: 'jobs',
    parties: ['tenant_id', 'client_id'],
    by: {
      day: [date, sql`(coalesce(x.posted_at, x.created_at) at time zone 'UTC')::date`],
      posted_at: [instant, sql`date_trunc('day', x.posted_at, 'UTC')`],
      status: [text, same('status')],
      closure: [text, same('closure')],
      hot: [flag, sql`x.hot and x.status = 'OPEN'`],
      submitting_suppliers: [number, sql`case when x.status = 'OPEN' then least(x.submitting_suppliers, 1) else 0 end`],
    },
    sums: ['openings', 'openings_filled'],
  },
  {
    // Open jobs that a supplier submitted to.
    name: 'supplier_job_days',
    of: 'submission_jobs',
    where: sql`x.job_status = 'OPEN'`,
    parties: ['agency_id'],
    by: {
      day: [date, sql`(x.job_posted_at at time zone 'UTC')::date`],
      posted_at: [instant, sql`date_trunc('day', x.job_posted_at, 'UTC')`],
    },
    parent: { table: 'jobs', key: 'job_id', brings: { job_status: 'status', job_posted_at: 'posted_at' } },
    fixed: true,
  },
  {
    name: 'assignment_days',
    of: 'assignments',
    parties: ['tenant_id', 'client_id', 'agency_id'],
    by: {
      ended_on: [date, same('ended_on')],
      status: [text, same('status')],
      extension_status: [text, sql`case when x.extension_status = 'DUE' then 'DUE' end`],
      compliance_percent: [number, sql`case when ${isAtWork('status')} then ${band} else 0 end`],
      documents_due: [number, sql`case when ${isAtWork('status')} then least(x.documents_due, 1) else 0 end`],
    },
  },
  {
    name: 'document_days',
    of: 'compliance_documents',
    where: sql`${isAtWork('assignment_status')} and (
      x.status = 'PENDING_REVIEW' or x.status = 'APPROVED' and x.expires_on is not null)`,
    parties: ['tenant_id', 'client_id', 'agency_id'],
    by: {
      assignment_status: [text, same('assignment_status')],
      status: [text, same('status')],
      expires_on: [date, sql`case when x.status = 'APPROVED' then x.expires_on end`],
    },
    parent: { table: 'assignments', key: 'assignment_id', brings: { assignment_status: 'status' } },
  },
  {
    name: 'timesheet_weeks',
    of: 'timesheets',
    parties: ['tenant_id', 'client_id', 'agency_id'],
    by: {
      week_ending: [date, same('week_ending')],
      facility_status: [text, same('facility_status')],
      supplier_status: [text, same('supplier_status')],
      disputed: [flag, sql`x.disputed_at is not null and x.dispute_resolved_at is null`],
      correction: [number, sql`least(x.correction, 1)`],
    },
  },
];

const names = (columns: readonly string[]): Sql => sql.join(columns.map((column) => sql.id(column)));

/**
 * `client_id` and `agency_id` are both null in the rows of the program; one is set in those of a facility or a
 * supplier.
 */
const PARTY = ['tenant_id', 'client_id', 'agency_id'];
const summed = ({ sums = [] }: Tally): string[] => ['n', ...sums];
const key = ({ by }: Tally): Sql => names([...PARTY, ...Object.keys(by)]);

/** In key order, so that two statements wait for each other instead of deadlocking. */
function add(tally: Tally, changes: Sql): Sql {
  const { name, by, sums = [], parties, where = sql`true` } = tally;
  const values = Object.entries(by).map(([column, [, of]]) => sql`${of} as ${sql.id(column)}`);
  const added = [sql`sum(x.n) as n`, ...sums.map((column) => sql`sum(x.n * ${same(column)}) as ${sql.id(column)}`)];
  const whose = ['client_id', 'agency_id'] as const;
  const rows = parties.map(
    (party) => sql`(${sql.join(whose.map((column) => (column === party ? same(column) : sql`null::uuid`)))})`,
  );
  const more = summed(tally).map((column) => sql`${sql.id(column)} = t.${sql.id(column)} + excluded.${sql.id(column)}`);
  const some = summed(tally).map((column) => sql`c.${sql.id(column)} <> 0`);
  return sql`
    insert into ${sql.table(name)} as t (${key(tally)}, ${names(summed(tally))})
    select * from (
      select x.tenant_id, p.client_id, p.agency_id, ${sql.join([...values, ...added])}
      from (${changes}) x cross join lateral (values ${sql.join(rows)}) p (client_id, agency_id)
      where ${where}
      group by ${sql.join(Array.from({ length: PARTY.length + values.length }, (_, index) => sql.lit(index + 1)))}) c
    where ${sql.join(some, sql` or `)}
    order by ${key(tally)}
    on conflict (${key(tally)}) do update set ${sql.join(more)}`;
}

const create = (tally: Tally): Sql[] => {
  const { name, by } = tally;
  const table = sql.table(name);
  const columns = Object.entries(by).map(([column, [type]]) => sql`${sql.id(column)} ${type}`);
  return [
    sql`
      create table ${table} (
        tenant_id uuid not null,
        client_id uuid,
        agency_id uuid,
        ${sql.join(columns)},
        ${sql.join(summed(tally).map((column) => sql`${sql.id(column)} integer not null`))}
      )`,
    sql`create unique index ${sql.id(`${name}_key`)} on ${table} (${key(tally)}) nulls not distinct`,
    // Read-only, for the party they belong to: only the functions below write these rows.
    sql`alter table ${table} enable row level security`,
    sql`alter table ${table} force row level security`,
    sql`create policy owner_all on ${table} to current_user using (true) with check (true)`,
    sql`
      create policy own_rows on ${table} for select using (tenant_id = (select app_tenant_id())
        and ((select app_organization_type()) = 'VMS' or (select app_organization_id()) in (client_id, agency_id)))`,
  ];
};

/**
 * Runs as the owner, because a user who writes a counted row changes the tallies of all parties but may see that of one
 * only.
 */
const trigger = (name: string, when: Sql, body: readonly Sql[], returned = sql`null`): Sql[] => [
  sql`
    create function ${sql.id(name)}() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      ${sql.join(
        body,
        sql`;
      `,
      )};
      return ${returned};
    end $$`,
  sql`create trigger ${sql.id(name)} ${when} execute function ${sql.id(name)}()`,
];

const brought = ({ brings }: Parent, from: Sql): Sql =>
  sql.join(Object.entries(brings).map(([as, column]) => sql`${from}.${sql.id(column)} as ${sql.id(as)}`));

/** Rows of the counted table or of a transition table, with the columns of the parent. */
function rowsOf({ parent }: Tally, table: string, n: 1 | -1): Sql {
  if (parent === undefined) return sql`select c.*, ${sql.lit(n)} as n from ${sql.table(table)} c`;
  return sql`
    select c.*, ${brought(parent, sql`p`)}, ${sql.lit(n)} as n
    from ${sql.table(table)} c join ${sql.table(parent.table)} p on p.id = c.${sql.id(parent.key)}`;
}

const CHANGES = {
  insert: { names: sql`referencing new table as added`, of: [['added', 1]] },
  update: {
    names: sql`referencing old table as gone new table as added`,
    of: [
      ['gone', -1],
      ['added', 1],
    ],
  },
  delete: { names: sql`referencing old table as gone`, of: [['gone', -1]] },
} as const;

const union = (parts: readonly Sql[]): Sql => sql.join(parts, sql` union all `);

function keep(tally: Tally): Sql[] {
  const { name, of, parent, fixed } = tally;
  const { update: _update, ...comingAndGoing } = CHANGES;
  return [
    ...Object.entries(fixed ? comingAndGoing : CHANGES).flatMap(([event, { names: tables, of: changes }]) =>
      trigger(`${name}_on_${event}`, sql`after ${sql.raw(event)} on ${sql.table(of)} ${tables} for each statement`, [
        ...(parent === undefined ? [] : [hold(parent, changes)]),
        add(tally, union(changes.map(([table, n]) => rowsOf(tally, table, n)))),
      ]),
    ),
    ...trigger(`${name}_on_truncate`, sql`after truncate on ${sql.table(of)} for each statement`, [
      sql`delete from ${sql.table(name)}`,
    ]),
    ...(parent === undefined ? [] : keepWith(tally, parent)),
  ];
}

/** Locks the parents against changes. */
const hold = ({ table, key: column }: Parent, changes: readonly (readonly [table: string, n: 1 | -1])[]): Sql => sql`
  perform from ${sql.table(table)} p
  where p.id in (${union(changes.map(([rows]) => sql`select ${sql.id(column)} from ${sql.table(rows)}`))})
  order by p.id for no key update`;

/** Updates the tally when a parent changes or is deleted with its rows. */
function keepWith(tally: Tally, parent: Parent): Sql[] {
  const { name, of } = tally;
  const key = sql.id(parent.key);
  const under = (alias: Sql, n: 1 | -1): Sql =>
    sql`select c.*, ${brought(parent, alias)}, ${sql.lit(n)} as n from ${sql.table(of)} c`;
  const differs = Object.values(parent.brings).map(
    (column) => sql`gone.${sql.id(column)} is distinct from added.${sql.id(column)}`,
  );
  const moved = (from: 'gone' | 'added', n: 1 | -1): Sql => sql`
    ${under(sql.id(from), n)} join gone on gone.id = c.${key} join added on added.id = gone.id
    where ${sql.join(differs, sql` or `)}`;
  return [
    ...trigger(
      `${name}_on_parent_update`,
      sql`
        after update on ${sql.table(parent.table)} referencing old table as gone new table as added for each statement`,
      [add(tally, union([moved('gone', -1), moved('added', 1)]))],
    ),
    ...trigger(
      `${name}_on_parent_delete`,
      sql`before delete on ${sql.table(parent.table)} for each row`,
      [add(tally, sql`${under(sql`old`, -1)} where c.${key} = old.id`)],
      sql`old`,
    ),
  ];
}

const anew = TALLIES.flatMap((tally) => [
  sql`delete from ${sql.table(tally.name)}`,
  add(tally, rowsOf(tally, tally.of, 1)),
]);

const STATEMENTS: readonly Sql[] = [
  ...TALLIES.flatMap((tally) => [...create(tally), ...keep(tally)]),
  // A supplier sees posted jobs of all facilities.
  sql`
    create policy also_readable on job_days for select using (tenant_id = (select app_tenant_id())
      and (select app_organization_type()) = 'AGENCY' and posted_at is not null)`,
  // For bulk loads with the triggers disabled.
  sql`
    create function tallies_anew() returns void
    language sql set search_path = pg_catalog, public as $$
      ${sql.join(
        anew,
        sql`;
      `,
      )}
    $$`,
  sql`revoke all on function tallies_anew() from public`,
  sql`select tallies_anew()`,
  sql`analyze ${sql.join(TALLIES.map(({ name }) => sql.table(name)))}`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
