/** What a reader must accept: which broadcasts, in which order, until when, and that accepting counts once. */
import { randomUUID } from 'node:crypto';
import { NO_DOCUMENT } from '../../../contract/notifications/categories';
import type { Notification } from '../../../contract/notifications/notification';
import { readerOf, setActive, startProgram, type Program, type Reader } from '../notifications/support';
import { again, idsOf, pendingOf, send, sendNow, view } from './support';

let program: Program;
let stranger: Program;
let outsider: Reader;

beforeAll(async () => {
  program = await startProgram('ONE');
  stranger = await startProgram('TWO', program.server);
  outsider = await stranger.signedIn('MANAGER');
});
afterAll(() => program.server.stop());

test('an immediate one is pending until accepted, regardless of the browser’s state, and then never again', async () => {
  const reader = await program.signedIn('FACILITY-1');
  const id = await send(program);
  expect(await pendingOf(reader)).toMatchObject([
    {
      entityId: id,
      tenantId: program.world.tenantId,
      subject: 'News',
      displayFrequency: 'IMMEDIATE',
      documentName: NO_DOCUMENT,
      sender: 'manager of ONE',
      notificationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      notificationDateWithZone: expect.stringMatching(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d UTC$/),
    },
  ]);
  expect(idsOf(await pendingOf(reader, [randomUUID(), '<script>', ''.padEnd(100, 'x')]))).toEqual([id]);
  expect((await view(program, reader, id)).status).toBe(200);
  expect(await pendingOf(reader, [id])).toEqual([]);
  expect(await pendingOf(await again(program, reader), [id])).toEqual([]);
});

test('they are listed in the order of sending', async () => {
  const reader = await program.signedIn('FACILITY-1');
  const ids = [await send(program), await send(program), await send(program)];
  expect(idsOf(await pendingOf(reader))).toEqual(ids);
});

test('the first acceptance counts: its time and its session stay, even with twenty simultaneous ones', async () => {
  const reader = await program.signedIn('FACILITY-1');
  const id = await send(program);
  const answers = await Promise.all(Array.from({ length: 20 }, () => view(program, reader, id)));
  const times = new Set(answers.map(({ json }) => json['viewedAt']));
  expect([answers.filter(({ status }) => status !== 200).length, times.size]).toEqual([0, 1]);
  const kept = () =>
    program.owner
      .selectFrom('broadcast_recipients')
      .where('user_id', '=', reader.user.id)
      .where('broadcast_id', '=', id)
      .select(['accepted_at', 'accepted_session'])
      .executeTakeFirstOrThrow();
  const first = await kept();
  const later = await again(program, reader);
  await view(program, later, id);
  expect(await kept()).toEqual(first);
});

test('one for the next login waits for a session that began after it was sent', async () => {
  const reader = await program.signedIn('SUPPLIER-1');
  const id = await send(program, { display_frequency: 'NEXT_LOGIN' });
  expect(await pendingOf(reader)).toEqual([]);
  const next = await again(program, reader);
  expect(idsOf(await pendingOf(next))).toEqual([id]);
  await view(program, next, id);
  expect(await pendingOf(await again(program, next))).toEqual([]);
});

test('one for every login is accepted once in each session that began after it was sent, until it ends', async () => {
  const before = await program.signedIn('SUPPLIER-2');
  const id = await send(program, {
    display_frequency: 'EVERY_LOGIN',
    ends_at: new Date(Date.now() + 3_600_000),
    organization_types: ['AGENCY'],
  });
  expect(await pendingOf(before)).toEqual([]);
  const reader = await again(program, before);
  expect(idsOf(await pendingOf(reader))).toEqual([id]);
  const [first, second] = [await view(program, reader, id), await view(program, reader, id)];
  expect(second.json).toEqual(first.json);
  expect(await pendingOf(reader)).toEqual([]);
  const next = await again(program, reader);
  expect(idsOf(await pendingOf(next))).toEqual([id]);
  await program.owner.updateTable('broadcasts').set({ ends_at: new Date() }).where('id', '=', id).execute();
  expect(await pendingOf(next)).toEqual([]);
});

test('another organization’s, another user’s and missing ones get the same answer', async () => {
  const reader = await program.signedIn('FACILITY-2');
  const id = await send(program, { organization_types: ['CLIENT'] });
  const elsewhere = await program.signedIn('SUPPLIER-1');
  const { tenantId } = stranger.world;
  const answers = [
    await view(program, reader, randomUUID()),
    await view(program, elsewhere, id),
    await view(program, outsider, id),
    await view(program, reader, id, { tenantId }),
    await view(program, reader, id, { userId: elsewhere.user.id }),
  ];
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
  expect(idsOf(await pendingOf(reader))).toContain(id);
  expect(idsOf(await pendingOf(outsider, [id]))).not.toContain(id);
});

