/**
 * Mails about an account: each sent once, as plain text and as HTML with the same words; foreign input is plain text.
 */
import type { FixtureUser } from '../support/fixtures';
import { PASSWORD } from '../support/fixtures';
import { startTestServer, type TestMail, type TestServer } from '../support/server';

let server: TestServer;

const HOSTILE = `<img src=x onerror="alert(1)">'&amp;`;
const CLIENT = { address: '203.0.113.9', device: 'Firefox on Linux' };

beforeAll(async () => {
  server = await startTestServer();
  const id = await server.fixtures.organization('NOTED');
  await server.owner.updateTable('organizations').set({ theme: 'plum' }).where('id', '=', id).execute();
  const hostile = await server.fixtures.organization('HOSTILE');
  await server.owner
    .updateTable('organizations')
    .set({ name: `${HOSTILE}\nSecond line`, footer_email: HOSTILE })
    .where('id', '=', hostile)
    .execute();
});
afterAll(() => server.stop());

/** The words of the HTML part; these tests have no jsdom. */
const wordsOf = ({ html = '' }: TestMail): string =>
  html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

/** The user's only mail, after comparing both of its formats. */
async function onlyMail(user: FixtureUser): Promise<TestMail> {
  const mails = await server.mailsTo(user.email);
  expect(mails.map(({ subject }) => subject)).toHaveLength(1);
  const mail = mails[0] as TestMail;
  const words = wordsOf(mail);
  for (const line of mail.text.split('\n').filter((each) => each !== '')) {
    // A fact is a row of two cells, without the colon.
    expect(words).toContain(line.replace(/^(When|Device|IP address|From|To): /, '$1 ').replace(/\s+/g, ' '));
  }
  return mail;
}

describe('a sign-in from a new browser', () => {
  test('is mailed once, with time, device and address, and what to do if it was not you', async () => {
    const user = await server.fixtures.user('NOTED');
    await server.client().signedIn(user);
    await server.client().signedIn(user);
    const mail = await onlyMail(user);
    expect(mail.subject).toBe('A new sign-in to your account');
    expect(mail.text).toMatch(/^When: .* UTC$/m);
    expect(mail.text).toMatch(/^Device: Firefox on Linux\nIP address: 127\.0\.0\.1$/m);
    expect(mail.text).toContain('If this was not you');
    expect(mail.text).toContain('tell your administrator');
  });

  test('is not mailed at the very first sign-in, nor from a known browser', async () => {
    const user = await server.fixtures.user('NOTED');
    const browser = server.client();
    for (let time = 0; time < 3; time += 1) {
      const { access_token: token } = await browser.signedIn(user);
      await browser.post('/api-user/v1/session/end', {}, { token });
    }
    expect(await server.mailsTo(user.email)).toEqual([]);
  });

  test('is not mailed if refused', async () => {
    const user = await server.fixtures.user('NOTED');
    await server.client().signedIn(user);
    expect((await server.client().signIn(user, { password: 'wrong' })).status).toBe(400);
    expect(await server.mailsTo(user.email)).toEqual([]);
  });

  test('is mailed also if it waits for the takeover question', async () => {
    const user = await server.fixtures.user('NOTED');
    await server.client().signedIn(user);
    expect((await server.client().signedIn(user)).loginCode).toBe('ACTIVE_SESSION');
    expect((await onlyMail(user)).subject).toBe('A new sign-in to your account');
  });
});

test('a changed password is mailed, without the password', async () => {
  const user = await server.fixtures.user('NOTED');
  const client = server.client();
  const { access_token: token } = await client.signedIn(user);
  const passwords = { oldPassword: PASSWORD, newPassword: 'Brand-new-words-31' };
  expect((await client.post('/api-user/v1/password/change', passwords, { token })).status).toBe(200);
  const mail = await onlyMail(user);
  expect(mail.subject).toBe('Your password has been changed');
  expect(mail.text).toContain('every other session was signed out');
  for (const secret of [...Object.values(passwords), token]) {
    expect(mail.text).not.toContain(secret);
    expect(mail.html).not.toContain(secret);
  }
});

test('codes and temporary passwords are in both formats', async () => {
  const user = await server.fixtures.user('NOTED', { twoFactor: true });
  await server.client().twoFactorCheck(user);
  expect((await onlyMail(user)).text).toMatch(/code is \d{6}\./);
  const other = await server.fixtures.user('NOTED');
  const { userName: username, organizationCode } = other;
  await server.client().post('/api-user/v1/password/reset', { username, organizationCode });
  expect((await onlyMail(other)).text).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/m);
});

