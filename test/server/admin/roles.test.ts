/** Changing a role: who may, its immediate effect on members, and what is never possible. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { PERMISSIONS, RESTRICTIONS, type Permission } from '../../../contract/base/permissions';
import { PERMISSION_GROUPS, permissionName } from '../../../contract/identity/permissionGroups';
import { idsOf, roleUpdatesOf } from '../broadcasts/support';
import { API, readerOf, SECTIONS, startProgram, type Place, type Program, type Reader } from '../notifications/support';
import type { Answer } from '../support/client';

let program: Program;
let stranger: Program;
let manager: Reader;
const ADMIN: readonly Permission[] = [...SECTIONS, 'ROLE_EDIT', 'USER_EDIT', 'JOB_VIEW'];

beforeAll(async () => {
  program = await startProgram('ONE');
  stranger = await startProgram('TWO', program.server);
  manager = await program.signedIn('MANAGER', ADMIN);
});
afterAll(() => program.server.stop());

const roleOf = async (reader: Reader): Promise<string> =>
  (
    await program.owner
      .selectFrom('user_roles')
      .where('user_id', '=', reader.user.id)
      .select('role_id')
      .executeTakeFirstOrThrow()
  ).role_id;
const look = (by: Reader, roleId: string): Promise<Answer> =>
  by.client.get(`/api-user/v1/roles/${roleId}`, { token: by.token });
const change = (by: Reader, roleId: string, permissions: readonly string[], version = 1): Promise<Answer> =>
  by.client.request('PUT', `/api-user/v1/roles/${roleId}`, { token: by.token, body: { permissions, version } });
const auditsOf = (event: 'role_created' | 'role_updated', roleId: string) =>
  program.owner
    .selectFrom('audit_events')
    .where('event', '=', event)
    .where(sql<string>`details -> 'after' ->> 'roleId'`, '=', roleId)
    .select('id')
    .execute();
const candidatesOf = (reader: Reader): Promise<Answer> =>
  reader.client.post('/api-user/v1/lists/candidates/search', { filters: {} }, { token: reader.token });

test('every permission code is in one group, with a name', () => {
  const grouped = PERMISSION_GROUPS.flatMap(({ permissions }) => permissions);
  expect([...grouped].sort()).toEqual([...PERMISSIONS].sort());
  expect(PERMISSIONS.filter((code) => !/^[A-Z][\p{L} ,“”-]+$/u.test(permissionName(code)))).toEqual([]);
});

test('it shows its codes by group, what the caller may grant, and its members', async () => {
  const member = await program.signedIn('MANAGER', ['MENU_JOB', 'MENU_ADMIN']);
  const { json } = await look(manager, await roleOf(member));
  const groups = json['groups'] as {
    name: string;
    permissions: { code: string; granted: boolean; grantable: boolean }[];
  }[];
  expect(groups.map(({ name }) => name)).toEqual(PERMISSION_GROUPS.map(({ name }) => name));
  const all = groups.flatMap(({ permissions }) => permissions);
  expect(all.filter(({ granted }) => granted).map(({ code }) => code)).toEqual(['MENU_JOB', 'MENU_ADMIN']);
  expect(all.find(({ code }) => code === 'MENU_ADMIN')?.grantable).toBe(false);
  expect(json['members']).toEqual([{ userId: member.user.id, name: 'Fixture, Robin', userName: member.user.userName }]);
});

test('the changed role applies to the very next call of a member', async () => {
  const member = await program.signedIn('MANAGER', ['MENU_CANDIDATE']);
  const roleId = await roleOf(member);
  expect((await candidatesOf(member)).status).toBe(200);
  expect((await change(manager, roleId, ['MENU_JOB'])).json).toEqual({ version: 2, notified: 1 });
  const refused = await candidatesOf(member);
  expect([refused.status, refused.json['errorCode']]).toEqual([401, 'server.unauthorized']);
  expect((await change(manager, roleId, ['MENU_JOB', 'MENU_CANDIDATE'], 2)).status).toBe(200);
  expect((await candidatesOf(member)).status).toBe(200);
});

test('each member is notified live, and the update waits until they accept it, once', async () => {
  const member = await program.signedIn('MANAGER', ['MENU_JOB', 'MENU_TIMESHEET']);
  const before = (await member.since(0)).sequence;
  await change(manager, await roleOf(member), ['MENU_JOB', 'MENU_COMPLIANCE']);
  const { events } = await member.since(before);
  expect(events.map(({ notification }) => notification)).toMatchObject([
    { categoryCode: 'BROADCAST', subCategoryCode: 'ROLE_PERMISSION_UPDATE', displayFrequency: null },
  ]);
  const waiting = await roleUpdatesOf(member);
  expect(waiting).toMatchObject([
    {
      entityId: events[0]?.notification?.entityId,
      roleName: `Role of ${member.user.userName}`,
      subject: `The role Role of ${member.user.userName} has changed`,
      added: ['MENU_COMPLIANCE'],
      removed: ['MENU_TIMESHEET'],
    },
  ]);
  expect(waiting[0]?.template).toContain('<p>You may now use:</p><ul><li>Compliance</li></ul>');
  const read = (by: Reader, userId = by.user.id) =>
    by.client.post(`${API}/role-permissions/read`, { userId, entityId: waiting[0]?.entityId }, { token: by.token });
  expect((await read(manager)).status).toBe(404);
  expect((await read(manager, member.user.id)).status).toBe(404);
  const [first, second] = [await read(member), await read(member)];
  expect([first.status, second.json]).toEqual([200, first.json]);
  expect(await roleUpdatesOf(member)).toEqual([]);
});

test('a member who may do the same by another role is not notified of a change', async () => {
  const [member, other] = [
    await program.signedIn('MANAGER', ['MENU_JOB', 'JOB_VIEW']),
    await program.signedIn('MANAGER', ['JOB_VIEW']),
  ];
  const [first, second] = [await roleOf(member), await roleOf(other)];
  await program.owner
    .insertInto('user_roles')
    .values({ user_id: member.user.id, role_id: second, organization_id: member.user.organizationId })
    .execute();
  expect((await change(manager, first, ['MENU_JOB'])).json).toEqual({ version: 2, notified: 0 });
  expect((await change(manager, second, [])).json).toEqual({ version: 2, notified: 2 });
});

test('members who keep part of a change by another role are told only what changes for them', async () => {
  const [member, both] = [
    await program.signedIn('MANAGER', ['MENU_JOB', 'MENU_TIMESHEET']),
    await program.signedIn('MANAGER', ['MENU_TIMESHEET', 'JOB_VIEW']),
  ];
  const roleId = await roleOf(member);
  await program.owner
    .insertInto('user_roles')
    .values({ user_id: both.user.id, role_id: roleId, organization_id: both.user.organizationId })
    .execute();
  const changed = await change(manager, roleId, ['JOB_VIEW', 'MENU_COMPLIANCE']);
  expect(changed.json).toEqual({ version: 2, notified: 2 });
  const [whole, part] = [await roleUpdatesOf(member), await roleUpdatesOf(both)];
  expect(whole).toMatchObject([{ added: ['JOB_VIEW', 'MENU_COMPLIANCE'], removed: ['MENU_JOB', 'MENU_TIMESHEET'] }]);
  expect(part).toMatchObject([{ added: ['MENU_COMPLIANCE'], removed: ['MENU_JOB'] }]);
  expect(part[0]?.template).not.toContain(permissionName('MENU_TIMESHEET'));
  expect(part[0]?.template).not.toContain(permissionName('JOB_VIEW'));
});

test('a repeated change counts those who were notified of it, and not the other members', async () => {
  const [member, other] = [
    await program.signedIn('MANAGER', ['MENU_JOB', 'JOB_VIEW']),
    await program.signedIn('MANAGER', ['JOB_VIEW']),
  ];
  const roleId = await roleOf(member);
  await program.owner
    .insertInto('user_roles')
    .values({ user_id: other.user.id, role_id: roleId, organization_id: other.user.organizationId })
    .execute();
  await change(manager, roleId, ['MENU_JOB', 'JOB_VIEW', 'MENU_COMPLIANCE']);
  const answers = [
    await change(manager, roleId, ['MENU_JOB', 'MENU_COMPLIANCE'], 2),
    await change(manager, roleId, ['MENU_JOB', 'MENU_COMPLIANCE'], 2),
  ];
  expect(answers.map(({ json }) => json)).toEqual([
    { version: 3, notified: 1 },
    { version: 3, notified: 1 },
  ]);
});

describe('a role of an owner of the platform', () => {
  const platform = async (userType: 'OWNER' | 'SUB_OWNER'): Promise<Reader> =>
    readerOf(program.server, await program.server.fixtures.user('PLATFORM', { userType, permissions: ADMIN }));
  beforeAll(() => program.server.fixtures.organization('PLATFORM', { type: 'OWNER' }));

  test.each(['active', 'deactivated'])('is not changed by a sub-owner while the owner is %s', async (state) => {
    const [owner, subOwner] = [await platform('OWNER'), await platform('SUB_OWNER')];
    const roleId = await roleOf(owner);
    if (state === 'deactivated') {
      await program.owner
        .updateTable('users')
        .set({ disabled_at: new Date() })
        .where('id', '=', owner.user.id)
        .execute();
    }
    for (const wanted of [ADMIN.slice(1), ['MENU_JOB']]) {
      const refused = await change(subOwner, roleId, wanted);
      expect([refused.status, refused.json['errorMessage']]).toEqual([
        400,
        'Only owners can change an owner. Please ask one of them.',
      ]);
    }
    const groups = (await look(subOwner, roleId)).json['groups'] as { permissions: { granted: boolean }[] }[];
    const granted = groups.flatMap(({ permissions }) => permissions.filter((each) => each.granted));
    expect(granted).toHaveLength(ADMIN.length);
  });

  test('is changed by another owner, and a sub-owner’s role by a sub-owner', async () => {
    const [owner, subOwner] = [await platform('OWNER'), await platform('SUB_OWNER')];
    expect((await change(owner, await roleOf(await platform('OWNER')), ADMIN.slice(1))).status).toBe(200);
    expect((await change(subOwner, await roleOf(await platform('SUB_OWNER')), ADMIN.slice(1))).status).toBe(200);
  });
});

test('two changes wait in their order', async () => {
  const member = await program.signedIn('MANAGER', ['MENU_JOB']);
  const roleId = await roleOf(member);
  await change(manager, roleId, ['MENU_COMPLIANCE']);
  await change(manager, roleId, ['MENU_JOB'], 2);
  const waiting = await roleUpdatesOf(member);
  expect(waiting.map(({ added }) => added)).toEqual([['MENU_COMPLIANCE'], ['MENU_JOB']]);
  expect(new Set(idsOf(waiting)).size).toBe(2);
});

test('if two people save at the same time, the second is asked to reload and overwrites nothing', async () => {
  const member = await program.signedIn('MANAGER', ['MENU_JOB']);
  const roleId = await roleOf(member);
  const second = await program.signedIn('MANAGER', ADMIN);
  const answers = await Promise.all([
    change(manager, roleId, ['MENU_COMPLIANCE']),
    change(second, roleId, ['MENU_TIMESHEET']),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await roleUpdatesOf(member)).toHaveLength(1);
});

test('the same change, repeated, is answered like the first; another author or other permissions are a conflict', async () => {
  const member = await program.signedIn('MANAGER', ['MENU_JOB']);
  const roleId = await roleOf(member);
  const second = await program.signedIn('MANAGER', ADMIN);
  const answers = [
    await change(manager, roleId, ['MENU_COMPLIANCE']),
    await change(manager, roleId, ['MENU_COMPLIANCE']),
  ];
  expect(answers.map(({ json }) => json)).toEqual([
    { version: 2, notified: 1 },
    { version: 2, notified: 1 },
  ]);
  expect(await roleUpdatesOf(member)).toHaveLength(1);
  expect(await auditsOf('role_updated', roleId)).toHaveLength(1);
  expect((await change(second, roleId, ['MENU_COMPLIANCE'])).status).toBe(409);
  expect((await change(manager, roleId, ['MENU_TIMESHEET'])).status).toBe(409);
  await change(second, roleId, ['MENU_TIMESHEET'], 2);
  expect((await change(manager, roleId, ['MENU_COMPLIANCE'])).status).toBe(409);
});

test('a role that is added again by its author is added once, and stays a taken name for all others', async () => {
  const second = await program.signedIn('MANAGER', ADMIN);
  const add = (by: Reader, permissions: readonly Permission[]) =>
    by.client.post('/api-user/v1/roles', { name: 'Weekend shift', permissions }, { token: by.token });
  const permissions = ['MENU_JOB', 'JOB_VIEW'] as const;
  const answers = await Promise.all([add(manager, permissions), add(manager, permissions)]);
  answers.push(await add(manager, permissions));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [roleId, ...others] = new Set(answers.map(({ json }) => String(json['roleId'])));
  expect([others, (await auditsOf('role_created', String(roleId))).length]).toEqual([[], 1]);
  expect([(await add(second, permissions)).status, (await add(manager, ['MENU_JOB'])).status]).toEqual([409, 409]);
});

test('saving an unchanged role notifies no one', async () => {
  const member = await program.signedIn('MANAGER', ['MENU_JOB']);
  expect((await change(manager, await roleOf(member), ['MENU_JOB', 'MENU_JOB'])).json).toEqual({
    version: 1,
    notified: 0,
  });
  expect(await roleUpdatesOf(member)).toEqual([]);
});

test('no one grants permissions they do not hold, and ROLE_EDIT is required to read and to save', async () => {
  const member = await program.signedIn('MANAGER', ['MENU_JOB']);
  const roleId = await roleOf(member);
  const answer = await change(manager, roleId, ['MENU_JOB', 'MENU_INVOICING']);
  expect([answer.status, answer.json['errorMessage']]).toEqual([
    400,
    'You cannot grant permissions that you do not have (MENU_INVOICING). Please ask someone who has them.',
  ]);
  expect([(await look(member, roleId)).status, (await change(member, roleId, ['MENU_JOB'])).status]).toEqual([
    401, 401,
  ]);
  expect(await roleUpdatesOf(member)).toEqual([]);
});

test('a refusal names up to three missing permissions, and states that there are more', async () => {
  const roleId = await roleOf(await program.signedIn('MANAGER', ['MENU_JOB']));
  const missing = PERMISSIONS.filter((code) => !ADMIN.includes(code) && !RESTRICTIONS.includes(code)).sort();
  const [three, four] = [missing.slice(0, 3), missing.slice(0, 4)];
  const sentence = (named: string) =>
    `You cannot grant permissions that you do not have (${named}). Please ask someone who has them.`;
  expect((await change(manager, roleId, three)).json['errorMessage']).toBe(sentence(three.join(', ')));
  expect((await change(manager, roleId, four)).json['errorMessage']).toBe(sentence(`${three.join(', ')}, …`));
});

test('a supplier neither sees nor saves roles, with any permissions', async () => {
  const supplier = await program.signedIn('SUPPLIER-2', ['ROLE_EDIT']);
  const roleId = await roleOf(supplier);
  const answers = [await look(supplier, roleId), await change(supplier, roleId, ['ROLE_EDIT'])];
  expect(answers.map(({ json }) => json['errorCode'])).toEqual(['server.unauthorized', 'server.unauthorized']);
});

test('no one removes their own permission, or the last administrator of an organization', async () => {
  const own = await change(manager, await roleOf(manager), ['MENU_JOB']);
  expect(own.json['errorMessage']).toMatch(/^You cannot remove your own administrator permission\./);
  const place: Place = 'FACILITY-1';
  const [one, two] = [await program.signedIn(place, ['ROLE_EDIT']), await program.signedIn(place, ['ROLE_EDIT'])];
  const [first, second] = await Promise.all([change(one, await roleOf(two), []), change(two, await roleOf(one), [])]);
  // One of them comes first; the other then has no permission, or would be the last administrator.
  expect([first?.status, second?.status].filter((status) => status === 200)).toHaveLength(1);
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from role_permissions
    where organization_id = ${one.user.organizationId} and permission = 'ROLE_EDIT'`.execute(program.owner);
  expect(rows[0]?.n).toBe(1);
});

test.each([
  ['MENU_ADMIN', 'Admin', 'CLIENT'],
  ['USER_EDIT', 'Edit users', 'CLIENT'],
  ['SSO_EDIT', 'Edit single sign-on', 'CLIENT'],
  ['AUDIT_VIEW', 'See and export the audit', 'CLIENT'],
  ['VMS_AGENCY_USER_EDIT', 'Edit users of suppliers', 'VMS'],
] as const)('the last holder of %s keeps it, as no one could grant it again', async (code, name, type) => {
  const common: readonly Permission[] = ['ROLE_EDIT', 'USER_EDIT', 'MENU_ADMIN', 'SSO_EDIT', 'AUDIT_VIEW'];
  const needed: readonly Permission[] = type === 'VMS' ? [...common, 'VMS_AGENCY_USER_EDIT'] : common;
  const organization = `SOLE-${code}`;
  await program.server.fixtures.organization(organization, { type });
  const inIt = (permissions: readonly Permission[]) =>
    program.server.fixtures.user(organization, { userType: type, permissions });
  const sole = await readerOf(program.server, await inIt([...needed, 'MENU_JOB']));
  const roleId = await roleOf(sole);
  const without = [...needed, 'MENU_JOB'].filter((each) => each !== code);
  const refused = await change(sole, roleId, without);
  expect([refused.status, refused.json['errorMessage']]).toEqual([
    400,
    `This would leave no one in the organization with the permission “${name}” (${code}), and no one could grant it again. Please give it to another user first.`,
  ]);
  expect((await look(sole, roleId)).json['version']).toBe(1);
  expect((await change(sole, roleId, needed)).status).toBe(200);
  await inIt([code]);
  const rest = needed.filter((each) => each !== code);
  expect((await change(sole, roleId, rest, 2)).status).toBe(200);
});

test('a permission that restricts its holder is granted by those who are not restricted', async () => {
  const restricted = 'NOTIFICATIONS_DISABLE_ALL_NOTIFICATIONS';
  const member = await program.signedIn('MANAGER', ['MENU_JOB']);
  const roleId = await roleOf(member);
  const groups = (await look(manager, roleId)).json['groups'] as {
    permissions: { code: string; grantable: boolean }[];
  }[];
  expect(groups.flatMap(({ permissions }) => permissions).find(({ code }) => code === restricted)?.grantable).toBe(
    true,
  );
  expect((await change(manager, roleId, ['MENU_JOB', restricted])).status).toBe(200);
  const url = `/api-user/v1/users/${member.user.id}`;
  const { json } = await manager.client.get(`${url}/account`, { token: manager.token });
  expect(json['roles']).toContainEqual(expect.objectContaining({ roleId, grantable: true }));
  const { email } = member.user;
  const body = {
    email,
    firstName: 'Robin',
    lastName: 'Renamed',
    twoFactorEnabled: false,
    roleIds: [roleId],
    version: 1,
  };
  expect((await manager.client.request('PUT', url, { token: manager.token, body })).status).toBe(200);
});

test('another organization’s role and a missing one get the same answer', async () => {
  const foreign = await stranger.signedIn('MANAGER', ['MENU_JOB']);
  const near = await program.signedIn('SUPPLIER-1', ['MENU_JOB']);
  for (const request of [look, (by: Reader, id: string) => change(by, id, ['MENU_JOB'])]) {
    const answers = [randomUUID(), await roleOf(foreign), await roleOf(near)].map((id) => request(manager, id));
    const texts = (await Promise.all(answers)).map(({ status, text }) => `${status} ${text}`);
    expect([new Set(texts).size, texts[0]?.slice(0, 3)]).toEqual([1, '404']);
  }
});

test('a change writes an audit row with the values before and after', async () => {
  const member = await program.signedIn('MANAGER', ['MENU_JOB']);
  const roleId = await roleOf(member);
  await change(manager, roleId, ['MENU_COMPLIANCE']);
  const row = await program.owner
    .selectFrom('audit_events')
    .where('event', '=', 'role_updated')
    .orderBy('id', 'desc')
    .select(['user_id', 'details'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    user_id: manager.user.id,
    details: {
      before: { roleId, name: expect.any(String) as string, permissions: ['MENU_JOB'] },
      after: { roleId, name: expect.any(String) as string, permissions: ['MENU_COMPLIANCE'] },
    },
  });
});

test('the list of roles counts members and permissions of the caller’s organization only', async () => {
  const member = await program.signedIn('FACILITY-2', ['ROLE_EDIT', 'MENU_JOB']);
  const { json } = await member.client.post(
    '/api-user/v1/lists/roles/search',
    { filters: {} },
    { token: member.token },
  );
  expect(json['rows']).toMatchObject([{ name: `Role of ${member.user.userName}`, members: 1, permissions: 2 }]);
});

test('a role is added with permissions that its author holds and a unique name, and writes an audit row', async () => {
  const add = (name: string, permissions: readonly string[], by = manager) =>
    by.client.post('/api-user/v1/roles', { name, permissions }, { token: by.token });
  const made = await add('  Night   shift ', ['MENU_JOB', 'JOB_VIEW']);
  expect([made.status, made.json['version']]).toEqual([200, 1]);
  const { json } = await look(manager, String(made.json['roleId']));
  expect([json['name'], json['members']]).toEqual(['Night shift', []]);
  const taken = await add('Night shift', []);
  expect([taken.status, taken.json['errorMessage']]).toEqual([
    409,
    'There is already a role named Night shift. Please choose another name.',
  ]);
  const beyond = PERMISSIONS.find((code) => !ADMIN.includes(code));
  expect((await add('Too much', [String(beyond)])).status).toBe(400);
  const plain = await program.signedIn('MANAGER', ['MENU_ADMIN']);
  expect((await add('By nobody', [], plain)).status).toBe(401);
  const audited = await program.owner
    .selectFrom('audit_events')
    .where('event', '=', 'role_created')
    .where(sql<string>`details -> 'after' ->> 'name'`, '=', 'Night shift')
    .select('user_id')
    .execute();
  expect(audited).toEqual([{ user_id: manager.user.id }]);
});

test.each([
  ['a zero-width space', '\u200b'],
  ['a Hangul filler', '\u3164'],
  ['a Braille blank', '\u2800'],
  ['a combining mark', '\u0301'],
  ['a soft hyphen in a name', 'Admin\u00ad'],
  ['a direction mark in a name', '\u202eAdmin'],
  ['a line break in a name', 'Admin\nOwner'],
  ['a private letter', '\ue000'],
])('a role name cannot contain invisible characters: %s', async (_what, name) => {
  const body = { name, permissions: [] };
  const answer = await manager.client.post('/api-user/v1/roles', body, { token: manager.token });
  expect([answer.status, answer.json['errorCode']]).toEqual([400, 'request.invalid']);
});

test.each(['Bürokräfte', '事務', 'مدیر', 'Ops & Billing (2)', '👩 Nurses'])('a role name can be %s', async (name) => {
  const body = { name, permissions: [] };
  expect((await manager.client.post('/api-user/v1/roles', body, { token: manager.token })).status).toBe(200);
});
