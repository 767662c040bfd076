/** The operator's command line, on a database that a server uses at the same time. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADMINISTRATOR_PERMISSIONS } from '../../../server/features/organizations/administratorRole';
import { secondFactorName } from '../../../server/identity/throttle/unlock';
import { SignInThrottle } from '../../../server/identity/throttle/signInThrottle';
import { appUser } from '../support/appUser';
import { startTestServer, type TestServer } from '../support/server';
import { OWNER_PASSWORD as PASSWORD, vmsOn } from '../support/vms';

let server: TestServer;
let vms: ReturnType<typeof vmsOn>;

beforeAll(async () => {
  server = await startTestServer();
  vms = vmsOn(server);
});
afterAll(() => server.stop());

const person = (userName: string) => [
  ...['--username', userName, '--email', `${userName}@northwind.example`],
  ...['--first-name', 'Ida', '--last-name', 'Berg'],
];
const signIn = (username: string, organization_code: string, password: string) =>
  server.client().token({ grant_type: 'password', username, password, organization_code });
const facility = (code: string, ...more: string[]) =>
  vms([
    ...['create-organization', '--type', 'facility', '--managed-by', 'program', '--code', code, '--name', code],
    ...['--city', 'Duluth', '--state', 'MN', ...person(`manager.of.${code}`), ...more],
  ]);

/** In this order, because each needs the results of the earlier ones. */
describe('a platform created on the command line', () => {
  test('begins with its owner, once', async () => {
    const create = ['create-owner', '--organization', 'northwind', '--name', 'Northwind', ...person('ida')];
    expect(await vms(create)).toEqual({ code: 0, out: 'NORTHWIND is ready: ida can sign in.', errors: '' });
    expect((await signIn('ida', 'NORTHWIND', PASSWORD)).status).toBe(200);
    const again = await vms(create);
    expect([again.code, again.errors]).toEqual([1, 'The platform has been set up already. Please sign in.']);
  });

  test('gets a managing organization, whose administrator changes the mailed password at the first sign-in', async () => {
    const added = await vms([
      ...['--json', 'create-organization', '--type', 'managing', '--code', 'program', '--name', 'The Program'],
      ...person('manager'),
    ]);
    expect([added.code, JSON.parse(added.out)]).toEqual([0, expect.objectContaining({ code: 'PROGRAM' })]);
    const [mail] = await server.mailsTo('manager@northwind.example');
    const password = /[a-z0-9]{4}(-[a-z0-9]{4}){3}/.exec(mail?.text ?? '')?.[0] ?? '';
    const token = await signIn('manager', 'PROGRAM', password);
    expect([token.status, token.json['loginCode']]).toEqual([200, 'FIRST_LOGIN']);
  });

  test('gets a facility in its time zone, which the program then lists', async () => {
    expect(await facility('duluth', '--time-zone', 'America/Chicago', '--beds', '120')).toMatchObject({ code: 0 });
    const rows = await server.owner.selectFrom('facilities').select(['name', 'time_zone', 'beds']).execute();
    expect(rows).toEqual([{ name: 'duluth', time_zone: 'America/Chicago', beds: 120 }]);
  });

  test.each([
    ['a time zone that is none', 'mars', ['--time-zone', 'Mars/Olympus'], 'There is no time zone Mars/Olympus.'],
    ['an abbreviation', 'short', ['--time-zone', 'EST'], 'There is no time zone EST.'],
    ['a zone in lower case', 'lower', ['--time-zone', 'america/chicago'], 'Please use an IANA name'],
    ['no time zone', 'nowhere', [], 'Please give the place of the facility: --city, --state and --time-zone.'],
    ['beds that are no number', 'beds', ['--time-zone', 'America/Chicago', '--beds', 'many'], 'number of beds'],
    [
      'too many beds',
      'many',
      ['--time-zone', 'America/Chicago', '--beds', '5000000000'],
      'beds, from 1 to 2147483647.',
    ],
    ['a code that is taken', 'DULUTH', ['--time-zone', 'America/Chicago'], 'The organization code DULUTH is taken.'],
    [
      'a name that is taken',
      'other',
      ['--time-zone', 'America/Chicago', '--beds', '9', '--name', 'duluth'],
      'There is already a facility named duluth in this program. Please choose another name.',
    ],
  ])('refuses %s in one line, and adds nothing', async (_what, code, more, sentence) => {
    const count = () => server.owner.selectFrom('organizations').select('code').execute();
    const before = await count();
    const refused = await facility(code, ...more);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.errors).toContain(sentence);
    expect(refused.errors).not.toContain('\n');
    expect(await count()).toEqual(before);
  });

  test('gets an administrator with all permissions, whatever the others have given up', async () => {
    const add = (userName: string) => vms(['create-user', '--organization', 'northwind', ...person(userName)]);
    const of = async (userName: string) => {
      const rows = await server.owner
        .selectFrom('users as u')
        .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
        .innerJoin('roles as r', 'r.id', 'ur.role_id')
        .innerJoin('role_permissions as rp', 'rp.role_id', 'r.id')
        .where('u.user_name', '=', userName)
        .select(['r.name', 'rp.permission'])
        .execute();
      return {
        roles: [...new Set(rows.map(({ name }) => name))],
        permissions: rows.map((row) => row.permission).sort(),
      };
    };
    const all = [...ADMINISTRATOR_PERMISSIONS.OWNER].sort();
    expect(await add('first')).toMatchObject({ code: 0 });
    expect(await of('first')).toEqual({ roles: ['Administrator'], permissions: all });
    await server.owner.deleteFrom('role_permissions').where('permission', '=', 'USER_EDIT').execute();
    for (const userName of ['second', 'third']) {
      expect(await add(userName)).toMatchObject({ code: 0 });
      expect(await of(userName)).toEqual({ roles: ['Administrator 2'], permissions: all });
    }
    expect((await of('ida')).permissions).not.toContain('USER_EDIT');
  });

  test('unlocks a locked user, and signs out a signed-in one', async () => {
    const { json } = await signIn('ida', 'NORTHWIND', PASSWORD);
    const token = String(json['access_token']);
    await server.owner.updateTable('user_credentials').set({ locked_until: 'infinity' }).execute();
    expect((await signIn('ida', 'NORTHWIND', PASSWORD)).status).toBe(400);
    const account = ['--organization', 'northwind', '--username', 'IDA'];
    expect(await vms(['unlock', ...account])).toMatchObject({ code: 0, out: 'ida can sign in again.' });
    expect((await signIn('ida', 'NORTHWIND', PASSWORD)).status).toBe(200);
    expect(await vms(['end-sessions', ...account])).toMatchObject({ code: 0 });
    const after = await server.client().get('/api-user/v1/users/ida/info', { token });
    expect([after.status, after.json['errorCode']]).toEqual([401, 'session.ended']);
    const events = await server.owner
      .selectFrom('audit_events')
      .where('device', '=', 'command line')
      .select('event')
      .execute();
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['account_unlocked', 'sessions_ended']));
  });

  test('mails a temporary password that must be changed', async () => {
    const reset = ['reset-password', '--organization', 'NORTHWIND', '--username', 'ida'];
    expect(await vms(reset)).toMatchObject({ code: 0 });
    const [mail] = await server.mailsTo('ida@northwind.example');
    expect([mail?.subject, mail?.text]).toEqual([
      'Your temporary password',
      expect.stringContaining('valid for 24 hours'),
    ]);
    const password = /[a-z0-9]{4}(-[a-z0-9]{4}){3}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await signIn('ida', 'NORTHWIND', password)).json['loginCode']).toBe('FIRST_LOGIN');
  });

  test('mails no password while a changed address waits, and points to who can confirm it', async () => {
    const ida = server.owner.selectFrom('users').where('user_name', '=', 'ida').select(['id', 'organization_id']);
    const { id, organization_id } = await ida.executeTakeFirstOrThrow();
    const waits = {
      user_id: id,
      organization_id,
      previous_email: 'ida@northwind.example',
      waits_until: new Date(Date.now() + 3_600_000),
    };
    await server.owner.insertInto('email_changes').values(waits).execute();
    await server.owner.updateTable('users').set({ email: 'moved@new.example' }).where('id', '=', id).execute();
    const before = await server.mailsTo('ida@northwind.example');
    const refused = await vms(['reset-password', '--organization', 'NORTHWIND', '--username', 'ida']);
    expect([refused.code, refused.errors]).toEqual([
      1,
      expect.stringMatching(/^No password is emailed .*Changed Email Addresses/),
    ]);
    expect(await server.mailsTo('moved@new.example')).toEqual([]);
    expect(await server.mailsTo('ida@northwind.example')).toEqual(before);
  });
});

