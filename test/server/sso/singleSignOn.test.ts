/** What a genuine provider's token grants, and what it does not change. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { deleteExpired } from '../../../server/identity/sessions/deleteExpired';
import { BASIC } from '../support/client';
import { sign, signingKey } from '../support/evilProvider';
import {
  configPath,
  grant,
  honestClaims,
  nonceFor,
  outcome,
  ssoSignIn,
  startSsoWorld,
  type SsoOrganization,
  type SsoWorld,
} from '../support/ssoWorld';

let world: SsoWorld;
let lake: SsoOrganization;

beforeAll(async () => {
  world = await startSsoWorld();
  lake = await world.organization('LAKE', { linkByEmail: true });
});
afterAll(() => world.stop());

async function person(organization: SsoOrganization, options: Parameters<typeof world.server.fixtures.user>[1] = {}) {
  const user = await world.server.fixtures.user(organization.code, options);
  await world.link(user, organization, user.userName);
  return user;
}

const auditOf = (userId: string) =>
  world.owner
    .selectFrom('audit_events')
    .where('user_id', '=', userId)
    .select(['event', 'outcome', 'reason'])
    .orderBy('id')
    .execute();

describe('the settings', () => {
  test('are sent with a nonce, uncached, and bound to this browser', async () => {
    const client = world.server.client();
    const answer = await client.get(configPath('lake'), {
      headers: { authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.json).toEqual({
      registrationId: 'main',
      issuer: lake.issuer,
      clientId: 'vms',
      scope: 'openid email',
      redirectUri: expect.stringMatching(/^http:\/\/localhost(:\d+)?\/login\/oauth2\/code\/ats$/),
      postLogoutRedirectUri: expect.stringMatching(/\/signin$/),
      filterProtocolClaims: true,
      loadUserInfo: false,
      nonce: expect.any(String),
      metadata: expect.objectContaining({ issuer: lake.issuer, end_session_endpoint: `${lake.issuer}/end` }),
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^vms_sso=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test('are refused for an unknown organization and one without single sign-on with the same answer, with a next step', async () => {
    await world.server.fixtures.organization('PLAIN');
    const [unknown, plain] = await Promise.all(
      ['NOWHERE', 'PLAIN'].map((code) => world.server.client().get(configPath(code))),
    );
    expect(unknown!.status).toBe(404);
    expect(unknown!.json).toEqual(plain!.json);
    expect(unknown!.json['errorMessage']).toContain('sign in with your password');
    expect(unknown!.headers['set-cookie']).toBeUndefined();
  });

  test('of a second tab do not invalidate those of the first', async () => {
    const user = await person(lake);
    const client = world.server.client();
    const first = await nonceFor(client, lake);
    await nonceFor(client, lake);
    const token = await sign(world.keys.RS256, honestClaims(lake, first, user.userName));
    expect(outcome(await grant(client, lake, token))).toBe('accepted');
  });

  test('set a cookie with only the providers that this browser was redirected to, the last one first', async () => {
    const second = await world.organization('SECOND');
    const client = world.server.client();
    const idOf = async ({ code }: SsoOrganization) => {
      const of = world.owner
        .selectFrom('sso_providers as p')
        .innerJoin('organizations as o', 'o.id', 'p.organization_id');
      return (await of.where('o.code', '=', code).select('p.id').executeTakeFirstOrThrow()).id;
    };
    await nonceFor(client, lake);
    const [secret] = (client.cookies.get('vms_sso') ?? '').split('.');
    client.cookies.set('vms_sso', `${client.cookies.get('vms_sso')}.not-an-id`);
    for (const organization of [second, second]) await nonceFor(client, organization);
    expect(client.cookies.get('vms_sso')?.split('.')).toEqual([secret, await idOf(second), await idOf(lake)]);
  });

  test('report a provider that is down, with a next step', async () => {
    const down = await world.organization('DOWN');
    world.provider.on('/DOWN/.well-known/openid-configuration', (response) => response.writeHead(500).end());
    const answer = await world.server.client().get(configPath(down.code));
    expect([answer.status, answer.json['errorCode']]).toEqual([503, 'sso.provider.unreachable']);
    expect(answer.json['errorMessage']).toContain('Please try again');
  });

  test.each(['../../x', 'LAKE/..', '%00', 'LAKE?x', `${'A'.repeat(65)}`, "' or 1=1 --"])(
    'are refused for a hostile code %p',
    async (code) => {
      expect([400, 404]).toContain((await world.server.client().get(configPath(code))).status);
    },
  );
});

describe('a genuine token', () => {
  test.each(['RS256', 'PS256', 'ES256'] as const)('%s opens a session, and names its user', async (alg) => {
    const user = await person(lake);
    const client = world.server.client();
    const claims = honestClaims(lake, await nonceFor(client, lake), user.userName);
    const token = await sign(world.keys[alg], claims, { typ: 'JWT' });
    const answer = await grant(client, lake, token, { username: '', password: '' });
    expect(answer.json).toMatchObject({
      userName: user.userName,
      loginCode: 'FIRST_LOGIN',
      isPasswordAutogenerated: false,
      generation: 1,
    });
    const info = await client.get(`/api-user/v1/users/${user.userName}/info`, {
      token: String(answer.json['access_token']),
    });
    expect(info.json).toMatchObject({ userId: user.id, organizationCode: 'LAKE' });
    expect((await client.refresh()).status).toBe(200);
    expect(await auditOf(user.id)).toEqual([{ event: 'sign_in', outcome: 'ok', reason: null }]);
  });

  test('needs neither a second factor nor a change of a generated password', async () => {
    const user = await person(lake, { twoFactor: true, generatedPassword: true });
    const { answer } = await ssoSignIn(world, lake, user.userName);
    expect(answer.json).toMatchObject({ loginCode: 'FIRST_LOGIN', isPasswordAutogenerated: false });
  });

  test('leads to the takeover question if there is another session, and waits for the answer', async () => {
    const user = await person(lake);
    await world.server.client().signedIn(user);
    const { answer, client } = await ssoSignIn(world, lake, user.userName);
    expect(answer.json).toMatchObject({ loginCode: 'ACTIVE_SESSION', otherSession: { device: 'Firefox on Linux' } });
    const token = String(answer.json['access_token']);
    expect((await client.get(`/api-user/v1/users/${user.userName}/info`, { token })).status).toBe(403);
  });

  test('with a new key of the provider is accepted', async () => {
    const user = await person(lake);
    const fresh = await signingKey('ES256', 'fresh');
    await ssoSignIn(world, lake, user.userName);
    world.provider.issuer('LAKE', [world.keys.RS256.publicJwk, world.keys.PS256.publicJwk, fresh.publicJwk]);
    const client = world.server.client();
    const token = await sign(fresh, honestClaims(lake, await nonceFor(client, lake), user.userName));
    expect(outcome(await grant(client, lake, token))).toBe('accepted');
  });

  test.each([
    ['expired 30 s ago', { exp: () => Date.now() / 1_000 - 30 }],
    ['issued in 30 s', { iat: () => Date.now() / 1_000 + 30 }],
  ])('allows a clock difference of a minute: %s', async (_name, times) => {
    const user = await person(lake);
    const claims = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, Math.floor(at())]));
    expect(outcome((await ssoSignIn(world, lake, user.userName, claims)).answer)).toBe('accepted');
  });

  test('never reaches the log, and neither does its subject', async () => {
    const user = await person(lake);
    const { token } = await ssoSignIn(world, lake, user.userName, { email: 'secret.address@lake.example' });
    const log = world.server.log.join('\n');
    expect([token, token.split('.')[2]!, 'secret.address'].filter((secret) => log.includes(secret))).toEqual([]);
  });
});

describe('the account', () => {
  test('locked: the message is the specified one', async () => {
    const user = await person(lake, { locked: true });
    const { answer } = await ssoSignIn(world, lake, user.userName);
    expect(outcome(answer)).toBe('400 invalid_grant account_locked');
    expect(await auditOf(user.id)).toEqual([{ event: 'sign_in', outcome: 'refused', reason: 'account_locked' }]);
  });

  test('not from this address', async () => {
    const user = await person(lake, { allowedAddresses: ['203.0.113.0/24'] });
    const { answer } = await ssoSignIn(world, lake, user.userName);
    expect(outcome(answer)).toBe('400 invalid_grant oauth.login.invalid.ipaddress');
  });

  test('disabled: treated as unknown', async () => {
    const user = await person(lake);
    await world.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', user.id).execute();
    const { answer } = await ssoSignIn(world, lake, user.userName);
    expect(outcome(answer)).toBe('400 invalid_grant sso.user.not.found');
    expect(answer.json['errorMessage']).toMatch(
      /^Email address not found\. Please click the Sign Up link to create a new account\./,
    );
  });

  test('without a password is linked by its verified address, once and to one subject', async () => {
    const user = await world.server.fixtures.user('LAKE');
    await world.removePassword(user);
    const verified = { email: user.email.toUpperCase(), email_verified: true };
    const first = await ssoSignIn(world, lake, 'newcomer', verified);
    expect(outcome(first.answer)).toBe('accepted');
    expect((await auditOf(user.id))[0]).toEqual({ event: 'identity_linked', outcome: 'ok', reason: null });
    await first.client.post('/api-user/v1/session/end');
    expect(outcome((await ssoSignIn(world, lake, 'newcomer')).answer)).toBe('accepted');
    expect(outcome((await ssoSignIn(world, lake, 'impostor', verified)).answer)).toBe(
      '400 invalid_grant sso.user.not.found',
    );
  });

  describe('added by an administrator', () => {
    /** With the temporary password that was mailed to them. */
    async function invited(email: string) {
      const administrator = await world.server.fixtures.user('LAKE', { permissions: ['USER_EDIT'] });
      const client = world.server.client();
      const { access_token: token } = await client.signedIn(administrator);
      const userName = email.replace('@', '.at.');
      const { organizationId } = administrator;
      const person = { firstName: 'New', lastName: 'Person' };
      const body = { organizationId, userName, email, ...person, roleIds: [], requestId: randomUUID() };
      const added = await client.post('/api-user/v1/users', body, { token });
      expect(added.status).toBe(200);
      const [mail] = await world.server.mailsTo(email);
      const password = /[a-z0-9]{4}(-[a-z0-9]{4}){3}/.exec(mail?.text ?? '')?.[0] ?? '';
      const form = { username: userName, organization_code: 'LAKE', grant_type: 'password', password };
      const moveTo = (to: string) =>
        client.request('PUT', `/api-user/v1/users/${String(added.json['userId'])}`, {
          token,
          body: { ...person, email: to, roleIds: [], twoFactorEnabled: false, version: 1 },
        });
      return { signIn: async () => (await world.server.client().token(form)).status, moveTo };
    }
    const bySso = async (subject: string, email: string) =>
      outcome((await ssoSignIn(world, lake, subject, { email, email_verified: true })).answer);

    test('is linked by the verified address; the mailed password is refused from then on', async () => {
      const { signIn } = await invited('first.day@lake.example');
      expect(await bySso('first-day', 'first.day@lake.example')).toBe('accepted');
      expect(await signIn()).toBe(400);
    });

    test('is not linked once the mailed password was used', async () => {
      const { signIn } = await invited('by.mail@lake.example');
      expect(await signIn()).toBe(200);
      expect(await bySso('by-mail', 'by.mail@lake.example')).toBe('400 invalid_grant sso.user.not.found');
      expect(await signIn()).toBe(200);
    });

    test('is not linked by an address that was changed and waits to be confirmed', async () => {
      const { moveTo } = await invited('before@lake.example');
      expect((await moveTo('after@lake.example')).status).toBe(200);
      expect(await bySso('after', 'after@lake.example')).toBe('400 invalid_grant sso.user.not.found');
    });
  });

  test('whose password was removed by a mailed one is not linked, even when that has expired', async () => {
    const user = await world.server.fixtures.user('LAKE');
    await world.owner
      .updateTable('user_credentials')
      .set({ password_hash: null })
      .where('user_id', '=', user.id)
      .execute();
    const verified = { email: user.email, email_verified: true };
    expect(outcome((await ssoSignIn(world, lake, 'former-user', verified)).answer)).toBe(
      '400 invalid_grant sso.user.not.found',
    );
  });

  test('refused, it is not linked by its verified address', async () => {
    const user = await world.server.fixtures.user('LAKE', { allowedAddresses: ['203.0.113.0/24'] });
    await world.removePassword(user);
    const verified = { email: user.email, email_verified: true };
    const { answer } = await ssoSignIn(world, lake, 'from-elsewhere', verified);
    expect(outcome(answer)).toBe('400 invalid_grant oauth.login.invalid.ipaddress');
    expect(await auditOf(user.id)).toEqual([{ event: 'sign_in', outcome: 'refused', reason: 'address_refused' }]);
    const identities = world.owner.selectFrom('user_identities').where('user_id', '=', user.id).select('subject');
    expect(await identities.execute()).toEqual([]);
  });

  test('without a password gets none by a reset: the answer is the same, and no mail is sent', async () => {
    const user = await person(lake);
    await world.removePassword(user);
    const answer = await world.server
      .client()
      .post('/api-user/v1/password/reset', { username: user.userName, organizationCode: 'LAKE' });
    expect([answer.status, await world.server.mailsTo(user.email)]).toEqual([200, []]);
    expect(await auditOf(user.id)).toEqual([{ event: 'password_reset', outcome: 'refused', reason: 'single_sign_on' }]);
  });

  test('with a password that was replaced by a temporary one gets another, until the password is changed', async () => {
    const user = await person(lake);
    const reset = async () => {
      const known = { username: user.userName, organizationCode: 'LAKE' };
      await world.server.client().post('/api-user/v1/password/reset', known);
      const [newest] = await world.server.mailsTo(user.email);
      // The next mail is due.
      await world.owner
        .updateTable('user_credentials')
        .set({ reset_mails: [] })
        .where('user_id', '=', user.id)
        .execute();
      return /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/m.exec(newest?.text ?? '')?.[0] ?? '';
    };
    const first = await reset();
    // Leaves without a new password.
    await world.server.client().signedIn(user, { password: first });
    // A day later the expired one is swept.
    await world.owner
      .updateTable('temporary_passwords')
      .set({ expires_at: sql<Date>`now() - interval '1 hour'` })
      .where('user_id', '=', user.id)
      .execute();
    await deleteExpired(world.server);
    const second = await reset();
    expect(second).not.toBe(first);
    expect((await world.server.client().signIn(user, { password: second })).status).toBe(200);
  });

  test('two simultaneous users with one address: one is linked', async () => {
    const user = await world.server.fixtures.user('LAKE');
    await world.removePassword(user);
    const verified = { email: user.email, email_verified: true };
    const outcomes = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (subject) =>
        outcome((await ssoSignIn(world, lake, `${subject}-${user.id}`, verified)).answer),
      ),
    );
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(1);
  });
});
