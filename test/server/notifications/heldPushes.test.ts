/** Pushes that wait: for the end of quiet hours, or behind others; and what is no longer due by then. */
import { sql } from 'kysely';
import { settleNotifications } from '../../../server/features/records/settleNotifications';
import { untilLockWaits } from '../support/lockWaits';
import { send } from '../broadcasts/support';
import { API, SECTIONS, saveRules, type Reader } from './support';
import {
  beQuiet,
  channelsOf,
  deliver,
  disputed,
  hold,
  letGo,
  onPhone,
  program,
  pushes,
  usePushService,
} from './pushProgram';

usePushService();

test('a push that failed is not tried again in quiet hours', async () => {
  const reader = await onPhone('evening');
  const end = await beQuiet(reader, 5, 120);
  pushes.answers.set('evening', [{ status: 429, retryAfter: '900' }]);
  await disputed();
  await deliver();
  const [failed] = (await channelsOf(reader)).deliveries;
  expect([failed?.status, Date.parse(failed?.dueAt ?? '')]).toEqual(['FAILED', end]);
});

test('a push that was due while no server ran does not ring in quiet hours, and no other waits with it', async () => {
  const reader = await onPhone('night');
  const awake = await onPhone('awake');
  const end = await hold(reader);
  // More than one round takes.
  for (let each = 0; each < 25; each++) await disputed();
  await sql`
    update notification_deliveries set status = 'PENDING', next_attempt_at = now() - interval '1 minute'
    where user_id = ${reader.user.id}`.execute(program.owner);
  await deliver();
  expect([pushes.titlesOf('night').length, pushes.titlesOf('awake').length]).toEqual([0, 25]);
  const { deliveries } = await channelsOf(reader);
  expect(
    new Set(deliveries.map(({ status, attempts, dueAt }) => `${status} ${attempts} ${Date.parse(dueAt)}`)),
  ).toEqual(new Set([`PENDING 0 ${end}`]));
  await letGo(reader);
  expect(pushes.titlesOf('night').length).toBe(25);
  expect((await channelsOf(awake)).deliveries.every(({ status }) => status === 'SENT')).toBe(true);
});

test('what is settled in quiet hours does not ring after them; what is still open does', async () => {
  const reader = await onPhone('morning', ['TIMESHEET_SUBMITTED', 'TIMESHEET_DISPUTED']);
  const set = (facility_status: 'SUBMITTED' | 'APPROVED') =>
    program.owner.updateTable('timesheets').set({ facility_status }).where('id', '=', program.rows.timesheet).execute();
  await hold(reader);
  await set('SUBMITTED');
  await program.publish({ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId: program.rows.timesheet });
  await settleNotifications(program.server.app.services);
  await set('APPROVED');
  await settleNotifications(program.server.app.services);
  await disputed();
  await letGo(reader);
  expect(pushes.titlesOf('morning')).toEqual([expect.stringMatching(/ is disputed$/)]);
  expect(
    (await channelsOf(reader)).deliveries.map(({ status, attempts, problem }) => [status, attempts, problem]),
  ).toEqual([
    ['SENT', 1, null],
    ['GIVEN_UP', 0, 'It was settled before it was sent.'],
  ]);
});

test('a broadcast that is ended in quiet hours, and a reminder of it, do not ring after them', async () => {
  const reader = await onPhone('dawn', ['BROADCAST'], 'FACILITY-2');
  const sender = await program.signedIn('MANAGER', [...SECTIONS, 'BROADCAST_SEND']);
  const wanted = { organization_types: [], organization_ids: [reader.user.organizationId] };
  await hold(reader);
  const id = await send(program, { ...wanted, subject: 'Ended', display_frequency: 'EVERY_LOGIN' });
  await send(program, { ...wanted, subject: 'Still there' });
  const act = (what: string, body: object) =>
    sender.client.post(`/api-user/v1/broadcasts/${id}/${what}`, body, { token: sender.token });
  expect((await act('remind', { requestId: crypto.randomUUID() })).status).toBe(200);
  expect((await act('cancel', {})).status).toBe(200);
  await letGo(reader);
  expect(pushes.titlesOf('dawn')).toEqual(['Still there']);
  expect((await channelsOf(reader)).deliveries.map(({ status, problem }) => [status, problem])).toEqual([
    ['GIVEN_UP', 'The broadcast has ended.'],
    ['SENT', null],
    ['GIVEN_UP', 'The broadcast has ended.'],
  ]);
});

