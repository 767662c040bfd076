/** Which provider the single sign-on pages may connect to. Needs a built app. */
import { nonceFor, startSsoWorld, type SsoOrganization, type SsoWorld } from '../support/ssoWorld';

let world: SsoWorld;
let lake: SsoOrganization;

beforeAll(async () => {
  world = await startSsoWorld();
  lake = await world.organization('LAKE', { linkByEmail: true });
});
afterAll(() => world.stop());

const policyOf = async (path: string, client = world.server.client()) =>
  String((await client.get(path, { headers: { accept: 'text/html' } })).headers['content-security-policy']);

test('only the callback page may connect to a provider: the one this browser was redirected to', async () => {
  const client = world.server.client();
  await nonceFor(client, lake);
  const own = `connect-src 'self' ${world.provider.base};`;
  expect(await policyOf('/login/oauth2/code/ats?code=x&state=y', client)).toContain(own);
  expect(await policyOf('/login/oauth2/code/ats')).toContain("connect-src 'self';");
  expect(await policyOf('/signin', client)).toContain("connect-src 'self';");
  expect(await policyOf('/LAKE/auth/sso/main', client)).toContain("connect-src 'self';");
});

test.each([
  'nonsense',
  `${'s'.repeat(43)}.not-an-id`,
  `${'s'.repeat(43)}.${crypto.randomUUID()}`,
  `${'s'.repeat(43)}; x`,
])('an invalid cookie allows nothing more: %p', async (value) => {
  const client = world.server.client();
  client.cookies.set('vms_sso', value);
  expect(await policyOf('/login/oauth2/code/ats', client)).toContain("connect-src 'self';");
});
