/** A provider that answers with invalid data, too much, or never: no one gets in, and no one waits long. */
import { sign } from '../support/evilProvider';
import type { TestClient } from '../support/client';
import {
  grant,
  honestClaims,
  nonceByHand,
  outcome,
  startSsoWorld,
  type SsoOrganization,
  type SsoWorld,
} from '../support/ssoWorld';

const SUBJECT = 'robin';
const UNAVAILABLE = '503 temporarily_unavailable sso.provider.unreachable';

let world: SsoWorld;

beforeAll(async () => {
  world = await startSsoWorld();
});
afterAll(() => world.stop());

const HUGE = 'x'.repeat(300 * 1024);
const redirecting = (to: () => string) => (path: string) =>
  world.provider.on(path, (response) => response.writeHead(302, { location: to() }).end());
const answering = (body: string) => (path: string) => world.provider.on(path, (response) => response.end(body));
const silent = (path: string) => world.provider.on(path, () => undefined);
const dripping = (path: string) =>
  world.provider.on(path, (response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write(' '), 200);
    response.on('close', () => clearInterval(drip));
  });

const BROKEN_METADATA: readonly (readonly [string, object])[] = [
  ['metadata of another issuer', { issuer: 'https://evil.example' }],
  ['metadata without keys', { jwks_uri: undefined }],
  ['keys by plain http elsewhere', { jwks_uri: 'http://192.0.2.1/jwks' }],
  ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
  ['keys that are no address', { jwks_uri: 7 }],
  ['a sign-out that is a script', { end_session_endpoint: 'javascript:alert(1)' }],
  ['keys with credentials', { jwks_uri: 'https://user:password@id.example/jwks' }],
];

const BROKEN_ANSWERS: readonly (readonly [string, 'discovery' | 'keys', (path: string) => void])[] = [
  [
    'discovery that redirects',
    'discovery',
    redirecting(() => `${world.provider.base}/LAKE/.well-known/openid-configuration`),
  ],
  [
    'discovery that is not there',
    'discovery',
    (path) => world.provider.on(path, (response) => response.writeHead(404).end()),
  ],
  ['discovery that is a page', 'discovery', answering('<html></html>')],
  ['discovery that is null', 'discovery', answering('null')],
  ['discovery without end', 'discovery', answering(JSON.stringify({ HUGE }))],
  ['discovery that never answers', 'discovery', silent],
  ['discovery that drips', 'discovery', dripping],
  ['keys that redirect', 'keys', redirecting(() => `${world.provider.base}/LAKE/jwks`)],
  ['keys that are a page', 'keys', answering('<html></html>')],
  ['keys that are no set', 'keys', answering('{"keys":"none"}')],
  ['keys without end', 'keys', answering(JSON.stringify({ keys: [], HUGE }))],
  ['more keys than anybody has', 'keys', answering(JSON.stringify({ keys: Array.from({ length: 101 }, () => ({})) }))],
  ['keys that never come', 'keys', silent],
];

describe('an unreliable provider', () => {
  const tryIt = async (client: TestClient, organization: SsoOrganization) => {
    const claims = honestClaims(organization, nonceByHand(world, client, organization), SUBJECT);
    const answer = await grant(client, organization, await sign(world.keys.RS256, claims));
    return outcome(answer);
  };

  test.each(BROKEN_METADATA)('%s', async (name, metadata) => {
    const organization = await world.organization(name.toUpperCase().replaceAll(' ', '-'), { metadata });
    expect(await tryIt(world.server.client(), organization)).toBe(UNAVAILABLE);
  });

  test('for any answer, or none', async () => {
    const outcomes = await Promise.all(
      BROKEN_ANSWERS.map(async ([name, what, breakIt]) => {
        const organization = await world.organization(name.toUpperCase().replaceAll(' ', '-'));
        const path = what === 'keys' ? 'jwks' : '.well-known/openid-configuration';
        breakIt(`/${organization.code}/${path}`);
        return [name, await tryIt(world.server.client(), organization)] as const;
      }),
    );
    expect(Object.fromEntries(outcomes)).toEqual(
      Object.fromEntries(BROKEN_ANSWERS.map(([name]) => [name, UNAVAILABLE])),
    );
  });
});

test('none of these tokens were accepted', async () => {
  const opened = await world.owner
    .selectFrom('audit_events')
    .where('event', '=', 'sign_in')
    .where('outcome', '=', 'ok')
    .select('id')
    .execute();
  expect(opened).toEqual([]);
  expect(BROKEN_METADATA.length + BROKEN_ANSWERS.length).toBe(20);
});