test('an alarm that is acknowledged or ends in quiet hours does not ring after them; one that is still raised does', async () => {
  const reader = await onPhone('watch', ['BOARD_ALARM']);
  await hold(reader);
  const raise = async (name: string): Promise<string> => {
    const { id } = await program.owner
      .insertInto('board_alarms')
      .values({ organization_id: program.world.tenantId, name, text: 'It was.', found: 1, raised_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const facts = { alarmId: id, name, text: 'It was.', isEscalated: false, userId: reader.user.id };
    await program.publish({ kind: 'alarm', what: 'BOARD_ALARM', ...facts });
    return id;
  };
  const acknowledged = await raise('Acknowledged');
  const cleared = await raise('Ended');
  await raise('Still raised');
  const { client, token } = reader;
  expect((await client.post(`/api-user/v1/board/alarms/${acknowledged}/acknowledge`, {}, { token })).status).toBe(200);
  await program.owner.updateTable('board_alarms').set({ cleared_at: new Date() }).where('id', '=', cleared).execute();
  await letGo(reader);
  expect(pushes.titlesOf('watch')).toEqual(['Alarm: Still raised']);
  expect((await channelsOf(reader)).deliveries.map(({ status, problem }) => [status, problem])).toEqual([
    ['SENT', null],
    ['GIVEN_UP', 'The alarm has ended.'],
    ['GIVEN_UP', 'The alarm was acknowledged.'],
  ]);
});

test('many pushes of a broadcast that has ended are given up at once, and those behind them are sent', async () => {
  const reader = await onPhone('crowded', ['BROADCAST', 'TIMESHEET_DISPUTED'], 'MANAGER');
  await hold(reader);
  const wanted = { organization_types: [], organization_ids: [reader.user.organizationId] };
  const id = await send(program, { ...wanted, subject: 'Over', display_frequency: 'EVERY_LOGIN' });
  await sql`
    with copies as (
      insert into notification_contents (tenant_id, category_code, sub_category_code, content, search_text)
      select c.tenant_id, c.category_code, c.sub_category_code, c.content, c.search_text
      from notification_contents c
      join notification_deliveries d on d.content_id = c.id and d.user_id = ${reader.user.id}
      cross join generate_series(1, 600)
      returning id
    )
    insert into notification_deliveries (
      user_id, organization_id, content_id, channel, device_id, mode, is_held, next_attempt_at)
    select ${reader.user.id}, ${reader.user.organizationId}, c.id, 'PUSH', ${reader.deviceId}, 'AT_ONCE', true, now()
    from copies c`.execute(program.owner);
  for (let each = 0; each < 25; each++) await disputed();
  await program.owner.updateTable('broadcasts').set({ ends_at: new Date() }).where('id', '=', id).execute();
  await letGo(reader);
  const { rows } = await sql<{ status: string; problem: string | null; count: number }>`
    select status, problem, count(*)::integer from notification_deliveries where user_id = ${reader.user.id}
    group by status, problem order by status`.execute(program.owner);
  expect(rows).toEqual([
    { status: 'GIVEN_UP', problem: 'The broadcast has ended.', count: 601 },
    { status: 'SENT', problem: null, count: 25 },
  ]);
});

describe('Mobile that is turned off in quiet hours', () => {
  const turnOff = async ({ client, token, user }: Reader, kept: { readonly notification: boolean }) => {
    const record = { subCategoryCode: 'TIMESHEET_DISPUTED', emailNotification: false, allNotification: false };
    const { status } = await client.request('PUT', `/api-user/v1/users/${user.id}/notification-preferences`, {
      token,
      body: { records: [{ ...record, notification: kept.notification, mobileNotification: !kept.notification }] },
    });
    expect(status).toBe(200);
  };
  const ruled = async (reader: Reader, push: boolean | null, words = '') => {
    const answer = await saveRules(reader, [{ kinds: ['TIMESHEET_DISPUTED'], words, toast: 'STICKY', push }]);
    expect(answer.status).toBe(200);
  };
  const followed = async ({ client, token }: Reader, subject: string) => {
    const body = { subject, mode: 'FOLLOW' };
    expect((await client.request('PUT', `${API}/follows`, { token, body })).status).toBe(200);
  };
  type Ask = (reader: Reader) => Promise<void>;
  const nothing: Ask = () => Promise.resolve();
  test.each<[string, boolean, Ask, number]>([
    ['no longer rings after them', true, nothing, 0],
    ['no longer rings after them, neither if its notification is turned off', false, nothing, 0],
    ['still rings if a rule asks for pushes', true, (reader) => ruled(reader, true), 1],
    ['no longer rings if a rule has other words', true, (reader) => ruled(reader, true, 'of no notification'), 0],
    ['no longer rings if a rule only makes its toast stay', true, (reader) => ruled(reader, null), 0],
    ['still rings if a rule asks for its notification', false, (reader) => ruled(reader, null), 1],
    [
      'still rings if its record is followed',
      false,
      (reader) => followed(reader, `timesheet:${program.rows.timesheet}`),
      1,
    ],
    ['still rings if its kind is followed', false, (reader) => followed(reader, 'kind:TIMESHEET_DISPUTED'), 1],
    ['no longer rings if another kind is followed', false, (reader) => followed(reader, 'kind:JOB_CLOSED'), 0],
    [
      'no longer rings if only Mobile is off, and its kind is followed',
      true,
      (reader) => followed(reader, 'kind:TIMESHEET_DISPUTED'),
      0,
    ],
  ])('%s', async (name, notification, ask, rings) => {
    const phone = name.replaceAll(/\W/g, '-');
    const reader = await onPhone(phone);
    await ask(reader);
    await hold(reader);
    await disputed();
    await turnOff(reader, { notification });
    await letGo(reader);
    expect(pushes.titlesOf(phone).length).toBe(rings);
    const [delivery] = (await channelsOf(reader)).deliveries;
    expect([delivery?.status, delivery?.problem]).toEqual(
      rings === 1 ? ['SENT', null] : ['GIVEN_UP', 'You stopped these pushes.'],
    );
  });
});

test.each<[string, (reader: Reader) => Promise<unknown>]>([
  [
    'Pushes that are turned off',
    ({ client, token, user }) => {
      const record = { subCategoryCode: 'TIMESHEET_DISPUTED', emailNotification: false, allNotification: false };
      return client.request('PUT', `/api-user/v1/users/${user.id}/notification-preferences`, {
        token,
        body: { records: [{ ...record, notification: true, mobileNotification: false }] },
      });
    },
  ],
  ['New quiet hours', (reader) => beQuiet(reader, -30, 90)],
])('%s wait for a push that finds their device gone, and hold nothing that it needs', async (what, change) => {
  const reader = await onPhone(`vanishing-${what.replaceAll(' ', '-')}`);
  await hold(reader);
  for (let each = 0; each < 3; each++) await disputed();
  const { changed } = await program.owner.transaction().execute(async (held) => {
    await sql`select from push_devices where id = ${reader.deviceId} for no key update`.execute(held);
    const { rows } = await sql<{ id: string }>`
      select id from notification_deliveries where user_id = ${reader.user.id} order by id`.execute(held);
    // Whichever of the others were locked before it would be held by now.
    await sql`select from notification_deliveries where id = ${rows[1]?.id} for update`.execute(held);
    const changing = change(reader);
    await untilLockWaits(program.owner);
    await sql`select from notification_deliveries where user_id = ${reader.user.id} for update nowait`.execute(held);
    await sql`select notification_finish_push(${rows[0]?.id}::bigint, 0, 'GONE', 'It is gone.', 0)`.execute(held);
    return { changed: changing };
  });
  await changed;
  const { deliveries, devices } = await channelsOf(reader);
  expect(deliveries.map(({ status, problem }) => [status, problem])).toEqual(
    Array.from({ length: 3 }, () => ['GIVEN_UP', 'It is gone.']),
  );
  expect(devices).toEqual([]);
});
