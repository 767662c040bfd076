/** Two separate programs, with one caller of each kind of user. */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { OrganizationType, UserType } from '../../../../contract/base/organizations';
import { LIST_NAMES } from '../../../../contract/lists/list';
import { PERMISSIONS } from '../../../../contract/base/permissions';
import type { Schema } from '../../../../server/database';
import { sendBroadcast } from '../../../../server/features/broadcasts/send';
import { fillWorld, type World } from '../../database/support/world';
import { readApi, type ApiDescription } from '../apiDescription';
import type { TestClient } from '../client';
import { startTestServer, type TestServer } from '../server';

export interface Caller {
  readonly type: UserType;
  readonly organizationType: OrganizationType;
  readonly organizationId: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly userName: string;
  readonly sessionId: string;
  readonly context: string;
  readonly token: string;
  readonly client: TestClient;
}
export interface Row {
  readonly id: string;
  readonly tenant: string;
  readonly client: string | null;
  readonly agency: string | null;
}

/** By the organization or program it belongs to. */
export type ByParty = Map<string, string>;

export interface Tenancy {
  readonly server: TestServer;
  readonly api: ApiDescription;
  /** All users, and the caller of each type. */
  readonly callers: readonly Caller[];
  readonly acting: readonly Caller[];
  /** The ids of each table, with their parties. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Per program a notification with a document, sent to all of its users. */
  readonly documents: ByParty;
  /** Per program a broadcast to all of its users. */
  readonly broadcasts: ByParty;
  /** The documents sent by the managing organizations. */
  readonly broadcastDocuments: ByParty;
  /** Per organization a role. */
  readonly roles: ByParty;
  /** Per organization a saved search. */
  readonly searches: ByParty;
  readonly pushDevices: ByParty;
  /** Per organization a view of a list. */
  readonly views: ByParty;
  /** Per organization a shift note. */
  readonly handovers: ByParty;
  /** Per organization an alarm rule of the board, and its alarms. */
  readonly alarmRules: ByParty;
  readonly alarms: ByParty;
  /** Per organization a user's identity at a provider. */
  readonly identities: ByParty;
  /** Business records: one per table and program. */
  readonly catalog: ReadonlyMap<string, ByParty>;
}

export const CATALOG = ['professions', 'specialties', 'offerings', 'sub_offerings'] as const;

/** The columns that name the parties. */
const TABLES: Readonly<Record<string, readonly [client: string, agency: string]>> = {
  facilities: ['id', 'null'],
  departments: ['client_id', 'null'],
  suppliers: ['null', 'id'],
  candidates: ['null', 'agency_id'],
  chat_files: ['null', 'agency_id'],
  jobs: ['client_id', 'null'],
  submissions: ['client_id', 'agency_id'],
  assignments: ['client_id', 'agency_id'],
  compliance_documents: ['client_id', 'agency_id'],
  timesheets: ['client_id', 'agency_id'],
  invoices: ['client_id', 'agency_id'],
};

export async function startTenancy(): Promise<Tenancy> {
  const server = await startTestServer();
  const { owner } = server;
  const worlds = [await fillWorld(owner, 'ONE'), await fillWorld(owner, 'OTHER')];
  await addPapers(owner, worlds);
  await addChats(owner);
  const callers = await signInAll(server, worlds);
  const documents: ByParty = new Map();
  const broadcasts: ByParty = new Map();
  const broadcastDocuments: ByParty = new Map();
  for (const { tenantId } of worlds) {
    const uploader = callers.find((caller) => caller.organizationId === tenantId)?.userId ?? '';
    documents.set(tenantId, await notifyWithDocument(server, tenantId));
    const [broadcast, document] = await sendBroadcastTo(server, tenantId, uploader);
    broadcasts.set(tenantId, broadcast);
    broadcastDocuments.set(tenantId, document);
  }
  const roles = await owner.selectFrom('roles').select(['id', 'organization_id']).execute();
  const searches: ByParty = new Map();
  const pushDevices: ByParty = new Map();
  for (const { organizationId, userId } of callers) {
    searches.set(organizationId, await saveSearch(owner, organizationId, userId));
    pushDevices.set(organizationId, await saveDevice(owner, organizationId, userId));
  }
  const views: ByParty = new Map();
  for (const { organizationId, userId } of callers)
    views.set(organizationId, await saveView(owner, organizationId, userId));
  const handovers: ByParty = new Map();
  for (const { organizationId } of callers) handovers.set(organizationId, await handOver(owner, organizationId));
  const alarmRules: ByParty = new Map();
  const alarms: ByParty = new Map();
  for (const { organizationId } of callers) {
    const raised = await raiseAlarm(owner, organizationId);
    alarmRules.set(organizationId, raised.ruleId);
    alarms.set(organizationId, raised.alarmId);
  }
  const identities: ByParty = new Map();
  for (const { organizationId, userId } of callers)
    identities.set(organizationId, await linkIdentity(owner, organizationId, userId));
  const catalog = new Map<string, ByParty>();
  for (const table of CATALOG) {
    const found = await owner.selectFrom(table).select(['id', 'tenant_id']).execute();
    catalog.set(table, new Map(found.map(({ id, tenant_id }) => [tenant_id, id])));
  }
  const rows = new Map<string, readonly Row[]>();
  for (const table of [...Object.keys(TABLES), 'tasks']) rows.set(table, await readRows(owner, table));
  return {
    server,
    api: await readApi(server.client()),
    callers,
    acting: callers.filter(({ type }, index) => callers.findIndex((each) => each.type === type) === index),
    rows,
    documents,
    broadcasts,
    broadcastDocuments,
    roles: new Map(roles.map(({ id, organization_id }) => [organization_id, id])),
    searches,
    pushDevices,
    views,
    handovers,
    alarmRules,
    alarms,
    identities,
    catalog,
  };
}

