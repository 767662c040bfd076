/**
 * An administrator changes an email address: both addresses are notified, and for a day the new one gets no password or
 * code unless an owner confirms it.
 */
import { sql } from 'kysely';
import { startProgram, type Place, type Program, type Reader } from '../notifications/support';
import type { Answer } from '../support/client';
import { PASSWORD, type FixtureUser } from '../support/fixtures';

let program: Program;
let manager: Reader;
let owner: Caller;
let subOwner: Caller;

interface Caller {
  readonly user: FixtureUser;
  /** Confirms the address, by default the one that `moved` gives. */
  readonly call: (user: FixtureUser, email?: string) => Promise<Answer>;
  /** In the list of pending addresses. */
  readonly search: (text: string) => Promise<Answer>;
}

beforeAll(async () => {
  program = await startProgram('ONE');
  manager = await program.signedIn('MANAGER', ['ROLE_EDIT', 'USER_EDIT', 'VMS_AGENCY_USER_EDIT', 'MENU_JOB']);
  await program.server.fixtures.organization('PLATFORM', { type: 'OWNER' });
  [owner, subOwner] = [await ownerOf('OWNER'), await ownerOf('SUB_OWNER')];
});
afterAll(() => program.server.stop());

async function ownerOf(userType: 'OWNER' | 'SUB_OWNER'): Promise<Caller> {
  const user = await program.server.fixtures.user('PLATFORM', { userType, permissions: ['USER_EDIT'] });
  const client = program.server.client();
  const { access_token: token } = await client.signedIn(user);
  return {
    user,
    call: (person, email = moved(person)) => client.post(confirmationOf(person.id), { email }, { token }),
    search: (q) => client.post(SEARCH, { q }, { token }),
  };
}

const SEARCH = '/api-user/v1/lists/changedAddresses/search';
const person = (place: Place = 'MANAGER') => program.user(place, ['MENU_JOB']);
const confirmationOf = (userId: string) => `/api-user/v1/users/${userId}/email-confirmation`;
const update = async (user: FixtureUser, changes: object): Promise<Answer> => {
  const { version, twoFactorEnabled } = (await accountOf(user)).json;
  const { email } = user;
  const body = { email, firstName: 'Robin', lastName: 'Fixture', twoFactorEnabled, roleIds: [], version, ...changes };
  return manager.client.request('PUT', `/api-user/v1/users/${user.id}`, { token: manager.token, body });
};
const accountOf = (user: FixtureUser) =>
  manager.client.get(`/api-user/v1/users/${user.id}/account`, { token: manager.token });
const moved = (user: FixtureUser) => `moved.${user.userName}@new.example`;
const subjectsTo = async (address: string) => (await program.server.mailsTo(address)).map(({ subject }) => subject);

async function reset({ userName: username, organizationCode }: FixtureUser): Promise<Answer> {
  return program.server.client().post('/api-user/v1/password/reset', { username, organizationCode });
}

const CHANGED = 'The email address of your account has been changed';
const CONFIRMED = 'The new email address of your account has been confirmed';
const WAITS = 'Your password cannot be reset yet';
const PASSWORD_MAIL = 'Your temporary password';

test('both addresses are notified, once each', async () => {
  const user = await person();
  expect((await update(user, { email: moved(user) })).status).toBe(200);
  for (const address of [user.email, moved(user)]) {
    const [mail, ...others] = await program.server.mailsTo(address);
    expect([mail?.subject, others]).toEqual([CHANGED, []]);
    expect(mail?.text).toContain(`From: ${user.email}\nTo: ${moved(user)}`);
    expect(mail?.html).toContain(moved(user));
    expect(mail?.text).toContain('tell your administrator immediately');
  }
});

test('saving the same address notifies no one, in upper or lower case', async () => {
  const user = await person();
  await update(user, { firstName: 'Rob' });
  await update(user, { email: user.email.toUpperCase() });
  expect(await subjectsTo(user.email)).toEqual([]);
  expect((await accountOf(user)).json['emailWaits']).toBeUndefined();
});

