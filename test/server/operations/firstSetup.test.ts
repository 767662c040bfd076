/** The first start of a fresh platform: a link, a form, the first owner; and everything that must be refused. */
import { sql } from 'kysely';
import type { TestClient } from '../support/client';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
let client: TestClient;
async function start(): Promise<void> {
  server = await startTestServer();
  client = server.client();
}
const stop = () => server.stop();

const PASSWORD = 'Plain-words-for-the-owner-7';
const FORM = {
  organizationName: 'Northwind Staffing',
  organizationCode: 'northwind',
  firstName: 'Ida',
  lastName: 'Berg',
  email: 'ida@northwind.example',
  userName: 'ida.berg',
  password: PASSWORD,
  repeated: PASSWORD,
};

async function link(): Promise<string> {
  const secret = await server.app.services.firstSetup.createLink();
  if (secret === null) throw new Error('no link was made');
  return secret;
}

const submit = (secret: string, changed: Partial<typeof FORM> = {}) =>
  client.request('POST', '/setup', { form: { secret, ...FORM, ...changed } });
const organizations = async () =>
  (await server.owner.selectFrom('organizations').select(['code', 'type']).execute()).map(({ code }) => code);

describe('a fresh platform', () => {
  beforeEach(start);
  afterEach(stop);

  test('the link’s form creates the owner, who can sign in and administer; the link is then used up', async () => {
    const secret = await link();
    const form = await client.get(`/setup?secret=${secret}`);
    expect([form.status, form.text.includes('Set up your platform')]).toEqual([200, true]);
    const done = await submit(secret);
    expect([done.status, done.text.includes('href="/NORTHWIND/signin"')]).toEqual([200, true]);

    const token = await client.token({
      grant_type: 'password',
      username: 'ida.berg',
      password: PASSWORD,
      organization_code: 'NORTHWIND',
    });
    expect(token.status).toBe(200);
    const info = await client.get('/api-user/v1/users/ida.berg/info', { token: String(token.json['access_token']) });
    expect(info.json).toMatchObject({ userType: 'OWNER' });
    expect(info.text).toContain('ROLE_EDIT');

    expect((await submit(secret, { organizationCode: 'other', userName: 'second' })).status).toBe(409);
    expect((await client.get(`/setup?secret=${secret}`)).text).toContain('has been set up already');
    expect(await organizations()).toEqual(['NORTHWIND']);
    expect(await server.app.services.firstSetup.createLink()).toBeNull();
  });

  test('of two simultaneous setups, one succeeds and the other is informed', async () => {
    const secrets = [await link(), await link()];
    const answers = await Promise.all(
      secrets.map((secret, index) =>
        submit(secret, { organizationCode: `racer-${index}`, userName: `owner.${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await organizations()).toHaveLength(1);
  });

  test('a link is valid for half an hour, and an unknown one is not', async () => {
    const secret = await link();
    await server.owner
      .updateTable('setup_links')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .execute();
    for (const late of [secret, 'made-up', '']) {
      const page = await client.get(`/setup?secret=${late}`);
      expect([page.status, page.text.includes('no longer works')]).toEqual([404, true]);
      expect((await submit(late)).status).toBe(404);
    }
    expect(await organizations()).toEqual([]);
  });

  test('the page of a link that no longer works and the refusal of one say how to get a new one', async () => {
    const next = 'Run "npm run vms -- setup-link" on the machine of the server, and open the new link.';
    const { text } = await client.get('/setup?secret=made-up');
    expect(text.replaceAll('&quot;', '"')).toContain(next);
    const { organizationName, organizationCode, firstName, lastName, email, userName, password } = FORM;
    const owner = { organizationName, organizationCode, firstName, lastName, email, userName, password };
    await expect(
      server.app.services.firstSetup.complete('made-up', owner, { address: '127.0.0.1', device: 'Firefox' }),
    ).rejects.toMatchObject({ body: { errorMessage: `This link is unknown or has expired. ${next}` } });
  });
});

describe('the entered values', () => {
  beforeAll(start);
  afterAll(stop);
  let last = '';

  test.each([
    ['a common password', { password: 'password123', repeated: 'password123' }, 'one of the most used ones'],
    ['a short password', { password: 'a1!', repeated: 'a1!' }, 'at least 8 characters'],
    ['the own name as password', { password: 'Ida Berg', repeated: 'Ida Berg' }, 'your own name'],
    ['two passwords that differ', { repeated: 'something else' }, 'two passwords are different'],
    ['a code with other characters', { organizationCode: '../../etc' }, 'letters (A to Z), digits and hyphens'],
    ['an empty code', { organizationCode: '' }, 'letters (A to Z), digits and hyphens'],
    ['a name of invisible characters', { organizationName: '\u200b\u2060' }, 'Please enter the organization'],
    ['a username with a space', { userName: 'ida berg' }, 'letters, digits'],
    ['no address', { email: 'nowhere' }, 'email address'],
  ])('%s is refused with a message, and no input is lost', async (_what, changed, sentence) => {
    last = await link();
    const refused = await submit(last, changed);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(sentence);
    expect(refused.text).toContain('value="Berg"');
    expect(refused.text).not.toContain(PASSWORD);
    expect(await organizations()).toEqual([]);
  });

  test('are shown again as text, never as markup', async () => {
    const { text } = await submit(await link(), { firstName: '"><script>alert(1)</script>', password: 'short' });
    expect(text).not.toContain('<script');
    expect(text).toContain('&lt;script&gt;');
  });

  test('the secret is stored and logged nowhere', async () => {
    const secret = await link();
    await client.get(`/setup?secret=${secret}`);
    await submit(secret, { password: 'short' });
    const { rows } = await sql`select encode(token_hash, 'escape') as hash from setup_links`.execute(server.owner);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(server.log.join('\n')).not.toContain(secret);
  });

  test('can be corrected: the link stays valid until the setup succeeds', async () => {
    expect((await submit(last)).status).toBe(200);
    expect(await organizations()).toEqual(['NORTHWIND']);
  });
});
