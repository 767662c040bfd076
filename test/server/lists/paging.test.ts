/** Pages, filters and access checks on random requests: the same rules hold for every list and caller. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { lists } from '../../../contract/lists/catalog';
import {
  LIST_NAMES,
  visibleTo,
  type ListDefinition,
  type ListFilter,
  type ListName,
} from '../../../contract/lists/list';
import { withScope, type Queries, type Scope } from '../../../server/database';
import { listOrder, listWhere, selectIds } from '../../../server/features/lists/engine';
import { listOptions, type ListOptions } from '../../../server/features/lists/lookups';
import * as predicates from '../../../server/features/lists/predicates';
import { countList, searchList, type PageRequest } from '../../../server/features/lists/search';
import { Explained } from '../support/explained';
import { PARTIES, startListWorld, type ListWorld } from './support';
import { cases, seed } from '../../support/cases';
type Party = (typeof PARTIES)[number];
const maySee = (list: ListName, kind: Party): boolean => visibleTo(kind)(lists[list] as ListDefinition);
const CASES = PARTIES.flatMap((kind) =>
  LIST_NAMES.filter((list) => maySee(list, kind)).map((list) => ({ kind, list })),
);

let world: ListWorld;
const offered = new Map<string, ListOptions>();
beforeAll(async () => {
  world = await startListWorld();
  for (const { kind, list } of CASES) {
    offered.set(`${kind} ${list}`, await as(kind, (queries, scope) => listOptions(queries, list, scope)));
  }
});
afterAll(() => world.stop());

function as<T>(kind: Party, work: (queries: Queries, scope: Scope) => Promise<T>): Promise<T> {
  return world.server.database.withScope(world.scopes[kind], (queries) => work(queries, world.scopes[kind]));
}

const day = fc
  .integer({ min: -400, max: 120 })
  .map((n) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10));
const sides = <T>(side: fc.Arbitrary<T>) =>
  fc.tuple(side, side, fc.constantFrom('both', 'from', 'to')).map(([a, b, open]) => {
    const [low, high] = a <= b ? [a, b] : [b, a];
    return [`${open === 'to' ? '' : String(low)}..${open === 'from' ? '' : String(high)}`];
  });

function valuesOf(filter: ListFilter, kind: Party, options: ListOptions): fc.Arbitrary<string[]> {
  const some = (all: readonly string[], most: number): fc.Arbitrary<string[]> =>
    all.length === 0
      ? fc.constant<string[]>([])
      : fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: most });
  switch (filter.kind) {
    case 'options':
      return some(
        filter.options.filter(visibleTo(kind)).map(({ value }) => value),
        filter.single ? 1 : 3,
      );
    case 'lookup':
      return some(
        (options[filter.lookup] ?? []).map(({ value }) => value),
        6,
      );
    case 'dates':
      return sides(day);
    case 'numbers':
      return sides(fc.integer({ min: -40, max: 200 }));
    case 'flag':
      return fc.constantFrom(['yes'], ['no']);
    case 'record':
      return fc.uuid().map((id) => [id]);
    case 'change':
      return fc.constantFrom('entered', 'left').map((direction) => [`${direction}@${new Date().toISOString()}`]);
  }
}

interface Question {
  readonly kind: Party;
  readonly list: ListName;
  readonly request: PageRequest;
}

const questions: fc.Arbitrary<Question> = fc.constantFrom(...CASES).chain(({ kind, list }) => {
  const { filters, columns }: ListDefinition = lists[list];
  const params = Object.keys(filters).filter((name) => filters[name] && visibleTo(kind)(filters[name]));
  const sorts = Object.keys(columns)
    .filter((name) => columns[name]?.sortable && visibleTo(kind)(columns[name]))
    .flatMap((name) => [name, `-${name}`]);
  const options = offered.get(`${kind} ${list}`) ?? {};
  return fc
    .tuple(
      fc.subarray(params, { maxLength: Math.min(2, params.length) }),
      fc.constantFrom(...sorts),
      fc.constantFrom(undefined, undefined, 'a', 'er 7'),
    )
    .chain(([chosen, sort, q]) =>
      fc
        .record(Object.fromEntries(chosen.map((name) => [name, valuesOf(filters[name] as ListFilter, kind, options)])))
        .map((given) => ({ kind, list, request: { filters: given, sort, ...(q !== undefined && { q }) } })),
    );
});
/** Lookups are known only once the world is set up. */
const lazily = fc.constant(null).chain(() => questions);