test('switching two-factor off is notified to the address, and to the previous one while the new one is pending', async () => {
  const user = await person();
  await update(user, { twoFactorEnabled: true });
  await update(user, { email: moved(user), twoFactorEnabled: true });
  await update(user, { email: moved(user), twoFactorEnabled: false });
  const FACTOR = 'The two-factor sign-in of your account has changed';
  expect(await subjectsTo(user.email)).toEqual([FACTOR, CHANGED, FACTOR]);
  expect(await subjectsTo(moved(user))).toEqual([FACTOR, CHANGED]);
  expect((await program.server.mailsTo(user.email))[0]?.text).toContain('turned off two-factor sign-in');
});

test('no password is mailed to the new address within a day, and the answer states when it will be', async () => {
  const user = await person();
  await update(user, { email: moved(user) });
  const [answer, absent] = [await reset(user), await reset({ ...user, userName: 'no.one' })];
  expect([answer.status, Object.keys(answer.json)]).toEqual([absent.status, Object.keys(absent.json)]);
  expect(await subjectsTo(moved(user))).toEqual([WAITS, CHANGED]);
  expect(await subjectsTo(user.email)).toEqual([WAITS, CHANGED]);
  const given = program.owner.selectFrom('temporary_passwords').where('user_id', '=', user.id).selectAll();
  expect(await given.execute()).toEqual([]);
  const until = Date.parse(((await accountOf(user)).json['emailWaits'] as { until: string }).until) - Date.now();
  expect(until).toBeGreaterThan(23.9 * 3_600_000);
  expect(until).toBeLessThanOrEqual(24 * 3_600_000);

  await program.owner
    .updateTable('email_changes')
    .set({ waits_until: sql<Date>`now()` })
    .where('user_id', '=', user.id)
    .execute();
  await turnBackMails(user);
  await reset(user);
  expect(await subjectsTo(moved(user))).toEqual([PASSWORD_MAIL, WAITS, CHANGED]);
});

const turnBackMails = (user: FixtureUser) =>
  program.owner.updateTable('user_credentials').set({ reset_mails: [] }).where('user_id', '=', user.id).execute();

test('the user can sign in and sees the wait; so does the administrator', async () => {
  const user = await person();
  await update(user, { email: moved(user) });
  const client = program.server.client();
  const { access_token: token } = await client.signedIn(user, { password: PASSWORD });
  const info = await client.get(`/api-user/v1/users/${user.userName}/info`, { token });
  const { emailWaits } = (await accountOf(user)).json;
  expect(emailWaits).toEqual({ previous: user.email, until: info.json['emailWaitsUntil'] });
});

test('in the meantime a sign-in code is sent to the previous address, and the step shows it', async () => {
  const user = await person();
  await update(user, { email: moved(user), twoFactorEnabled: true });
  const client = program.server.client();
  const check = await client.twoFactorCheck(user);
  expect(check.json['sentTo']).toBe(`${user.email[0]}•••${user.email.slice(user.email.indexOf('@'))}`);
  const code = await program.server.mailedCode(user);
  await program.owner
    .updateTable('two_factor_challenges')
    .set({ sent_at: sql<Date>`sent_at - make_interval(secs => 31)` })
    .where('user_id', '=', user.id)
    .execute();
  const { challengeId } = check.json;
  expect((await program.server.client().post('/api-user/v1/two-factor/resend', { challengeId })).status).toBe(200);
  expect((await subjectsTo(moved(user))).filter((subject) => subject.includes('sign-in code'))).toEqual([]);
  expect((await client.signIn(user, { authentication_code: code })).status).toBe(200);

  await owner.call(user);
  const confirmed = await program.server.client().twoFactorCheck(user);
  expect(confirmed.json['sentTo']).toBe('m•••@new.example');
  expect(await program.server.mailedCode({ email: moved(user) })).toMatch(/^\d{6}$/);
});

