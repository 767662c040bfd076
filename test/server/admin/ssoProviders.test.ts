/**
 * Single sign-on set up on a screen, with a real provider on this machine: permissions, the connection test, and
 * refusals.
 */
import { randomUUID } from 'node:crypto';
import type { Permission } from '../../../contract/base/permissions';
import type { Answer, TestClient } from '../support/client';
import { json as answering } from '../support/evilProvider';
import type { FixtureUser } from '../support/fixtures';
import { startSsoWorld, type SsoWorld } from '../support/ssoWorld';

interface Person {
  readonly user: FixtureUser;
  readonly client: TestClient;
  readonly token: string;
}

let world: SsoWorld;
let owner: Person;
let manager: Person;
let lake: string;
beforeAll(async () => {
  world = await startSsoWorld();
  const { fixtures } = world.server;
  await fixtures.organization('PLATFORM', { type: 'OWNER' });
  lake = await fixtures.organization('LAKE');
  owner = await signedIn('PLATFORM', ['SSO_EDIT', 'USER_EDIT']);
  manager = await signedIn('LAKE', ['SSO_EDIT', 'USER_EDIT', 'ROLE_EDIT']);
});
afterAll(() => world.stop());

async function signedIn(code: string, permissions: readonly Permission[]): Promise<Person> {
  const userType = code === 'PLATFORM' ? 'OWNER' : 'VMS';
  const user = await world.server.fixtures.user(code, { userType, permissions });
  const client = world.server.client();
  return { user, client, token: (await client.signedIn(user)).access_token };
}

const pathOf = (id: string) => `/api-user/v1/organizations/${id}/sso-provider`;
const look = (by: Person, id = lake): Promise<Answer> => by.client.get(pathOf(id), { token: by.token });
const save = (by: Person, issuer: string, other: object = {}, id = lake): Promise<Answer> =>
  by.client.request('PUT', pathOf(id), {
    token: by.token,
    body: {
      version: 1,
      registration: 'main',
      issuer,
      client: 'vms',
      scopes: 'openid email',
      linkByEmail: false,
      ...other,
    },
  });
const tried = async (issuer: string, client = 'vms', by = manager, id = lake) =>
  by.client.post(`${pathOf(id)}/test`, { issuer, client }, { token: by.token });
const stepsOf = ({ json }: Answer) => json['steps'] as { step: string; ok: boolean; message: string }[];
const refusal = ({ status, json }: Answer) => [status, json['errorCode']];

test('a provider is tested, saved, used immediately, changed by one of two users, and switched off', async () => {
  const { issuer } = await world.organization('OTHER');
  world.provider.on('/OTHER/token', (response) => answering({ error: 'invalid_grant' })(response, undefined as never));
  const steps = stepsOf(await tried(issuer));
  expect(steps.map(({ step, ok }) => [step, ok])).toEqual([
    ['metadata', true],
    ['keys', true],
    ['endpoints', true],
    ['client', true],
  ]);
  expect((await look(manager)).json).toMatchObject({ provider: null, version: 1, code: 'LAKE' });
  expect((await save(manager, issuer)).json).toEqual({ organizationId: lake, version: 2 });
  const methods = () => world.server.client().get('/api-user/v1/organizations/identifier/LAKE/sign-in-methods');
  expect((await methods()).json).toEqual({ registrationId: 'main' });

  const second = await signedIn('LAKE', ['SSO_EDIT']);
  const lost = await save(second, issuer, { linkByEmail: true });
  expect(refusal(lost)).toEqual([409, 'conflict']);
  expect(lost.json['errorMessage']).toContain(`changed by Robin Fixture (${manager.user.userName})`);
  expect((await save(owner, issuer, { version: 2, linkByEmail: true })).status).toBe(200);
  expect((await look(manager)).json).toMatchObject({ version: 3, provider: { issuer, linkByEmail: true } });

  const off = () => manager.client.post(`${pathOf(lake)}/switch-off`, {}, { token: manager.token });
  expect([(await off()).json['version'], (await off()).json['version']]).toEqual([4, 4]);
  expect((await methods()).json).toEqual({});
  const events = await world.owner
    .selectFrom('audit_events')
    .where('organization_id', '=', lake)
    .where('event', 'like', 'provider_%')
    .orderBy('id')
    .select(['event', 'user_id'])
    .execute();
  expect(events).toEqual([
    { event: 'provider_added', user_id: manager.user.id },
    { event: 'provider_added', user_id: owner.user.id },
    { event: 'provider_removed', user_id: manager.user.id },
  ]);
});

