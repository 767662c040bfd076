/** A malicious provider, and a stolen token: no one gets in. */
import { createHmac, createPublicKey } from 'node:crypto';
import { part, sign, signingKey, type SigningKey } from '../support/evilProvider';
import {
  CLIENT_ID,
  grant,
  honestClaims,
  nonceByHand,
  nonceFor,
  now,
  outcome,
  ssoSignIn,
  startSsoWorld,
  type Claims,
  type SsoOrganization,
  type SsoWorld,
} from '../support/ssoWorld';

const SUBJECT = 'robin';
const UNPROVEN = '400 invalid_grant sso.token.invalid';
const UNKNOWN_PERSON = '400 invalid_grant sso.user.not.found';
const NOT_SET_UP = '400 invalid_grant sso.not.available';

let world: SsoWorld;
let lake: SsoOrganization;
let other: SsoOrganization;
let stranger: SigningKey;
/** In the provider's key set, for other purposes. */
let unwelcome: Readonly<Record<'RS384' | 'EdDSA', SigningKey>>;

beforeAll(async () => {
  world = await startSsoWorld();
  [lake, other] = [await world.organization('LAKE'), await world.organization('OTHER')];
  const user = await world.server.fixtures.user('LAKE');
  await world.link(user, lake, SUBJECT);
  stranger = await signingKey('RS256', 'rsa');
  unwelcome = { RS384: await signingKey('RS384', 'rsa-384'), EdDSA: await signingKey('EdDSA', 'ed') };
  const keys = [...Object.values(world.keys), ...Object.values(unwelcome)].map(({ publicJwk }) => publicJwk);
  world.provider.issuer('LAKE', [
    ...keys,
    // A secret that should never be in a key set, and must not be used to verify tokens.
    { kty: 'oct', k: part('public by now'), kid: 'oct', alg: 'HS256' },
  ]);
});
afterAll(() => world.stop());

/** How the claims of a genuine token are changed before a genuine signature. */
type Lie = (claims: Claims) => Claims | Promise<Claims>;
const without =
  (name: string): Lie =>
  ({ [name]: _gone, ...rest }) =>
    rest;
const claiming =
  (lie: Claims): Lie =>
  (claims) => ({ ...claims, ...lie });

const LIES: readonly (readonly [string, Lie])[] = [
  ['no nonce', without('nonce')],
  ['an invented nonce', claiming({ nonce: 'made-up' })],
  ['a nonce of three made-up parts', claiming({ nonce: `a.${now()}.b` })],
  [
    'a nonce with another time in it',
    (claims) => ({ ...claims, nonce: String(claims['nonce']).replace(/\.\d+\./, `.${now() + 5}.`) }),
  ],
  ['a nonce with something after it', (claims) => ({ ...claims, nonce: `${String(claims['nonce'])}.x` })],
  ['a nonce that is a list', (claims) => ({ ...claims, nonce: [claims['nonce']] })],
  [
    'the nonce of another browser',
    async (claims) => ({ ...claims, nonce: await nonceFor(world.server.client(), lake) }),
  ],
  ['no issuer', without('iss')],
  ['another issuer', claiming({ iss: 'https://evil.example' })],
  ['the issuer with a slash more', (claims) => ({ ...claims, iss: `${String(claims['iss'])}/` })],
  ['the issuer among others', (claims) => ({ ...claims, iss: [claims['iss'], 'https://evil.example'] })],
  ["another organization's issuer", () => ({ ...honestClaims(other, 'x', SUBJECT) })],
  ['no audience', without('aud')],
  ['another audience', claiming({ aud: 'somebody-else' })],
  ['an audience beside us', claiming({ aud: [CLIENT_ID, 'somebody-else'] })],
  ['an audience beside us, issued to us', claiming({ aud: [CLIENT_ID, 'somebody-else'], azp: CLIENT_ID })],
  ['an empty audience', claiming({ aud: [] })],
  ['issued to another party', claiming({ azp: 'somebody-else' })],
  ['issued to no one', claiming({ azp: '' })],
  ['expired beyond the leeway', claiming({ exp: now() - 90 })],
  ['no expiry', without('exp')],
  ['an expiry in words', claiming({ exp: 'never' })],
  ['not valid yet', claiming({ nbf: now() + 120 })],
  ['a beginning in words', claiming({ nbf: 'soon' })],
  ['issued in the future', claiming({ iat: now() + 120 })],
  ['no time of issue', without('iat')],
  ['a time of issue in words', claiming({ iat: 'today' })],
  ['issued before this sign-in began', claiming({ iat: now() - 600 })],
  ['no subject', without('sub')],
  ['an empty subject', claiming({ sub: '' })],
  ['a subject that is a number', claiming({ sub: 7 })],
  ['a subject that is a list', claiming({ sub: [SUBJECT] })],
  ['a subject that is an object', claiming({ sub: { toString: SUBJECT } })],
  ['a subject without end', claiming({ sub: 'r'.repeat(256) })],
  ['a subject with NUL', claiming({ sub: `${SUBJECT}\0` })],
  ['a logout token', claiming({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })],
];