test('in the meantime both addresses are notified of changes to the account', async () => {
  const user = await person();
  await program.server.client().signedIn(user);
  await update(user, { email: moved(user) });
  await program.server.client().signedIn(user);
  for (const address of [user.email, moved(user)]) {
    expect(await subjectsTo(address)).toEqual(['A new sign-in to your account', CHANGED]);
  }
});

test('a second change still notifies the first address, and returning to it ends the wait', async () => {
  const user = await person();
  await update(user, { email: moved(user) });
  await update(user, { email: `again.${moved(user)}` });
  expect(await subjectsTo(user.email)).toEqual([CHANGED, CHANGED]);
  expect((await accountOf(user)).json['emailWaits']).toMatchObject({ previous: user.email });
  await update(user, { email: user.email });
  expect((await accountOf(user)).json['emailWaits']).toBeUndefined();
  await reset(user);
  expect((await subjectsTo(user.email))[0]).toBe(PASSWORD_MAIL);
});

test('the mail about an address that was changed back says that it applies at once', async () => {
  const user = await person();
  await update(user, { email: moved(user) });
  await update(user, { email: user.email });
  for (const address of [user.email, moved(user)]) {
    const [mail, ...before] = await program.server.mailsTo(address);
    expect([mail?.subject, before.map(({ subject }) => subject)]).toEqual([CHANGED, [CHANGED]]);
    expect(mail?.text).toContain(`From: ${moved(user)}\nTo: ${user.email}`);
    expect(mail?.text).toContain(
      'This is the address that it had before. Emails about this account, temporary passwords and sign-in codes go only to this address from now on.',
    );
    expect(mail?.text).not.toContain('no password is emailed');
    expect(mail?.text).toContain('please tell your administrator immediately. Your current password');
  }
});

test('an owner confirms the address of any user in any organization, which is audited', async () => {
  const user = await person('SUPPLIER-1');
  await update(user, { email: moved(user) });
  expect((await owner.call(user)).json).toEqual({ userId: user.id });
  expect((await owner.call(user)).status).toBe(200);
  for (const address of [user.email, moved(user)]) {
    const [mail, ...before] = await program.server.mailsTo(address);
    expect([mail?.subject, before.map(({ subject }) => subject)]).toEqual([CONFIRMED, [CHANGED]]);
    expect(mail?.text).toContain(`From: ${user.email}\nTo: ${moved(user)}`);
    expect(mail?.text).toContain('If the new one is not yours, please tell your administrator immediately');
  }
  await reset(user);
  expect((await subjectsTo(moved(user)))[0]).toBe(PASSWORD_MAIL);
  const rows = await program.owner
    .selectFrom('audit_events')
    .where('event', '=', 'email_confirmed')
    .where('user_id', '=', owner.user.id)
    .select(['organization_id', 'outcome', 'details'])
    .execute();
  const details = { before: { userId: user.id, waited: user.email }, after: { userId: user.id, email: moved(user) } };
  expect(rows).toContainEqual({ organization_id: user.organizationId, outcome: 'ok', details: details });
});

test('an owner confirms only the address that they have checked, not one that it was changed to in the meantime', async () => {
  const user = await person();
  await update(user, { email: moved(user) });
  const other = `other.${user.userName}@new.example`;
  await update(user, { email: other });
  const refused = await owner.call(user, moved(user));
  expect([refused.status, refused.json['errorMessage']]).toEqual([
    409,
    'The address has been changed again in the meantime. Please reload the page, and check the new address with the person before you confirm it.',
  ]);
  expect((await accountOf(user)).json['emailWaits']).toMatchObject({ previous: user.email });
  await reset(user);
  expect(await subjectsTo(other)).not.toContain(PASSWORD_MAIL);
  expect((await owner.call(user, other.toUpperCase())).status).toBe(200);
  await turnBackMails(user);
  await reset(user);
  expect((await subjectsTo(other))[0]).toBe(PASSWORD_MAIL);
});