test('the same save, repeated, is answered like the first; another author or other settings are a conflict', async () => {
  const { issuer } = await world.organization('REPEATED');
  const id = await world.server.fixtures.organization('LOST-ANSWER');
  const first = await save(owner, issuer, {}, id);
  expect([first.status, (await save(owner, issuer, {}, id)).json]).toEqual([200, first.json]);
  const other = await signedIn('PLATFORM', ['SSO_EDIT']);
  const refused = [
    await save(other, issuer, {}, id),
    await save(owner, issuer, { linkByEmail: true }, id),
    await save(owner, issuer, { registration: 'second' }, id),
  ];
  expect(refused.map(refusal)).toEqual(refused.map(() => [409, 'conflict']));
  const { json } = await owner.client.post(`${pathOf(id)}/switch-off`, {}, { token: owner.token });
  expect([json['version'], (await save(owner, issuer, {}, id)).status]).toEqual([3, 409]);
  const events = await world.owner
    .selectFrom('audit_events')
    .where('organization_id', '=', id)
    .where('event', 'like', 'provider_%')
    .orderBy('id')
    .select('event')
    .execute();
  expect(events).toEqual([{ event: 'provider_added' }, { event: 'provider_removed' }]);
});

test.each([
  ['is no provider', () => 'http://127.0.0.1:1/nothing', 'metadata', /cannot be used/],
  ['is a private address', () => 'https://10.0.0.1', 'metadata', /did not answer within 3\.5 s|10\.0\.0\.1/],
  [
    'redirects to a private address',
    () => {
      const path = '/moved/.well-known/openid-configuration';
      world.provider.on(path, (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
      return `${world.provider.base}/moved`;
    },
    'metadata',
    /answered 302, a redirect, which is not followed/,
  ],
  [
    'never answers',
    () => {
      world.provider.on('/slow/.well-known/openid-configuration', () => undefined);
      return `${world.provider.base}/slow`;
    },
    'metadata',
    /did not answer within 3\.5 s/,
  ],
  [
    'has metadata of another issuer',
    () => world.provider.issuer('liar', [], { issuer: 'https://login.example' }),
    'metadata',
    /the metadata is of another issuer/,
  ],
  [
    'has no keys',
    () => {
      const issuer = world.provider.issuer('keyless', []);
      world.provider.on('/keyless/jwks', answering({ nothing: true }));
      return issuer;
    },
    'keys',
    /the key set is not one/,
  ],
  [
    'has a sign-in page that fails',
    () => {
      const issuer = world.provider.issuer('failing', []);
      world.provider.on('/failing/auth', (response) => response.writeHead(503).end());
      return issuer;
    },
    'endpoints',
    /answered 503/,
  ],
])('an issuer that %s shows one clear line at its step, and is not saved', async (_what, issuerOf, step, sentence) => {
  const issuer = issuerOf();
  const wrong = stepsOf(await tried(issuer)).find(({ ok }) => !ok);
  expect([wrong?.step, wrong?.message]).toEqual([step, expect.stringMatching(sentence)]);
  expect(wrong?.message.split('\n')).toHaveLength(1);
  const { version } = (await look(manager)).json as { version: number };
  const refused = await save(manager, issuer, { version });
  expect([refused.status, refused.json['errorMessage']]).toEqual([
    400,
    expect.stringMatching(/Check the address with the provider's administrator\. Nothing was changed\.$/),
  ]);
  expect((await look(manager)).json).toMatchObject({ version, provider: null });
});

test('a provider that does not answer the client is reported', async () => {
  const { issuer } = await world.organization('MUTE');
  world.provider.on('/MUTE/token', answering(null));
  const client = stepsOf(await tried(issuer)).find(({ step }) => step === 'client');
  expect(client).toMatchObject({ ok: false, message: expect.stringContaining('(no known error)') });
});

test('a client that the provider does not know, or that needs a secret, is named with what to register', async () => {
  const { issuer } = await world.organization('STRICT');
  world.provider.on('/STRICT/token', (response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
  );
  const client = stepsOf(await tried(issuer)).find(({ step }) => step === 'client');
  expect(client).toMatchObject({
    ok: false,
    message: expect.stringMatching(/\(invalid_client\).+\/login\/oauth2\/code\/ats\.$/),
  });
});

test('only users with the permission set up single sign-on, for their own organization, and owners for all', async () => {
  const { issuer, id: other } = await world.organization('ELSEWHERE');
  const without = await signedIn('LAKE', ['USER_EDIT']);
  for (const [by, id, expected] of [
    [without, lake, [401, 'server.unauthorized']],
    [manager, other, [404, 'not.found']],
    [manager, randomUUID(), [404, 'not.found']],
    [owner, randomUUID(), [404, 'not.found']],
  ] as const) {
    const before = world.provider.requests.length;
    const answers = [await look(by, id), await save(by, issuer, {}, id), await tried(issuer, 'vms', by, id)];
    expect(answers.map(refusal)).toEqual(answers.map(() => expected));
    expect(world.provider.requests).toHaveLength(before);
  }
  const list = async (by: Person) =>
    (await by.client.post('/api-user/v1/lists/ssoProviders/search', {}, { token: by.token })).json['rows'] as object[];
  expect(await list(manager)).toMatchObject([{ code: 'LAKE', singleSignOn: false }]);
  expect(await list(owner)).toContainEqual(expect.objectContaining({ code: 'ELSEWHERE', issuer, clientId: 'vms' }));
});

test('the identities of a user are shown to their administrator and unlinked once, but not the administrator’s own', async () => {
  const organization = await world.organization('LINKED');
  const administrator = await signedIn('LINKED', ['USER_EDIT', 'MENU_JOB']);
  const person = await world.server.fixtures.user('LINKED', { permissions: ['MENU_JOB'] });
  await world.link(person, organization, 'subject-1');
  await world.link(administrator.user, organization, 'subject-2');
  const identitiesOf = async ({ id }: FixtureUser) => {
    const { client, token } = administrator;
    const { json } = await client.get(`/api-user/v1/users/${id}/account`, { token });
    return json['identities'] as { identityId: string; issuer: string; subject: string }[];
  };
  const unlink = (user: FixtureUser, identityId: string, by = administrator) =>
    by.client.post(`/api-user/v1/users/${user.id}/identities/${identityId}/unlink`, {}, { token: by.token });
  const [identity] = await identitiesOf(person);
  expect(identity).toMatchObject({ issuer: organization.issuer, subject: 'subject-1' });
  const identityId = identity?.identityId ?? '';
  expect(refusal(await unlink(person, identityId, manager))).toEqual([404, 'not.found']);
  const [own] = await identitiesOf(administrator.user);
  expect(refusal(await unlink(person, own?.identityId ?? ''))).toEqual([404, 'not.found']);
  expect((await unlink(administrator.user, own?.identityId ?? '')).status).toBe(400);
  expect([(await unlink(person, identityId)).status, (await unlink(person, identityId)).status]).toEqual([200, 404]);
  expect(await identitiesOf(person)).toEqual([]);
  const [row] = await world.owner
    .selectFrom('audit_events')
    .where('event', '=', 'identity_unlinked')
    .select('details')
    .execute();
  expect(row?.details).toMatchObject({ before: { userId: person.id, subject: 'subject-1' } });
});
