/** Names of people and organizations on the board and in broadcasts: alphabetical, whatever their case and accents. */
import { sql } from 'kysely';
import { escalateOverdueBroadcasts } from '../../../server/features/broadcasts/scheduled';
import { SECTIONS, type Place, type Program, type Reader } from '../notifications/support';
import { BROADCASTS, Sender, inAnHour } from './sender';

let sender: Sender;
let program: Program;

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
const FULL_NAMES = PEOPLE.map(([last, first]) => `${first} ${last}`);
const LAST_FIRST = PEOPLE.map(([last, first]) => `${last}, ${first}`);
/** In order; the facility is the second one. */
const ORGANIZATIONS = { 'SUPPLIER-1': 'adventHealth', 'FACILITY-1': 'Álamo Clinic', 'SUPPLIER-2': 'Zimmer Staffing' };
/** Neither in order nor reversed. */
const shuffled = PEOPLE.map((_, at) => PEOPLE[(at * 5) % PEOPLE.length]!);

let administrator: Reader;
let broadcast: string;

async function addPerson(place: Place, [last_name, first_name]: readonly [string, string]): Promise<void> {
  const { id } = await program.user(place);
  await program.owner.updateTable('users').set({ last_name, first_name }).where('id', '=', id).execute();
}

beforeAll(async () => {
  sender = await Sender.start();
  ({ program } = sender);
  for (const person of shuffled) await addPerson('FACILITY-1', person);
  await addPerson('SUPPLIER-1', ['Zimmer', 'Al']);
  await addPerson('SUPPLIER-2', ['Abbott', 'Al']);
  administrator = await program.signedIn('FACILITY-1', [...SECTIONS, 'USER_EDIT']);
  for (const [place, name] of Object.entries(ORGANIZATIONS)) {
    const { organizationId } = program.scope(place as Place);
    await program.owner.updateTable('organizations').set({ name }).where('id', '=', organizationId).execute();
  }
  const organizations = ['SUPPLIER-2', 'FACILITY-1', 'SUPPLIER-1'] as const;
  ({ id: broadcast } = await sender.sent({
    subject: 'New badges',
    organization_ids: organizations.map((place) => program.scope(place).organizationId),
  }));
});
afterAll(() => program.server.stop());

const isOne = (names: readonly string[]) => (name: string) => names.includes(name);

test('a notification of the board is assigned to one of the colleagues in this order', async () => {
  const { json } = await administrator.client.get('/api-user/v1/board', { token: administrator.token });
  const names = (json['people'] as { name: string }[]).map(({ name }) => name);
  expect(names.filter(isOne(FULL_NAMES))).toEqual(FULL_NAMES);
});

test('of more colleagues than are offered, these are left out from the end of the alphabet', async () => {
  await sql`
    insert into users (organization_id, user_name, email, first_name, last_name, user_type)
    select ${administrator.user.organizationId}, 'many.' || n, 'many.' || n || '@one.example', 'M', 'Moore', 'CLIENT'
    from generate_series(1, 600) n`.execute(program.owner);
  const { json } = await administrator.client.get('/api-user/v1/board', { token: administrator.token });
  const names = (json['people'] as { name: string }[]).map(({ name }) => name);
  expect(names.filter(isOne(FULL_NAMES))).toEqual(FULL_NAMES.slice(0, -1));
});

test('the recipients of a broadcast are listed, and saved as a file, by organization and by name', async () => {
  const { json } = await sender.recipients(broadcast);
  const rows = json['rows'] as { name: string; organizationName: string }[];
  const organizations = Object.values(ORGANIZATIONS);
  expect([...new Set(rows.map(({ organizationName }) => organizationName))]).toEqual(organizations);
  expect(rows.map(({ name }) => name).filter(isOne(LAST_FIRST))).toEqual(LAST_FIRST);
  const file = await sender.reader.client.get(`${BROADCASTS}/${broadcast}/receipts`, { token: sender.reader.token });
  const lines = file.text.trimEnd().split('\r\n').slice(1);
  expect(lines).toEqual(
    rows.map(({ name, organizationName }) => expect.stringContaining(`"${name}",${organizationName}`) as string),
  );
  expect((await sender.read(broadcast))['organizationNames']).toEqual(organizations);
});

test('administrators are told the names of their late people, and senders the late organizations, in this order', async () => {
  await sender.setDeadline(broadcast, { acceptBy: inAnHour(), escalateTo: ['SENDERS', 'ADMINISTRATORS'] });
  await sql`update broadcasts set accept_by = now() where id = ${broadcast}`.execute(program.owner);
  expect(await escalateOverdueBroadcasts(program.server.app.services)).toBe(1);
  const sentenceTo = async (reader: Reader) => {
    const { events } = await reader.since(0);
    const all = events.flatMap((event) => ('notification' in event ? [event.notification] : []));
    return all.find(({ subject }) => subject === 'Not accepted in time: New badges')?.template ?? '';
  };
  /** The names as they follow each other in a text. */
  const inText = (text: string, names: readonly string[]) =>
    [...names].sort((a, b) => text.indexOf(a) - text.indexOf(b)).filter((name) => text.includes(name));
  expect(inText(await sentenceTo(administrator), FULL_NAMES)).toEqual(FULL_NAMES);
  const organizations = Object.values(ORGANIZATIONS);
  expect(inText(await sentenceTo(sender.reader), organizations)).toEqual(organizations);
});

test('the roles of a supplier’s user are named in this order', async () => {
  const { id, organizationId } = await program.user('SUPPLIER-1');
  await sql`delete from user_roles where user_id = ${id}`.execute(program.owner);
  for (const name of ['Zone lead', 'álamo lead', 'Biller'])
    await sql`
      with role as (insert into roles (organization_id, name) values (${organizationId}, ${name}) returning id)
      insert into user_roles (user_id, role_id, organization_id)
      select ${id}, role.id, ${organizationId} from role`.execute(program.owner);
  const manager = await program.signedIn('MANAGER', ['VMS_AGENCY_USER_EDIT']);
  const { json, text } = await manager.client.post(
    '/api-user/v1/lists/supplierUsers/search',
    { filters: { supplier: [organizationId] } },
    { token: manager.token },
  );
  const rows = json['rows'] as { roles: string }[] | undefined;
  expect(rows?.map(({ roles }) => roles) ?? text).toContain('álamo lead, Biller, Zone lead');
});
