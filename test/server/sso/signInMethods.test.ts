/** The sign-in methods of an organization, and that they do not reveal which organizations exist. */
import { startTestServer, type TestServer } from '../support/server';
import { watchStatements } from '../support/statements';

const seen: string[] = [];
const statements = watchStatements((text) => void seen.push(text));
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  for (const [code, disabled] of [
    ['LAKE', false],
    ['CLOSED', true],
  ] as const) {
    const organization_id = await server.fixtures.organization(code);
    await server.owner
      .insertInto('sso_providers')
      .values({
        organization_id,
        registration_id: 'main.id',
        issuer: `https://${code.toLowerCase()}.example`,
        client_id: 'app',
        disabled_at: disabled ? new Date() : null,
      })
      .execute();
  }
  await server.fixtures.organization('PLAIN');
});
afterAll(async () => {
  statements.restore();
  await server.stop();
});

const request = (code: string, address = '127.0.0.1') =>
  server.client().get(`/api-user/v1/organizations/identifier/${code}/sign-in-methods`, { address });

test.each(['LAKE', 'lake'])('%s has single sign-on, with its start address', async (code) => {
  const { status, json } = await request(code);
  expect([status, json]).toEqual([200, { registrationId: 'main.id' }]);
});

test('an unknown organization gets the answer of one without it, or with it switched off, after the same work', async () => {
  await request('PLAIN');
  const work: [number, string, string[]][] = [];
  for (const code of ['PLAIN', 'NOWHERE', 'CLOSED', 'LAKE']) {
    seen.length = 0;
    const { status, text } = await request(code);
    work.push([status, text, [...seen]]);
  }
  const [plain, unknown, closed, lake] = work;
  expect(plain?.slice(0, 2)).toEqual([200, '{}']);
  expect([unknown, closed]).toEqual([plain, plain]);
  expect(lake?.[2]).toEqual(plain?.[2]);
  expect(plain?.[2].length).toBeGreaterThan(0);
});

test('too many requests must wait, but sign-in still works, because others may share the same address', async () => {
  const strict = await startTestServer({ SIGN_IN_FAILURES_PER_MINUTE: '3' });
  const path = (index: number) => `/api-user/v1/organizations/identifier/GUESS${index}/sign-in-methods`;
  const answers: number[] = [];
  for (let index = 0; index < 5; index += 1) answers.push((await strict.client().get(path(index))).status);
  const reset = await strict
    .client()
    .post('/api-user/v1/password/reset', { username: 'somebody', organizationCode: 'GUESS1' });
  const passkey = await strict.client().post('/api-user/v1/passkeys/sign-in-options');
  await strict.stop();
  expect(answers).toEqual([200, 200, 200, 429, 429]);
  expect([reset.status, passkey.status]).toEqual([200, 200]);
});
