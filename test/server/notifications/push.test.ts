/** The Mobile column of the preferences: pushes to a user's browsers, each with its result. */
import { createECDH } from 'node:crypto';
import { sql } from 'kysely';
import { deriveKeys } from '../../../server/base/keys';
import { OutsideFetch } from '../../../server/platform/http/outsideFetch';
import { outcomeOf } from '../../../server/features/notifications/channels/push';
import { decrypted } from '../support/pushService';
import { idsOf, pendingOf, send } from '../broadcasts/support';
import { API, SECTIONS, type Reader } from './support';
import {
  channelsOf,
  deliver,
  disputed,
  elsewhere,
  endQuietHours,
  hold,
  letGo,
  letRetry,
  onPhone,
  program,
  pushes,
  subscribe,
  usePushService,
} from './pushProgram';

usePushService();

test('the test’s decryption handles the example of RFC 8291', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  expect(decrypted(Buffer.from(body, 'base64url'), pair, auth).toString()).toBe(
    'When I grow up, I want to be a watermelon',
  );
});

test('kinds with Mobile are pushed to each device, encrypted, signed, with their link', async () => {
  const reader = await elsewhere(await onPhone('phone'));
  await subscribe(reader, 'tablet');
  await disputed();
  await deliver();
  const [push] = pushes.received.filter(({ browser }) => browser === 'phone');
  expect(pushes.titlesOf('tablet')).toEqual(pushes.titlesOf('phone'));
  const { events } = await reader.since(0);
  const { id = '', subject } = events[0]?.notification ?? {};
  expect(push?.message).toMatchObject({
    id,
    title: subject,
    url: `${program.server.app.services.config.publicUrl.origin}/open?notification=${id}`,
  });
  expect(push?.message['body']).not.toMatch(/[<>]/);
  expect(push).toMatchObject({ topic: id.replaceAll('-', ''), ttl: '86400', urgency: 'normal' });
  expect(push?.signedFor).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(push?.contact).toMatch(/^mailto:/);
  const { deliveries, devices, publicKey } = await channelsOf(reader);
  expect(deliveries.map(({ status, channel, device, attempts }) => [status, channel, device, attempts])).toEqual([
    ['SENT', 'PUSH', 'tablet', 1],
    ['SENT', 'PUSH', 'phone', 1],
  ]);
  expect(devices.map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
    ['tablet', true],
    ['phone', false],
  ]);
  expect(Buffer.from(publicKey, 'base64url').length).toBe(65);
  // A second run sends nothing again.
  await deliver();
  expect(pushes.titlesOf('phone').length).toBe(1);
});

test('a broadcast, release notes and a reminder to accept are pushed by the Mobile column, sticky ones as urgent', async () => {
  const both = await onPhone('both', ['BROADCAST', 'RELEASE_NOTES']);
  const notes = await onPhone('notes', ['RELEASE_NOTES']);
  const sender = await program.signedIn('MANAGER', [...SECTIONS, 'BROADCAST_SEND']);
  const closing = await send(program, { subject: 'Closing time', template: '<p>We close at <b>six</b>.</p>' });
  await send(program, { subject: 'Version 2', release_notes: true, sticky: true });
  await sender.client.post(
    `/api-user/v1/broadcasts/${closing}/remind`,
    { requestId: crypto.randomUUID() },
    { token: sender.token },
  );
  await deliver();
  // Immediate pushes arrive in any order.
  expect([...pushes.titlesOf('both')].sort()).toEqual(['Closing time', 'Reminder: Closing time', 'Version 2']);
  expect(pushes.titlesOf('notes')).toEqual(['Version 2']);
  const pushed = pushes.received.filter(({ browser }) => browser === 'both');
  const [first] = pushed.filter(({ message }) => message['title'] === 'Closing time');
  expect([first?.message['body'], first?.urgency]).toEqual(['We close at six.', 'normal']);
  expect(pushed.filter(({ urgency }) => urgency === 'high').map(({ message }) => message['title'])).toEqual(
    expect.arrayContaining(['Version 2', 'Reminder: Closing time']),
  );
  const listed = (await both.since(0)).events.flatMap(({ notification }) => (notification ? [notification.id] : []));
  expect(pushed.map(({ message }) => message['id']).sort()).toEqual([...listed].sort());
  expect((await notes.since(0)).events.length).toBe(3);
});

