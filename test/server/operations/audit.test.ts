/** The audit: its content, who sees which part, its exports, and its retention. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as lists from '../../../contract/lists/list';
import type { OrganizationType, UserType } from '../../../contract/base/organizations';
import type { Permission } from '../../../contract/base/permissions';
import { deleteOldEvents } from '../../../server/features/audit/deleteOldEvents';
import { escalateOverdueBroadcasts } from '../../../server/features/broadcasts/scheduled';
import type { Answer, TestClient } from '../support/client';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';
import { fillWorld } from '../database/support/world';

interface Person {
  readonly user: FixtureUser;
  readonly client: TestClient;
  readonly token: string;
}
type Row = Record<string, string | number | null>;

let server: TestServer;
let owner: Person;
let manager: Person;
let other: Person;
const organizations = new Map<string, string>();
beforeAll(async () => {
  server = await startTestServer();
  owner = await signedIn('PLATFORM', 'OWNER', ['AUDIT_VIEW', 'ORGANIZATION_EDIT']);
  manager = await signedIn('LAKE', 'VMS', ['AUDIT_VIEW', 'ROLE_EDIT', 'USER_EDIT', 'MENU_JOB']);
  other = await signedIn('HILL', 'VMS', ['AUDIT_VIEW', 'ROLE_EDIT']);
});
afterAll(() => server.stop());

async function signedIn(code: string, type: UserType & OrganizationType, permissions: readonly Permission[]) {
  if (!organizations.has(code)) organizations.set(code, await server.fixtures.organization(code, { type }));
  const user = await server.fixtures.user(code, { userType: type, permissions });
  const client = server.client();
  return { user, client, token: (await client.signedIn(user)).access_token };
}

const post = ({ client, token }: Person, url: string, body: object = {}): Promise<Answer> =>
  client.post(url, body, { token });
const LIST = '/api-user/v1/lists/audit';
const rows = async (by: Person, body: object = {}): Promise<Row[]> => {
  const { status, json } = await post(by, `${LIST}/search`, body);
  expect(status).toBe(200);
  return json['rows'] as Row[];
};
type AuditLine = Readonly<Record<string, unknown>>;
const linesOf = ({ text: lines }: Answer): AuditLine[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditLine);
const exportedTo = async (by: Person, body: object = {}): Promise<AuditLine[]> => {
  const answer = await post(by, '/api-user/v1/audit/lines', body);
  expect(answer.status).toBe(200);
  return linesOf(answer);
};
/** Adds a role, and gives it a permission. */
async function changeRole(by: Person): Promise<void> {
  const made = await post(by, '/api-user/v1/roles', { name: 'Night shift', permissions: ['MENU_JOB'] });
  const { roleId, version } = made.json;
  const changed = await by.client.request('PUT', `/api-user/v1/roles/${String(roleId)}`, {
    token: by.token,
    body: { version, permissions: ['MENU_JOB', 'ROLE_EDIT'] },
  });
  expect(changed.status).toBe(200);
}
const one = async (by: Person, event: string): Promise<Row | undefined> =>
  (await rows(by, { filters: { event: [event] } }))[0];

test('shows who changed what, from where, before and after; to organizations their own, and all of it to the platform', async () => {
  await changeRole(manager);
  const { userName } = manager.user;
  const expected = {
    who: `Robin Fixture (${userName})`,
    about: 'Night shift',
    before: 'permissions: none',
    after: 'permissions: ROLE_EDIT',
    outcome: 'ok',
    device: 'Firefox on Linux',
  };
  const row = await one(manager, 'role_updated');
  expect(row).toMatchObject({ ...expected, address: '127.0.0.1' });
  expect(row).not.toHaveProperty('organization');
  expect(await one(owner, 'role_updated')).toMatchObject({ ...expected, organization: 'Organization LAKE' });
  expect(await one(other, 'role_updated')).toBeUndefined();
  expect((await rows(manager, { q: userName })).map(({ event }) => event)).toContain('sign_in');
  expect(await rows(manager, { q: 'nobody-of-that-name' })).toEqual([]);
  expect((await rows(manager, { filters: { at: ['2001-01-01..2001-12-31'] } })).length).toBe(0);
});

