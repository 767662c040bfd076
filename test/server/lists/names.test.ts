/** Names in alphabetical order, as people look for them: whatever their case and accents. */
import { sql } from 'kysely';
import type { ListName, ListRow } from '../../../contract/lists/list';
import { startListWorld, type ListWorld } from './support';

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

/** Those of the same letters: by first names, then the one without accent first. */
const PEOPLE = [
  ['Álvarez', 'Ann'],
  ['alvarez', 'Bo'],
  ['Alvarez', 'Cy'],
  ['Álvarez', 'Cy'],
  ['de', 'Zoe'],
  ['de la Cruz', 'Ana'],
  ['Dean', 'Émile'],
  ['dean', 'Eva'],
  ['Zimmer', 'Kim'],
] as const;
const NAMES = PEOPLE.map(([last, first]) => `${last}, ${first}`);
/** Neither in order nor reversed. */
const shuffled = <T>(all: readonly T[]): T[] => all.map((_, at) => all[(at * 5) % all.length] as T);

const FACILITIES = ['adventHealth North', 'Álamo Clinic', 'Zion Hospital'];
const COMPANIES = ['adventHealth', 'Álvarez Staffing', 'de la Cruz Staffing', 'Zimmer'];
const shuffledCompanies = ['de la Cruz Staffing', 'Zimmer', 'adventHealth', 'Álvarez Staffing'];

async function renamed(table: 'candidates' | 'users' | 'suppliers' | 'facilities', values: readonly object[]) {
  const rows = await world.owner
    .selectFrom(table)
    .$if(table === 'users', (own) =>
      own.where('organization_id' as never, '=', world.scopes.VMS.organizationId as never),
    )
    .select('id')
    .orderBy('id')
    .limit(values.length)
    .execute();
  expect(rows).toHaveLength(values.length);
  for (const [at, { id }] of rows.entries())
    await world.owner
      .updateTable(table)
      .set(values[at] as never)
      .where('id', '=', id)
      .execute();
  return rows.map(({ id }) => id);
}

const labelsOf = (options: unknown) => (options as { label: string }[]).map(({ label }) => label);
const isOne = (names: readonly string[]) => (name: unknown) => names.includes(String(name));
async function listed(list: ListName, sort: string, body: object = {}): Promise<unknown[]> {
  const { json } = await world.post('VMS', list, 'search', { sort, size: 500, ...body });
  return (json['rows'] as ListRow[]).map((row) => row[sort.replace('-', '')]);
}

test('candidates are listed alphabetically in both directions, and so are the rows that name them', async () => {
  const recruiter_name = 'Order Keeper';
  const ids = await renamed(
    'candidates',
    shuffled(PEOPLE).map(([last_name, first_name]) => ({ last_name, first_name, recruiter_name })),
  );
  const filters = { recruiter: [recruiter_name] };
  expect(await listed('candidates', 'name', { filters })).toEqual(NAMES);
  expect(await listed('candidates', '-name', { filters })).toEqual([...NAMES].reverse());

  await world.owner.updateTable('submissions').set({ recruiter_name }).where('candidate_id', 'in', ids).execute();
  const once = (names: unknown[]) => [...new Set(names)];
  const submitted = once(await listed('submissions', 'candidate', { filters }));
  expect(submitted.length).toBeGreaterThan(3);
  expect(submitted).toEqual(NAMES.filter(isOne(submitted as string[])));
  expect(once(await listed('submissions', '-candidate', { filters }))).toEqual([...submitted].reverse());
});

test('the options of filters, and the choices of facilities and people, are in the order of the lists', async () => {
  await renamed(
    'suppliers',
    shuffledCompanies.map((name) => ({ name })),
  );
  await renamed(
    'facilities',
    shuffled(FACILITIES).map((name) => ({ name })),
  );
  await renamed(
    'users',
    shuffled(PEOPLE).map(([last_name, first_name]) => ({ last_name, first_name })),
  );
  const { json } = await world.options('VMS', 'submissions');
  expect(labelsOf(json['suppliers']).filter(isOne(COMPANIES))).toEqual(COMPANIES);
  expect(labelsOf(json['suppliers'])).toEqual(await listed('suppliers', 'name'));
  expect(labelsOf(json['facilities']).filter(isOne(FACILITIES))).toEqual(FACILITIES);
  expect(labelsOf(json['facilities'])).toEqual(await listed('facilities', 'name'));
  const users = await world.options('VMS', 'users');
  expect(labelsOf(users.json['users']).filter(isOne(NAMES))).toEqual(NAMES);
  expect(labelsOf(users.json['users'])).toEqual(await listed('users', 'name'));

  const facilities = await world.send('VMS', 'GET', '/api-client/v1/clients/choices');
  expect(labelsOf(facilities.json)).toEqual(labelsOf(json['facilities']));
  const assignees = await world.send('VMS', 'GET', '/api-user/v1/tasks/people');
  expect(labelsOf(assignees.json['people']).filter(isOne(NAMES))).toEqual(NAMES);
});

