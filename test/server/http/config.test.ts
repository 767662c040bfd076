/** Environment settings: their meaning, and that an invalid one aborts the start with a line that names it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../server/base/config';
import { ConfigurationError, type Environment } from '../../../server/base/environment';
import { loadKeys } from '../../../server/base/keys';
import { describeCommandFailure, describeStartFailure } from '../../../server/app/start';

const PRODUCTION = {
  APP_MODE: 'production',
  SERVER_SECRET: 'kX2-9mQ7vLp4-wZ8tRb6-nC3yHs5-jD1gF0a',
  SMTP_URL: 'smtp://mail.example',
  PUBLIC_URL: 'https://vms.example',
};

test('without settings it is the demo at http://localhost:4200', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'demo',
    port: 4200,
    host: 'localhost',
    accessTokenSeconds: 300,
    sessionSeconds: 12 * 3_600,
    idleSeconds: 30 * 60,
    trustedProxyHops: 0,
    passwordHashing: 'full',
    passwordFromQuery: true,
    secure: false,
    databaseUrl: undefined,
    smtpUrl: undefined,
  });
  expect(readConfig({}).publicUrl.origin).toBe('http://localhost:4200');
});

test('production keeps passwords out of addresses and listens everywhere', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({
    mode: 'production',
    passwordFromQuery: false,
    signUpUrl: undefined,
    host: '0.0.0.0',
    secure: true,
  });
});

test('production over plain http must be allowed explicitly', () => {
  const config = readConfig({ ...PRODUCTION, PUBLIC_URL: 'http://vms.example', PLAIN_HTTP: 'on' });
  expect([config.publicUrl.origin, config.secure]).toEqual(['http://vms.example', false]);
});

test('the server makes backups if a folder for them is set', () => {
  expect(readConfig({ BACKUP_AT: '04:00' }).backups).toBeUndefined();
  expect(readConfig({ BACKUP_DIR: '/backups' }).backups).toEqual({ folder: '/backups', minuteOfDay: 150, keep: 14 });
  const chosen = readConfig({ BACKUP_DIR: '/backups', BACKUP_AT: '23:59', BACKUP_KEEP: '3' });
  expect(chosen.backups).toEqual({ folder: '/backups', minuteOfDay: 1_439, keep: 3 });
});

test('secrets may be files, with a trailing newline', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const fileOf = (name: string, value: string) => {
    writeFileSync(join(folder, name), `${value}\n`);
    return join(folder, name);
  };
  const { SERVER_SECRET, SMTP_URL, ...others } = PRODUCTION;
  const files = { SERVER_SECRET_FILE: fileOf('secret', SERVER_SECRET), SMTP_URL_FILE: fileOf('smtp', SMTP_URL) };
  try {
    expect(readConfig({ ...others, ...files })).toMatchObject({ serverSecret: SERVER_SECRET, smtpUrl: SMTP_URL });
    expect(() => readConfig({ ...PRODUCTION, SMTP_URL_FILE: files.SMTP_URL_FILE })).toThrow(
      'SMTP_URL and SMTP_URL_FILE are both set: set one of them.',
    );
    expect(() => readConfig({ ...others, ...files, SERVER_SECRET_FILE: fileOf('weak', 'weak') })).toThrow(
      /^SERVER_SECRET is too weak/,
    );
    const hashes = fileOf('hashes', `${'0123456789ABCDEF'.repeat(3).slice(0, 40)}:7`);
    expect(readConfig({ BREACHED_PASSWORDS_FILE: hashes }).breachedPasswordsFile).toBe(hashes);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each<[string, Environment, RegExp]>([
  [
    'a secret in a file that is not there',
    { SERVER_SECRET_FILE: '/nowhere' },
    /^SERVER_SECRET_FILE is '\/nowhere', which/,
  ],
  ['breached passwords in no list of hashes', { BREACHED_PASSWORDS_FILE: __filename }, /^BREACHED_PASSWORDS_FILE is/],
  ['fewer than 8 characters of a password', { PASSWORD_MIN_LENGTH: '7' }, /^PASSWORD_MIN_LENGTH is '7'/],
  ['an hour that is none', { BACKUP_AT: '24:00' }, /^BACKUP_AT is '24:00', but it must be a time such as 02:30\.$/],
  ['no archive to be kept', { BACKUP_KEEP: '0' }, /BACKUP_KEEP/],
  ['a port that is none', { PORT: 'http' }, /^PORT is 'http', but it must be a whole number from 0 to 65535\.$/],
  ['a port beyond all', { PORT: '70000' }, /PORT/],
  ['a negative time', { ACCESS_TOKEN_SECONDS: '-1' }, /ACCESS_TOKEN_SECONDS is '-1'/],
  ['half an hour', { REFRESH_TOKEN_HOURS: '0.5' }, /REFRESH_TOKEN_HOURS/],
  ['an unknown mode', { APP_MODE: 'staging' }, /^APP_MODE is 'staging', but it must be one of demo, production\.$/],
  ['an address that is none', { PUBLIC_URL: 'localhost:4200' }, /PUBLIC_URL must be an address that starts with http:/],
  ['another database', { DATABASE_URL: 'mysql://user:secret-77@host/db' }, /DATABASE_URL must be/],
  ...(['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_READ_URL', 'EVENT_BUS_URL', 'SMTP_URL'] as const).flatMap((name) =>
    ['secret-77/x', 'secret-77#x', 'secret-77?x', '100%secret-77', '77/secret-77'].map(
      (password): [string, Environment, RegExp] => {
        const protocol = { EVENT_BUS_URL: 'redis', SMTP_URL: 'smtp' }[name as string] ?? 'postgres';
        const address = `${protocol}://vms:${password}@host.example:1234/vms`;
        return [
          `${name} with the password ${password}`,
          { DATABASE_URL: 'postgres://host.example/vms', [name]: address },
          new RegExp(
            `^${name} cannot be read: percent-encode special characters of its user and password, such as %2F `,
          ),
        ];
      },
    ),
  ),
  [
    'a port of a database that is none',
    { DATABASE_URL: 'postgres://host:port/db' },
    /^DATABASE_URL cannot be read: check/,
  ],
  [
    'a sender without an address',
    { MAIL_FROM: 'Staffing VMS' },
    /^MAIL_FROM is 'Staffing VMS', but it must be an address such as vms@example\.org or Staffing VMS <vms@example\.org>\.$/,
  ],
  ['a sender whose address is none', { MAIL_FROM: 'Staffing VMS <vms>' }, /^MAIL_FROM is/],
  ['two senders', { MAIL_FROM: 'a@example.org, b@example.org' }, /^MAIL_FROM is/],
  ['a mail server without a protocol', { SMTP_URL: 'mail.example' }, /SMTP_URL must be/],
  [
    'a way to an account that is a script',
    { SIGN_UP_URL: 'javascript:alert(1)' },
    /SIGN_UP_URL .* https:\/\/ or mailto:/,
  ],
  ['branding that is not there', { BRANDING_FILE: '/nowhere.json' }, /BRANDING_FILE '\/nowhere\.json' cannot be used/],
  ['production without a secret', { ...PRODUCTION, SERVER_SECRET: '' }, /SERVER_SECRET is missing/],
  ['production with a short secret', { ...PRODUCTION, SERVER_SECRET: 'short' }, /SERVER_SECRET is too weak/],
  ['production with a dull secret', { ...PRODUCTION, SERVER_SECRET: 'a'.repeat(64) }, /SERVER_SECRET is too weak/],
  ['production without an address', { ...PRODUCTION, PUBLIC_URL: '' }, /^PUBLIC_URL is missing: .*https:\/\//],
  ['production over plain http', { ...PRODUCTION, PUBLIC_URL: 'http://vms.example' }, /without https .*PLAIN_HTTP=on/],
  ['a short token for operators', { ...PRODUCTION, OPERATIONS_TOKEN: 'guess' }, /^OPERATIONS_TOKEN is too short/],
  ['production without mail', { ...PRODUCTION, SMTP_URL: '' }, /SMTP_URL is missing/],
  ['production with quick hashes', { ...PRODUCTION, PASSWORD_HASHING: 'quick' }, /PASSWORD_HASHING is 'quick'/],
  ['production with passwords in addresses', { ...PRODUCTION, PASSWORD_FROM_QUERY: 'on' }, /PASSWORD_FROM_QUERY/],
])('%s aborts the start with one line, without showing a secret', (_case, env, line) => {
  expect(() => readConfig(env)).toThrow(ConfigurationError);
  try {
    readConfig(env);
  } catch (error) {
    expect(describeStartFailure(error)).toMatch(line);
    expect(describeStartFailure(error)).not.toMatch(/\n|secret-77/);
  }
});

test.each(['vms@example.org', 'Staffing VMS <vms@example.org>', '"VMS, Staffing" <vms@example.org>'])(
  'the sender of emails may be %s',
  (sender) => {
    expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender);
  },
);

test('an address with a percent-encoded password is accepted as it is', () => {
  const address = 'postgres://vms:a%2Fb%23c%3Fd%25@host.example/vms';
  expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
  const sockets = 'postgres:///vms?host=/var/run/postgresql&user=vms@tenant';
  expect(readConfig({ DATABASE_URL: sockets }).databaseUrl).toBe(sockets);
});

test('branding is read by host and checked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vms-branding-'));
  const file = join(folder, 'branding.json');
  writeFileSync(
    file,
    JSON.stringify({ 'Green.example': { productName: 'Green', tagline: 'Go', variant: 'evergreen' } }),
  );
  expect(readConfig({ BRANDING_FILE: file }).brandings.get('green.example')?.productName).toBe('Green');
  for (const broken of ['[', '[]', '{"a":{}}', '{"a":{"productName":"x","tagline":"y","variant":"pink"}}']) {
    writeFileSync(file, broken);
    expect(() => readConfig({ BRANDING_FILE: file })).toThrow(/BRANDING_FILE/);
  }
  rmSync(folder, { recursive: true });
});

test('the demo creates its secret once, readable by its owner only, and refuses a damaged one', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vms-keys-'));
  const options = { dataDir, serverSecret: undefined };
  const first = loadKeys(options);
  const file = join(dataDir, 'server-secret');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(loadKeys(options).decrypt(first.encrypt('something'))).toBe('something');
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 5));
  expect(() => loadKeys(options)).toThrow(/damaged/);
  rmSync(dataDir, { recursive: true });
});

test.each([
  [{ code: 'EADDRINUSE', port: 4200 }, 'Port 4200 is in use: stop what listens there, or choose another with PORT.'],
  [{ code: 'ENOSPC' }, 'The disk is full: free some space, or choose another folder with DATA_DIR.'],
  [{ code: '53100' }, 'The disk is full: free some space, or choose another folder with DATA_DIR.'],
  [
    { code: 'EACCES', path: '/root/x' },
    'The server has no access to /root/x: grant it, or choose another folder with DATA_DIR.',
  ],
])('a start that fails with %j is explained', (error, line) => {
  expect(describeStartFailure(Object.assign(new Error('raw'), error))).toBe(line);
});

test.each([
  [
    { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED', syscall: 'connect' },
    'The database does not answer (connect ECONNREFUSED). Start the server, or check DATABASE_URL.',
  ],
  [{ code: 'ENOSPC' }, 'The disk is full: free some space, or choose another folder with DATA_DIR.'],
  [{}, 'The command failed: raw'],
])('a command that fails with %j is explained', (error, line) => {
  expect(describeCommandFailure(Object.assign(new Error('raw'), error))).toBe(line);
});

test('the process reports it in one line and exits with 1', () => {
  const root = join(__dirname, '../../..');
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const run = spawnSync(process.execPath, [tsx, 'server/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: 'nonsense' },
    encoding: 'utf8',
  });
  expect([run.status, run.stdout, run.stderr]).toEqual([
    1,
    '',
    "PORT is 'nonsense', but it must be a whole number from 0 to 65535.\n",
  ]);
});