test('shows an organization what the platform changed there, and who did it', async () => {
  const id = String(organizations.get('HILL'));
  const at = `/api-user/v1/organizations/${id}`;
  const { json } = await owner.client.get(at, { token: owner.token });
  const { version, code, theme, supportEmail, supportPhone, logo, ...flags } = json;
  const { discloseAccountState, mailedCodes, rememberDevices, timesheetV2Enabled, prnOrganization } = flags;
  const { idleMinutes, sessionHours } = flags;
  const settings = {
    code,
    theme,
    supportEmail,
    supportPhone,
    logo,
    discloseAccountState,
    mailedCodes,
    rememberDevices,
  };
  const body = { ...settings, version, timesheetV2Enabled, prnOrganization, idleMinutes, sessionHours };
  const saved = await owner.client.request('PUT', at, {
    token: owner.token,
    body: { ...body, name: 'Hill of the North', twoFactorRequired: true },
  });
  expect([saved.status, saved.json['errorMessage']]).toEqual([200, undefined]);
  expect(await one(other, 'organization_updated')).toMatchObject({
    who: `Robin Fixture (${owner.user.userName})`,
    before: 'name: Organization HILL; two factor required: false',
    after: 'name: Hill of the North; two factor required: true',
  });
  // Restored for the sign-ins of the other tests.
  await server.owner.updateTable('organizations').set({ two_factor_required: false }).where('id', '=', id).execute();
});

test('shows which broadcast was sent, reminded of, given a deadline, escalated or cancelled', async () => {
  const sender = await signedIn('LAKE', 'VMS', ['AUDIT_VIEW', 'BROADCAST_SEND']);
  const BROADCASTS = '/api-user/v1/broadcasts';
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const create = async (subject: string, other: object = {}) => {
    const body = { requestId: randomUUID(), subject, template: '<p>New.</p>', displayFrequency: 'IMMEDIATE' };
    const to = { organizationTypes: ['VMS'], organizationIds: [] };
    return String((await post(sender, BROADCASTS, { ...body, ...to, ...other })).json['entityId']);
  };
  const [later, now] = [await create('Later', { sendAt: inHours(1) }), await create('Now')];
  await post(sender, `${BROADCASTS}/${later}/cancel`);
  await post(sender, `${BROADCASTS}/${now}/remind`, { requestId: randomUUID() });
  const deadline = { acceptBy: inHours(2), escalateTo: ['SENDERS'] };
  await sender.client.request('PUT', `${BROADCASTS}/${now}/deadline`, { token: sender.token, body: deadline });
  await sql`update broadcasts set accept_by = now() where id = ${now}`.execute(server.owner);
  expect(await escalateOverdueBroadcasts(server.app.services)).toBe(1);
  for (const [event, about] of [
    ['broadcast_sent', 'Now'],
    ['broadcast_cancelled', 'Later'],
    ['broadcast_reminded', 'Now'],
    ['broadcast_deadline_set', 'Now'],
    ['broadcast_escalated', 'Now'],
  ] as const)
    expect(await one(sender, event)).toMatchObject({ event, about });
  expect((await one(sender, 'broadcast_cancelled'))?.['after']).toBe('status: CANCELLED');
  expect((await one(sender, 'broadcast_deadline_set'))?.['after']).not.toContain('subject');

  // Events of earlier versions have only its id.
  const details = JSON.stringify({ after: { broadcastId: later, recipients: 3 } });
  await sql`
    insert into audit_events (event, outcome, organization_id, details)
    values ('broadcast_sent', 'ok', ${sender.user.organizationId}, ${details})`.execute(server.owner);
  expect(await one(sender, 'broadcast_sent')).toMatchObject({ about: 'Later', after: 'recipients: 3' });
});

test('shows only what was changed in a user', async () => {
  const { user } = await signedIn('LAKE', 'VMS', ['MENU_JOB']);
  const body = { email: user.email, firstName: 'Renamed', lastName: 'Fixture', twoFactorEnabled: false, version: 1 };
  const { rows: roles } = await sql<{ id: string }>`
    select role_id as id from user_roles where user_id = ${user.id}`.execute(server.owner);
  const saved = await manager.client.request('PUT', `/api-user/v1/users/${user.id}`, {
    token: manager.token,
    body: { ...body, roleIds: roles.map(({ id }) => id) },
  });
  expect(saved.status).toBe(200);
  expect(await one(manager, 'user_updated')).toMatchObject({
    about: `Renamed Fixture (${user.userName})`,
    before: 'first name: Robin',
    after: 'first name: Renamed',
  });
});

