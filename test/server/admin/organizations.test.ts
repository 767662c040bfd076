/** The platform's owners add, change and deactivate organizations: the consequences, and what no one else can do. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Permission } from '../../../contract/base/permissions';
import type { Answer, TestClient } from '../support/client';
import type { FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

interface Person {
  readonly user: FixtureUser;
  readonly client: TestClient;
  readonly token: string;
}

const ORGANIZATIONS = '/api-user/v1/organizations';
const NOTHING = '00000000-0000-0000-0000-000000000000';
/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let server: TestServer;
let owner: Person;
let second: Person;
beforeAll(async () => {
  server = await startTestServer();
  await server.fixtures.organization('PLATFORM', { type: 'OWNER' });
  await server.fixtures.organization('PROGRAM');
  owner = await signedIn('PLATFORM', ['ORGANIZATION_EDIT', 'MENU_ADMIN']);
  second = await signedIn('PLATFORM', ['ORGANIZATION_EDIT']);
});
afterAll(() => server.stop());

async function signedIn(code: string, permissions: readonly Permission[]): Promise<Person> {
  const user = await server.fixtures.user(code, { userType: code === 'PLATFORM' ? 'OWNER' : 'VMS', permissions });
  const client = server.client();
  return { user, client, token: (await client.signedIn(user)).access_token };
}

const SETTINGS = {
  theme: 'plum',
  logo: null,
  supportEmail: 'help@lake.example',
  supportPhone: '555-0100',
  discloseAccountState: true,
  twoFactorRequired: false,
  mailedCodes: true,
  rememberDevices: false,
  timesheetV2Enabled: true,
  prnOrganization: false,
  idleMinutes: null,
  sessionHours: null,
};
const FIRST = { userName: 'first', email: 'first@new.example', firstName: 'Fay', lastName: 'Rst' };
const wanted = (code: string, other: object = {}) => ({
  ...SETTINGS,
  requestId: randomUUID(),
  type: 'VMS',
  program: null,
  place: null,
  administrator: { ...FIRST, email: `first@${code.toLowerCase()}.example` },
  code,
  name: `Organization ${code}`,
  ...other,
});
const create = (body: object, by = owner): Promise<Answer> => by.client.post(ORGANIZATIONS, body, { token: by.token });
const look = (id: string, by = owner): Promise<Answer> => by.client.get(`${ORGANIZATIONS}/${id}`, { token: by.token });
const change = (id: string, version: number, other: object, by = owner): Promise<Answer> =>
  by.client.request('PUT', `${ORGANIZATIONS}/${id}`, {
    token: by.token,
    body: { ...SETTINGS, name: 'Changed', version, ...other },
  });
const act = (id: string, what: 'deactivate' | 'reactivate', by = owner): Promise<Answer> =>
  by.client.post(`${ORGANIZATIONS}/${id}/${what}`, {}, { token: by.token });
const idOf = ({ json }: Answer): string => String(json['organizationId']);
const refusal = ({ status, json }: Answer) => [status, json['errorCode']];
const auditOf = (organizationId: string) =>
  server.owner
    .selectFrom('audit_events')
    .where('organization_id', '=', organizationId)
    .where('event', 'like', 'organization_%')
    .orderBy('id')
    .select(['event', 'user_id', 'address', 'details'])
    .execute();

test('a facility is added to a program, and its first administrator signs in with the mailed password', async () => {
  const place = { city: 'Madison', state: 'WI', timeZone: 'America/Chicago', beds: 120 };
  const added = await create(wanted('lake-1', { type: 'CLIENT', program: 'PROGRAM', place, logo: PNG }));
  expect([added.status, added.json['version']]).toEqual([200, 1]);
  const facility = await server.owner.selectFrom('facilities').where('id', '=', idOf(added)).selectAll().execute();
  expect(facility).toMatchObject([{ name: 'Organization lake-1', city: 'Madison', beds: 120 }]);
  const [mail] = await server.mailsTo('first@lake-1.example');
  const password = mail?.text.match(/[a-z0-9]{4}(-[a-z0-9]{4}){3}/)?.[0] ?? '';
  const form = { grant_type: 'password', username: 'first', organization_code: 'Lake-1', password };
  const client = server.client();
  const session = await client.token(form);
  expect(session.status).toBe(200);
  const { json } = await look(idOf(added));
  expect(json).toMatchObject({
    ...SETTINGS,
    code: 'LAKE-1',
    type: 'CLIENT',
    applicationType: 'CLIENT',
    program: 'Organization PROGRAM',
    logo: PNG,
    people: 1,
    disabled: false,
  });
  const [row] = await auditOf(idOf(added));
  expect(row).toMatchObject({ event: 'organization_created', user_id: owner.user.id, address: '127.0.0.1' });
  expect(JSON.stringify(row?.details)).not.toContain(PNG);
});

test.each([
  ['that is taken', 'program', /^The organization code PROGRAM is taken\. Please choose another\.$/],
  ['with a slash', 'a/../b', /letters \(A to Z\), digits and hyphens/],
  ['of markup', '<script>', /letters \(A to Z\), digits and hyphens/],
  ['of one letter', 'A', /^Please use 2 to 64 letters/],
  ['in another alphabet', 'ПРОГРАМ', /letters \(A to Z\)/],
  ['that is empty', '', /letters \(A to Z\)/],
])('a code %s is refused with a message, and nothing is added', async (_what, code, sentence) => {
  const count = () => server.owner.selectFrom('organizations').select('id').execute();
  const before = await count();
  const answer = await create(wanted(code, { administrator: FIRST }));
  expect(refusal(answer)).toEqual([400, 'organization.code.refused']);
  expect(answer.json['errorMessage']).toMatch(sentence);
  expect(await count()).toHaveLength(before.length);
  const other = await create(wanted(`CODES-${before.length}`));
  const renamed = await change(idOf(other), 1, { code });
  expect([refusal(renamed), renamed.json['errorMessage']]).toEqual([
    [400, 'organization.code.refused'],
    expect.stringMatching(sentence),
  ]);
});

test('a facility without a place, or in an unknown time zone, is refused with a message', async () => {
  const facility = (place: object | null) => create(wanted('NOWHERE', { type: 'CLIENT', program: 'PROGRAM', place }));
  const answers = [
    await facility(null),
    await facility({ city: 'Madison', state: 'WI', timeZone: 'Mars/Olympus', beds: 120 }),
  ];
  expect(answers.map(({ status, json }) => [status, json['errorMessage']])).toEqual([
    [400, 'Please give the city, the state and the time zone.'],
    [400, 'There is no time zone Mars/Olympus. Please use an IANA name, such as America/Chicago.'],
  ]);
});

test('a facility or a supplier is not added to a program that was deactivated', async () => {
  const program = await server.fixtures.organization('STOPPED');
  const place = { city: 'Madison', state: 'WI', timeZone: 'America/Chicago', beds: 120 };
  const before = wanted('STOPPED-0', { type: 'CLIENT', program: 'STOPPED', place });
  const added = await create(before);
  await act(program, 'deactivate');
  for (const type of ['CLIENT', 'AGENCY']) {
    const refused = await create(wanted(`STOPPED-${type}`, { type, program: 'stopped', place }));
    expect([refusal(refused), refused.json['errorMessage']]).toEqual([
      [400, 'request.invalid'],
      'The managing organization STOPPED is deactivated. Please reactivate it first, or choose another.',
    ]);
  }
  expect((await create(before)).json).toEqual(added.json);
  await act(program, 'reactivate');
  expect((await create(wanted('STOPPED-1', { type: 'CLIENT', program: 'STOPPED', place }))).status).toBe(200);
});

test.each([
  ['CLIENT', 'facility'],
  ['AGENCY', 'supplier'],
])(
  'a second %s with the same name in its program is refused with a message, and nothing is added',
  async (type, what) => {
    const place = { city: 'Madison', state: 'WI', timeZone: 'America/Chicago', beds: 120 };
    const party = (code: string, name: string, program = 'PROGRAM') =>
      create(wanted(code, { type, program, place, name }));
    const name = `Lakeview ${what}`;
    const taken = [
      [400, 'request.invalid'],
      `There is already a ${what} named ${name} in this program. Please choose another name.`,
    ];
    expect((await party(`${type}-1`, name)).status).toBe(200);
    const refused = await party(`${type}-2`, ` ${name} `);
    expect([refusal(refused), refused.json['errorMessage']]).toEqual(taken);
    const other = await party(`${type}-2`, `Other ${what}`);
    const renamed = await change(idOf(other), 1, { code: `${type}-2`, name });
    expect([refusal(renamed), renamed.json['errorMessage']]).toEqual(taken);
    expect((await look(idOf(other))).json).toMatchObject({ name: `Other ${what}`, version: 1 });
    await server.fixtures.organization(`OTHER-${type}`);
    expect((await party(`${type}-3`, name, `OTHER-${type}`)).status).toBe(200);
  },
);

test("an administrator's name may join letters with an invisible character, but some must be visible", async () => {
  const named = (code: string, firstName: string) => create(wanted(code, { administrator: { ...FIRST, firstName } }));
  expect((await named('JOINED', 'می\u200cنا')).status).toBe(200);
  expect(refusal(await named('UNSEEN', '\u200b\u2800'))).toEqual([400, 'request.invalid']);
});

test('the same request, repeated or twice simultaneously, adds one organization', async () => {
  const body = wanted('TWICE');
  const answers = await Promise.all([create(body), create(body)]);
  answers.push(await create(body));
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(await server.mailsTo('first@twice.example')).toHaveLength(1);
});

test('adding an organization again with other values reports the one that was added, and changes nothing', async () => {
  const body = wanted('AGAIN');
  const id = idOf(await create(body));
  const administrator = { ...body.administrator, email: 'corrected@again.example' };
  for (const other of [{ administrator }, { code: 'AGAIN-2' }, { name: 'Corrected' }, { type: 'AGENCY' }]) {
    const refused = await create({ ...body, ...other });
    expect([...refusal(refused), refused.json['errorMessage']]).toEqual([
      409,
      'conflict',
      'This organization was already added as Organization AGAIN (AGAIN), with first@again.example as its first administrator. Please open it to change it.',
    ]);
  }
  expect((await look(id)).json).toMatchObject({ name: 'Organization AGAIN', version: 1, people: 1 });
  expect(await server.mailsTo(administrator.email)).toEqual([]);
});

test('adding a facility or a supplier again with another program or place reports the one that was added', async () => {
  await server.fixtures.organization('ELSEWHERE');
  const place = { city: 'Madison', state: 'WI', timeZone: 'America/Chicago', beds: 120 };
  for (const [type, code, places] of [
    ['CLIENT', 'SHORE', [{ city: 'Monona' }, { state: 'IL' }, { timeZone: 'America/New_York' }, { beds: 12 }]],
    ['AGENCY', 'CREW', [{ city: 'Monona' }, { state: 'IL' }]],
  ] as const) {
    const body = wanted(code, { type, program: 'PROGRAM', place });
    const added = await create(body);
    expect((await create({ ...body, program: 'program' })).json).toEqual(added.json);
    for (const other of [{ program: 'ELSEWHERE' }, ...places.map((each) => ({ place: { ...place, ...each } }))]) {
      const refused = await create({ ...body, ...other });
      expect([...refusal(refused), refused.json['errorMessage']]).toEqual([
        409,
        'conflict',
        expect.stringMatching(/^This organization was already added as Organization /),
      ]);
    }
  }
});

test('renaming a facility renames its health system only where that is the facility itself', async () => {
  const place = { city: 'Madison', state: 'WI', timeZone: 'America/Chicago', beds: 120 };
  const namesOf = async (id: string) =>
    server.owner.selectFrom('facilities').where('id', '=', id).select(['name', 'health_system']).execute();
  const id = idOf(await create(wanted('BAY', { type: 'CLIENT', program: 'PROGRAM', place })));
  await change(id, 1, { code: 'BAY', name: 'Bay Hospital' });
  expect(await namesOf(id)).toEqual([{ name: 'Bay Hospital', health_system: 'Bay Hospital' }]);
  await server.owner.updateTable('facilities').set({ health_system: 'Bay Health' }).where('id', '=', id).execute();
  await change(id, 2, { code: 'BAY', name: 'Bay Clinic' });
  expect(await namesOf(id)).toEqual([{ name: 'Bay Clinic', health_system: 'Bay Health' }]);
});

test('the same change, repeated, is answered like the first; another author or other values are a conflict', async () => {
  const id = idOf(await create(wanted('REPEATED')));
  const same = { code: 'repeated', name: ' Repeated ', logo: PNG, supportPhone: '555-0199' };
  const answers = [await change(id, 1, same), await change(id, 1, same)];
  expect(answers.map(({ status, json }) => [status, json['version']])).toEqual([
    [200, 2],
    [200, 2],
  ]);
  expect((await auditOf(id)).map(({ event }) => event)).toEqual(['organization_created', 'organization_updated']);
  const refused = [
    await change(id, 1, same, second),
    await change(id, 1, { ...same, supportPhone: '555-0100' }),
    await change(id, 1, { ...same, logo: null }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409]);
  await change(id, 2, { ...same, theme: 'slate' }, second);
  expect((await change(id, 1, same)).status).toBe(409);
});

test('if two people save, the second learns who was first and overwrites nothing', async () => {
  const id = idOf(await create(wanted('RACE')));
  const answers = await Promise.all([
    change(id, 1, { code: 'RACE', supportPhone: 'one' }),
    change(id, 1, { code: 'RACE', supportPhone: 'two' }, second),
  ]);
  const [lost] = answers.filter(({ status }) => status !== 200);
  expect(refusal(lost as Answer)).toEqual([409, 'conflict']);
  const winner = answers[0]?.status === 200 ? owner : second;
  expect(lost?.json['errorMessage']).toContain(`changed by Robin Fixture (${winner.user.userName})`);
  const { json } = await look(id);
  expect([json['version'], json['supportPhone']]).toEqual([2, winner === owner ? 'one' : 'two']);
  const rows = await auditOf(id);
  expect(rows.map(({ event }) => event)).toEqual(['organization_created', 'organization_updated']);
  expect(rows[1]?.details).toMatchObject({
    before: { supportPhone: '555-0100' },
    after: { supportPhone: json['supportPhone'] },
  });
});

test('deactivating ends every session there, refuses every sign-in, and is undone by reactivating', async () => {
  const id = await server.fixtures.organization('CLOSING');
  const member = await signedIn('CLOSING', ['MENU_JOB']);
  await server.owner
    .insertInto('sso_providers')
    .values({ organization_id: id, registration_id: 'main', issuer: 'https://login.example', client_id: 'vms' })
    .execute();
  const methods = () => server.client().get(`${ORGANIZATIONS}/identifier/CLOSING/sign-in-methods`);
  expect((await methods()).json).toEqual({ registrationId: 'main' });
  expect((await look(id)).json['signedIn']).toBe(1);

  expect([(await act(id, 'deactivate')).status, (await act(id, 'deactivate')).json['version']]).toEqual([200, 2]);
  const call = await member.client.get('/api-user/v1/sessions', { token: member.token });
  expect(refusal(call)).toEqual([401, 'session.ended']);
  expect((await member.client.refresh()).status).toBe(400);
  expect((await server.client().signIn(member.user)).json['error_description']).toBe('invalid.credentials');
  expect((await methods()).json).toEqual({});
  expect((await look(id)).json).toMatchObject({ disabled: true, signedIn: 0 });

  expect((await act(id, 'reactivate')).status).toBe(200);
  expect((await server.client().signIn(member.user)).status).toBe(200);
  expect((await auditOf(id)).map(({ event, details }) => [event, details])).toEqual([
    ['organization_deactivated', { before: { active: true }, after: { active: false, endedSessions: 1 } }],
    ['organization_reactivated', { before: { active: false }, after: { active: true } }],
  ]);
});

test('a session that a late sign-in opens in a deactivated organization is invalid', async () => {
  const id = await server.fixtures.organization('LATE');
  const member = await signedIn('LATE', ['MENU_JOB']);
  await server.owner.updateTable('organizations').set({ disabled_at: new Date() }).where('id', '=', id).execute();
  const call = await member.client.get('/api-user/v1/sessions', { token: member.token });
  expect([refusal(call), call.json['reason']]).toEqual([[401, 'session.ended'], 'forced']);
});

test('sessions last as long as the organization sets, and never longer than the server allows', async () => {
  const id = await server.fixtures.organization('SHORT');
  expect((await change(id, 1, { code: 'SHORT', idleMinutes: 5, sessionHours: 1 })).status).toBe(200);
  const member = await signedIn('SHORT', ['MENU_JOB']);
  const lengths = async () => {
    const row = await server.owner
      .selectFrom('sessions')
      .where('organization_id', '=', id)
      .select(['id', 'idle_expires_at', 'expires_at', 'last_used_at'])
      .executeTakeFirstOrThrow();
    const minutes = (end: Date) => Math.round((end.getTime() - row.last_used_at.getTime()) / 60_000);
    return { id: row.id, idle: minutes(row.idle_expires_at), whole: minutes(row.expires_at) };
  };
  const opened = await lengths();
  expect(opened).toMatchObject({ idle: 5, whole: 60 });
  const { json } = await member.client.get(`/api-user/v1/users/${member.user.userName}/info`, { token: member.token });
  expect(json['sessionEndsInSeconds']).toBeLessThanOrEqual(3_600);
  expect(json['sessionEndsInSeconds']).toBeGreaterThan(3_500);
  const { sessions } = server.app.services;
  await sessions.touchAll(server.database.queries, [opened.id]);
  expect(await lengths()).toEqual(opened);
  const tooLong = await change(id, 2, { code: 'SHORT', idleMinutes: 31 });
  expect(tooLong.json['errorMessage']).toBe(
    'Sessions may be idle for at most 30 minutes on this server. Please enter less.',
  );
});

test('changed minutes of inactivity apply to everyone who is using the app, changed hours not before the next sign-in', async () => {
  const id = await server.fixtures.organization('SHORTER');
  const member = await signedIn('SHORTER', ['MENU_JOB']);
  const watcher = await signedIn('SHORTER', ['MENU_JOB']);
  const sessionOf = ({ user }: Person) =>
    server.owner
      .selectFrom('sessions')
      .where('user_id', '=', user.id)
      .select(['id', 'last_used_at', 'idle_expires_at', 'expires_at'])
      .executeTakeFirstOrThrow();
  const before = await Promise.all([member, watcher].map(sessionOf));
  expect((await change(id, 1, { code: 'SHORTER', idleMinutes: 5, sessionHours: 1 })).status).toBe(200);
  // A call extends a session at most once a minute; an open page extends it without one.
  await server.owner
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`last_used_at - interval '2 minutes'` })
    .where('organization_id', '=', id)
    .execute();
  await member.client.get('/api-user/v1/sessions', { token: member.token });
  await server.app.services.sessions.touchAll(server.database.queries, [(await sessionOf(watcher)).id]);
  for (const [at, person] of [member, watcher].entries()) {
    const session = await sessionOf(person);
    expect(session.idle_expires_at.getTime() - session.last_used_at.getTime()).toBe(5 * 60_000);
    expect(session.expires_at).toEqual(before[at]?.expires_at);
  }
});

test('its users see its logo, and other files are refused', async () => {
  const id = await server.fixtures.organization('LOGO');
  const member = await signedIn('LOGO', ['MENU_JOB']);
  const logo = async () => (await member.client.get(`${ORGANIZATIONS}/${id}/logo`, { token: member.token })).text;
  expect((await change(id, 1, { code: 'LOGO', logo: PNG })).status).toBe(200);
  expect(await logo()).toContain(PNG);
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.repeat(2));
  const refused = await change(id, 2, { code: 'LOGO', logo: script.toString('base64') });
  expect([refused.status, refused.json['errorMessage']]).toEqual([
    400,
    'Please choose a PNG of at most 64 KB as logo.',
  ]);
  expect((await change(id, 2, { code: 'LOGO', logo: null })).status).toBe(200);
  expect(await logo()).not.toContain('image');
});

test('only the owners of the platform administer organizations, and cannot remove their own', async () => {
  const manager = await signedIn('PROGRAM', ['ORGANIZATION_EDIT']);
  const without = await signedIn('PLATFORM', ['MENU_ADMIN']);
  const id = manager.user.organizationId;
  for (const by of [manager, without]) {
    const answers = await Promise.all([
      by.client.get(`${ORGANIZATIONS}/choices`, { token: by.token }),
      look(id, by),
      create(wanted('MINE'), by),
      change(id, 1, { code: 'PROGRAM' }, by),
      act(id, 'deactivate', by),
      by.client.post('/api-user/v1/lists/organizations/search', {}, { token: by.token }),
    ]);
    expect(answers.map(refusal)).toEqual(answers.map(() => [401, 'server.unauthorized']));
  }
  const own = await act(owner.user.organizationId, 'deactivate');
  expect([own.status, own.json['errorMessage']]).toEqual([
    400,
    'This is the organization of the platform itself. It cannot be deactivated.',
  ]);
  // In upper case, the database finds the organization, but it does not equal that of the session.
  expect(refusal(await act(owner.user.organizationId.toUpperCase(), 'deactivate'))).toEqual([400, 'request.invalid']);
  expect(refusal(await look(NOTHING))).toEqual([404, 'not.found']);
});

test('the list has every organization with its users, and finds one by its code', async () => {
  const list = (body: object) =>
    owner.client.post('/api-user/v1/lists/organizations/search', body, { token: owner.token });
  const all = (await list({ size: 200 })).json['rows'] as Record<string, unknown>[];
  const there = await server.owner.selectFrom('organizations').select('id').execute();
  expect(all.map(({ id }) => id).sort()).toEqual(there.map(({ id }) => id).sort());
  expect((await list({ q: 'program', filters: { type: ['VMS'] } })).json['rows']).toMatchObject([
    { code: 'PROGRAM', people: 1, singleSignOn: false, status: 'ENABLED' },
  ]);
});