test('unlocks a user who has to wait after wrong codes', async () => {
  await server.fixtures.organization('CODES');
  const { user, codes } = await appUser(server, 'CODES');
  const signInBy = (recovery_code: string) => server.client().signIn(user, { recovery_code });
  for (let guess = 0; guess < 5; guess += 1) await signInBy(`wrong-${guess}`);
  expect((await signInBy(codes[0]!)).status).toBe(429);
  const unlocked = await vms(['unlock', '--organization', 'CODES', '--username', user.userName]);
  expect(unlocked).toMatchObject({ code: 0, out: `${user.userName} can sign in again.` });
  // The node itself remembers a refusal for some seconds, so another one is asked.
  const other = new SignInThrottle(server.database, server.app.services.keys, 0);
  const attempt = { account: secondFactorName(user.id), address: '127.0.0.1', device: undefined };
  expect(await other.inTurn(attempt, ({ admitted }) => Promise.resolve(admitted))).toBe(true);
});

describe('an account that cannot sign in', () => {
  const refusal = async (command: string, organization: string, userName: string, more: readonly string[] = []) => {
    const { code, out, errors } = await vms([
      ...[command, '--organization', organization, '--username', userName],
      ...more,
    ]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    return errors;
  };
  const mails = (email: string) => server.mailsTo(email).then(({ length }) => length);

  test.each(['unlock', 'reset-password'])(
    '%s of a deactivated user is refused, and says what to do',
    async (command) => {
      const user = await server.fixtures.user('GONE');
      await server.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', user.id).execute();
      expect(await refusal(command, 'GONE', user.userName)).toBe(
        `${user.userName} is deactivated and cannot sign in. Reactivate the account under Admin > Users; if no administrator can sign in, add one with "vms create-user".`,
      );
      expect(await mails(user.email)).toBe(0);
      const ended = await vms(['end-sessions', '--organization', 'GONE', '--username', user.userName]);
      expect(ended).toMatchObject({ code: 0 });
    },
  );

  test('in a deactivated organization no one is unlocked or added, and no password is reset', async () => {
    const user = await server.fixtures.user('CLOSED');
    await server.owner
      .updateTable('organizations')
      .set({ disabled_at: new Date() })
      .where('code', '=', 'CLOSED')
      .execute();
    const sentence =
      'CLOSED is deactivated, so no one can sign in there. An owner of the platform can reactivate it under Admin > Organizations.';
    for (const command of ['unlock', 'reset-password'])
      expect(await refusal(command, 'CLOSED', user.userName)).toBe(sentence);
    const email = 'late@northwind.example';
    const more = ['--email', email, '--first-name', 'Ida', '--last-name', 'Berg'];
    expect(await refusal('create-user', 'CLOSED', 'late', more)).toBe(sentence);
    expect([await mails(user.email), await mails(email)]).toEqual([0, 0]);
  });

  test('no password is mailed to a user of an identity provider who has none, and says what to do', async () => {
    const user = await server.fixtures.user('SSO');
    await server.owner
      .insertInto('user_identities')
      .values({ organization_id: user.organizationId, issuer: 'https://login.example', subject: '1', user_id: user.id })
      .execute();
    await server.owner
      .updateTable('user_credentials')
      .set({ password_hash: null, password_changed_at: null })
      .where('user_id', '=', user.id)
      .execute();
    expect(await refusal('reset-password', 'SSO', user.userName)).toBe(
      `${user.userName} has no password and signs in with an identity provider, so none is emailed. Unlink the identity on their page under Admin > Users and try again; if no administrator can sign in, add one with "vms create-user".`,
    );
    expect(await mails(user.email)).toBe(0);
  });
});

test.each([
  [
    'an unknown organization',
    ['unlock', '--organization', 'NOBODY', '--username', 'x'],
    'There is no organization NOBODY',
  ],
  ['an unknown user', ['unlock', '--organization', 'NORTHWIND', '--username', 'x'], 'There is no user x in NORTHWIND'],
])('%s exits with 1 and a message', async (_what, args, sentence) => {
  const refused = await vms(args);
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.errors).toContain(sentence);
});

