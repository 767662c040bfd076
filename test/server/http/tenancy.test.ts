/**
 * Nobody reaches another organisation: every call of the published description, as every kind of user, with each id in
 * it set to one of their own, one of somebody else's and one of nobody's. Somebody else's is answered like nobody's,
 * byte for byte, and no answer holds anything of another organisation.
 */
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { PERMISSIONS, type OrganizationType, type UserType } from '../../../contract';
import { lists, type ListDefinition } from '../../../contract/lists';
import { sendBroadcast } from '../../../server/broadcasts/send';
import type { Schema } from '../../../server/database';
import { fillWorld, type World } from '../database/support/world';
import type { Answer, TestClient } from '../support/client';
import {
  isId,
  readApi,
  type ApiDescription,
  type Call,
  type JsonSchema,
  type Parameter,
  type Position,
} from '../support/apiDescription';
import { startTestServer, type TestServer } from '../support/server';

jest.setTimeout(600_000);

interface Caller {
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

interface Values {
  /** Undefined where such a caller has none. */
  readonly own: (caller: Caller) => string | undefined;
  readonly foreign: (caller: Caller) => readonly string[];
  readonly absent?: () => string;
}

let server: TestServer;
let owner: Kysely<Schema>;
let api: ApiDescription;
/** Everybody there is, and of each type the one who asks. */
let callers: readonly Caller[];
let acting: readonly Caller[];
let one: World;
let other: World;
/** Of each programme a notification with a document, told to everybody in it. */
const documents = new Map<string, string>();
/** Of each programme a broadcast to everybody in it. */
const broadcasts = new Map<string, string>();
/** Of the managing organisations, the documents they sent. */
const broadcastDocuments = new Map<string, string>();
/** Of each organisation a role. */
const roles = new Map<string, string>();
/** Of each organisation a saved search. */
const searches = new Map<string, string>();
/** What programmes deal in: of each table, of each programme one. */
const catalog = new Map<string, ReadonlyMap<string, string>>();
const CATALOG = ['professions', 'specialties', 'offerings', 'sub_offerings'] as const;
/** Of each table the ids, with the parties they belong to. */
const rows = new Map<string, readonly Row[]>();
interface Row {
  readonly id: string;
  readonly tenant: string;
  readonly client: string | null;
  readonly agency: string | null;
}

/** What has parties: the columns that name them. */
const TABLES: Readonly<Record<string, readonly [client: string, agency: string]>> = {
  facilities: ['id', 'null'],
  departments: ['client_id', 'null'],
  suppliers: ['null', 'id'],
  candidates: ['null', 'agency_id'],
  jobs: ['client_id', 'null'],
  submissions: ['client_id', 'agency_id'],
  assignments: ['client_id', 'agency_id'],
  compliance_documents: ['client_id', 'agency_id'],
  timesheets: ['client_id', 'agency_id'],
  invoices: ['client_id', 'agency_id'],
};

beforeAll(async () => {
  server = await startTestServer();
  owner = server.owner;
  [one, other] = [await fillWorld(owner, 'ONE'), await fillWorld(owner, 'OTHER')];
  await addPapers();
  const platform = await server.fixtures.organization('PLATFORM', { type: 'OWNER' });
  const places: readonly (readonly [UserType, OrganizationType, string, string])[] = [
    ['OWNER', 'OWNER', platform, platform],
    ['SUB_OWNER', 'OWNER', platform, platform],
    ...[one, other].flatMap((world) => [
      ['VMS', 'VMS', world.tenantId, world.tenantId] as const,
      ['MSP', 'VMS', world.tenantId, world.tenantId] as const,
      ...world.facility.map(({ id }) => ['CLIENT', 'CLIENT', id, world.tenantId] as const),
      ...world.supplier.map(({ id }) => ['AGENCY', 'AGENCY', id, world.tenantId] as const),
    ]),
  ];
  // One after the other: many at once would rightly be told to come back later.
  const everybody: Caller[] = [];
  for (const place of places) everybody.push(await signedIn(...place));
  callers = everybody;
  for (const { tenantId } of [one, other]) {
    documents.set(tenantId, await tellDocument(tenantId));
    broadcasts.set(tenantId, await sendBroadcastTo(tenantId));
  }
  for (const { id, organization_id } of await owner.selectFrom('roles').select(['id', 'organization_id']).execute())
    roles.set(organization_id, id);
  for (const { organizationId, userId } of callers)
    searches.set(organizationId, await saveSearch(organizationId, userId));
  for (const table of CATALOG) {
    const found = await owner.selectFrom(table).select(['id', 'tenant_id']).execute();
    catalog.set(table, new Map(found.map(({ id, tenant_id }) => [tenant_id, id])));
  }
  acting = callers.filter(({ type }, index) => callers.findIndex((each) => each.type === type) === index);
  for (const table of [...Object.keys(TABLES), 'tasks']) rows.set(table, await readRows(table));
  api = await readApi(server.client());
});
afterAll(() => server.stop());

async function tellDocument(tenantId: string): Promise<string> {
  const scope = { organizationId: tenantId, organizationType: 'VMS', tenantId, userId: null } as const;
  const event = {
    kind: 'company',
    what: 'RELEASE_NOTES',
    subject: 'News',
    text: 'None',
    documentName: 'n.pdf',
  } as const;
  await server.database.withScope(scope, (queries) => server.app.services.notifier.publish(queries, event, scope));
  const told = owner.selectFrom('notification_contents').where('tenant_id', '=', tenantId).select('id');
  return (await told.executeTakeFirstOrThrow()).id;
}

async function sendBroadcastTo(tenantId: string): Promise<string> {
  const scope = { organizationId: tenantId, organizationType: 'VMS', tenantId, userId: null } as const;
  const uploader = callers.find((caller) => caller.organizationId === tenantId)?.userId ?? '';
  const { id: document_id } = await owner
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
  broadcastDocuments.set(tenantId, document_id);
  const { id } = await owner
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
  return id;
}

async function saveSearch(organizationId: string, userId: string): Promise<string> {
  const row = {
    organization_id: organizationId,
    user_id: userId,
    dashboard: 'HOME',
    search_name: 'S',
    filter: '{}',
  } as const;
  return (await owner.insertInto('saved_searches').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

async function addPapers(): Promise<void> {
  await owner.updateTable('compliance_documents').set({ uploaded_at: new Date(), uploaded_by: 'R' }).execute();
  for (const world of [one, other]) {
    await sql`
      insert into tasks (tenant_id, organization_id, title, kind, due_on)
      values (${world.tenantId}, ${world.tenantId}, 'Look at it', 'OTHER', current_date)`.execute(owner);
  }
}

async function signedIn(
  type: UserType,
  organizationType: OrganizationType,
  organizationId: string,
  tenantId: string,
): Promise<Caller> {
  const { code } = await owner
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

async function readRows(table: string): Promise<readonly Row[]> {
  const column = (name: string) => (name === 'null' ? sql`null::uuid` : sql.ref(name));
  const [client, agency] = TABLES[table] ?? ['null', 'null'];
  const tenant = table === 'tasks' ? 'organization_id' : 'tenant_id';
  const { rows: found } = await sql<Row>`
    select id, ${sql.ref(tenant)} as tenant, ${column(client)} as client, ${column(agency)} as agency
    from ${sql.table(table)}`.execute(owner);
  return found;
}

/** What each table's rows are to an organisation. Facilities and suppliers know of each other, and of posted jobs. */
function isForeign(table: string, row: Row, caller: Caller): boolean {
  if (row.tenant !== caller.tenantId) return true;
  if (caller.organizationType === 'VMS') return false;
  if (table === 'tasks' || caller.organizationType === 'OWNER') return true;
  const [party, known] =
    caller.organizationType === 'CLIENT'
      ? ([row.client, ['suppliers', 'candidates']] as const)
      : ([row.agency, ['facilities', 'departments', 'jobs']] as const);
  return party !== caller.organizationId && !known.includes(table as never);
}
const of = (table: string, foreign: boolean, caller: Caller): string[] =>
  (rows.get(table) ?? []).filter((row) => isForeign(table, row, caller) === foreign).map(({ id }) => id);
/** Worlds are written one after the other: of the same programme first, of another last. */
const nearAndFar = (values: readonly string[]): string[] => [...new Set([...values.slice(0, 1), ...values.slice(-1)])];
const ofTable = (table: string): Values => ({
  own: (caller) => of(table, false, caller)[0],
  foreign: (caller) => nearAndFar(of(table, true, caller)),
});
const ofOthers = (
  key: 'userId' | 'userName' | 'organizationId' | 'sessionId' | 'context',
  absent: () => string = randomUUID,
): Values => ({
  own: (caller) => caller[key],
  foreign: (caller) =>
    nearAndFar(callers.filter((each) => each.organizationId !== caller.organizationId).map((each) => each[key])),
  absent,
});

const ofTenant = (ids: ReadonlyMap<string, string>): Values => ({
  own: ({ tenantId }) => ids.get(tenantId),
  foreign: ({ tenantId }) => [...ids].filter(([tenant]) => tenant !== tenantId).map(([, id]) => id),
});

const ofCatalog = (table: (typeof CATALOG)[number]): Values => ({
  own: ({ tenantId }) => catalog.get(table)?.get(tenantId),
  foreign: ({ tenantId }) =>
    [...(catalog.get(table) ?? [])].filter(([tenant]) => tenant !== tenantId).map(([, id]) => id),
});

const ofOrganization = (ids: ReadonlyMap<string, string>): Values => ({
  own: ({ organizationId }) => ids.get(organizationId),
  foreign: (caller) => nearAndFar([...ids].filter(([each]) => each !== caller.organizationId).map(([, id]) => id)),
});

/** By the name of the position; whoever adds a call with another id adds its values here. */
const VALUES: Readonly<Record<string, Values>> = {
  userId: ofOthers('userId'),
  userName: ofOthers('userName', () => 'nobody.at.all'),
  organizationId: ofOthers('organizationId'),
  tokenIdentifier: ofOthers('sessionId'),
  context: ofOthers('context', () => randomUUID()),
  documentId: ofTable('compliance_documents'),
  invoiceId: ofTable('invoices'),
  taskId: ofTable('tasks'),
  clientId: ofTable('facilities'),
  clientIds: ofTable('facilities'),
  departmentIds: ofTable('departments'),
  agencyIds: ofTable('suppliers'),
  professionIds: ofCatalog('professions'),
  specialtyIds: ofCatalog('specialties'),
  offeringIds: ofCatalog('offerings'),
  subOfferingIds: ofCatalog('sub_offerings'),
  salesRepIds: ofOthers('userId'),
  id: ofOrganization(searches),
  candidateIds: ofTable('candidates'),
  tenantId: {
    own: ({ tenantId }) => tenantId,
    foreign: (caller) => [...broadcasts.keys()].filter((tenant) => tenant !== caller.tenantId),
  },
  broadcastDocumentId: ofOrganization(broadcastDocuments),
  organizationIds: {
    own: ({ organizationId }) => organizationId,
    // Who runs the platform speaks to managing organisations on purpose.
    foreign: (caller) =>
      nearAndFar(
        callers
          .filter((each) => each.tenantId !== caller.tenantId && each.organizationType !== 'VMS')
          .map((each) => each.organizationId),
      ),
  },
  roleId: ofOrganization(roles),
  roleIds: ofOrganization(roles),
  entityId: ofTenant(broadcasts),
  entityIds: ofTenant(broadcasts),
  notificationId: ofTenant(documents),
};
/** Ids that are nobody's row. */
const MADE_BY_THE_CALLER = ['requestId'];
/** A place in a list that was read before: a foreign one only says where to go on in one's own. */
const CURSORS = ['lastNotificationId'];
/** Would end the session or change the password the other calls go with. */
const ENDS_THE_SESSION = ['logoutNotification', 'passwordChange', 'clearTokenIdentifier'];

/** The least that the schema takes, with the caller's own ids, and `value` at `position`. */
function sample(
  schema: JsonSchema,
  at: readonly string[],
  name: string,
  caller: Caller,
  wanted?: { position: Position; value: string },
): unknown {
  const {
    type,
    properties = {},
    required = [],
    items,
    enum: choices,
    format,
    minimum,
    minLength = 1,
  } = api.resolve(schema);
  const target = wanted?.position.at;
  const leads = target !== undefined && at.every((step, index) => step === target[index]);
  if (leads && at.length === target.length) return wanted?.value;
  if (choices) return choices[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([key]) => required.includes(key) || (leads && target[at.length] === key))
          .map(([key, child]) => [key, sample(child, [...at, key], key, caller, wanted)]),
      );
    case 'array':
      return leads && items ? [sample(items, [...at, '[]'], name, caller, wanted)] : [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return minimum ?? 1;
    default:
      if (isId(name, { ...(format !== undefined && { format }) })) return VALUES[name]?.own(caller) ?? randomUUID();
      if (format === 'date') return new Date().toISOString().slice(0, 10);
      if (format === 'date-time') return new Date().toISOString();
      return '1'.repeat(minLength);
  }
}

function ask(call: Call, caller: Caller, wanted?: { position: Position; value: string }): Promise<Answer> {
  const value = ({ name, in: place, schema }: Parameter): string =>
    wanted?.position.place === place && wanted.position.name === name
      ? wanted.value
      : String(sample(schema, ['?', name], name, caller));
  const path = call.parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, parameter) => url.replace(`{${parameter.name}}`, encodeURIComponent(value(parameter))), call.path);
  const query = new URLSearchParams(
    call.parameters
      .filter(
        (parameter) => parameter.in === 'query' && (parameter.required || wanted?.position.name === parameter.name),
      )
      .map((parameter) => [parameter.name, value(parameter)]),
  );
  const schema = api.bodySchema(call);
  const inBody = wanted?.position.place === 'body' ? wanted : undefined;
  const body = schema && sample(schema, [], '', caller, inBody);
  const url = query.size > 0 ? `${path}?${query.toString()}` : path;
  return caller.client.request(call.method, url, { token: caller.token, ...(body !== undefined && { body }) });
}

/** Ids of what the caller must never hear of, found in a text. */
function foreignIn(text: string, caller: Caller): string[] {
  const found = new Set(text.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g) ?? []);
  // Who manages a programme looks after the people of its suppliers.
  const isCared = (each: Caller): boolean =>
    caller.organizationType === 'VMS' && each.organizationType === 'AGENCY' && each.tenantId === caller.tenantId;
  const people = callers
    .filter((each) => each.organizationId !== caller.organizationId && !isCared(each))
    .map((each) => each.userId);
  const forbidden = [...rows.keys()].flatMap((table) => of(table, true, caller).map((id) => [id, table] as const));
  return [...forbidden, ...people.map((id) => [id, 'users'] as const)]
    .filter(([id]) => found.has(id))
    .map(([id, table]) => `${table} ${id}`);
}