async function raiseAlarm(
  owner: Kysely<Schema>,
  organizationId: string,
): Promise<{ readonly ruleId: string; readonly alarmId: string }> {
  const { rows } = await sql<{ ruleId: string; alarmId: string }>`
    with rule as (
      insert into board_alarm_rules (
        id, organization_id, name, measure, condition, count, minutes, calm_minutes, days, time_zone, recipients, escalate_to, is_on)
      values (gen_random_uuid(), ${organizationId}, 'Disputes', 'TIMESHEET_DISPUTED', 'MORE_THAN', 10, 60, 5, '{1}', 'UTC', '{}',
        '{}', true)
      returning id
    )
    insert into board_alarms (organization_id, rule_id, name, text, found, raised_at)
    select ${organizationId}, id, 'Disputes', 'There were 12.', 12, now() from rule
    returning rule_id as "ruleId", id as "alarmId"`.execute(owner);
  return rows[0]!;
}

async function handOver(owner: Kysely<Schema>, organizationId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into board_handovers (organization_id, request_id, note, created_at)
    values (${organizationId}, gen_random_uuid(), 'Nothing is open.', now()) returning id`.execute(owner);
  return rows[0]!.id;
}

async function signInAll(server: TestServer, worlds: readonly World[]): Promise<readonly Caller[]> {
  const platform = await server.fixtures.organization('PLATFORM', { type: 'OWNER' });
  const places: readonly (readonly [UserType, OrganizationType, string, string])[] = [
    ['OWNER', 'OWNER', platform, platform],
    ['SUB_OWNER', 'OWNER', platform, platform],
    ...worlds.flatMap((world) => [
      ['VMS', 'VMS', world.tenantId, world.tenantId] as const,
      ['MSP', 'VMS', world.tenantId, world.tenantId] as const,
      ...world.facility.map(({ id }) => ['CLIENT', 'CLIENT', id, world.tenantId] as const),
      ...world.supplier.map(({ id }) => ['AGENCY', 'AGENCY', id, world.tenantId] as const),
    ]),
  ];
  // One after the other, because many at the same time would be rejected with a retry time.
  const found: Caller[] = [];
  for (const place of places) found.push(await signedIn(server, ...place));
  return found;
}

async function notifyWithDocument(server: TestServer, tenantId: string): Promise<string> {
  const scope = { organizationId: tenantId, organizationType: 'VMS', tenantId, userId: null } as const;
  const event = {
    kind: 'company',
    what: 'RELEASE_NOTES',
    subject: 'News',
    text: 'None',
    documentName: 'n.pdf',
  } as const;
  await server.database.withScope(scope, (queries) => server.app.services.notifier.publish(queries, event, scope));
  const contents = server.owner.selectFrom('notification_contents').where('tenant_id', '=', tenantId).select('id');
  return (await contents.executeTakeFirstOrThrow()).id;
}

/** The broadcast's id and its document's. */
async function sendBroadcastTo(
  server: TestServer,
  tenantId: string,
  uploader: string,
): Promise<readonly [string, string]> {
  const scope = { organizationId: tenantId, organizationType: 'VMS', tenantId, userId: null } as const;
  const { id: document_id } = await server.owner
    .insertInto('broadcast_documents')
    .values({
      organization_id: tenantId,
      user_id: uploader,
      file_name: 'n.pdf',
      media_type: 'application/pdf',
      content: Buffer.from('%PDF-1.7'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await server.owner
    .insertInto('broadcasts')
    .values({
      organization_id: tenantId,
      tenant_id: tenantId,
      request_id: randomUUID(),
      created_by: null,
      subject: 'News',
      template: '<p>None</p>',
      display_frequency: 'IMMEDIATE',
      document_id,
      sticky: false,
      release_notes: false,
      force_logout: false,
      organization_types: ['VMS', 'CLIENT', 'AGENCY'],
      organization_ids: [],
      send_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const from = { address: '127.0.0.1', device: 'Test' };
  await server.database.withScope(scope, (queries) => sendBroadcast(server.app.services, queries, id, from));
  return [id, document_id];
}

async function saveSearch(owner: Kysely<Schema>, organizationId: string, userId: string): Promise<string> {
  const row = {
    organization_id: organizationId,
    user_id: userId,
    dashboard: 'HOME',
    search_name: 'S',
    filter: '{}',
  } as const;
  return (await owner.insertInto('saved_searches').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Shared, of the first list in the calls. */
async function saveView(owner: Kysely<Schema>, organizationId: string, userId: string): Promise<string> {
  const row = {
    organization_id: organizationId,
    user_id: userId,
    list: LIST_NAMES[0],
    name: 'V',
    is_shared: true,
    is_default: false,
    settings: JSON.stringify({ part: 'facility/list', filters: {}, q: '', sort: 'name', columns: null }),
  } as const;
  return (await owner.insertInto('list_views').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

async function linkIdentity(owner: Kysely<Schema>, organization_id: string, user_id: string): Promise<string> {
  const row = { organization_id, user_id, issuer: 'https://login.example', subject: user_id };
  return (await owner.insertInto('user_identities').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

async function addPapers(owner: Kysely<Schema>, worlds: readonly World[]): Promise<void> {
  await owner.updateTable('compliance_documents').set({ uploaded_at: new Date(), uploaded_by: 'R' }).execute();
  for (const world of worlds) {
    await sql`
      insert into tasks (tenant_id, organization_id, title, kind, due_on)
      values (${world.tenantId}, ${world.tenantId}, 'Look at it', 'OTHER', current_date)`.execute(owner);
  }
}

/** Each candidate has sent a message, and received a file. */
async function addChats(owner: Kysely<Schema>): Promise<void> {
  await sql`
    insert into chat_files (tenant_id, agency_id, candidate_id, user_id, file_name, media_type, content, is_sent)
    select c.tenant_id, c.agency_id, c.id, u.id, 'n.txt', 'text/plain', 'n', true
    from candidates c join lateral (select id from users u where u.organization_id = c.tenant_id limit 1) u on true`.execute(
    owner,
  );
  await sql`
    insert into chat_messages
      (tenant_id, agency_id, candidate_id, from_candidate, author_name, text, number, received, version, file_id)
    select f.tenant_id, f.agency_id, f.candidate_id, true, 'A B', 'Hello', 1, 1, 1, f.id from chat_files f`.execute(
    owner,
  );
  await sql`
    insert into chat_threads (tenant_id, agency_id, candidate_id, count, received, delivered, seen, last_at, version)
    select tenant_id, agency_id, candidate_id, 1, 1, 1, 1, created_at, 1 from chat_messages`.execute(owner);
  await sql`insert into chat_counters (tenant_id, version) select distinct tenant_id, 1 from chat_messages`.execute(
    owner,
  );
  await sql`
    insert into chat_totals (agency_id, tenant_id, received)
    select agency_id, tenant_id, sum(received) from chat_threads group by agency_id, tenant_id`.execute(owner);
}

async function signedIn(
  server: TestServer,
  type: UserType,
  organizationType: OrganizationType,
  organizationId: string,
  tenantId: string,
): Promise<Caller> {
  const { code } = await server.owner
    .selectFrom('organizations')
    .select('code')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  server.fixtures.adopt(code, organizationId);
  const user = await server.fixtures.user(code, { userType: type, permissions: PERMISSIONS });
  const client = server.client();
  const { access_token: token, tokenIdentifier: sessionId } = await client.signedIn(user);
  const { json } = await client.get('/api-user/v1/notifications/context', { token });
  const { id: userId, userName } = user;
  return {
    type,
    organizationType,
    organizationId,
    tenantId,
    userId,
    userName,
    sessionId,
    token,
    client,
    context: String(json['context']),
  };
}

async function readRows(owner: Kysely<Schema>, table: string): Promise<readonly Row[]> {
  const column = (name: string) => (name === 'null' ? sql`null::uuid` : sql.ref(name));
  const [client, agency] = TABLES[table] ?? ['null', 'null'];
  const tenant = table === 'tasks' ? 'organization_id' : 'tenant_id';
  const { rows: found } = await sql<Row>`
    select id, ${sql.ref(tenant)} as tenant, ${column(client)} as client, ${column(agency)} as agency
    from ${sql.table(table)}`.execute(owner);
  return found;
}

async function saveDevice(owner: Kysely<Schema>, organization_id: string, user_id: string): Promise<string> {
  const row = {
    ...{ organization_id, user_id, session_id: null, name: 'A phone' },
    endpoint_hash: randomBytes(32),
    encrypted_subscription: randomBytes(32),
  };
  return (await owner.insertInto('push_devices').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
