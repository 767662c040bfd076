/** The calls of the shell: branding, facilities, passes to other services, and a new password. */
import { HandOffs } from '../../../server/features/shell/handOffs';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
let vms: FixtureUser;
let agency: FixtureUser;

beforeAll(async () => {
  server = await startTestServer({ HANDOFF_HOSTS: 'training.example.org, learn.example.org:8443' });
  await server.fixtures.organization('SHELL');
  await server.fixtures.organization('SUPPLY', { type: 'AGENCY' });
  vms = await server.fixtures.user('SHELL');
  agency = await server.fixtures.user('SUPPLY', { userType: 'AGENCY' });
});
afterAll(() => server.stop());

/** Each user signs in once: a second session would have to be taken over. */
const tokens = new Map<string, string>();
async function request(user: FixtureUser, url: string, method: 'GET' | 'POST' = 'GET', body: unknown = {}) {
  const client = server.client();
  const token = tokens.get(user.id) ?? (await client.signedIn(user)).access_token;
  tokens.set(user.id, token);
  return client.request(method, url, { token, ...(method === 'POST' && { body }) });
}

const ABSENT = '00000000-0000-4000-8000-000000000000';

describe('the branding of an organization', () => {
  test('its logo is a picture that cannot run scripts, wherever it is opened', async () => {
    const answer = await request(vms, `/api-user/v1/organizations/${vms.organizationId}/logo`);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining('attachment'),
    });
    expect(answer.text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(answer.text).not.toMatch(/<script|href|onload|foreignObject/i);
  });

  test('its theme is the chosen one', async () => {
    await server.owner
      .updateTable('organizations')
      .set({ theme: 'plum' })
      .where('id', '=', agency.organizationId)
      .execute();
    expect((await request(agency, `/api-user/v1/organizations/${agency.organizationId}/theme`)).json).toEqual({
      theme: 'plum',
    });
  });

  test.each(['logo', 'theme'])(
    'the %s of another organization is not found, like that of a missing one',
    async (what) => {
      const foreign = await request(vms, `/api-user/v1/organizations/${agency.organizationId}/${what}`);
      const absent = await request(vms, `/api-user/v1/organizations/${ABSENT}/${what}`);
      expect(foreign).toMatchObject({ status: 404, json: { errorCode: 'not.found' } });
      expect(foreign.text).toBe(absent.text);
    },
  );
});

describe('the facility choices', () => {
  test('are those of the caller’s program, by name', async () => {
    const other = await server.fixtures.organization('OTHER');
    for (const [name, tenant_id] of [
      ['Zeta Clinic', vms.organizationId],
      ['Alpha Hospital', vms.organizationId],
      ['Foreign Hospital', other],
    ] as const) {
      const id = await server.fixtures.organization(name.toUpperCase().replace(' ', '_'), { type: 'CLIENT' });
      await server.database.withOwner((client) =>
        client.query(
          `insert into facilities (id, tenant_id, name, health_system, city, state, time_zone, beds)
           values ($1, $2, $3, 'H', 'C', 'TX', 'America/Chicago', 10)`,
          [id, tenant_id, name],
        ),
      );
    }
    const { status, text } = await request(vms, '/api-client/v1/clients/choices');
    expect(status).toBe(200);
    expect((JSON.parse(text) as { label: string }[]).map(({ label }) => label)).toEqual([
      'Alpha Hospital',
      'Zeta Clinic',
    ]);
  });

  test('are hidden from suppliers', async () => {
    expect(await request(agency, '/api-client/v1/clients/choices')).toMatchObject({
      status: 401,
      json: { errorCode: 'server.unauthorized' },
    });
  });
});