test('it reaches the organizations it is for, no disabled users and no other program', async () => {
  const [one, two] = [await program.signedIn('FACILITY-1'), await program.signedIn('FACILITY-2')];
  const gone = await program.user('FACILITY-1');
  await program.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', gone.id).execute();
  const id = await send(program, { organization_types: [], organization_ids: [program.world.facility[0].id] });
  const rows = await program.owner
    .selectFrom('broadcast_recipients')
    .where('broadcast_id', '=', id)
    .select(['user_id', 'organization_id'])
    .execute();
  const people = rows.map(({ user_id }) => user_id);
  expect([one, two, outsider].map(({ user }) => people.includes(user.id))).toEqual([true, false, false]);
  expect(people).not.toContain(gone.id);
  expect(new Set(rows.map((row) => row.organization_id))).toEqual(new Set([program.world.facility[0].id]));
});

test('a deactivated organization is no recipient, so everyone who must accept it can', async () => {
  const reader = await program.signedIn('FACILITY-1');
  const left = await program.signedIn('SUPPLIER-2');
  const chosen = [reader, left].map(({ user }) => user.organizationId);
  await setActive(program, left, false);
  for (const wanted of [{ organization_types: [], organization_ids: chosen }, {}]) {
    const id = await send(program, wanted);
    const rows = await program.owner
      .selectFrom('broadcast_recipients')
      .where('broadcast_id', '=', id)
      .select(['user_id', 'organization_id'])
      .execute();
    expect(rows.map(({ user_id }) => user_id)).toContain(reader.user.id);
    expect(rows.map(({ organization_id }) => organization_id)).not.toContain(left.user.organizationId);
  }
  await setActive(program, left, true);
});

test('it is in each reader’s sequence once, under Nexus VMS, with the data of the dialog', async () => {
  const reader = await program.signedIn('FACILITY-1');
  const before = (await reader.since(0)).sequence;
  const id = await send(program, { force_logout: true, sticky: true });
  const { events } = await reader.since(before);
  expect(events).toHaveLength(1);
  expect(events[0]?.notification).toMatchObject({
    categoryCode: 'BROADCAST',
    subCategoryCode: 'BROADCAST',
    entityId: id,
    tenantId: program.world.tenantId,
    displayFrequency: 'IMMEDIATE',
    documentName: NO_DOCUMENT,
    forceLogout: true,
    stickyNotification: true,
  });
  const { notifications } = await reader.post<{ notifications: Notification[] }>('/broadcasts/search', {
    categoryCode: 'BROADCAST',
    keyword: '',
    context: undefined,
  });
  expect(notifications[0]?.entityId).toBe(id);
});

test('it is found by the first word of each item of a list, and of the paragraph after it', async () => {
  const reader = await program.signedIn('FACILITY-1');
  const id = await send(program, {
    template: '<p>Please bring:</p><ul><li>Badge</li><li>Lanyard</li></ul><p>Sincerely</p>',
  });
  for (const words of ['badge', 'lanyard', 'sincerely']) {
    const { notifications } = await reader.post<{ notifications: Notification[] }>('/find', {
      context: undefined,
      words,
    });
    expect([words, idsOf(notifications)]).toEqual([words, [id]]);
  }
});

test('accepting one that forces a logout ends only that session', async () => {
  const reader = await program.signedIn('FACILITY-1');
  const id = await send(program, { force_logout: true });
  expect((await view(program, reader, id)).status).toBe(200);
  const next = await view(program, reader, id);
  expect([next.status, next.json]).toEqual([
    401,
    expect.objectContaining({ errorCode: 'session.ended', reason: 'forced' }),
  ]);
  expect(idsOf(await pendingOf(await readerOf(program.server, reader.user)))).not.toContain(id);
});

test('two nodes that send the same one at the same time send it once', async () => {
  const reader = await program.signedIn('FACILITY-1');
  const before = (await reader.since(0)).sequence;
  const id = await send(program, { send_at: new Date(Date.now() + 3_600_000) });
  await program.owner
    .updateTable('broadcasts')
    .set({ send_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute();
  const sent = await Promise.all(Array.from({ length: 6 }, () => sendNow(program, id)));
  expect(sent.filter((count) => count !== undefined)).toHaveLength(1);
  expect((await reader.since(before)).events).toHaveLength(1);
});

test('one that is not due yet is not sent, and is pending for no one', async () => {
  const reader = await program.signedIn('FACILITY-1');
  const id = await send(program, { send_at: new Date(Date.now() + 3_600_000) });
  expect(await sendNow(program, id)).toBeUndefined();
  expect(idsOf(await pendingOf(reader))).not.toContain(id);
});