test('the HTML has the name and the colors of the organization, and loads nothing', async () => {
  const user = await server.fixtures.user('NOTED', { twoFactor: true });
  await server.client().twoFactorCheck(user);
  const { html = '' } = await onlyMail(user);
  const { access_token: token } = await server.client().signedIn(await server.fixtures.user('NOTED'));
  const logo = await server.client().get(`/api-user/v1/organizations/${user.organizationId}/logo`, { token });
  const ground = /fill="(#\w{6})"/.exec(logo.text)?.[1] ?? 'no color';
  expect(html).toContain(`background:${ground}`);
  expect(html).toContain('>Organization NOTED<');
  expect(html).not.toMatch(/src=|url\(|<script|<link|@import/);
});

type AccountMails = typeof server.app.services.accountMails;

/** Sends this user a mail as a service of the product does. */
const mailing = (
  { id: userId, organizationId }: FixtureUser,
  send: (
    mails: AccountMails,
    queries: Parameters<AccountMails['code']>[0],
    owner: Parameters<AccountMails['code']>[1],
  ) => Promise<void>,
) =>
  server.database.withScope({ organizationId, organizationType: 'VMS', tenantId: organizationId, userId }, (queries) =>
    send(server.app.services.accountMails, queries, { organizationId, userId }),
  );

test('an invitation names the account, its first password and how long that is valid', async () => {
  const user = await server.fixtures.user('NOTED');
  await mailing(user, (mails, queries, owner) => mails.invitation(queries, owner, 'abcd-efgh-2345-6789', 7));
  const mail = await onlyMail(user);
  expect(mail.subject).toBe('Your account has been created');
  expect(mail.text).toMatch(/^abcd-efgh-2345-6789$/m);
  expect(mail.text).toContain(`Your username is ${user.userName}, your organization code is NOTED,`);
  expect(mail.text).toContain('It is valid for 7 days.');
  expect(mail.text).toContain('If you did not expect an account');
});

test('the answer for a password that cannot be mailed yet states until when, and what to do in the meantime', async () => {
  const user = await server.fixtures.user('NOTED');
  const until = new Date('2026-03-04T05:06:00Z');
  await mailing(user, (mails, queries, owner) => mails.passwordWaits(queries, owner, until));
  const mail = await onlyMail(user);
  expect(mail.subject).toBe('Your password cannot be reset yet');
  expect(mail.text).toMatch(/no password is emailed to it before .*2026.*5:06.* UTC\./);
  expect(mail.text).toContain('please try again then');
  expect(mail.text).toContain('If you did not ask for it');
});

test('the mail about an account that is active again states the account, and from when on its owner can get a password', async () => {
  const user = await server.fixtures.user('NOTED');
  const until = new Date('2026-03-04T05:06:00Z');
  await mailing(user, (mails, queries, owner) => mails.activeAgain(queries, owner, until));
  const mail = await onlyMail(user);
  expect(mail.subject).toBe('Your account is active again');
  expect(mail.text).toContain(`Your username is ${user.userName}, and your organization code is NOTED.`);
  expect(mail.text).toMatch(/no password is emailed to it before .*2026.*5:06.* UTC, unless an owner/);
  expect(mail.text).toContain('From then on, use Forgot Password on the sign-in page');
  expect(mail.text).not.toContain('requested');
});

test.each([
  [
    { password: 'abcd-efgh-2345-6789' },
    'use this temporary password, which also ends the lock:\n\nabcd-efgh-2345-6789',
  ],
  ['mailed before', 'use the temporary password that was emailed to you before.'],
  ['administrator', 'please ask your administrator to end the lock.'],
] as const)('a mail about a lock explains how to end it: %j', async (remedy, sentence) => {
  const user = await server.fixtures.user('NOTED');
  await mailing(user, (mails, queries, owner) => mails.lock(queries, owner, remedy, 12));
  const { subject, text } = await onlyMail(user);
  expect(subject).toBe('Wrong passwords were tried for your account');
  expect(text).toContain('For 12 hours no one can sign in to it');
  expect(text).toContain(sentence);
  expect(text.includes('abcd-efgh-2345-6789')).toBe(typeof remedy === 'object');
  expect(text).toContain('Your current password keeps working');
});

describe('a changed second factor', () => {
  const changed = (user: FixtureUser, change: Parameters<AccountMails['secondFactorChanged']>[2]) =>
    mailing(user, (mails, queries, owner) => mails.secondFactorChanged(queries, owner, change, CLIENT));

  test.each([
    [{ kind: 'authenticator_added' }, 'An authenticator app was set up for your account'],
    [{ kind: 'authenticator_added', name: 'Phone' }, 'An authenticator app “Phone” was set up for your account'],
    [{ kind: 'authenticator_removed' }, 'The authenticator app was removed from your account'],
    [{ kind: 'passkey_added', name: 'My key' }, 'A passkey “My key” was added to your account'],
    [{ kind: 'passkey_removed', name: 'My key' }, 'The passkey “My key” was removed from your account'],
    [{ kind: 'recovery_codes_made' }, 'New recovery codes were generated for your account'],
    [{ kind: 'recovery_codes_made' }, 'The earlier ones no longer work.'],
    [{ kind: 'recovery_code_used', left: 3 }, 'A recovery code was used for your account'],
    [{ kind: 'recovery_code_used', left: 1 }, 'You have 1 left.'],
    [{ kind: 'recovery_code_used', left: 0 }, 'please generate new ones in your profile'],
    [{ kind: 'reset' }, 'An administrator has removed the authenticator app and all passkeys from your account'],
    [{ kind: 'switched_on' }, 'An administrator has turned on two-factor sign-in for your account'],
    [{ kind: 'switched_off' }, 'An administrator has turned off two-factor sign-in for your account'],
  ] as const)('is mailed: %j', async (change, sentence) => {
    const user = await server.fixtures.user('NOTED');
    await changed(user, change);
    const mail = await onlyMail(user);
    expect(mail.text).toContain(sentence);
    // The administrator's device is not mentioned.
    expect(mail.text.includes('IP address: 203.0.113.9')).toBe(!/^(switched|reset)/.test(change.kind));
    expect(mail.text).toMatch(/^When: /m);
    expect(mail.text).toContain('If this was not you');
  });

  test('foreign names are one line of text, never markup, in both formats', async () => {
    const user = await server.fixtures.user('HOSTILE');
    await changed(user, { kind: 'passkey_added', name: `${HOSTILE}\r\n\r\nCall 555-0100 now\u202e` });
    const { text, html = '' } = await onlyMail(user);
    expect(text).toContain(`A passkey “${HOSTILE} Call 555-0100 now” was added`);
    expect(text).toContain(`${HOSTILE} Second line`);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('onerror="');
    expect(html).not.toContain('\u202e');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;amp;');
  });
});