describe('passes to other services', () => {
  test('training: timestamp and email with a hash of both, and the demo page accepts them', async () => {
    const { json } = await request(vms, '/api-user/v1/handoffs/training', 'POST');
    expect(json).toEqual({
      ssourl: expect.stringMatching(/\/demo\/training$/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      email: vms.email,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { timestamp, email, hash } = json as Record<string, string>;
    const form = { timestamp: timestamp!, email: email!, hash: hash! };
    const arrived = await server.client().request('POST', '/demo/training', { form });
    expect([arrived.status, arrived.text]).toEqual([200, expect.stringContaining('You are signed in here')]);
    const forged = await server.client().request('POST', '/demo/training', { form: { ...form, email: 'a@b.example' } });
    expect([forged.status, forged.text]).toEqual([403, expect.stringContaining('not genuine')]);
  });

  test('learning: an address with a key for the caller only', async () => {
    const key = (organizationId: string, userId: string) =>
      request(vms, `/api-user/v1/organizations/${organizationId}/users/${userId}/learning-key`);
    const { json } = await key(vms.organizationId, vms.id);
    const address = new URL(String(json['loginKey']));
    expect(address.pathname).toBe('/demo/learning');
    expect((await server.client().get(address.pathname + address.search)).text).toContain(vms.id);
    const [colleague, foreign, absent] = [
      await key(vms.organizationId, (await server.fixtures.user('SHELL')).id),
      await key(agency.organizationId, agency.id),
      await key(ABSENT, ABSENT),
    ];
    expect([colleague.status, foreign.status, absent.status]).toEqual([404, 404, 404]);
    expect(new Set([colleague.text, foreign.text, absent.text]).size).toBe(1);
  });

  test('are dated, and checked, by the clock that all nodes share', async () => {
    const { clock } = server.app.services;
    jest.spyOn(clock, 'now').mockReturnValue(Date.parse('2031-05-06T07:08:09Z'));
    const { json } = await request(vms, '/api-user/v1/handoffs/training', 'POST');
    expect(json['timestamp']).toBe('2031-05-06T07:08:09.000Z');
    const learning = `/api-user/v1/organizations/${vms.organizationId}/users/${vms.id}/learning-key`;
    const { search } = new URL(String((await request(vms, learning)).json['loginKey']));
    expect((await server.client().get(`/demo/learning${search}`)).status).toBe(200);
    jest.spyOn(clock, 'now').mockReturnValue(Date.parse('2031-05-06T07:09:10Z'));
    expect((await server.client().get(`/demo/learning${search}`)).status).toBe(403);
  });

  test('are invalid a minute later, with a changed letter, or for another user', () => {
    const ours = new HandOffs('a secret that both sides know, long enough');
    const pass = ours.trainingPass('a@b.example', 0);
    expect(ours.checkTraining(pass, 60_000)).toBe('valid');
    expect(ours.checkTraining(pass, 60_001)).toBe('expired');
    expect(new HandOffs('another secret').checkTraining(pass, 0)).toBe('forged');
    const key = ours.learningKey('o', 'u', 0);
    expect(ours.checkLearning(key, 60_000)).toEqual({ check: 'valid', userId: 'u' });
    expect(ours.checkLearning(key, 60_001).check).toBe('expired');
    for (const bad of ['', '.', 'x', `x${key}`, `${key}x`, key.replace('.', '')])
      expect(ours.checkLearning(bad, 0).check).toBe('forged');
  });

  test('the demo pages show their content only as text', async () => {
    const email = '<img src=x onerror=alert(1)>';
    const { text } = await server.client().request('POST', '/demo/training', { form: { email } });
    expect(text).toContain('&lt;img');
    expect(text).not.toContain('<img');
  });

  test('forms may be sent only to the own origin and the configured hosts', async () => {
    const { headers } = await server.client().get('/healthz');
    expect(headers['content-security-policy']).toContain(
      "form-action 'self' https://training.example.org https://learn.example.org:8443;",
    );
  });
});

describe('a new password of a signed-in user', () => {
  const CHANGE = '/api-user/v1/password/change';

  test('must differ from the old one', async () => {
    const user = await server.fixtures.user('SHELL');
    const answer = await request(user, CHANGE, 'POST', { oldPassword: PASSWORD, newPassword: ` ${PASSWORD} ` });
    expect(answer).toMatchObject({
      status: 400,
      json: { errorCode: 'password.policy', errorMessage: 'New password must be different than the old one.' },
    });
  });

  test('is not set if the old one is wrong', async () => {
    const user = await server.fixtures.user('SHELL');
    const answer = await request(user, CHANGE, 'POST', {
      oldPassword: 'not-it-at-all',
      newPassword: 'Brand-new-words-31',
    });
    expect(answer).toMatchObject({ status: 400, json: { errorCode: 'password.incorrect' } });
  });
});
