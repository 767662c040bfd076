/** Documents over HTTP: real PDFs, downloadable but not cached, for permitted owners only. */
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Permission } from '../../../contract/base/permissions';
import { RECORD_PERMISSIONS } from '../../../contract/records/kinds';
import type { Schema, Scope } from '../../../server/database';
import { invoicePdf, readInvoice } from '../../../server/features/documents/invoice';
import { text } from '../../../server/platform/pdf/document';
import { readPdfs } from '../../support/readPdf';
import { fillWorld, type Party, type World } from '../database/support/world';
import type { Answer, TestClient } from '../support/client';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
let owner: Kysely<Schema>;
let world: World;
let other: World;

const ALL: readonly Permission[] = ['MENU_COMPLIANCE', 'MENU_INVOICING'];

beforeAll(async () => {
  server = await startTestServer();
  owner = server.owner;
  world = await fillWorld(owner, 'ONE');
  other = await fillWorld(owner, 'OTHER');
  await owner
    .updateTable('compliance_documents')
    .set({ uploaded_at: '2026-03-01T08:00:00Z', uploaded_by: 'Rae Cole' })
    .execute();
});
afterAll(() => server.stop());

interface Caller {
  readonly client: TestClient;
  readonly token: string;
}

/** A user of an organization that `fillWorld` created. */
async function callerOf(
  party: Party,
  userType: 'VMS' | 'CLIENT' | 'AGENCY',
  permissions: readonly Permission[] = ALL,
): Promise<Caller> {
  const { code } = await owner
    .selectFrom('organizations')
    .where('id', '=', party.id)
    .select('code')
    .executeTakeFirstOrThrow();
  server.fixtures.adopt(code, party.id);
  const user = await server.fixtures.user(code, { userType, permissions });
  const client = server.client();
  return { client, token: (await client.signedIn(user)).access_token };
}

