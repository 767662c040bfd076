/** Single sign-on set up on the command line, with a real provider on this machine. */
import { json as answering } from '../support/evilProvider';
import { startSsoWorld, type SsoWorld } from '../support/ssoWorld';
import { vmsOn } from '../support/vms';

let world: SsoWorld;
let vms: ReturnType<typeof vmsOn>;
beforeAll(async () => {
  world = await startSsoWorld();
  vms = vmsOn(world.server);
  await world.server.fixtures.organization('LAKE');
});
afterAll(() => world.stop());

const add = (issuer: string, ...more: string[]) =>
  vms([
    'sso',
    'add',
    '--organization',
    'lake',
    '--registration',
    'main',
    '--issuer',
    issuer,
    '--client-id',
    'vms',
    ...more,
  ]);

test('a provider that answers is added, listed, replaced and switched off', async () => {
  const { issuer } = await world.organization('OTHER');
  world.provider.on('/OTHER/token', answering({ error: 'invalid_grant' }));
  expect(await add(issuer, '--link-by-email')).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^Users of LAKE can sign in with their identity provider, at http.*\/LAKE\/auth\/sso\/main$/,
    ),
  });
  expect((await vms(['sso', 'list'])).out).toMatch(new RegExp(`^LAKE {2}main {2}${issuer} {2}vms$`, 'm'));
  expect(await add(issuer, '--registration', 'second')).toMatchObject({ code: 0 });
  const enabled = await world.owner
    .selectFrom('sso_providers as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .where('o.code', '=', 'LAKE')
    .where('p.disabled_at', 'is', null)
    .select(['p.registration_id', 'p.link_by_email'])
    .execute();
  expect(enabled).toEqual([{ registration_id: 'second', link_by_email: false }]);
  expect((await vms(['sso', 'remove', '--organization', 'LAKE'])).out).toBe('Users of LAKE sign in with a password.');
  expect((await vms(['sso', 'remove', '--organization', 'LAKE'])).out).toBe('LAKE had no single sign-on.');
});

test.each([
  ['no provider', () => 'http://127.0.0.1:1/nothing', 'metadata'],
  ['a page that is no metadata', () => world.provider.base, 'metadata'],
])('%s is refused at its step, and nothing is changed', async (_what, issuer, step) => {
  const count = () => world.owner.selectFrom('sso_providers').select('id').execute();
  const before = await count();
  const tested = await vms(['sso', 'test', '--issuer', issuer()]);
  expect([tested.code, tested.out]).toEqual([1, expect.stringMatching(new RegExp(`^WRONG ${step}: `))]);
  const refused = await add(issuer());
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
  expect(await count()).toEqual(before);
});

test('whether the provider takes the client is tested, too: if not, it is added with a warning that says what to do', async () => {
  const { issuer } = await world.organization('CLIENTS');
  const answers = (error: string) => world.provider.on('/CLIENTS/token', answering({ error }));
  answers('invalid_client');
  const refused = await add(issuer);
  expect([refused.code, refused.out, refused.errors]).toEqual([
    0,
    expect.stringMatching(/^The identity provider of \w+ is saved\. Its users will sign in at http/),
    expect.stringMatching(
      /^No one can sign in with it yet\. The provider does not accept vms as a public client \(invalid_client\)\. Register it there /,
    ),
  ]);
  answers('invalid_grant');
  expect(await add(issuer)).toMatchObject({ code: 0, errors: '' });
});

test('the metadata of one issuer at the address of another is refused', async () => {
  const { issuer } = await world.organization('LIAR', { metadata: { issuer: 'https://somebody.example' } });
  const tested = await vms(['sso', 'test', '--issuer', issuer]);
  expect([tested.code, tested.out]).toEqual([1, expect.stringContaining('of another issuer')]);
});

test.each([
  ['a registration with a slash', ['--registration', 'a/b'], 'for the registration'],
  ['scopes without openid', ['--scopes', 'email'], 'must contain openid'],
])('%s is refused', async (_what, more, sentence) => {
  const { issuer } = await world.organization(`ORG-${more[0]?.length}`);
  const refused = await add(issuer, ...more);
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining(sentence)]);
});