test('only owners find pending addresses in a list', async () => {
  const user = await person('SUPPLIER-1');
  await update(user, { email: moved(user) });
  const found = async (caller: Pick<Caller, 'search'>) => {
    const { status, json } = await caller.search(user.userName);
    return status === 200 ? json['rows'] : status;
  };
  expect(await found(owner)).toMatchObject([
    { id: user.id, userName: user.userName, previousEmail: user.email, email: moved(user) },
  ]);
  expect(await found(subOwner)).toEqual([]);
  expect(await found({ search: (q) => manager.client.post(SEARCH, { q }, { token: manager.token }) })).toBe(401);
  await owner.call(user);
  expect(await found(owner)).toEqual([]);
});

test('no one else does: neither the administrator nor a sub-owner, nor an owner for themselves', async () => {
  const user = await person();
  await update(user, { email: moved(user) });
  const byManager = await manager.client.post(
    confirmationOf(user.id),
    { email: moved(user) },
    { token: manager.token },
  );
  expect([byManager.status, (await subOwner.call(user)).status]).toEqual([401, 401]);
  expect((await owner.call(owner.user)).json['errorMessage']).toMatch(/^Another owner must confirm this/);
  expect((await owner.call({ ...user, id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
  expect((await accountOf(user)).json['emailWaits']).toBeDefined();
});

test('while the account is locked for unknown browsers, the mail to a pending address has no password', async () => {
  const user = await person();
  await update(user, { email: moved(user) });
  for (let source = 1; source <= 25; source += 1) {
    // Unknown browsers share 20 attempts, and get one more per minute.
    if (source % 10 === 0) await sql`update sign_in_tries set at = at - 600`.execute(program.owner);
    await program.server.client().signIn(user, { password: 'guess' }, { address: `198.51.100.${source}` });
  }
  const [mail] = await program.server.mailsTo(moved(user));
  expect(mail?.subject).toBe('Wrong passwords were tried for your account');
  expect(mail?.text).toContain('please ask your administrator to end the lock');
  expect(`${mail?.text} ${mail?.html}`).not.toMatch(/[a-z0-9]{4}(-[a-z0-9]{4}){3}/);
});

test('ten minutes after a sign-in, only calls that help to take over an account require the password again', async () => {
  const [user, waiting] = [await person(), await person()];
  await update(waiting, { email: moved(waiting) });
  await update(user, { twoFactorEnabled: true });
  const callers = [manager.user.id, owner.user.id];
  const sessions = program.server.owner.updateTable('sessions').where('user_id', 'in', callers);
  await sessions.set({ proved_at: sql<Date>`now() - interval '10 minutes 1 second'` }).execute();
  const { token, client } = manager;
  const reset = () => client.post(`/api-user/v1/users/${user.id}/factors/reset`, {}, { token });
  const all = async () => [
    await update(user, { email: moved(user), twoFactorEnabled: true }),
    await update(user, { twoFactorEnabled: false }),
    await reset(),
    await owner.call(waiting),
  ];
  for (const refused of await all()) {
    expect([refused.status, refused.json['errorCode']]).toEqual([403, 'proof.required']);
  }
  expect((await accountOf(user)).json).toMatchObject({ email: user.email, twoFactorEnabled: true });
  expect((await update(user, { firstName: 'Kim', email: user.email.toUpperCase() })).status).toBe(200);

  await client.post('/api-user/v1/factors/proof', { password: PASSWORD }, { token });
  expect((await reset()).status).toBe(200);
  await sessions.set({ proved_at: sql<Date>`now()` }).execute();
  expect((await owner.call(waiting)).status).toBe(200);
});