describe('a genuine signature of false claims', () => {
  test.each(LIES)('%s', async (_name, lie) => {
    const client = world.server.client();
    const claims = await lie(honestClaims(lake, await nonceFor(client, lake), SUBJECT));
    expect(outcome(await grant(client, lake, await sign(world.keys.RS256, claims)))).toBe(UNPROVEN);
  });

  test('a nonce that is older than 10 minutes', async () => {
    const client = world.server.client();
    const nonce = nonceByHand(world, client, lake, () => Date.now() - 601_000);
    const token = await sign(world.keys.RS256, honestClaims(lake, nonce, SUBJECT));
    expect(outcome(await grant(client, lake, token))).toBe(UNPROVEN);
  });

  test('the nonce of another provider', async () => {
    const client = world.server.client();
    const nonce = nonceByHand(world, client, other);
    const token = await sign(world.keys.RS256, honestClaims(lake, nonce, SUBJECT));
    expect(outcome(await grant(client, lake, token))).toBe(UNPROVEN);
  });
});

/** How a token without a genuine signature is forged. */
type Forgery = (claims: Claims) => string | Promise<string>;
const rsa = (): SigningKey => world.keys.RS256;
const unsigned =
  (alg: string): Forgery =>
  (claims) =>
    `${part({ alg })}.${part(claims)}.`;