test('a muted broadcast has no push and no toast, but must still be accepted', async () => {
  const reader = await onPhone('muted', ['BROADCAST']);
  const row = { user_id: reader.user.id, organization_id: reader.user.organizationId };
  await program.owner
    .insertInto('notification_follows')
    .values({ ...row, subject: 'kind:BROADCAST', is_muted: true, label: 'Broadcasts' })
    .execute();
  const id = await send(program, { subject: 'Quietly', sticky: true });
  await deliver();
  expect(pushes.titlesOf('muted')).toEqual([]);
  expect((await reader.since(0)).events.map(({ notification }) => notification)).toEqual([
    expect.objectContaining({ subject: 'Quietly', quiet: true, stickyNotification: false }),
  ]);
  expect(idsOf(await pendingOf(reader))).toContain(id);
});

test('kinds without Mobile are not pushed', async () => {
  await onPhone('silent', ['DOCUMENT_DECLINED']);
  await disputed();
  await deliver();
  expect(pushes.titlesOf('silent')).toEqual([]);
});

test('a failing push service is retried with increasing waits, not before it allows, and then marked as failed', async () => {
  const reader = await onPhone('flaky');
  pushes.answers.set('flaky', [{ status: 429, retryAfter: '900' }, { status: 503 }, { status: 201 }]);
  await disputed();
  await deliver();
  const [first] = (await channelsOf(reader)).deliveries;
  expect(first).toMatchObject({
    status: 'FAILED',
    problem: 'The push service answered 429.',
    attempts: 1,
    doneAt: null,
  });
  const wait = Date.parse(first?.dueAt ?? '') - Date.parse(first?.createdAt ?? '');
  expect(wait).toBeGreaterThan(890_000);
  await deliver();
  expect((await channelsOf(reader)).deliveries[0]?.attempts).toBe(1);
  await letRetry();
  await deliver();
  await letRetry();
  await deliver();
  expect((await channelsOf(reader)).deliveries[0]).toMatchObject({ status: 'SENT', attempts: 3, problem: null });

  pushes.answers.set(
    'flaky',
    Array.from({ length: 20 }, () => ({ status: 500 })),
  );
  await disputed();
  for (let round = 0; round < 15; round++) {
    await deliver();
    await letRetry();
  }
  expect((await channelsOf(reader)).deliveries[0]).toMatchObject({
    status: 'GIVEN_UP',
    attempts: 10,
    problem: 'The push service answered 500.',
  });
  pushes.answers.delete('flaky');
});

test('a push whose attempts all end without a result is given up', async () => {
  const reader = await onPhone('restless');
  await hold(reader);
  await disputed();
  await sql`
    update notification_deliveries set status = 'FAILED', attempts = 10 where user_id = ${reader.user.id}`.execute(
    program.owner,
  );
  await letGo(reader);
  expect(pushes.titlesOf('restless')).toEqual([]);
  expect((await channelsOf(reader)).deliveries[0]).toMatchObject({
    status: 'GIVEN_UP',
    problem: 'It could not be delivered in 10 attempts.',
  });
});

test('after the secret of the server has changed, a browser is no longer listed, and the others get theirs', async () => {
  const { log } = program.server.app.services;
  const warn = jest.spyOn(log, 'warn');
  const reader = await onPhone('former-secret');
  const other = await onPhone('present-secret');
  const box = deriveKeys('another-secret-of-the-server-1234567890').encrypt('{}');
  await sql`update push_devices set encrypted_subscription = ${box} where id = ${reader.deviceId}`.execute(
    program.owner,
  );
  await hold(reader);
  await disputed();
  await disputed();
  // The results of both are stored at the same time.
  await sql`
    create function take_time() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$`.execute(
    program.owner,
  );
  await sql`
    create trigger slow before update of done_at on notification_deliveries
    for each row execute function take_time()`.execute(program.owner);
  await letGo(reader);
  await sql`drop trigger slow on notification_deliveries`.execute(program.owner);
  const { devices, deliveries } = await channelsOf(reader);
  expect(devices).toEqual([]);
  const givenUp = { status: 'GIVEN_UP', problem: 'Please turn push notifications on again on this device.' };
  expect(deliveries).toEqual([expect.objectContaining(givenUp), expect.objectContaining(givenUp)]);
  expect(pushes.titlesOf('present-secret').length).toBe(2);
  expect((await channelsOf(other)).devices.length).toBe(1);
  expect(warn.mock.calls.map(([, message]) => message)).not.toContainEqual(expect.stringMatching(/trying again/));
});