test('shows the roles that a user got or lost, by name', async () => {
  const userOf = async (permission: Permission) => {
    const { user } = await signedIn('LAKE', 'VMS', [permission]);
    const { rows: roles } = await sql<{ id: string; name: string }>`
      select r.id, r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = ${user.id}`.execute(
      server.owner,
    );
    return { user, role: roles[0] as { readonly id: string; readonly name: string } };
  };
  const [{ user, role: own }, { role: other }] = [await userOf('MENU_JOB'), await userOf('MENU_JOB')];
  const ids = [own.id, other.id].sort();
  const save = async (version: number, roleIds: readonly string[], firstName: string) => {
    const body = { email: user.email, firstName, lastName: 'Fixture', twoFactorEnabled: false, version, roleIds };
    const url = `/api-user/v1/users/${user.id}`;
    const saved = await manager.client.request('PUT', url, { token: manager.token, body });
    expect([saved.status, saved.json['errorMessage']]).toEqual([200, undefined]);
    const row = await one(manager, 'user_updated');
    return [row?.['before'], row?.['after']];
  };
  expect(await save(1, ids, 'Robin')).toEqual(['roles: none', `roles: ${other.name}`]);
  expect(await save(2, [...ids].reverse(), 'Renamed')).toEqual(['first name: Robin', 'first name: Renamed']);
  expect(await save(3, [other.id], 'Renamed')).toEqual([`roles: ${own.name}`, 'roles: none']);
  const invited = await post(manager, '/api-user/v1/users', {
    ...{ organizationId: user.organizationId, userName: 'added.here', email: 'added@lake.example' },
    ...{ firstName: 'Added', lastName: 'Here', roleIds: ids, requestId: randomUUID() },
  });
  expect(invited.status).toBe(200);
  const names = [own.name, other.name].sort().join(', ');
  expect((await one(manager, 'user_created'))?.['after']).toContain(`roles: ${names}`);
});

test('shows a managing organization what its people changed at a supplier, and no other program', async () => {
  const program = await fillWorld(server.owner, 'RIVER');
  const [managerId, supplierId] = [program.tenantId, program.supplier[0].id];
  for (const [code, id] of [
    ['RIVER-MANAGER', managerId],
    ['RIVER-SUPPLIER-1', supplierId],
  ] as const) {
    server.fixtures.adopt(code, id);
    organizations.set(code, id);
  }
  const acting = await signedIn('RIVER-MANAGER', 'VMS', ['VMS_AGENCY_USER_EDIT', 'MENU_JOB']);
  const auditor = await signedIn('RIVER-MANAGER', 'VMS', ['AUDIT_VIEW']);
  const { user, client, token } = await signedIn('RIVER-SUPPLIER-1', 'AGENCY', ['MENU_JOB']);
  expect((await client.post('/api-user/v1/session/end', {}, { token })).status).toBe(200);
  const url = `/api-user/v1/users/${user.id}`;
  const body = { email: user.email, firstName: 'Renamed', lastName: 'Fixture', twoFactorEnabled: false };
  const saved = await acting.client.request('PUT', url, {
    token: acting.token,
    body: { ...body, roleIds: [], version: 1 },
  });
  expect([saved.status, saved.json['errorMessage']]).toEqual([200, undefined]);
  expect((await post(acting, `${url}/sessions/end`)).status).toBe(200);

  const expected = { who: `Robin Fixture (${acting.user.userName})`, about: `Renamed Fixture (${user.userName})` };
  const events = ['user_updated', 'sessions_ended'];
  const shown = await rows(auditor, { filters: { event: events }, sort: 'at' });
  expect(shown).toMatchObject(events.map((event) => ({ ...expected, event })));
  expect(shown[0]).toMatchObject({ before: expect.stringContaining('first name: Robin') as string });
  const facts = { userId: acting.user.id, user: expected.who, organizationId: supplierId };
  const exported = await exportedTo(auditor, { filters: { event: events }, sort: 'at' });
  expect(exported).toMatchObject(events.map((event) => ({ ...facts, event })));
  // What the supplier's own people do is not in the audit of their manager.
  const own = (lines: readonly AuditLine[]) =>
    lines.filter(({ userId }) => userId === user.id).map(({ event }) => event);
  expect(own(await exportedTo(owner, { sort: 'at' }))).toEqual(['sign_in', 'sign_out']);
  expect(own(await exportedTo(auditor))).toEqual([]);
  // Nor does the database itself show it to them.
  const scope = { organizationId: managerId, organizationType: 'VMS', tenantId: managerId, userId: null } as const;
  const readable = await server.app.services.database.withScope(scope, (queries) =>
    queries.selectFrom('audit_events').select('user_id as userId').distinct().execute(),
  );
  expect(readable).toContainEqual({ userId: acting.user.id });
  expect(readable).not.toContainEqual({ userId: user.id });
  const inProgram = ({ organizationId }: AuditLine) => organizationId === managerId || organizationId === supplierId;
  expect((await exportedTo(auditor)).every(inProgram)).toBe(true);
  expect((await exportedTo(other)).filter(inProgram)).toEqual([]);
  expect(await one(owner, 'user_updated')).toMatchObject(expected);
  expect((await rows(owner, { filters: { event: ['sessions_ended'] } })).length).toBe(1);
});