function hmac(claims: Claims, secret: string | Buffer, kid = 'rsa'): string {
  const text = `${part({ alg: 'HS256', kid })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
const rsaPem = (): string =>
  createPublicKey({ key: rsa().publicJwk as never, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString();
const bringing =
  (header: () => object): Forgery =>
  (claims) =>
    sign(rsa(), claims, header());
const changed = (token: string, at: number, change: (part: string) => string): string =>
  token
    .split('.')
    .map((text, index) => (index === at ? change(text) : text))
    .join('.');

const FORGERIES: readonly (readonly [string, Forgery])[] = [
  ['algorithm none', unsigned('none')],
  ['algorithm None', unsigned('None')],
  [
    'algorithm none with a signature',
    async (claims) => changed(await sign(rsa(), claims), 0, () => part({ alg: 'none' })),
  ],
  ['HS256 with the public key as its secret', (claims) => hmac(claims, rsaPem())],
  [
    'HS256 with the modulus as its secret',
    (claims) => hmac(claims, Buffer.from(String(rsa().publicJwk.n), 'base64url')),
  ],
  [
    'HS256 with a secret from the key set',
    (claims) => hmac(claims, Buffer.from(part('public by now'), 'base64url'), 'oct'),
  ],
  ['HS256 with nothing as its secret', (claims) => hmac(claims, '')],
  ['RS384, though its key is in the set', (claims) => sign(unwelcome.RS384, claims)],
  ['EdDSA, though its key is in the set', (claims) => sign(unwelcome.EdDSA, claims)],
  ['a key of a stranger under a known name', (claims) => sign(stranger, claims)],
  ['an unknown key', (claims) => sign(stranger, claims, { kid: 'nobody' })],
  ['a key of a stranger without a name', (claims) => sign(stranger, claims, { kid: undefined as never })],
  ["a key's name for another algorithm", (claims) => sign(rsa(), claims, { kid: 'ec' })],
  ['its own key in the header', (claims) => sign(stranger, claims, { jwk: stranger.publicJwk })],
  ['the address of its own keys', bringing(() => ({ jku: `${world.provider.base}/evil/jwks` }))],
  ['the address of its own certificate', bringing(() => ({ x5u: `${world.provider.base}/evil/cert` }))],
  ['its own certificate', bringing(() => ({ x5c: ['MIIB'] }))],
  ['an access token of the same provider', bringing(() => ({ typ: 'at+jwt' }))],
  ['a logout token of the same provider', bringing(() => ({ typ: 'logout+jwt' }))],
  [
    'a changed claim',
    async (claims) => changed(await sign(rsa(), claims), 1, () => part({ ...claims, sub: 'somebody' })),
  ],
  [
    'a changed signature',
    async (claims) => changed(await sign(rsa(), claims), 2, (text) => `${text.slice(0, -4)}AAAA`),
  ],
  ['no signature', async (claims) => changed(await sign(rsa(), claims), 2, () => '')],
  ['two parts', async (claims) => (await sign(rsa(), claims)).split('.').slice(0, 2).join('.')],
  ['five parts', async (claims) => `${await sign(rsa(), claims)}.AAAA.AAAA`],
  ['claims that are a list', async (claims) => changed(await sign(rsa(), claims), 1, () => part([claims]))],
  ['no token at all', () => 'not a token'],
  [
    'a header that claims to be understood',
    (claims) => `${part({ alg: 'RS256', kid: 'rsa', crit: ['secret'], secret: 1 })}.${part(claims)}.AAAA`,
  ],
];

describe('a token that no key of the provider has signed', () => {
  test.each(FORGERIES)('%s', async (_name, forge) => {
    const client = world.server.client();
    const claims = honestClaims(lake, await nonceFor(client, lake), SUBJECT);
    expect(outcome(await grant(client, lake, await forge(claims)))).toBe(UNPROVEN);
  });

  test('and none of them made the server fetch keys elsewhere', () => {
    expect(world.provider.requests.filter((path) => path.startsWith('/evil'))).toEqual([]);
  });

  test('an unknown key makes the server reload the keys at most once a minute', async () => {
    const keyRequests = () => world.provider.requests.filter((path) => path === '/LAKE/jwks').length;
    const before = keyRequests();
    for (let n = 0; n < 5; n++) {
      const client = world.server.client();
      const claims = honestClaims(lake, await nonceFor(client, lake), SUBJECT);
      await grant(client, lake, await sign(stranger, claims, { kid: `nobody-${n}` }));
    }
    expect(keyRequests() - before).toBeLessThanOrEqual(1);
  });
});

describe('a stolen token', () => {
  test('reused by the same browser and by another', async () => {
    const { client, token, answer } = await ssoSignIn(world, lake, SUBJECT);
    expect(outcome(answer)).toBe('accepted');
    expect(outcome(await grant(client, lake, token))).toBe(UNPROVEN);
    const thief = world.server.client();
    expect(outcome(await grant(thief, lake, token))).toBe(UNPROVEN);
    await nonceFor(thief, lake);
    expect(outcome(await grant(thief, lake, token))).toBe(UNPROVEN);
  });

  test('20 simultaneous uses count as one', async () => {
    const client = world.server.client();
    const token = await sign(world.keys.RS256, honestClaims(lake, await nonceFor(client, lake), SUBJECT));
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async () => outcome(await grant(client, lake, token))),
    );
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((one) => one === UNPROVEN)).toHaveLength(19);
  });

  test('stolen before its use: it is valid only in its own browser', async () => {
    const victim = world.server.client();
    const token = await sign(world.keys.RS256, honestClaims(lake, await nonceFor(victim, lake), SUBJECT));
    const thief = world.server.client();
    await nonceFor(thief, lake);
    expect(outcome(await grant(thief, lake, token))).toBe(UNPROVEN);
    expect(outcome(await grant(victim, lake, token))).toBe('accepted');
  });
});

describe('a provider that asserts foreign users', () => {
  const trying = async (organization: SsoOrganization, subject: string, more: Claims = {}) =>
    outcome((await ssoSignIn(world, organization, subject, more)).answer);

  test('a subject without a linked user', async () => {
    expect(await trying(lake, 'nobody')).toBe(UNKNOWN_PERSON);
  });

  test("another organization's provider with the same subject", async () => {
    expect(await trying(other, SUBJECT)).toBe(UNKNOWN_PERSON);
  });

  test("another organization's provider with the same address, verified", async () => {
    const evil = await world.organization('EVIL', { linkByEmail: true });
    const victim = await world.server.fixtures.user('LAKE');
    expect(await trying(evil, 'x', { email: victim.email, email_verified: true })).toBe(UNKNOWN_PERSON);
  });

  test('a second provider of the same organization with the same subject and address', async () => {
    const twice = await world.organization('TWICE', { linkByEmail: true });
    const user = await world.server.fixtures.user('TWICE');
    await world.link(user, twice, SUBJECT);
    await world.removePassword(user);
    const issuer = world.provider.issuer('TWICE-2', [world.keys.RS256.publicJwk]);
    await world.owner.updateTable('sso_providers').set({ issuer }).where('id', '=', twice.providerId).execute();
    const person = { email: user.email, email_verified: true };
    expect(await trying({ ...twice, issuer }, SUBJECT, person)).toBe(UNKNOWN_PERSON);
  });

  test.each([
    ['an account with a password', { linkByEmail: true }, { email_verified: true }],
    ['an address that is not verified', { linkByEmail: true, noPassword: true }, { email_verified: false }],
    ['an address that is verified in words', { linkByEmail: true, noPassword: true }, { email_verified: 'true' }],
    ['if addresses do not link accounts', { linkByEmail: false, noPassword: true }, { email_verified: true }],
  ])('first link by address: %s', async (name, { linkByEmail, ...account }, claim) => {
    const organization = await world.organization(name.toUpperCase().replaceAll(' ', '-'), { linkByEmail });
    const user = await world.server.fixtures.user(organization.code);
    if ('noPassword' in account) await world.removePassword(user);
    expect(await trying(organization, 'newcomer', { email: user.email, ...claim })).toBe(UNKNOWN_PERSON);
  });
});

const WITHOUT_SSO = 'an organization without single sign-on';

describe('a request that names another provider than the organization has', () => {
  test.each([
    ['another registration', { sso_source: 'second' }],
    ['another client', { sso_client_id: 'somebody-else' }],
    ['another issuer', { sso_tenant_id: 'https://evil.example' }],
    ['an unknown organization', { organization_code: 'NOWHERE' }],
    [WITHOUT_SSO, { organization_code: 'PLAIN' }],
    ['no registration', { sso_source: '' }],
  ])('%s', async (name, extra) => {
    if (name === WITHOUT_SSO) await world.server.fixtures.organization('PLAIN');
    const client = world.server.client();
    const token = await sign(world.keys.RS256, honestClaims(lake, await nonceFor(client, lake), SUBJECT));
    expect(outcome(await grant(client, lake, token, extra))).toBe(NOT_SET_UP);
  });

  test("the token of one organization's provider at another organization", async () => {
    const client = world.server.client();
    const token = await sign(world.keys.RS256, honestClaims(lake, await nonceFor(client, lake), SUBJECT));
    expect(outcome(await grant(client, other, token))).toBe(UNPROVEN);
  });
});

test('each refusal is audited with its reason, which is not shown to others', async () => {
  const refused = await world.owner
    .selectFrom('audit_events')
    .where('event', '=', 'sign_in')
    .where('outcome', '=', 'refused')
    .where('organization_id', '=', lake.id)
    .select('reason')
    .execute();
  const reasons = new Set(refused.map(({ reason }) => reason));
  expect(refused.length).toBeGreaterThan(LIES.length + FORGERIES.length);
  expect(reasons.size).toBeGreaterThan(5);
  expect([...reasons]).not.toContain(null);
});

test('none of these attacks succeeded: every session was opened by a genuine token', async () => {
  const opened = await world.owner
    .selectFrom('audit_events')
    .where('event', '=', 'sign_in')
    .where('outcome', '=', 'ok')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  // Reused, twenty at a time, stolen: the one valid use of each.
  expect(Number(opened.n)).toBe(3);
  expect(LIES.length + FORGERIES.length).toBeGreaterThanOrEqual(40);
});