test.each([
  ['an unknown command', ['make-coffee']],
  ['a missing option', ['unlock', '--organization', 'NORTHWIND']],
  ['a type that is none', ['create-organization', '--type', 'planet']],
])('%s exits with 2 and points to the help', async (_what, args) => {
  const refused = await vms(args);
  expect([refused.code, refused.out]).toEqual([2, '']);
  expect(refused.errors).toContain('npm run vms -- --help');
});

test('the doctor finds no problem here, and names problems elsewhere with their remedies', async () => {
  const own = mkdtempSync(path.join(tmpdir(), 'vms-doctor-'));
  const fine = await vms(['--json', 'doctor'], { DATA_DIR: own });
  rmSync(own, { recursive: true });
  const { ok: isFine, findings } = JSON.parse(fine.out) as {
    ok: boolean;
    findings: { what: string; ok: boolean; message: string }[];
  };
  expect(findings.map(({ what }) => what)).toEqual([
    ...['configuration', 'data folder', 'disk', 'database', 'permissions', 'clock', 'replica', 'backups'],
    ...['event bus', 'mail'],
  ]);
  expect(findings.every(({ message }) => message.length > 0)).toBe(true);
  // The disk of a machine that runs tests may have less than 1 GB left.
  expect(findings.filter(({ what, ok }) => !ok && what !== 'disk')).toEqual([]);
  const hasRoom = findings.every(({ ok }) => ok);
  expect([fine.code, isFine]).toEqual([hasRoom ? 0 : 1, hasRoom]);
  const away = await vms(['doctor'], {
    DATABASE_URL: 'postgres://vms:secret@127.0.0.1:1/vms',
    DATA_DIR: '/nowhere/at/all',
    SERVER_SECRET: undefined,
  });
  expect(away.code).toBe(1);
  expect(away.out).toMatch(/^WRONG database: DATABASE_URL cannot be used .*Check the address/m);
  expect(away.out).toMatch(/^WRONG data folder: .*set DATA_DIR/m);
  const folder = mkdtempSync(path.join(tmpdir(), 'vms-doctor-'));
  mkdirSync(path.join(folder, 'postgres'));
  // As the server names them.
  for (const name of ['server-secret', 'postgres/secret']) {
    const secret = path.join(folder, name);
    writeFileSync(secret, 'x', { mode: 0o644 });
    const open = await vms(['doctor'], { DATA_DIR: folder });
    expect(open.out).toContain(`WRONG permissions: Others can read ${secret}. Run chmod 600 on it`);
    chmodSync(secret, 0o600);
    expect((await vms(['doctor'], { DATA_DIR: folder })).out).toContain('ok    permissions: ');
  }
  // It greets, and is then silent.
  const stalled = createServer(
    (socket) => void socket.on('error', () => undefined).write('220 mail.example ESMTP\r\n'),
  );
  await new Promise<void>((resolve) => stalled.listen(0, '127.0.0.1', resolve));
  const { port } = stalled.address() as AddressInfo;
  const silent = await vms(['doctor'], { DATA_DIR: folder, SMTP_URL: `smtp://127.0.0.1:${port}` });
  expect(silent.out).toMatch(/^WRONG mail: The mail server refuses .*Check SMTP_URL/m);
  stalled.close();
  const noMail = await vms(['doctor'], { DATA_DIR: folder, SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(noMail.out).toMatch(/^WRONG mail: The mail server refuses .*Check SMTP_URL/m);
  rmSync(folder, { recursive: true });
  // With the database and the secret elsewhere no folder is needed.
  const elsewhere = await vms(['doctor'], { DATABASE_URL: server.options.databaseUrl, DATA_DIR: '/nowhere/at/all' });
  expect(elsewhere.out).toMatch(/^ok {4}data folder: not needed/m);
  expect(elsewhere.out).not.toMatch(/disk:.*cannot be read/);
  const odd = await vms(['doctor'], { APP_MODE: 'production' });
  expect([odd.code, odd.out]).toEqual([1, expect.stringMatching(/^WRONG configuration: .*is missing/)]);
});
