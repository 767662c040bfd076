/** One line per demo table: equal lines mean equal rows. */
import { sql } from 'kysely';
import type { Schema } from '../../../../server/database';
import type { TestDatabase } from '../../support/database';

const COMPARED = [
  'organizations',
  'users',
  'roles',
  'role_permissions',
  'user_roles',
  'facilities',
  'departments',
  'suppliers',
  'professions',
  'specialties',
  'offerings',
  'sub_offerings',
  'candidates',
  'jobs',
  'submissions',
  'submission_status_history',
  'assignments',
  'compliance_documents',
  'timesheets',
  'invoices',
] as const satisfies readonly (keyof Schema)[];

export async function fingerprints(of: TestDatabase): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of COMPARED) {
    const row = table === 'organizations' ? sql`to_jsonb(t) - 'created_at'` : sql`to_jsonb(t)`;
    const { rows } = await sql<{ sum: string }>`
      select count(*) || ' rows, ' || md5(string_agg(md5((${row})::text), '' order by md5((${row})::text))) as sum
      from ${sql.table(table)} t`.execute(of.owner);
    found[table] = rows[0]?.sum ?? '';
  }
  return found;
}

/** How many rows each demo table has and which transactions wrote them: equal if nothing was written in between. */
export async function writes(of: TestDatabase): Promise<Record<string, object | undefined>> {
  const found: Record<string, object | undefined> = {};
  for (const table of COMPARED) {
    const { rows } = await sql<object>`
      select count(*), sum(xmin::text::bigint) from ${sql.table(table)}`.execute(of.owner);
    found[table] = rows[0];
  }
  return found;
}
