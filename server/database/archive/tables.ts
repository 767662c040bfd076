/**
 * The tables of a backup: all but the records of migrations and backups, and positions in the log of this one cluster,
 * in an order in which their rows can be written.
 */
import type { Client } from 'pg';

const RECORDS = ['schema_migrations', 'schema_migrations_lock', 'backup_runs', 'last_writes', 'record_watches'];

export interface ArchivedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Referenced tables come first. Throws on tables that reference each other. */
export async function archivedTables(owner: Client): Promise<readonly ArchivedTable[]> {
  const { rows: columns } = await owner.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by c.relname, a.attnum`,
    [RECORDS],
  );
  const { rows: references } = await owner.query<{ from: string; to: string }>(
    `select distinct f.relname as from, t.relname as to
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.oid <> t.oid and f.relnamespace = 'public'::regnamespace`,
  );
  return inOrder(groupColumns(columns), references);
}

function groupColumns(rows: readonly { table: string; column: string }[]): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
  return tables;
}

function inOrder(
  tables: ReadonlyMap<string, readonly string[]>,
  references: readonly { from: string; to: string }[],
): readonly ArchivedTable[] {
  const ordered: ArchivedTable[] = [];
  const waiting = new Map(tables);
  while (waiting.size > 0) {
    const free = [...waiting].filter(([name]) => !references.some(({ from, to }) => from === name && waiting.has(to)));
    if (free.length === 0) throw new Error(`These tables reference each other: ${[...waiting.keys()].join(', ')}`);
    for (const [table, columns] of free) {
      ordered.push({ table, columns });
      waiting.delete(table);
    }
  }
  return ordered;
}

/** Sequences by name with their last value; unused ones are left out. */
export async function sequenceValues(owner: Client): Promise<Readonly<Record<string, number>>> {
  const { rows } = await owner.query<{ name: string; value: string }>(
    `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]));
}

/** Names of the applied migrations, in order. */
export async function appliedMigrations(owner: Client): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>('select name from schema_migrations order by name');
  return rows.map(({ name }) => name);
}