const documentOf = async (facility: Party) =>
  (
    await owner
      .selectFrom('compliance_documents')
      .where('client_id', '=', facility.id)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id;
const invoiceOf = async (column: 'client_id' | 'agency_id', party: Party) =>
  (await owner.selectFrom('invoices').where(column, '=', party.id).select('id').executeTakeFirstOrThrow()).id;

const preview = {
  document: ({ client, token }: Caller, id: string) =>
    client.get(`/api-agency/v1/compliance/documents/${id}/preview`, { token }),
  invoice: ({ client, token }: Caller, id: string) => client.get(`/api-timecard/v1/invoices/${id}/preview`, { token }),
};

const outcome = ({ status, json }: Answer) => (status === 200 ? 200 : `${status} ${String(json['errorCode'])}`);

test('a document is a complete, named PDF attachment that is not cached', async () => {
  const caller = await callerOf({ id: world.tenantId }, 'VMS');
  const answer = await preview.document(caller, await documentOf(world.facility[0]));
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="RN - A B.pdf"; filename*=UTF-8\'\'RN%20-%20A%20B.pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(answer.headers['content-security-policy']).toContain('sandbox');
  const [pdf] = await readPdfs([answer.bytes]);
  expect(pdf!.pages[0]!.text).toContain('S1');
  expect(pdf!.pages[0]!.text).toContain('A B');
});

test('an invoice lists its timesheets with the right total', async () => {
  const id = await invoiceOf('client_id', world.facility[0]);
  await owner
    .updateTable('timesheets')
    .where('client_id', '=', world.facility[0].id)
    .set({ invoice_id: id, regular_minutes: 2_100, bill_cents: 123_456 })
    .execute();
  const answer = await preview.invoice(await callerOf(world.facility[0], 'CLIENT'), id);
  const [pdf] = await readPdfs([answer.bytes]);
  expect(pdf!.title).toBe('Invoice 10');
  expect(pdf!.pages[0]!.text).toMatch(/1 A B F1 35\.00 0\.00 \$1,234\.56/);
  expect(pdf!.pages[0]!.text).toContain('Total $1.00');
});

test('an invoice with more timesheets than it lists says how many there are', async () => {
  const id = await invoiceOf('client_id', world.facility[1]);
  // Without what the triggers count and record for each row, which would take seconds.
  await owner.transaction().execute(async (queries) => {
    await sql`alter table timesheets disable trigger user`.execute(queries);
    await sql`
      insert into timesheets
      select (jsonb_populate_record(null::timesheets, to_jsonb(t) || jsonb_build_object(
        'id', gen_random_uuid(), 'number', 1000 + n, 'week_ending', t.week_ending + 7 * n, 'invoice_id', ${id}::uuid))).*
      from timesheets t, generate_series(1, 1501) n where t.client_id = ${world.facility[1].id}
    `.execute(queries);
    await sql`alter table timesheets enable trigger user`.execute(queries);
  });
  const { tenantId } = world;
  const scope: Scope = {
    organizationId: world.facility[1].id,
    organizationType: 'CLIENT',
    tenantId,
    userId: null,
  };
  const invoice = await server.database.withScope(scope, (queries) => readInvoice(queries, id, scope));
  expect(invoicePdf(invoice!).blocks).toContainEqual(text('Only the first 1,500 of 1,501 timesheets are listed.'));
});

test.each([
  ['the supplier', 'AGENCY', () => world.supplier[0], 'Status Pending'],
  ['the manager', 'VMS', () => ({ id: world.tenantId }), 'Status Good pay'],
] as const)(
  'the status of a good pay invoice is the one that %s sees in the list',
  async (_who, type, party, status) => {
    const id = await invoiceOf('agency_id', world.supplier[0]);
    await owner.updateTable('invoices').where('id', '=', id).set({ status: 'REVERSE_INVOICE_GOOD_PAY' }).execute();
    const [pdf] = await readPdfs([(await preview.invoice(await callerOf(party(), type), id)).bytes]);
    expect(pdf!.pages[0]!.text).toContain(status);
  },
);

test('an own document is shown; those of others, missing and not yet uploaded ones get the same refusal', async () => {
  const [facility, supplier] = [
    await callerOf(world.facility[0], 'CLIENT'),
    await callerOf(world.supplier[0], 'AGENCY'),
  ];
  const [own, neighbors, elsewhere] = await Promise.all([
    documentOf(world.facility[0]),
    documentOf(world.facility[1]),
    documentOf(other.facility[0]),
  ]);
  for (const caller of [facility, supplier]) {
    expect(outcome(await preview.document(caller, own))).toBe(200);
    const [foreign, foreignTenant, absent] = [
      await preview.document(caller, neighbors),
      await preview.document(caller, elsewhere),
      await preview.document(caller, randomUUID()),
    ];
    expect(outcome(absent)).toBe('404 not.found');
    expect([foreign.text, foreignTenant.text]).toEqual([absent.text, absent.text]);
  }
  const [bill, reverse, otherBill] = await Promise.all([
    invoiceOf('client_id', world.facility[0]),
    invoiceOf('agency_id', world.supplier[0]),
    invoiceOf('client_id', other.facility[0]),
  ]);
  expect([
    outcome(await preview.invoice(facility, bill)),
    outcome(await preview.invoice(facility, reverse)),
    outcome(await preview.invoice(facility, otherBill)),
    outcome(await preview.invoice(supplier, bill)),
    outcome(await preview.invoice(supplier, reverse)),
  ]).toEqual([200, '404 not.found', '404 not.found', '404 not.found', 200]);

  await owner.updateTable('compliance_documents').where('id', '=', own).set({ uploaded_at: null }).execute();
  expect(outcome(await preview.document(facility, own))).toBe('404 not.found');
});

test('without the permission nothing is revealed, not even whether it exists', async () => {
  const without = await callerOf({ id: world.tenantId }, 'VMS', ['MENU_JOB']);
  const timesheets = await callerOf({ id: world.tenantId }, 'VMS', ['MENU_TIMESHEET']);
  const [document, bill] = [await documentOf(world.facility[1]), await invoiceOf('client_id', world.facility[0])];
  expect([
    outcome(await preview.document(without, document)),
    outcome(await preview.document(without, randomUUID())),
    outcome(await preview.invoice(without, bill)),
    outcome(await preview.document(timesheets, document)),
    outcome(await preview.invoice(timesheets, bill)),
  ]).toEqual([
    '401 server.unauthorized',
    '401 server.unauthorized',
    '401 server.unauthorized',
    '401 server.unauthorized',
    200,
  ]);
});

test('everyone who may open the page of a document or an invoice sees its preview', async () => {
  const holderOf = (permission: Permission) => callerOf({ id: world.tenantId }, 'VMS', [permission]);
  const [document, bill, reverse] = await Promise.all([
    documentOf(world.facility[1]),
    invoiceOf('client_id', world.facility[0]),
    invoiceOf('agency_id', world.supplier[0]),
  ]);
  for (const permission of RECORD_PERMISSIONS.document) {
    expect([permission, outcome(await preview.document(await holderOf(permission), document))]).toEqual([
      permission,
      200,
    ]);
  }
  for (const permission of RECORD_PERMISSIONS.invoice) {
    expect([permission, outcome(await preview.invoice(await holderOf(permission), bill))]).toEqual([permission, 200]);
  }
  for (const permission of RECORD_PERMISSIONS.reverseInvoice) {
    expect([permission, outcome(await preview.invoice(await holderOf(permission), reverse))]).toEqual([
      permission,
      200,
    ]);
  }
});

test('the submenu of one kind of invoice does not show those of the other', async () => {
  const bills = await callerOf({ id: world.tenantId }, 'VMS', ['SUBMENU_TIMESHEET_INVOICE']);
  const reverses = await callerOf({ id: world.tenantId }, 'VMS', ['SUBMENU_TIMESHEET_REVERSE_INVOICE']);
  expect([
    outcome(await preview.invoice(bills, await invoiceOf('agency_id', world.supplier[0]))),
    outcome(await preview.invoice(reverses, await invoiceOf('client_id', world.facility[0]))),
  ]).toEqual(['404 not.found', '404 not.found']);
});

test.each([['x'], ['..%2F..%2Fetc'], ['%00'], ["1' or '1'='1"]])('an invalid id (%s) is refused', async (id) => {
  const caller = await callerOf({ id: world.tenantId }, 'VMS');
  expect(outcome(await preview.document(caller, encodeURI(id)))).toBe('400 request.invalid');
});

test('documents need a session', async () => {
  const answer = await server
    .client()
    .get(`/api-agency/v1/compliance/documents/${await documentOf(world.facility[1])}/preview`);
  expect(outcome(answer)).toBe('401 server.unauthorized');
});