test('pushes whose results cannot be stored do not hold up the others', async () => {
  const [unfinished, finished] = [await onPhone('unfinished'), await onPhone('finished')];
  for (const each of [unfinished, finished]) await hold(each);
  // As many as a server takes at once.
  for (let each = 0; each < 20; each++) await disputed();
  await deliver();
  for (const each of [unfinished, finished]) await endQuietHours(each.user.id);
  const due = (reader: Reader, when: string) => sql`
    update notification_deliveries set next_attempt_at = now() - ${when}::interval where user_id = ${reader.user.id}`;
  await due(unfinished, '1 hour').execute(program.owner);
  await due(finished, '1 minute').execute(program.owner);
  await sql`
    create function refuse_to_finish() returns trigger language plpgsql as $$
    begin
      if new.user_id = ${sql.lit(unfinished.user.id)} and new.status = 'SENT' then raise exception 'refused'; end if;
      return new;
    end $$`.execute(program.owner);
  await sql`
    create trigger refuse before update on notification_deliveries
    for each row execute function refuse_to_finish()`.execute(program.owner);
  await deliver();
  await sql`drop trigger refuse on notification_deliveries`.execute(program.owner);
  expect((await channelsOf(unfinished)).deliveries[0]).toMatchObject({ status: 'PENDING', attempts: 1 });
  expect(pushes.titlesOf('finished').length).toBe(20);
});

test.each([404, 410])(
  'a browser whose subscription has ended (%d) gets no more pushes, and is not listed',
  async (status) => {
    const name = `gone-${status}`;
    const reader = await onPhone(name);
    await hold(reader);
    pushes.answers.set(name, [{ status }, { status }]);
    await disputed();
    await disputed();
    await letGo(reader);
    const { deliveries, devices } = await channelsOf(reader);
    expect(deliveries.map((each) => each.status)).toEqual(['GIVEN_UP', 'GIVEN_UP']);
    expect(devices).toEqual([]);
    await disputed();
    await deliver();
    expect((await channelsOf(reader)).deliveries.length).toBe(2);
  },
);

test('an impossible address of a push service is refused with the next step', async () => {
  const reader = await program.signedIn('MANAGER');
  const { p256dh, auth } = pushes.browser('nowhere').subscription;
  for (const endpoint of [
    'http://push.example.com/x',
    'ftp://push.example.com/x',
    'nonsense',
    'https://u:p@push.example.com/',
  ]) {
    const { status, json } = await reader.client.post(
      `${API}/devices`,
      { endpoint, p256dh, auth },
      { token: reader.token },
    );
    expect([endpoint, status, json['errorMessage']]).toEqual([
      endpoint,
      400,
      'This browser’s push service cannot be reached from here. Please use another browser.',
    ]);
  }
});

test('in production no push is sent into a private network, even if a name resolves to it', async () => {
  const outside = new OutsideFetch({
    ownMachine: false,
    resolve: (_name, answer) => answer(null, [{ address: '169.254.169.254', family: 4 }]),
  });
  expect(() => outside.assertAllowed('https://10.0.0.7/push')).toThrow('private network');
  await expect(outside.postBytes('https://push.example.com/x', Buffer.from('x'), {})).rejects.toThrow(
    'private network',
  );
});

test.each([
  [200, undefined, { kind: 'SENT' }],
  [201, undefined, { kind: 'SENT' }],
  [413, undefined, { kind: 'GIVEN_UP' }],
  [403, undefined, { kind: 'GIVEN_UP' }],
  [429, '60', { kind: 'FAILED', retrySeconds: 60 }],
  [429, 'soon', { kind: 'FAILED', retrySeconds: 5 }],
  [503, '999999999', { kind: 'FAILED', retrySeconds: 21_600 }],
  [502, undefined, { kind: 'FAILED', retrySeconds: 5 }],
])('an answer %d with Retry-After %s', (status, retryAfter, expected) => {
  expect(outcomeOf(status, retryAfter, 1)).toMatchObject(expected);
});
