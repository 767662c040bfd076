/** Headers of all answers, the page with its injected configuration, and the files of the app. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { UPLOAD_TIMEOUT_MS } from '../../../contract/base/files';
import type { RuntimeConfig } from '../../../contract/shell/runtimeConfig';
import { runtimeConfig } from '../../../server/app/pages/pages';
import { readConfig } from '../../../server/base/config';
import { deriveKeys, type Keys } from '../../../server/base/keys';
import { startTestServer, type TestServer } from '../support/server';

const STYLE = 'body{color:red}';
const EARLY = 'keepPresses()';
const page = (
  name: string,
): string => `<!doctype html><html data-brand="%BRAND%"><head><title>%PRODUCT_NAME%</title><style>${STYLE}</style></head>
<body data-page="${name}"><p>%TAGLINE%</p><script>${EARLY}</script><script type="application/json" id="runtime-config">{}</script></body></html>`;
const SCRIPT = 'console.log("the app")';
const HASHED = '/assets/main.0123456789abcdef.js';

let folder: string;
let server: TestServer;
let secure: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vms-public-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), page('form'));
  await writeFile(join(folder, 'starting.html'), page('starting'));
  await writeFile(join(folder, HASHED), SCRIPT);
  await writeFile(join(folder, `${HASHED}.br`), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  const branding = join(folder, '..', `vms-branding-${process.pid}.json`);
  const hostile = { productName: 'A & B <i>"\'', tagline: '</script><!--\u2028', variant: 'evergreen' };
  await writeFile(branding, JSON.stringify({ 'green.example': hostile }));
  server = await startTestServer({ PUBLIC_DIR: folder, BRANDING_FILE: branding });
  secure = await startTestServer({ PUBLIC_DIR: folder, PUBLIC_URL: 'https://vms.example' });
  await rm(branding);
});
afterAll(async () => {
  await server.stop();
  await secure.stop();
  await rm(folder, { recursive: true });
});

const HTML = { accept: 'text/html,application/xhtml+xml' };

test.each([
  ['the page', '/'],
  ['a file', HASHED],
  ['an API answer', '/api-user/v1/session'],
  ['an API error', '/api-user/v1/nothing'],
  ['an address that cannot be read', '/%zz'],
  ['the description', '/openapi.json'],
  ["the demo's mail", '/demo/outbox'],
])('%s carries the security headers', async (_case, url) => {
  const { headers } = await server.client().get(url);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  });
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/default-src 'none'/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(headers).not.toHaveProperty('x-powered-by');
  // Browsers would start another process for the page, which delays the first paint.
  expect(headers).not.toHaveProperty('origin-agent-cluster');
});

test.each(['/', '/api-user/v1/session', '/api-user/v1/nothing', '/openapi.json', '/demo/outbox.json', '/healthz'])(
  '%s is never cached',
  async (url) => {
    expect((await server.client().get(url)).headers['cache-control']).toBe('no-store');
  },
);

test('the demo’s outbox shows mail that was encrypted with a former SERVER_SECRET as unreadable', async () => {
  const user = await server.fixtures.user('OUTBOX');
  const owned = { organization_id: user.organizationId, user_id: user.id, recipient: user.email };
  const mailBy = ({ encrypt }: Pick<Keys, 'encrypt'>, subject: string) => ({
    ...owned,
    encrypted_subject: encrypt(subject),
    encrypted_text: encrypt('Hello'),
    encrypted_html: encrypt('<p>Hello</p>'),
  });
  const former = deriveKeys('another secret for tests only, which was there before');
  const mails = [mailBy(former, 'Before'), mailBy(server.app.services.keys, 'Now')];
  await server.owner.insertInto('mail_outbox').values(mails).execute();
  const { status, text } = await server.client().get('/demo/outbox');
  expect([status, text.includes('<h2>Now</h2>'), text.includes('<h2>This email cannot be read</h2>')]).toEqual([
    200,
    true,
    true,
  ]);
  expect((await server.mailsTo(user.email)).map(({ subject }) => subject).sort()).toEqual([
    'Now',
    'This email cannot be read',
  ]);
});

test('over https the cookie is bound to the host, and browsers must stay on https', async () => {
  const user = await secure.fixtures.user('HTTPS');
  const { headers } = await secure.client().signIn(user);
  expect([headers['set-cookie']].flat()).toContainEqual(
    expect.stringMatching(/^__Host-vms_refresh=.+; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
  );
  expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
  expect((await server.client().get('/')).headers).not.toHaveProperty('strict-transport-security');
});

test('the page’s own style and script are allowed by their hashes, and nothing else inline', async () => {
  const { headers } = await server.client().get('/');
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(headers['content-security-policy']).toContain(`; style-src 'self' ${hash(STYLE)};`);
  expect(headers['content-security-policy']).toContain(`; script-src 'self' ${hash(EARLY)};`);
});

test('the prerendered form is shown without a session hint, the loading state with one', async () => {
  const client = server.client();
  expect((await client.get('/')).text).toContain('data-page="form"');
  client.cookies.set('vms_session', '1');
  expect((await client.get('/')).text).toContain('data-page="starting"');
});

test.each([
  '/signin',
  '/ACME/signin',
  '/assets/signin',
  '/api-2/signin?uname=ann',
  '/api-2/auth/sso/okta.prod',
  '/passwordchange',
  '/vms/jobs/list?status=OPEN',
])('the address %s is a screen of the app', async (url) => {
  const answer = await server.client().get(url, { headers: HTML });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});

test('a file may arrive as slowly as the app allows', () => {
  expect(server.app.http.server.requestTimeout).toBeGreaterThan(UPLOAD_TIMEOUT_MS);
  expect(server.app.http.server.headersTimeout).toBe(10_000);
});

test.each(['/%', '/%zz', '//', '//evil.example/', '/supplier/%00', '/vms/jobs/%E0%A4%A', '/a%2', '/%c0%ae%c0%ae/'])(
  'the malformed address %s gets the page, which shows a message, and a similar API call gets an error',
  async (url) => {
    const answer = await server.client().get(url, { headers: HTML });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(String(answer.headers['content-security-policy'])).toMatch(/script-src 'self' 'sha256-/);
    const call = await server.client().get(`/api-user/v1${url}`, { headers: HTML });
    expect(call.json['errorCode']).toMatch(/not\.found|request\.invalid/);
  },
);

test.each([
  '/assets/gone.0123456789abcdef.js',
  '/assets/auth/gone.0123456789abcdef.js',
  '/.well-known/signin',
  '/api-2/v1/signin',
  '/index.html',
  '/starting.html',
  '/../package.json',
  '/%2e%2e/package.json',
  '/assets/%00',
])('%s is not answered with a page or a file', async (url) => {
  const answer = await server.client().get(url);
  expect([400, 403, 404]).toContain(answer.status);
  expect(answer.json['errorCode']).toMatch(/not\.found|request\.invalid/);
});

function configOf(html: string): RuntimeConfig {
  const block = /<script type="application\/json" id="runtime-config">([\s\S]*?)<\/script>/.exec(html)?.[1];
  return JSON.parse(block ?? '') as RuntimeConfig;
}

test('the runtime configuration is written into the page', async () => {
  const config = configOf((await server.client().get('/')).text);
  expect(config).toMatchObject({
    mode: 'demo',
    passwordFromQuery: true,
    passwordMinLength: 8,
    signUpUrl: 'mailto:support@localhost?subject=Sign%20up',
    services: { 'api-user': '' },
  });
  expect(config.branding.variant).toBe('default');
  expect(config.demoUsers.map(({ userName }) => userName)).toContain('vms.manager');
});

test('the address of a provider whose id looks like a file name is a page', async () => {
  expect((await server.client().get('/MERIDIAN/auth/sso/okta.prod')).text).toContain('id="runtime-config"');
  expect((await server.client().get('/MERIDIAN/auth/okta.prod')).status).toBe(404);
});

test('the branding follows the host, and no text of it becomes markup', async () => {
  const { text } = await server.client().get('/', { headers: { host: 'green.example:8443' } });
  expect(text).toContain('data-brand="evergreen"');
  expect(text).toContain('<title>A &amp; B &lt;i&gt;&quot;&#39;</title>');
  expect(text.match(/<\/script>/g)).toHaveLength(2);
  expect(text).not.toContain('<!--');
  expect(text.split('id="runtime-config">')[1]).not.toContain('\u2028');
  expect(configOf(text).branding.productName).toBe('A & B <i>"\'');
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('the page is sent with %s to clients that accept it', async (encoding, decompress) => {
  const answer = await server.app.http.inject({ url: '/', headers: { 'accept-encoding': `identity, ${encoding}` } });
  expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual([encoding, 'Accept-Encoding, Cookie']);
  expect(decompress(answer.rawPayload).toString()).toContain('data-page="form"');
});

test('files are sent as compressed at build time, under content-hashed names', async () => {
  const compressed = await server.app.http.inject({ url: HASHED, headers: { 'accept-encoding': 'gzip, br' } });
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringMatching(/javascript/),
  });
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(SCRIPT);
  const plain = await server.client().get(HASHED);
  expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, SCRIPT]);
  expect((await server.client().get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
});

test('a rebuilt page is served at the next request', async () => {
  await writeFile(join(folder, 'index.html'), page('rebuilt'));
  const later = new Date(Date.now() + 10_000);
  await utimes(join(folder, 'index.html'), later, later);
  expect((await server.client().get('/')).text).toContain('data-page="rebuilt"');
});

describe('in production', () => {
  const TOKEN = 'a-token-for-operators-0123456789';
  let production: TestServer;
  beforeAll(async () => {
    await writeFile(join(folder, `${HASHED}.map`), '{}');
    await writeFile(join(folder, 'runtime-config.json'), '{"mode":"demo"}');
    production = await startTestServer({
      APP_MODE: 'production',
      PUBLIC_DIR: folder,
      PUBLIC_URL: 'https://vms.example',
      SERVER_SECRET: 'kX2-9mQ7vLp4-wZ8tRb6-nC3yHs5-jD1gF0a',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PASSWORD_HASHING: 'full',
      OPERATIONS_TOKEN: TOKEN,
    });
  });
  afterAll(() => production.stop());

  test.each(['/metrics', '/openapi.json'])('%s requires the operators’ token', async (path) => {
    const client = production.client();
    expect((await client.get(path, { token: TOKEN })).status).toBe(200);
    for (const token of ['', 'another', `${TOKEN}x`]) {
      expect((await client.get(path, { token })).json['errorCode']).toBe('not.found');
    }
  });

  test('the sources of the app are not served, but its configuration is', async () => {
    const client = production.client();
    expect((await server.client().get(`${HASHED}.map`)).status).toBe(200);
    expect((await client.get(`${HASHED}.map`)).status).toBe(404);
    expect((await client.get('/runtime-config.json')).json).toMatchObject({ mode: 'production', demoUsers: [] });
  });

  test('the page offers only those services that have an address; the demo stands in for all', async () => {
    const configured = async (client: ReturnType<TestServer['client']>) =>
      ((await client.get('/runtime-config.json')).json as unknown as RuntimeConfig).handOffs;
    expect([await configured(server.client()), await configured(production.client())]).toEqual([
      ['training', 'learning'],
      [],
    ]);
    const config = readConfig({
      APP_MODE: 'production',
      PUBLIC_URL: 'https://vms.example',
      SERVER_SECRET: 'kX2-9mQ7vLp4-wZ8tRb6-nC3yHs5-jD1gF0a',
      SMTP_URL: 'smtp://127.0.0.1:1',
      HANDOFF_HOSTS: 'learn.example.org',
      LEARNING_URL: 'https://learn.example.org/in',
      HANDOFF_SECRET: 'a-secret-shared-with-the-service-0123',
    });
    expect(runtimeConfig(config, config.defaultBranding).handOffs).toEqual(['learning']);
  });

  test('an unknown address under /.well-known/ is not found', async () => {
    for (const name of ['oauth-authorization-server', 'security.txt', 'anything']) {
      expect((await production.client().get(`/.well-known/${name}`, { headers: HTML })).status).toBe(404);
    }
  });
});