test('requires the permission', async () => {
  const without = await signedIn('LAKE', 'VMS', ['ROLE_EDIT']);
  const supplier = await signedIn('PLAINS', 'AGENCY', ['AUDIT_VIEW']);
  for (const by of [without, supplier]) {
    for (const url of [`${LIST}/search`, `${LIST}/export`, '/api-user/v1/audit/lines']) {
      const { status, json } = await post(by, url);
      expect([url, status, json['errorCode']]).toEqual([url, 401, 'server.unauthorized']);
    }
  }
});

test('is exported as CSV and as lines of JSON with the same content; the export is audited', async () => {
  const auditor = await signedIn('SHORE', 'VMS', ['AUDIT_VIEW', 'ROLE_EDIT', 'MENU_JOB']);
  await changeRole(auditor);
  const events = ['role_created', 'role_updated'];
  const csv = await post(auditor, `${LIST}/export`, { filters: { event: events } });
  expect(csv.text.split('\r\n')[0]).toContain('When,Who,What,Concerns,Outcome,Reason,From,Before,After');
  expect(csv.text).toContain('Night shift');
  const lines = await post(auditor, '/api-user/v1/audit/lines', { filters: { event: events }, sort: 'at' });
  expect(lines.headers['content-type']).toContain('application/x-ndjson');
  const parsed = linesOf(lines);
  expect(parsed.map(({ event }) => event)).toEqual(events);
  expect(parsed[1]).toMatchObject({
    organization: 'SHORE',
    userId: auditor.user.id,
    before: { name: 'Night shift', permissions: ['MENU_JOB'] },
    after: { name: 'Night shift', permissions: ['MENU_JOB', 'ROLE_EDIT'] },
  });
  const chosen = (await rows(auditor, { filters: { event: ['role_updated'] } })).map(({ id }) => id);
  const some = await post(auditor, '/api-user/v1/audit/lines', { filters: { event: events }, ids: chosen });
  expect(some.text.trimEnd().split('\n')).toEqual([lines.text.trimEnd().split('\n')[1]]);
  const exported = await rows(auditor, { filters: { event: ['audit_exported'] } });
  expect(exported.map(({ after }) => after)).toEqual([
    `filters: {"event": ["role_created", "role_updated"]}; format: JSON lines; list: Audit; rows: 1`,
    `filters: {"event": ["role_created", "role_updated"]}; format: JSON lines; list: Audit; rows: 2`,
    `filters: {"event": ["role_created", "role_updated"]}; format: CSV; list: Audit; rows: 2`,
  ]);
  await post(auditor, '/api-user/v1/lists/roles/export');
  expect(await one(auditor, 'list_exported')).toMatchObject({ about: 'Roles' });
});