test('every row is on exactly one page, and their number equals the total', async () => {
  await fc.assert(
    fc.asyncProperty(lazily, async ({ kind, list, request }) => {
      await as(kind, async (queries, scope) => {
        const total = await countList(queries, list, request, scope);
        const where = listWhere(list, request, scope);
        const order = listOrder(list, request.sort, scope);
        const size = Math.max(25, Math.ceil(total / 7));
        const ids: string[] = [];
        for (let offset = 0; offset <= total; offset += size) {
          ids.push(...(await selectIds(queries, list, { where, order, offset, limit: size, total }, scope)));
        }
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toHaveLength(total);
        // The same order in one page, without the total.
        const whole = await selectIds(queries, list, { where, order, offset: 0, limit: total + 1 }, scope);
        expect(ids).toEqual(whole);
      });
    }),
    { numRuns: cases('list queries read page by page', { usual: 25, long: 1_000 }), seed: seed(20_260_318) },
  );
});

test('names sorted group by group have the same order as sorted together', async () => {
  const cases = [
    ['timesheets', 'candidate'],
    ['timesheets', '-facility'],
    ['complianceDocuments', '-candidate'],
    ['complianceDocuments', 'supplier'],
  ] as const;
  for (const [list, sort] of cases) {
    await as('VMS', async (queries, scope) => {
      const where = listWhere(list, {}, scope);
      const order = listOrder(list, sort, scope);
      const grouped = await selectIds(queries, list, { where, order, offset: 30, limit: 200 }, scope);
      const sorted = await selectIds(queries, list, { where, order, offset: 0, limit: 5_000 }, scope);
      expect(grouped).toEqual(sorted.slice(30, 230));
    });
  }
});

test.each([
  ['programAssignments', 'starting'],
  ['programCandidates', 'freeSoon'],
] as const)('%s sorted by %s read each program a few times, not once for each other program', async (list, figure) => {
  const scope = world.scopes.OWNER;
  const programs = 1000;
  await withScope(world.owner, scope, async (queries) => {
    await sql`savepoint before`.execute(queries);
    await sql`with programs as (
      insert into organizations (id, code, name, type, tenant_id)
      select id, 'P' || n, 'Program ' || n, 'VMS', id
      from (select gen_random_uuid() as id, n from generate_series(1, ${programs}) n) x returning tenant_id, code, name
    ), clients as (
      insert into organizations (code, name, type, tenant_id)
      select 'F' || code, 'Facility of ' || name, 'CLIENT', tenant_id from programs returning id, tenant_id, name
    )
    insert into facilities (id, tenant_id, name, health_system, city, state, time_zone, beds)
    select id, tenant_id, name, 'Health', 'Boston', 'MA', 'America/New_York', 1 from clients`.execute(queries);
    const explained = new Explained();
    const order = listOrder(list, figure, scope);
    await selectIds(queries.withPlugin(explained), list, { where: sql`true`, order, offset: 0, limit: 50 }, scope);
    // Looking the figure up for each row would read all rows once for each.
    expect(explained.rowsRead).toBeGreaterThan(programs);
    expect(explained.rowsRead).toBeLessThan(20 * programs);
    await sql`rollback to savepoint before`.execute(queries);
  });
});

test('each access check suffices: without the lists’ conditions, and without row-level security, the totals are the same', async () => {
  await fc.assert(
    fc.asyncProperty(lazily, async ({ kind, list, request }) => {
      const scope = world.scopes[kind];
      const count = (queries: Queries) => countList(queries, list, request, scope);
      const both = await as(kind, count);
      // The owner passes every policy.
      expect(Number(await withScope(world.owner, scope, count))).toBe(both);
      const walls = jest.spyOn(predicates, 'partyTo').mockReturnValue(sql`true`);
      expect(await as(kind, count)).toBe(both);
      walls.mockRestore();
    }),
    { numRuns: cases('list queries behind one wall each', { usual: 25, long: 1_000 }), seed: seed(20_260_319) },
  );
});

test('a page past the end is empty and states how many rows there are', async () => {
  const page = await as('VMS', (queries, scope) => searchList(queries, 'jobs', { page: 10_000, size: 50 }, scope));
  expect(page.rows).toEqual([]);
  expect(page.total ?? Infinity).toBeGreaterThan(650);
});

test('a count that takes too long leaves the page without a total, and the time limit as it was', async () => {
  await as('VMS', async (queries, scope) => {
    const limit = async () => (await sql`select current_setting('statement_timeout') as limit`.execute(queries)).rows;
    const before = await limit();
    const slow = jest.spyOn(predicates, 'partyTo').mockReturnValueOnce(sql`pg_sleep(0.0005) is not null`);
    const page = await searchList(queries, 'timesheets', { size: 25 }, scope);
    slow.mockRestore();
    expect([page.total, page.rows.length]).toEqual([null, 25]);
    expect(await limit()).toEqual(before);
  });
});

test('the last page has the total, however long counting takes', async () => {
  await as('VMS', async (queries, scope) => {
    const slow = jest.spyOn(predicates, 'partyTo').mockReturnValueOnce(sql`pg_sleep(0.0005) is not null`);
    const page = await searchList(queries, 'invoices', { size: 100_000 }, scope);
    slow.mockRestore();
    expect(page.rows.length).toBeGreaterThan(50);
    expect(page.total).toBe(page.rows.length);
  });
});