test('equally large groups of a report, and the parts of a KPI, are in this order', async () => {
  const { rows: suppliers } = await sql<{ id: string; one: string }>`
    select agency_id as id, (array_agg(id order by id))[1] as one from submissions
    where submitted_at between now() - interval '300 days' and now() - interval '40 days'
    group by agency_id order by count(*) desc, agency_id limit ${COMPANIES.length}`.execute(world.owner);
  // Another test may have given the names to other suppliers.
  const named = (name: string) => `${name} Group`;
  for (const [at, { id, one }] of suppliers.entries()) {
    await world.owner
      .updateTable('suppliers')
      .set({ name: named(shuffledCompanies[at]!) })
      .where('id', '=', id)
      .execute();
    await world.owner.updateTable('submissions').set({ recruiter_name: 'Groupone' }).where('id', '=', one).execute();
  }
  const { json } = await world.post('VMS', 'submittalReport', 'groups', { by: 'supplier', q: 'Groupone' });
  expect(json['groups']).toMatchObject(COMPANIES.map((name) => ({ label: named(name), rows: 1 })));

  const figure = { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS', by: 'supplier' };
  const kpi = await world.send('VMS', 'POST', '/api-job/v1/dashboard/kpi/OFFERED_SHARE', figure);
  expect(labelsOf(kpi.json['groups']).filter(isOne(COMPANIES.map(named)))).toEqual(COMPANIES.map(named));
});

test('saved views and searches, the roles of a user, and the tasks of a day are in this order', async () => {
  const saved = ['Álvarez', 'beds', 'Zimmer'];
  const inTurn = ['Zimmer', 'Álvarez', 'beds'];
  for (const name of inTurn) {
    const view = {
      name,
      shared: false,
      default: false,
      part: 'jobs/open',
      filters: {},
      q: '',
      sort: 'number',
      columns: ['number'],
    };
    const search = { dashboard: 'HOME', searchName: name, public: false, default: false, filter: '{}' };
    for (const [path, body] of [
      ['/api-user/v1/lists/jobs/views', view],
      ['/api-client/v1/dashboard/filters', search],
    ] as const) {
      const { status, text } = await world.send('VMS', 'POST', path, body);
      if (status !== 200) throw new Error(text);
    }
  }
  const views = await world.send('VMS', 'GET', '/api-user/v1/lists/jobs/views');
  expect((views.json['views'] as { name: string }[]).map(({ name }) => name).filter(isOne(saved))).toEqual(saved);
  const searches = await world.send('VMS', 'GET', '/api-client/v1/dashboard/filters?dashboard=HOME');
  const names = (searches.json['savedFilters'] as { searchName: string }[]).map(({ searchName }) => searchName);
  expect(names.filter(isOne(saved))).toEqual(saved);

  const { userId, organizationId, tenantId } = world.scopes.VMS;
  for (const name of inTurn) {
    await sql`
      with role as (insert into roles (organization_id, name) values (${organizationId}, ${name}) returning id)
      insert into user_roles (user_id, role_id, organization_id)
      select ${userId}, role.id, ${organizationId} from role`.execute(world.owner);
    await sql`
      insert into tasks (tenant_id, organization_id, title, kind, due_on)
      values (${tenantId}, ${organizationId}, ${name}, 'OTHER', '2099-01-15')`.execute(world.owner);
  }
  const { json } = await world.post('VMS', 'users', 'search', { filters: { user: [userId] } });
  const [user] = json['rows'] as ListRow[];
  expect(String(user?.['roles']).split(', ').filter(isOne(saved))).toEqual(saved);
  const tasks = await world.send('VMS', 'GET', '/api-user/v1/tasks?from=2099-01-15&to=2099-01-15');
  expect((tasks.json['tasks'] as { title: string }[]).map(({ title }) => title)).toEqual(saved);
});
