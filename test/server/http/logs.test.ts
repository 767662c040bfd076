/** The log: one JSON line per event, whatever its content, and never a secret. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../database/support/processes';
import { openTestDatabase } from '../support/database';
import { PASSWORD } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';
import { vmsEnvironment } from '../support/vms';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.fixtures.organization('LOGS', { disclose: true });
});
afterAll(() => server.stop());

test('after every kind of sign-in, no password, code, token, cookie or ticket is in the log', async () => {
  const user = await server.fixtures.user('LOGS', { twoFactor: true });
  const client = server.client();
  const secrets: string[] = [PASSWORD, 'wrong-secret-8812', 'next-secret-3391', 'query-secret-1177'];

  await client.get('/signin?uname=x&password=query-secret-1177', { headers: { accept: 'text/html' } });
  await client.signIn(user, { password: 'wrong-secret-8812' });
  const check = await client.twoFactorCheck(user);
  secrets.push(String(check.json['challengeId']));
  const [mail] = await server.mailsTo(user.email);
  const code = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? '';
  secrets.push(code);
  const { access_token } = await client.signedIn(user, { authentication_code: code });
  secrets.push(access_token, client.cookies.get('vms_refresh') ?? '');
  const renewed = await client.refresh();
  secrets.push(String(renewed.json['access_token']), client.cookies.get('vms_refresh') ?? '');
  const token = String(renewed.json['access_token']);
  const ticket = await client.get('/api-websocket/v1/websocket/wscontext', { token });
  secrets.push(String(ticket.json['context']));
  await client.get(`/api-websocket/v1/websocket?context=${String(ticket.json['context'])}`);
  await client.post(
    '/api-user/v1/password/change',
    { oldPassword: PASSWORD, newPassword: 'next-secret-3391' },
    { token },
  );
  await client.post('/api-user/v1/password/reset', { username: user.userName, organizationCode: 'LOGS' });
  const [reset] = await server.mailsTo(user.email);
  secrets.push(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/m.exec(reset?.text ?? '')?.[0] ?? '');

  expect(secrets.filter((secret) => secret.length < 6)).toEqual([]);
  const log = server.log.join('\n');
  expect(log).toContain('"event":"sign_in"');
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

test('a server that nobody has set up writes JSON from its start to its stop, and names the command for the link instead of the link', async () => {
  const empty = await openTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'vms-log-'));
  const { PASSWORD_HASHING: _, ...settings } = vmsEnvironment(empty);
  const production = { APP_MODE: 'production', PLAIN_HTTP: 'on', PUBLIC_URL: 'http://vms.example.org' };
  const running = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: path.resolve(__dirname, '../../..'),
    env: {
      ...{ PATH: process.env['PATH'], ...settings, ...production, SMTP_URL: 'smtp://127.0.0.1:9' },
      ...{ HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, DRAIN_SECONDS: '0' },
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const ended = once(running, 'exit');
    let out = '';
    running.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
    await until(() => running.exitCode !== null || out.includes('No one can sign in yet'), 'it is ready');
    running.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const said = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Staffing VMS is ready at http:\/\/localhost:\d+ \(started in [\d.]+ s\)$/),
        expect.stringContaining('Run "vms setup-link" on this machine'),
        'Stopping (SIGTERM) ...',
      ]),
    );
    expect(out).not.toContain('secret=');
  } finally {
    running.kill('SIGKILL');
    rmSync(folder, { recursive: true });
    await empty.close();
  }
});

test('a secret that reaches the logger by mistake is redacted', () => {
  const before = server.log.length;
  server.app.http.log.info(
    { body: { password: 'slip-1', deeper: { refresh_token: 'slip-2' } }, access_token: 'slip-3' },
    'a mistake',
  );
  const line = server.log.slice(before).join('');
  expect(line).toContain('a mistake');
  expect(line).not.toContain('slip');
});

test('line breaks, escapes and unusual spaces in input stay within one line', async () => {
  const before = server.log.length;
  const hostile = 'x\r\n{"level":60,"msg":"forged"}\u2028\u001b[31m';
  await server.client().get(`/api-user/v1/${encodeURIComponent(hostile)}`, { headers: { 'user-agent': 'x\u001b[2J' } });
  await server
    .client()
    .twoFactorCheck({ id: '', organizationId: '', email: '', userName: hostile, organizationCode: 'LOGS' });
  const lines = server.log.slice(before);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const line of lines) {
    expect([...line.trimEnd()].filter((character) => character < ' ')).toEqual([]);
    expect((JSON.parse(line) as { msg: string }).msg).not.toBe('forged');
  }
});

test('each request is one line with method, path, status and duration', async () => {
  const before = server.log.length;
  await server.client().get('/healthz?token=not-for-the-log');
  const [line] = server.log.slice(before);
  expect(JSON.parse(line ?? '')).toMatchObject({
    msg: 'request',
    req: { method: 'GET', path: '/healthz' },
    status: 200,
    ms: expect.any(Number),
  });
});

test('a refused call is one line with the caller and the reason', async () => {
  const user = await server.fixtures.user('LOGS', { permissions: ['MENU_JOB'] });
  const client = server.client();
  const { access_token: token, tokenIdentifier: sessionId } = await client.signedIn(user);
  const before = server.log.length;
  await client.get(`/api-user/v1/users/${user.id}/sessions`, { token });
  await client.post('/api-user/v1/lists/users/search', { page: 'x' }, { token });
  await client.get('/api-user/v1/sessions', { token: `${token}x` });
  const refusals = server.log
    .slice(before)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'request')
    .map(({ status, refusedAs, userId, sessionId: session, organizationId }) => [
      status,
      refusedAs,
      userId,
      session,
      organizationId,
    ]);
  const who = [user.id, sessionId, user.organizationId];
  expect(refusals).toEqual([
    [401, 'server.unauthorized', ...who],
    [400, 'request.invalid', ...who],
    [400, 'invalid_token', undefined, undefined, undefined],
  ]);
});