test('every id of every call has values to try', () => {
  const missing = api.calls
    .flatMap((call) => api.positions(call).map(({ name }) => ({ call: call.operationId, name })))
    .filter(({ name }) => !(name in VALUES) && !MADE_BY_THE_CALLER.includes(name) && !CURSORS.includes(name))
    .map(({ call, name }) => `${call}: ${name}`);
  expect([...new Set(missing)]).toEqual([]);
});

test('nobody reaches another organisation, by whatever id', async () => {
  const crossings: string[] = [];
  const attempts = { foreign: 0, own: 0, answered: 0 };
  const tryAll = async (caller: Caller): Promise<void> => {
    for (const call of api.calls) {
      const who = `${caller.type} at ${call.method} ${call.path}`;
      if (!ENDS_THE_SESSION.includes(call.operationId)) {
        const answer = await ask(call, caller);
        attempts.own += 1;
        if (answer.status === 200) attempts.answered += 1;
        if (answer.status >= 500) crossings.push(`${who}: ${answer.status} ${answer.text}`);
        crossings.push(...foreignIn(answer.text, caller).map((what) => `${who} shows ${what}`));
      }
      for (const position of api.positions(call)) {
        const values = VALUES[position.name];
        if (values === undefined) continue;
        const absent = await ask(call, caller, { position, value: (values.absent ?? randomUUID)() });
        for (const value of values.foreign(caller)) {
          const foreign = await ask(call, caller, { position, value });
          attempts.foreign += 1;
          if (foreign.status !== absent.status || foreign.text !== absent.text) {
            crossings.push(
              `${who}, ${position.name} = ${value}: ${foreign.status} ${foreign.text.slice(0, 200)}, but of nobody ${absent.status} ${absent.text.slice(0, 200)}`,
            );
          }
        }
      }
    }
  };
  for (const caller of acting) await tryAll(caller);
  expect(crossings).toEqual([]);
  // A test in which everything is refused would prove nothing.
  expect(attempts.answered).toBeGreaterThan(attempts.own / 2);
  expect(attempts.foreign).toBeGreaterThan(300);
});

