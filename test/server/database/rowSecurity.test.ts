/** The second line of defense: what the database itself refuses, whatever the server requests. */
import { sql } from 'kysely';
import type { OrganizationType } from '../../../contract/base/organizations';
import type { Queries, Schema, Scope } from '../../../server/database';
import { OWNER_TABLES } from '../../../server/database/migrate';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { fillWorld, type Party, type World } from './support/world';
import { cases } from '../../support/cases';

let db: TestDatabase;
let one: World;
let other: World;

beforeAll(async () => {
  db = await openTestDatabase();
  one = await fillWorld(db.owner, 'ONE');
  other = await fillWorld(db.owner, 'OTHER');
});
afterAll(() => db.close());

const TRANSACTIONS = cases('transactions on shared connections', { usual: 600, long: 20_000 });
const TABLES = [
  'organizations',
  'users',
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
  'invoices',
  'timesheets',
] as const satisfies readonly (keyof Schema)[];

const scopeOf = (party: Party, organizationType: OrganizationType, world: World): Scope => ({
  organizationId: party.id,
  organizationType,
  tenantId: world.tenantId,
  userId: null,
});
const manager = (world: World): Scope => scopeOf({ id: world.tenantId }, 'VMS', world);

const count = async (queries: Queries, table: keyof Schema): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(queries);
  return rows[0]?.n ?? -1;
};

describe('the catalog', () => {
  test('forces row-level security on every table that is not only for the owner', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not (c.relrowsecurity and c.relforcerowsecurity)`.execute(db.owner);
    expect(rows.map(({ name }) => name).sort()).toEqual([...OWNER_TABLES].sort());
  });

  test('has a policy for each of those tables besides the owner’s', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and not exists (
        select from pg_policy p where p.polrelid = c.oid and p.polname <> 'owner_all')`.execute(db.owner);
    expect(rows).toEqual([]);
  });

  test('lets only the owner bypass the policies', async () => {
    const { rows } = await sql<{ name: string }>`
      select p.polrelid::regclass::text as name from pg_policy p
      where pg_get_expr(p.polqual, p.polrelid) = 'true'
        and p.polroles <> array[(select relowner from pg_class c where c.oid = p.polrelid)]`.execute(db.owner);
    expect(rows).toEqual([]);
  });

  test('gives the app role no bypass: no superuser, no BYPASSRLS, owner of nothing, not a member of the owner', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
        (select count(*)::integer from pg_class where relowner = r.oid) as owned,
        (select count(*)::integer from pg_auth_members where member = r.oid) as memberships
      from pg_roles r where rolname = current_user`.execute(db.database.queries);
    const no = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
    };
    expect(rows).toEqual([{ ...no, owned: 0, memberships: 0 }]);
  });

  test.each(OWNER_TABLES)('does not let the app role read %s', async (table) => {
    const reading = sql`select * from ${sql.table(table)}`.execute(db.database.queries);
    await expect(reading).rejects.toMatchObject({ code: '42501' });
  });
});

describe('without a scope', () => {
  test.each(TABLES)('%s has no rows', async (table) => {
    expect(await count(db.owner, table)).toBeGreaterThan(0);
    expect(await count(db.database.queries, table)).toBe(0);
  });
});

describe('a managing organization', () => {
  test.each(TABLES)('sees all of its own program in %s and nothing of another', async (table) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from ${sql.table(table)}
      where ${sql.ref(table === 'users' ? 'organization_id' : 'tenant_id')} = ${one.tenantId}`.execute(db.owner);
    const seen = await db.database.withScope(manager(one), (queries) => count(queries, table));
    expect(seen).toBe(rows[0]?.n);
    expect(seen).toBeGreaterThan(0);
  });
});

const PARTIES = [
  ['a facility', 'CLIENT', 'facility', 'client_id'],
  ['a supplier', 'AGENCY', 'supplier', 'agency_id'],
] as const;
const SHARED = [
  'submissions',
  'submission_status_history',
  'assignments',
  'compliance_documents',
  'timesheets',
  'invoices',
] as const;

