/** The counts of the tabs of a list: mostly from tallies, and equal to the rows that each tab shows. */
import { sql } from 'kysely';
import { LIST_MAX_SELECTIONS, type ListName } from '../../../contract/lists/list';
import { ROUTES } from '../../../sagas/navigation/routes/resolve';
import type { Queries } from '../../../server/database';
import { checkFilters } from '../../../server/features/lists/filterValues';
import { countList, countSelections } from '../../../server/features/lists/search';
import { tallyOf } from '../../../server/features/lists/tallies';
import { PARTIES, startListWorld, type ListWorld } from './support';

let world: ListWorld;
beforeAll(async () => {
  world = await startListWorld();
  // Some are still queued when the tabs are counted.
  for (const statement of [
    sql`update jobs set hot = not hot where id in (select id from jobs order by md5(id::text) limit 40)`,
    sql`update jobs set hot = true where status <> 'OPEN'`,
    sql`update assignments set compliance_percent = 30 where id in (select id from assignments order by md5(id::text) limit 40)`,
    sql`update timesheets set disputed_at = now(), dispute_resolved_at = null, correction = 1
      where id in (select id from timesheets order by md5(id::text) limit 40)`,
    sql`update compliance_documents set status = 'PENDING_REVIEW'
      where id in (select id from compliance_documents order by md5(id::text) limit 200)`,
  ])
    await statement.execute(world.owner);
});
afterAll(() => world.stop());

type Filters = Readonly<Record<string, readonly string[]>>;
interface Counted {
  readonly list: ListName;
  readonly selections: readonly Filters[];
}
const ROOT = { VMS: 'vms', CLIENT: 'facility', AGENCY: 'supplier' } as const;

/** The tabs of an organization type, by list, as the app counts them. */
function tabsOf(party: keyof typeof ROOT): readonly Counted[] {
  const tabs = ROUTES[ROOT[party]].flatMap(({ tab, list }) =>
    tab === undefined || list === undefined ? [] : [{ group: `${tab.group} ${list.name}`, list }],
  );
  return [...new Set(tabs.map(({ group }) => group))].map((group) => {
    const own = tabs.filter((each) => each.group === group).map(({ list }) => list);
    return { list: own[0]!.name, selections: own.map(({ fixed = {} }): Filters => ({ ...fixed })) };
  });
}

/** Filters that a user may add, and those of the shell. */
async function keptOf(
  party: keyof typeof ROOT,
): Promise<readonly { filters: Filters; q?: string; clientId?: string }[]> {
  const { rows } = await sql<{ client: string; agency: string }>`
    select client_id as client, agency_id as agency from timesheets where tenant_id = ${world.scopes[party].tenantId}
    order by id limit 1`.execute(world.owner);
  const { client = '', agency = '' } = rows[0] ?? {};
  return [
    { filters: {} },
    { filters: { client: [client] } },
    { filters: { supplier: [agency] } },
    { filters: { client: [client], supplier: [agency] } },
    { filters: { status: ['ACTIVE'] } },
    { filters: { status: ['ACTIVE', 'COMPLETED'] } },
    { filters: { hot: ['yes'] } },
    { filters: { hot: ['no'] } },
    { filters: { subCategory: ['WITH'] } },
    ...['yes', 'no'].flatMap((hot) =>
      ['WITH', 'WITHOUT'].map((category) => ({ filters: { hot: [hot], subCategory: [category] } })),
    ),
    { filters: { documentStatus: ['DECLINED'] } },
    { filters: { disputed: ['no'], view: ['facility'] } },
    { filters: { period: ['2020-01-01..'] } },
    { filters: {}, q: 'a' },
    { filters: { jobType: ['TRAVEL'] }, q: 'a' },
    { filters: {}, clientId: client },
  ];
}

function hasFilters(list: ListName, filters: Filters, party: keyof typeof ROOT): boolean {
  try {
    checkFilters(list, filters, party);
    return true;
  } catch {
    return false;
  }
}

test.each(PARTIES)('for %s each tab has as many rows as it counts, with any filters', async (party) => {
  const scope = world.scopes[party];
  const wrong: unknown[] = [];
  let above0 = 0;
  for (const { list, selections } of tabsOf(party)) {
    expect(selections.length).toBeLessThanOrEqual(LIST_MAX_SELECTIONS);
    for (const { filters, ...common } of await keptOf(party)) {
      if (!hasFilters(list, filters, party)) continue;
      const all = selections.map((fixed) => ({ ...filters, ...fixed }));
      const counts = await world.server.database.withScope(scope, (queries) =>
        countSelections(queries, list, { selections: all, ...common }, scope),
      );
      const rows: number[] = [];
      for (const each of all) {
        const request = { filters: each, ...common };
        rows.push(await world.server.database.withScope(scope, (queries) => countList(queries, list, request, scope)));
      }
      above0 += rows.filter((count) => count > 0).length;
      if (JSON.stringify(counts) !== JSON.stringify(rows)) wrong.push({ list, all, common, counts, rows });
    }
  }
  expect(wrong).toEqual([]);
  expect(above0).toBeGreaterThan(60);
});

/** Whether a count reads the tally of a list, and its rows. */
async function readBy(party: keyof typeof ROOT, { list, selections }: Counted) {
  const scope = world.scopes[party];
  const statements: string[] = [];
  await world.server.database.withScope(scope, async (queries) => {
    const watched: Queries = queries.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(JSON.stringify(node));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await countSelections(watched, list, { selections }, scope);
  });
  const reads = statements.filter((each) => each.includes('totals'));
  return { tallies: reads.filter((each) => each.includes('r.n')).length, all: reads.length };
}

test.each(PARTIES)('for %s rows are read only for the tabs that no tally has', async (party) => {
  const read: Record<string, { tallies: number; all: number }> = {};
  for (const tabs of tabsOf(party)) read[tabs.list] = await readBy(party, tabs);
  expect(read).toEqual({
    jobs: { tallies: 1, all: 1 },
    submissions: { tallies: 0, all: 1 },
    assignments: { tallies: 1, all: 1 },
    complianceFiles: { tallies: 1, all: 1 },
    // Documents of assignments that have ended are in no tally.
    complianceDocuments: { tallies: 0, all: 1 },
    // Expenses to decide are in no tally.
    timesheets: { tallies: 1, all: 2 },
  });
});

test('a tally does not answer what only some of its rows distinguish, or what is searched for', () => {
  const { VMS } = world.scopes;
  const isCounted = (list: ListName, own: Filters, criteria = {}) => tallyOf(list, criteria, [own], VMS) !== null;
  expect(isCounted('jobs', { hot: ['yes'], jobStatusIds: ['OPEN'] })).toBe(true);
  expect(isCounted('jobs', { hot: ['yes'], jobStatusIds: ['CLOSED'] })).toBe(false);
  expect(isCounted('jobs', { subCategory: ['WITH'] })).toBe(false);
  expect(isCounted('complianceDocuments', { documentStatus: ['PENDING_REVIEW'], status: ['ACTIVE'] })).toBe(true);
  expect(isCounted('complianceDocuments', { documentStatus: ['PENDING_REVIEW'] })).toBe(false);
  expect(isCounted('complianceDocuments', { documentStatus: ['DUE'], status: ['ACTIVE'] })).toBe(false);
  expect(isCounted('timesheets', {}, { q: 'icu' })).toBe(false);
  expect(isCounted('timesheets', { client: [crypto.randomUUID()] })).toBe(false);
});
