/** Access tokens that are foreign, damaged or expired. */
import { SignJWT, UnsecuredJWT } from 'jose';
import { cases } from '../../support/cases';
import { AccessTokens } from '../../../server/identity/sessions/accessToken';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
let token: string;
let info: string;

beforeAll(async () => {
  server = await startTestServer();
  const user = await server.fixtures.user('TOKEN');
  info = `/api-user/v1/users/${user.userName}/info`;
  token = (await server.client().signedIn(user)).access_token;
});
afterAll(() => server.stop());

const request = (candidate: string) => server.client().get(info, { token: candidate });
/**
 * One change of each character, in turns, and all changes of each part's last character, whose lowest bits are unused.
 */
const SHIFTS = [1, 2, 16];
const IN_FULL = cases('changes of each character of a token', { usual: 1, long: 3 }) === 3;
const shiftsAt = (position: number): readonly number[] =>
  IN_FULL || [undefined, '.'].includes(token[position + 1]) ? SHIFTS : SHIFTS.slice(position % 3).slice(0, 1);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test('no single-character change of a token is accepted or breaks the server', async () => {
  const accepted: string[] = [];
  const statuses = new Set<number>();
  let tried = 0;
  for (let position = 0; position < token.length; position += 1) {
    for (const shift of shiftsAt(position)) {
      const character = token[position] ?? '';
      if (character === '.') continue;
      const other = ALPHABET[(ALPHABET.indexOf(character) + shift) % ALPHABET.length] ?? '';
      const mutant = token.slice(0, position) + other + token.slice(position + 1);
      const answer = await request(mutant);
      tried += 1;
      statuses.add(answer.status);
      if (answer.status === 200) accepted.push(mutant);
    }
  }
  expect(tried).toBeGreaterThanOrEqual(token.length);
  expect(accepted).toEqual([]);
  expect([...statuses]).toEqual([400]);
});

test.each([
  ['cut off', () => token.slice(0, -1)],
  ['extended', () => `${token}A`],
  ['with a part more', () => `${token}.e30`],
  ['padded', () => `${token}=`],
  ['without a signature', () => token.replace(/[^.]+$/, '')],
  ['nothing but dots', () => '..'],
  ['enormous', () => 'A'.repeat(7_000)],
  ['unsigned', () => new UnsecuredJWT(claims()).setExpirationTime('5m').encode()],
])('a token that is %s is invalid', async (_case, candidate) => {
  const answer = await request(candidate());
  expect([answer.status, answer.json['errorCode']]).toEqual([400, 'invalid_token']);
});

test.each([
  ['another key', { key: new Uint8Array(32).fill(7) }],
  ['another algorithm', { alg: 'HS512' }],
  ['another issuer', { issuer: 'somebody' }],
  ['another audience', { audience: 'somebody' }],
  ['another type of token', { typ: 'JWT' }],
  ['a claim missing', { claims: { sid: undefined } }],
  ['an organization type that does not exist', { claims: { orgType: 'ROOT' } }],
])('a well-formed token with %s is invalid', async (_case, change) => {
  const answer = await request(await forge(change));
  expect([answer.status, answer.json['errorCode']]).toEqual([400, 'invalid_token']);
});

test('the test’s own signer makes valid tokens, so the refusals above are meaningful', async () => {
  expect((await request(await forge({}))).status).toBe(200);
});

test('an expired token is reported as expired, and a tampered expired one is not', async () => {
  const expired = await forge({ expires: '-1s' });
  expect((await request(expired)).json['errorCode']).toBe('token_expired');
  expect((await request(expired.slice(0, -4) + 'AAAA')).json['errorCode']).toBe('invalid_token');
});

test('a token that was accepted before expires on time, and stays expired', async () => {
  let now = Date.UTC(2026, 0, 15, 9);
  const tokens = new AccessTokens(new Uint8Array(32).fill(1), 60, () => now);
  const named = (sessionId: string) =>
    ({ sessionId, userId: 'u', organizationId: 'o', tenantId: 't', organizationType: 'VMS', userType: 'VMS' }) as const;
  const [first, second] = [await tokens.issue(named('first')), await tokens.issue(named('second'))];
  const kinds = async () => [(await tokens.check(first)).kind, (await tokens.check(first)).kind];
  expect(await tokens.check(first)).toEqual({ kind: 'valid', claims: named('first') });
  now += 59_999;
  expect(await kinds()).toEqual(['valid', 'valid']);
  expect(await tokens.check(second)).toEqual({ kind: 'valid', claims: named('second') });
  now += 1;
  expect(await kinds()).toEqual(['expired', 'expired']);
});

test('the token of a takeover question answers it for longer than it is good for anything else', async () => {
  let now = Date.UTC(2026, 0, 15, 9);
  const tokens = new AccessTokens(new Uint8Array(32).fill(1), 60, () => now);
  const claims = { sessionId: 's', userId: 'u', organizationId: 'o', tenantId: 't' } as const;
  const asked = { ...claims, organizationType: 'VMS', userType: 'VMS' } as const;
  const [seen, unseen] = [await tokens.issue(asked, 600), await tokens.issue({ ...asked, sessionId: 'other' }, 600)];
  const kinds = async () => [(await tokens.check(seen)).kind];
  expect(await kinds()).toEqual(['valid']);
  now += 60_000;
  expect(await kinds()).toEqual(['answering']);
  now += 539_999;
  expect([...(await kinds()), (await tokens.check(unseen)).kind]).toEqual(['answering', 'answering']);
  now += 1;
  expect([...(await kinds()), (await tokens.check(unseen)).kind]).toEqual(['expired', 'expired']);
});

test('more tokens than the cache holds are all accepted, one after the other and repeatedly', async () => {
  const tokens = new AccessTokens(new Uint8Array(32).fill(1), 60);
  const claims = { userId: 'u', organizationId: 'o', tenantId: 't', organizationType: 'VMS', userType: 'VMS' } as const;
  const issued = await Promise.all(
    Array.from({ length: 5_010 }, (_, index) => tokens.issue({ ...claims, sessionId: String(index) })),
  );
  const wrong: unknown[] = [];
  for (const [index, token] of [...issued.entries(), ...issued.slice(0, 20).entries()]) {
    const check = await tokens.check(token);
    if (check.kind !== 'valid' || check.claims.sessionId !== String(index)) wrong.push([index, check]);
  }
  expect(wrong).toEqual([]);
});

test('a genuine token of a missing session counts as ended', async () => {
  const answer = await request(await forge({ claims: { sid: crypto.randomUUID() } }));
  expect([answer.status, answer.json['errorCode']]).toEqual([401, 'session.ended']);
});

function claims(): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

interface Forgery {
  readonly key?: Uint8Array;
  readonly alg?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly typ?: string;
  readonly expires?: string;
  readonly claims?: Record<string, unknown>;
}

function forge(change: Forgery): Promise<string> {
  return new SignJWT({ ...claims(), ...change.claims })
    .setProtectedHeader({ alg: change.alg ?? 'HS256', typ: change.typ ?? 'at+jwt' })
    .setIssuer(change.issuer ?? 'staffing-vms')
    .setAudience(change.audience ?? 'staffing-vms')
    .setIssuedAt()
    .setExpirationTime(change.expires ?? '5m')
    .sign(change.key ?? server.app.services.keys.accessToken);
}