test('files that cannot have all events say so: lines of JSON in their name, and all in the record of the export', async () => {
  const auditor = await signedIn('COAST', 'VMS', ['AUDIT_VIEW', 'ROLE_EDIT', 'MENU_JOB']);
  await changeRole(auditor);
  jest.replaceProperty(lists, 'LIST_EXPORT_MAX_ROWS', 1);
  const filters = { event: ['role_created', 'role_updated'] };
  const fileName = ({ headers }: Answer) => /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1];
  const names = [undefined, '-at', 'at'].map(async (sort) => {
    const lines = await post(auditor, '/api-user/v1/audit/lines', { filters, ...(sort !== undefined && { sort }) });
    expect(lines.text.trimEnd().split('\n')).toHaveLength(1);
    return fileName(lines)?.replace(/\d{4}-\d\d-\d\d/, 'DAY');
  });
  expect(await Promise.all(names)).toEqual([
    'Audit DAY, newest 1 only.jsonl',
    'Audit DAY, newest 1 only.jsonl',
    'Audit DAY, oldest 1 only.jsonl',
  ]);
  await post(auditor, `${LIST}/export`, { filters });
  await post(auditor, `${LIST}/workbook`, { filters });
  const whole = await post(auditor, '/api-user/v1/audit/lines', { filters: { event: ['role_updated'] } });
  expect(fileName(whole)).toMatch(/^Audit \d{4}-\d\d-\d\d\.jsonl$/);
  const exported = (await rows(auditor, { filters: { event: ['audit_exported'] } })).map(({ after }) => String(after));
  const cut = exported.slice(0, 6).map((after) => [/format: ([\w ]+)/.exec(after)?.[1], /cut: (\w+)/.exec(after)?.[1]]);
  expect(cut).toEqual([
    ['JSON lines', undefined],
    ['XLSX', 'true'],
    ['CSV', 'true'],
    ...Array.from({ length: 3 }, () => ['JSON lines', 'true']),
  ]);
});

test('contains no secret: no password, right or wrong, and no token', async () => {
  const { user, client, token } = await signedIn('LAKE', 'VMS', ['MENU_JOB']);
  const wrong = 'A-wrong-but-real-secret-55';
  await client.token({ grant_type: 'password', username: user.userName, password: wrong, organization_code: 'LAKE' });
  const next = 'Plain-words-for-an-audit-19';
  await client.post('/api-user/v1/password/change', { oldPassword: PASSWORD, newPassword: next }, { token });
  const all = JSON.stringify(await server.owner.selectFrom('audit_events').selectAll().execute());
  expect(all).toContain('wrong_password');
  for (const secret of [wrong, PASSWORD, next, token]) expect(all).not.toContain(secret);
});

test('is deleted only after the configured days, never within a month', async () => {
  await sql`
    insert into audit_events (event, outcome, at)
    select 'sign_out', 'ok', now() - make_interval(days => d) from unnest(array[10, 40, 729, 731, 5000]) d`.execute(
    server.owner,
  );
  const ages = async () => {
    const { rows: found } = await sql<{ days: number }>`
      select extract(day from now() - at)::int as days from audit_events
      where event = 'sign_out' and user_id is null order by 1`.execute(server.owner);
    return found.map(({ days }) => days);
  };
  const { database } = server.app.services;
  expect(await deleteOldEvents({ database, config: { auditDays: 730 } })).toBe(2);
  expect(await ages()).toEqual([10, 40, 729]);
  expect(await deleteOldEvents({ database, config: { auditDays: 0 } })).toBe(2);
  expect(await ages()).toEqual([10]);
  const gone = await sql`delete from audit_events`.execute(database.queries);
  expect(Number(gone.numAffectedRows)).toBe(0);
  await expect(sql`update audit_events set reason = 'x'`.execute(database.queries)).resolves.toMatchObject({
    numAffectedRows: 0n,
  });
});

test('a stop leaves what is too old for the next round', async () => {
  await sql`
    insert into audit_events (event, outcome, at)
    select 'sign_out', 'ok', now() - interval '5000 days' from generate_series(1, 6000)`.execute(server.owner);
  const services = { database: server.app.services.database, config: { auditDays: 730 } };
  expect(await deleteOldEvents(services, AbortSignal.abort())).toBe(5_000);
  expect(await deleteOldEvents(services)).toBe(1_000);
});