const LOOKUP_TABLES = { facilities: 'facilities', suppliers: 'suppliers', departments: 'departments' } as const;

test('a filter set to what belongs to somebody else finds nothing, like one set to nothing there is', async () => {
  const crossings: string[] = [];
  let tried = 0;
  for (const caller of acting) {
    for (const [list, definition] of Object.entries<ListDefinition>(lists)) {
      for (const [param, filter] of Object.entries(definition.filters)) {
        const table = filter.kind === 'lookup' ? LOOKUP_TABLES[filter.lookup as keyof typeof LOOKUP_TABLES] : undefined;
        if (table === undefined) continue;
        const search = (value: string): Promise<Answer> => {
          const body = { filters: { [param]: [value] } };
          return caller.client.post(`/api-user/v1/lists/${list}/search`, body, { token: caller.token });
        };
        const values = nearAndFar(of(table, true, caller));
        const [absent, ...foreign] = await Promise.all([randomUUID(), ...values].map(search));
        tried += foreign.length;
        const different = foreign.filter(({ status, text }) => status !== absent?.status || text !== absent.text);
        crossings.push(...different.map(({ text }) => `${caller.type} at ${list}, ${param}: ${text.slice(0, 300)}`));
      }
    }
  }
  expect(crossings).toEqual([]);
  expect(tried).toBeGreaterThan(150);
});
