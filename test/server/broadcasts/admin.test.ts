/** Composing a broadcast: permissions, recipients, content and time; and who has accepted it. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Permission } from '../../../contract/base/permissions';
import { sendDueBroadcasts } from '../../../server/features/broadcasts/scheduled';
import { SECTIONS, setActive, startProgram, type Program, type Reader } from '../notifications/support';
import { zipOf } from '../../support/zip';
import type { Answer } from '../support/client';
import { again, countOf, idsOf, pendingOf, view } from './support';

let program: Program;
let stranger: Program;
let sender: Reader;
let facility: Reader;
const SENDER: readonly Permission[] = [...SECTIONS, 'BROADCAST_SEND'];
const BASE = '/api-user/v1/broadcasts';

beforeAll(async () => {
  program = await startProgram('ONE');
  stranger = await startProgram('TWO', program.server);
  sender = await program.signedIn('MANAGER', SENDER);
  facility = await program.signedIn('FACILITY-1', SENDER);
});
afterAll(() => program.server.stop());

const create = (by: Reader, other: object = {}): Promise<Answer> =>
  by.client.post(
    BASE,
    {
      requestId: randomUUID(),
      subject: 'Maintenance',
      template: '<p>On Sunday.</p>',
      displayFrequency: 'IMMEDIATE',
      organizationTypes: ['CLIENT'],
      organizationIds: [],
      ...other,
    },
    { token: by.token },
  );
const upload = (by: Reader, fileName: string, content: Buffer): Promise<Answer> =>
  by.client.request('POST', `${BASE}/documents?fileName=${encodeURIComponent(fileName)}`, {
    token: by.token,
    headers: { 'content-type': 'application/octet-stream' },
    body: content,
  });
const document = (by: Reader, entityId: string, what: 'preview' | 'download'): Promise<Answer> =>
  by.client.post(
    `/api-user/v1/notifications/broadcasts/document/${what}`,
    { entityId, tenantId: program.world.tenantId },
    { token: by.token },
  );
const recipients = (by: Reader, id: string, query = ''): Promise<Answer> =>
  by.client.get(`${BASE}/${id}/recipients${query}`, { token: by.token });
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

test('it reaches its readers immediately, and the sender sees who accepted it, and when', async () => {
  const { status, json } = await create(sender);
  const id = String(json['entityId']);
  expect([status, json]).toEqual([200, { entityId: id, status: 'SENT', recipients: 1 }]);
  expect(idsOf(await pendingOf(facility))).toEqual([id]);
  const viewed = await view(program, facility, id);
  const all = await recipients(sender, id);
  const { userName } = facility.user;
  const row = {
    name: 'Fixture, Robin',
    userName,
    organizationName: 'facility-1 of ONE',
    shownAt: expect.any(String) as string,
    remindedAt: null,
    acceptedAt: viewed.json['viewedAt'],
  };
  expect(all.json).toEqual({ recipients: 1, accepted: 1, found: 1, rows: [row] });
  expect((await recipients(sender, id, '?accepted=false')).json['rows']).toEqual([]);
  const list = await sender.client.post(
    '/api-user/v1/lists/broadcasts/search',
    { filters: {} },
    { token: sender.token },
  );
  expect(list.json['rows']).toMatchObject([{ id, subject: 'Maintenance', status: 'SENT', accepted: 1, recipients: 1 }]);
});

test('a double click creates one', async () => {
  const requestId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(sender, { requestId })));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(await countOf(program, 'broadcasts', 'request_id', requestId)).toBe(1);
});

test.each<[string, object]>([
  ['text', { template: '<p>On Monday.</p>' }],
  ['recipients', { organizationTypes: ['CLIENT', 'AGENCY'] }],
  ['deadline', { acceptBy: new Date(Date.now() + 7_200_000).toISOString(), escalateTo: ['SENDERS'] }],
  ['time', { sendAt: new Date(Date.now() + 7_200_000).toISOString() }],
])(
  'one that is sent again with another %s, because no answer arrived, is not mistaken for the first',
  async (_, other) => {
    const request = { requestId: randomUUID(), subject: 'Closing time', organizationTypes: ['VMS', 'CLIENT'] };
    const first = await create(sender, request);
    const alike = await create(sender, {
      ...request,
      subject: ' Closing  time ',
      organizationTypes: ['CLIENT', 'VMS'],
    });
    expect([alike.status, alike.text]).toEqual([200, first.text]);
    const changed = await create(sender, { ...request, ...other });
    expect([changed.status, changed.json['errorMessage']]).toEqual([
      409,
      expect.stringMatching(/^This broadcast was already sent as 'Closing time', but with other values\. Please /),
    ]);
    expect(await countOf(program, 'broadcasts', 'request_id', request.requestId)).toBe(1);
  },
);

test('a scheduled one is scheduled once, and another time is not mistaken for its own', async () => {
  const request = {
    requestId: randomUUID(),
    sendAt: inAnHour(),
    endsAt: new Date(Date.now() + 7_200_000).toISOString(),
  };
  const [first, repeated] = [await create(sender, request), await create(sender, request)];
  expect([repeated.status, repeated.text]).toEqual([200, first.text]);
  const { sendAt: _, ...now } = request;
  for (const other of [now, { ...request, sendAt: new Date(Date.now() + 5_400_000).toISOString() }]) {
    const { status, json } = await create(sender, other);
    expect([status, json['errorMessage']]).toEqual([
      409,
      expect.stringMatching(/^This broadcast was already scheduled as/),
    ]);
  }
});

test('its message keeps its text and loses all active content', async () => {
  const template =
    '<p onclick="x()">Read <a href="https://a.example/?q=1">this</a> & <b>that<script>alert(1)</script></p><img src=x onerror=y>';
  const { json } = await create(sender, { template });
  const found = (await pendingOf(facility)).find(({ entityId }) => entityId === json['entityId']);
  expect(found?.template).toBe('<p>Read <a href="https://a.example/?q=1">this</a> &amp; <b>that</b></p>');
});

test('a scheduled one is sent once when due, by the first node', async () => {
  const { json } = await create(sender, { sendAt: inAnHour() });
  const id = String(json['entityId']);
  expect(json['status']).toBe('SCHEDULED');
  const services = program.server.app.services;
  expect(await sendDueBroadcasts(services)).toBe(0);
  await program.owner.updateTable('broadcasts').set({ send_at: new Date() }).where('id', '=', id).execute();
  const sent = await Promise.all([1, 2, 3].map(() => sendDueBroadcasts(services)));
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(idsOf(await pendingOf(facility))).toContain(id);
});

test('a scheduled one of a deactivated organization waits until that is reactivated', async () => {
  const { json } = await create(sender, { sendAt: inAnHour() });
  const id = String(json['entityId']);
  await program.owner.updateTable('broadcasts').set({ send_at: new Date() }).where('id', '=', id).execute();
  await setActive(program, sender, false);
  expect(await sendDueBroadcasts(program.server.app.services)).toBe(0);
  expect(idsOf(await pendingOf(facility))).not.toContain(id);
  await setActive(program, sender, true);
  expect(await sendDueBroadcasts(program.server.app.services)).toBe(1);
  expect(idsOf(await pendingOf(facility))).toContain(id);
});

test('a scheduled one that waited beyond its end is cancelled, which the audit tells with the reason', async () => {
  const { json } = await create(sender, { sendAt: inAnHour(), endsAt: new Date(Date.now() + 7_200_000).toISOString() });
  const id = String(json['entityId']);
  await sql`
    update broadcasts set send_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = ${id}`.execute(
    program.owner,
  );
  const { services } = program.server.app;
  expect(await sendDueBroadcasts(services)).toBe(0);
  expect(idsOf(await pendingOf(facility))).not.toContain(id);
  const read = await sender.client.get(`${BASE}/${id}`, { token: sender.token });
  expect(read.json).toMatchObject({ status: 'CANCELLED', recipients: 0 });
  expect(await sendDueBroadcasts(services)).toBe(0);
  const { rows } = await sql<{ reason: string; userId: string | null; status: string }>`
    select reason, user_id as "userId", details -> 'after' ->> 'status' as status from audit_events
    where event = 'broadcast_cancelled' and details -> 'before' ->> 'broadcastId' = ${id}`.execute(program.owner);
  expect(rows).toEqual([{ reason: 'ended_before_it_was_sent', userId: null, status: 'CANCELLED' }]);
});

test('a scheduled one can be cancelled, one for every sign-in can be ended, and sent ones stay', async () => {
  const cancel = (id: unknown) => sender.client.post(`${BASE}/${String(id)}/cancel`, {}, { token: sender.token });
  const later = await create(sender, { sendAt: inAnHour() });
  expect((await cancel(later.json['entityId'])).json['status']).toBe('CANCELLED');
  await sql`update broadcasts set send_at = now() where id = ${later.json['entityId']}`.execute(program.owner);
  expect(await sendDueBroadcasts(program.server.app.services)).toBe(0);
  const every = await create(sender, { displayFrequency: 'EVERY_LOGIN' });
  const id = String(every.json['entityId']);
  facility = await again(program, facility);
  expect(idsOf(await pendingOf(facility))).toContain(id);
  expect((await cancel(id)).json['status']).toBe('ENDED');
  expect(idsOf(await pendingOf(facility))).not.toContain(id);
  expect((await cancel((await create(sender)).json['entityId'])).status).toBe(409);
  expect((await cancel(randomUUID())).status).toBe(404);
});

describe('its document', () => {
  test.each([
    ['n.pdf', Buffer.from('%PDF-1.7\n'), 'application/pdf', 'n.pdf'],
    ['evil.pdf.exe', Buffer.from('%PDF-1.7\n'), 'application/pdf', 'evil.pdf.exe.pdf'],
    ['p.png', Buffer.from('89504e470d0a1a0a00', 'hex'), 'image/png', 'p.png'],
    [
      'd.docx',
      zipOf({ '[Content_Types].xml': '', 'word/document.xml': '' }),
      expect.stringContaining('wordprocessing'),
      'd.docx',
    ],
    ['../../a\u202eb.txt', Buffer.from('plain words'), 'text/plain', 'a b.txt'],
  ])('%s is typed by its bytes', async (fileName, content, mediaType, keptAs) => {
    const { status, json } = await upload(sender, fileName, content);
    expect([status, json['mediaType'], json['fileName'], json['size']]).toEqual([
      200,
      mediaType,
      keptAs,
      content.length,
    ]);
  });

  test.each([
    ['a page', Buffer.from('<!doctype html><script>1</script>'), 415],
    ['a program', Buffer.from('4d5a900003000000', 'hex'), 415],
    ['nothing', Buffer.alloc(0), 415],
    ['more than ten megabytes', Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-'), 413],
  ])('%s is refused', async (_name, content, expected) => {
    expect((await upload(sender, 'n.pdf', content)).status).toBe(expected);
  });

  test('may have ten megabytes', async () => {
    expect((await upload(sender, 'n.pdf', Buffer.alloc(10 * 1024 * 1024, '%PDF-'))).status).toBe(200);
  });

  test('is shown and downloaded unchanged as a PDF, only downloaded as another type, and only by readers and the sender', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_000_000, 7)]);
    const kept = async (name: string, content: Buffer): Promise<string> => {
      const { broadcastDocumentId } = (await upload(sender, name, content)).json;
      return String((await create(sender, { broadcastDocumentId, releaseNotes: true })).json['entityId']);
    };
    const [pdf, picture] = [await kept('n.pdf', bytes), await kept('p.png', Buffer.from('89504e470d0a1a0a', 'hex'))];
    expect((await pendingOf(facility)).map(({ documentName }) => documentName)).toEqual(
      expect.arrayContaining(['n.pdf', 'p.png']),
    );
    for (const by of [facility, sender]) {
      const shown = await document(by, pdf, 'preview');
      expect([shown.status, shown.headers['content-type'], shown.bytes.equals(bytes)]).toEqual([
        200,
        'application/pdf',
        true,
      ]);
    }
    const refused = await document(facility, picture, 'preview');
    expect([refused.status, refused.json['errorMessage']]).toEqual([
      415,
      'This document is not a PDF, so it cannot be shown here. Please download it.',
    ]);
    const saved = await document(facility, picture, 'download');
    expect([saved.headers['content-type'], saved.headers['content-disposition']]).toEqual([
      'application/octet-stream',
      expect.stringContaining('filename="p.png"'),
    ]);
    const other = await program.signedIn('SUPPLIER-1');
    expect((await document(other, pdf, 'download')).text).toBe((await document(other, randomUUID(), 'download')).text);
  });

  test('of another organization cannot be attached', async () => {
    const theirs = await upload(facility, 'n.pdf', Buffer.from('%PDF-1.7\n'));
    const { broadcastDocumentId } = theirs.json;
    expect((await create(sender, { broadcastDocumentId })).status).toBe(404);
  });
});

test('those without the permission cannot send, and a supplier never can', async () => {
  const plain = await program.signedIn('MANAGER', SECTIONS);
  const supplier = await program.signedIn('SUPPLIER-1', SENDER);
  const { json } = await create(sender);
  for (const by of [plain, supplier]) {
    const answers = [
      await create(by),
      await recipients(by, String(json['entityId'])),
      await upload(by, 'n.pdf', Buffer.from('%PDF-')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  }
});

test('it reaches only the sender’s audience: a facility reaches only its own users', async () => {
  const supplierId = program.world.supplier[0].id;
  const named = await create(facility, { organizationTypes: [], organizationIds: [supplierId] });
  const absent = await create(facility, { organizationTypes: [], organizationIds: [randomUUID()] });
  expect([named.status, named.text]).toEqual([404, absent.text]);
  expect((await create(facility, { organizationTypes: ['AGENCY'] })).json['errorMessage']).toMatch(
    /^There are no recipients with these/,
  );
  const { json } = await create(facility, { organizationTypes: ['CLIENT'] });
  const rows = await program.owner
    .selectFrom('broadcast_recipients')
    .where('broadcast_id', '=', String(json['entityId']))
    .select('organization_id')
    .execute();
  expect(new Set(rows.map((row) => row.organization_id))).toEqual(new Set([facility.user.organizationId]));
  const theirs = await stranger.signedIn('MANAGER', SENDER);
  expect((await recipients(theirs, String(json['entityId']))).text).toBe((await recipients(theirs, randomUUID())).text);
  const audience = await sender.client.get(`${BASE}/audience`, { token: sender.token });
  expect((audience.json['organizations'] as { name: string }[]).map(({ name }) => name)).toEqual([
    'facility-1 of ONE',
    'facility-2 of ONE',
    'manager of ONE',
    'supplier-1 of ONE',
    'supplier-2 of ONE',
  ]);
});

test('a deactivated organization can no longer be chosen and is not counted, but earlier broadcasts keep its name', async () => {
  const supplier = await program.signedIn('SUPPLIER-2');
  const { organizationId } = supplier.user;
  const toSupplier = { organizationTypes: [], organizationIds: [organizationId] };
  const audience = async () => {
    const { json } = await sender.client.get(`${BASE}/audience`, { token: sender.token });
    const { organizations, types } = json as { organizations: { id: string }[]; types: { people: number }[] };
    return {
      isOffered: organizations.some(({ id }) => id === organizationId),
      people: types.reduce((sum, { people }) => sum + people, 0),
    };
  };
  const before = await audience();
  const earlier = await create(sender, toSupplier);
  await setActive(program, supplier, false);
  const after = await audience();
  expect([before.isOffered, after.isOffered]).toEqual([true, false]);
  expect(after.people).toBeLessThan(before.people);
  expect((await create(sender, toSupplier)).status).toBe(404);
  const page = await sender.client.get(`${BASE}/${String(earlier.json['entityId'])}`, { token: sender.token });
  expect(page.json['organizationNames']).toEqual(['supplier-2 of ONE']);
  await setActive(program, supplier, true);
});

test.each([
  ['without words', { template: '<p> &nbsp;<br></p>' }, /^The message is empty\./],
  ['to no one', { organizationTypes: [] }, /^No recipient is chosen/],
  ['ending before it begins', { endsAt: '2020-01-01T00:00:00Z' }, /^It would end before/],
  ['to be accepted in the past', { acceptBy: '2020-01-01T00:00:00Z' }, /^The deadline has passed/],
  ['to be escalated without a time', { escalateTo: ['SENDERS'] }, /^People can only be notified after a deadline/],
  [
    'that would sign people out after each sign-in',
    { displayFrequency: 'EVERY_LOGIN', forceLogout: true },
    /^A broadcast for every login cannot sign people out/,
  ],
])('one %s is refused with a message', async (_name, other, sentence) => {
  const { status, json } = await create(sender, other);
  expect([status, json['errorMessage']]).toEqual([400, expect.stringMatching(sentence)]);
});

test('creating, sending and cancelling write audit rows', async () => {
  const { json } = await create(sender, { sendAt: inAnHour() });
  const id = String(json['entityId']);
  await sender.client.post(`${BASE}/${id}/cancel`, {}, { token: sender.token });
  await create(sender);
  const { rows } = await sql<{ event: string }>`
    select distinct event from audit_events where event like 'broadcast%' and user_id = ${sender.user.id} order by event
  `.execute(program.owner);
  expect(rows.map(({ event }) => event)).toEqual(['broadcast_cancelled', 'broadcast_created', 'broadcast_sent']);
});

test('its sender reads it as written with its progress; no one else finds it', async () => {
  const kept = await upload(sender, 'News.pdf', Buffer.from('%PDF-1.7 news'));
  const { json } = await create(sender, {
    organizationTypes: ['CLIENT'],
    broadcastDocumentId: kept.json['broadcastDocumentId'],
    sendAt: inAnHour(),
    forceLogout: true,
  });
  const read = (by: Reader) => by.client.get(`${BASE}/${String(json['entityId'])}`, { token: by.token });
  expect((await read(sender)).json).toMatchObject({
    status: 'SCHEDULED',
    subject: 'Maintenance',
    template: '<p>On Sunday.</p>',
    documentName: 'News.pdf',
    forceLogout: true,
    endsAt: null,
    recipients: 0,
    accepted: 0,
    organizationTypes: ['CLIENT'],
    organizationNames: [],
    createdBy: 'Robin Fixture',
  });
  const other = await stranger.signedIn('MANAGER', SENDER);
  const plain = await program.signedIn('MANAGER');
  expect([(await read(facility)).status, (await read(other)).status, (await read(plain)).status]).toEqual([
    404, 404, 401,
  ]);
});

test('a notification of a broadcast opens exactly the sent document, of any type', async () => {
  const content = Buffer.from('Name;Hours\nRobin;38\n');
  const kept = await upload(sender, 'hours.csv', content);
  await create(sender, { broadcastDocumentId: kept.json['broadcastDocumentId'], subject: 'Hours of the week' });
  const { json } = await facility.client.post(
    '/api-user/v1/notifications/broadcasts/search',
    { userId: facility.user.id, categoryCode: 'BROADCAST', keyword: 'Hours of the week' },
    { token: facility.token },
  );
  const [notification] = json['notifications'] as { id: string }[];
  const answer = await facility.client.get(`/api-user/v1/notifications/${notification?.id}/document`, {
    token: facility.token,
  });
  expect([answer.status, answer.headers['content-disposition'], answer.bytes.toString()]).toEqual([
    200,
    expect.stringContaining('hours.csv'),
    content.toString(),
  ]);
});
