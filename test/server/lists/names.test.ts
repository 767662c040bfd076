/** Names in alphabetical order, as people look for them: whatever their case and accents. */
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
    shuffled(COMPANIES).map((name) => ({ name })),
  );
  await renamed(
    'facilities',
    shuffled(FACILITIES).map((name) => ({ name })),
  );
  await renamed(
    'users',
    shuffled(PEOPLE).map(([last_name, first_name]) => ({ last_name, first_name })),
  );
  const labels = (options: unknown) => (options as { label: string }[]).map(({ label }) => label);
  const { json } = await world.options('VMS', 'submissions');
  expect(labels(json['suppliers']).filter(isOne(COMPANIES))).toEqual(COMPANIES);
  expect(labels(json['suppliers'])).toEqual(await listed('suppliers', 'name'));
  expect(labels(json['facilities']).filter(isOne(FACILITIES))).toEqual(FACILITIES);
  expect(labels(json['facilities'])).toEqual(await listed('facilities', 'name'));
  const users = await world.options('VMS', 'users');
  expect(labels(users.json['users']).filter(isOne(NAMES))).toEqual(NAMES);
  expect(labels(users.json['users'])).toEqual(await listed('users', 'name'));

  const facilities = await world.send('VMS', 'GET', '/api-client/v1/clients/choices');
  expect(labels(facilities.json)).toEqual(labels(json['facilities']));
  const assignees = await world.send('VMS', 'GET', '/api-user/v1/tasks/people');
  expect(labels(assignees.json['people']).filter(isOne(NAMES))).toEqual(NAMES);
});