describe.each(PARTIES)('%s', (_name, type, party, column) => {
  test.each(SHARED)('sees only its own rows of %s', async (table) => {
    for (const index of [0, 1] as const) {
      const own = one[party][index];
      const { rows } = await db.database.withScope(scopeOf(own, type, one), (queries) =>
        sql<{ id: string }>`select distinct ${sql.ref(column)} as id from ${sql.table(table)}`.execute(queries),
      );
      expect(rows).toEqual([{ id: own.id }]);
    }
  });

  test.each(SHARED)('changes and removes nothing of another in %s', async (table) => {
    const [own, foreign] = one[party];
    const changed = await db.database.withScope(scopeOf(own, type, one), async (queries) => {
      const condition = sql`${sql.ref(column)} = ${foreign.id}`;
      const updated = await sql`update ${sql.table(table)} set tenant_id = tenant_id where ${condition}`.execute(
        queries,
      );
      const deleted = await sql`delete from ${sql.table(table)} where ${condition}`.execute(queries);
      return [updated.numAffectedRows, deleted.numAffectedRows];
    });
    expect(changed).toEqual([0n, 0n]);
  });

  test.each(SHARED)('cannot write a row of another into %s', async (table) => {
    const [own, foreign] = one[party];
    const moving = db.database.withScope(scopeOf(own, type, one), (queries) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${foreign.id}`.execute(queries),
    );
    await expect(moving).rejects.toMatchObject({ code: '42501' });
  });
});

test('a supplier sees the posted jobs of the program, none that wait for approval, and changes none', async () => {
  const { statuses, changed } = await db.database.withScope(
    scopeOf(one.supplier[0], 'AGENCY', one),
    async (queries) => {
      const rows = await queries.selectFrom('jobs').select('status').distinct().orderBy('status').execute();
      const { numAffectedRows } = await sql`update jobs set hot = true`.execute(queries);
      return { statuses: rows.map(({ status }) => status), changed: numAffectedRows };
    },
  );
  expect(statuses).toEqual(['OPEN']);
  expect(changed).toBe(0n);
});

test('a facility sees the candidates submitted to it and no others', async () => {
  for (const index of [0, 1] as const) {
    const names = await db.database.withScope(scopeOf(one.facility[index], 'CLIENT', one), (queries) =>
      queries.selectFrom('candidates').select('id').execute(),
    );
    expect(names.map(({ id }) => id)).toEqual([one.candidateOf[index]]);
  }
});

test('a supplier sees no other supplier, a facility no other facility', async () => {
  const suppliers = await db.database.withScope(scopeOf(one.supplier[0], 'AGENCY', one), (queries) =>
    queries.selectFrom('suppliers').select('id').execute(),
  );
  const facilities = await db.database.withScope(scopeOf(one.facility[0], 'CLIENT', one), (queries) =>
    queries.selectFrom('facilities').select('id').execute(),
  );
  expect({ suppliers, facilities }).toEqual({ suppliers: [one.supplier[0]], facilities: [one.facility[0]] });
});

test('a row cannot name other parties than its parent row', async () => {
  const moving = db.owner
    .updateTable('timesheets')
    .set({ agency_id: other.supplier[0].id, tenant_id: other.tenantId, client_id: other.facility[0].id, number: 99 })
    .where('tenant_id', '=', one.tenantId)
    .where('number', '=', 1)
    .execute();
  await expect(moving).rejects.toMatchObject({ code: '23503' });
});

test('a scope ends with its transaction, for any result, also on shared connections', async () => {
  const scopes = [
    manager(one),
    manager(other),
    scopeOf(one.facility[0], 'CLIENT', one),
    scopeOf(other.supplier[1], 'AGENCY', other),
  ];
  const wrong: string[] = [];
  const oneTransaction = async (index: number): Promise<void> => {
    if (index % 4 === 3) {
      const found = await count(db.database.queries, 'submissions');
      if (found !== 0) wrong.push(`${found} rows without a scope`);
      return;
    }
    const scope = scopes[index % scopes.length] as Scope;
    await db.database
      .withScope(scope, async (queries) => {
        const rows = await queries.selectFrom('submissions').select('tenant_id').distinct().execute();
        if (rows.some(({ tenant_id }) => tenant_id !== scope.tenantId) || rows.length !== 1)
          wrong.push(JSON.stringify(rows));
        if (index % 5 === 0) await sql`select 1 / 0`.execute(queries);
        if (index % 7 === 0) throw new Error('given up');
      })
      .catch((error: Error) => {
        if (!/division by zero|given up/.test(error.message)) throw error;
      });
  };
  // Few at the same time, so that none waits longer for a connection than the pool allows.
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < TRANSACTIONS) await oneTransaction(next++);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(wrong).toEqual([]);
});
