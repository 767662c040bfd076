/**
 * Stores in each row the counts that lists and cards need: how many suppliers submitted to a job, and how many
 * documents of an assignment are due or in review. They are maintained by the statement that changes the counted rows.
 * Covering indexes replace those that find documents by status.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

interface Kept {
  readonly by: string;
  readonly of: string;
  /** The column of the counted table that references the row with the counts. */
  readonly key: string;
  /** Maps each count column to the condition of the rows it counts. */
  readonly counts: Readonly<Record<string, Sql>>;
}

const KEPT: readonly Kept[] = [
  { by: 'jobs', of: 'submission_jobs', key: 'job_id', counts: { submitting_suppliers: sql`true` } },
  {
    by: 'assignments',
    of: 'compliance_documents',
    key: 'assignment_id',
    counts: { documents_due: sql`status = 'DUE'`, documents_in_review: sql`status = 'PENDING_REVIEW'` },
  },
];

/** In key order, so that two statements wait for each other instead of deadlocking. */
function add({ by, key, counts }: Kept, changes: Sql): Sql {
  const columns = Object.keys(counts);
  const sums = Object.entries(counts).map(
    ([column, counted]) => sql`coalesce(sum(n) filter (where ${counted}), 0)::integer as ${sql.id(column)}`,
  );
  const more = columns.map((column) => sql`${sql.id(column)} = k.${sql.id(column)} + c.${sql.id(column)}`);
  const some = columns.map((column) => sql`c.${sql.id(column)} <> 0`);
  const changed = sql`(select ${sql.id(key)} as id, ${sql.join(sums)} from (${changes}) x group by 1) c`;
  const which = sql`c.id = k.id and (${sql.join(some, sql` or `)})`;
  return sql`
    perform from ${sql.table(by)} k join ${changed} on ${which} order by k.id for no key update of k;
    update ${sql.table(by)} k set ${sql.join(more)} from ${changed} where ${which}`;
}

const rowsOf = (table: 'added' | 'gone', n: 1 | -1): Sql => sql`select *, ${sql.lit(n)} as n from ${sql.table(table)}`;
const CHANGES = {
  insert: { names: sql`referencing new table as added`, rows: rowsOf('added', 1) },
  update: {
    names: sql`referencing old table as gone new table as added`,
    rows: sql`${rowsOf('gone', -1)} union all ${rowsOf('added', 1)}`,
  },
  delete: { names: sql`referencing old table as gone`, rows: rowsOf('gone', -1) },
} as const;

/** A user who changes counted rows may not be allowed to write the counts, so this runs as the owner. */
function keeping(kept: Kept): Sql[] {
  return Object.entries(CHANGES).flatMap(([event, { names, rows }]) => {
    const name = sql.id(`${kept.of}_counted_on_${event}`);
    return [
      sql`
        create function ${name}() returns trigger
        language plpgsql security definer set search_path = pg_catalog, public as $$
        begin
          ${add(kept, rows)};
          return null;
        end $$`,
      sql`
        create trigger ${name} after ${sql.raw(event)} on ${sql.table(kept.of)} ${names}
        for each statement execute function ${name}()`,
    ];
  });
}

const columnsOf = ({ by, counts }: Kept): Sql => sql`
  alter table ${sql.table(by)} ${sql.join(
    Object.keys(counts).map(
      (column) => sql`add column ${sql.id(column)} integer not null default 0 check (${sql.id(column)} >= 0)`,
    ),
  )}`;

const fill = ({ by, of, key, counts }: Kept): Sql => sql`
  update ${sql.table(by)} k set ${sql.join(Object.keys(counts).map((column) => sql`${sql.id(column)} = c.${sql.id(column)}`))}
  from (
    select ${sql.id(key)} as id, ${sql.join(
      Object.entries(counts).map(([column, counted]) => sql`count(*) filter (where ${counted}) as ${sql.id(column)}`),
    )} from ${sql.table(of)} group by 1) c
  where c.id = k.id`;

/** The same order as before, plus the counted and joined columns. */
const documentsBy = (party: 'tenant' | 'client' | 'agency'): Sql[] => {
  const others = ['tenant_id', 'client_id', 'agency_id'].filter((column) => column !== `${party}_id`);
  const index = sql.id(`compliance_documents_${party}`);
  return [
    sql`drop index ${index}`,
    sql`
      create index ${index} on compliance_documents (${sql.id(`${party}_id`)}, status, expires_on)
      include (assignment_id, ${sql.join(others.map((column) => sql.id(column)))})`,
  ];
};

const FILES = KEPT.filter(({ of }) => of === 'compliance_documents');

const STATEMENTS: readonly Sql[] = [
  ...KEPT.flatMap((kept) => [columnsOf(kept), fill(kept), ...keeping(kept)]),
  ...(['tenant', 'client', 'agency'] as const).flatMap(documentsBy),
  sql`create index submission_jobs_agency on submission_jobs (agency_id) include (job_id, tenant_id, client_id)`,
  // No longer needed: the count is in the row.
  sql`drop index compliance_documents_file`,
  // For bulk loads of first documents with the triggers disabled.
  sql`
    create function file_counts_begin() returns void
    language sql set search_path = pg_catalog, public as $$ ${sql.join(FILES.map(fill), sql`; `)} $$`,
  sql`revoke all on function file_counts_begin() from public`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
