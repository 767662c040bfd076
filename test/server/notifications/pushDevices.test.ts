/** Whose browser gets pushes, and what ends them: signing out, a lost phone, another user, another subscription. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { keepDevice } from '../../../server/features/notifications/channels/channelStore';
import type { CurrentSession } from '../../../server/platform/session';
import { PASSWORD } from '../support/fixtures';
import { vmsOn } from '../support/vms';
import { lockWaits } from '../support/lockWaits';
import { API, SECTIONS, setActive, type Reader } from './support';
import {
  type Channels,
  channelsOf,
  deliver,
  disputed,
  elsewhere,
  hold,
  letGo,
  onPhone,
  program,
  pushes,
  subscribe,
  usePushService,
} from './pushProgram';

usePushService();

test('signing out ends the pushes on that device; pending ones are dropped', async () => {
  const reader = await onPhone('left-behind');
  await hold(reader);
  await disputed();
  await sql`update sessions set ended_at = now(), end_reason = 'signed_out' where user_id = ${reader.user.id}`.execute(
    program.owner,
  );
  await letGo(reader);
  expect(pushes.titlesOf('left-behind')).toEqual([]);
  const { rows } = await sql<{ status: string; problem: string }>`
    select status, problem from notification_deliveries where user_id = ${reader.user.id}`.execute(program.owner);
  expect(rows).toEqual([{ status: 'GIVEN_UP', problem: 'This device was signed out.' }]);
});

describe('a sign-out in a browser that gets pushes', () => {
  const signOut = (client: Reader['client'], tokenIdentifier: string, token?: string) =>
    client.post('/api-user/v1/session/end', { tokenIdentifier }, token === undefined ? {} : { token });
  const sessionOf = async ({ user }: Reader): Promise<string> =>
    (await program.owner.selectFrom('sessions').where('user_id', '=', user.id).select('id').executeTakeFirstOrThrow())
      .id;
  const goneAt = async ({ deviceId }: { readonly deviceId: string }): Promise<Date | null> =>
    (
      await program.owner
        .selectFrom('push_devices')
        .where('id', '=', deviceId)
        .select('gone_at')
        .executeTakeFirstOrThrow()
    ).gone_at;
  const ofUser = (userId: string) => sql`user_id = ${userId}`;
  const past = sql`now() - interval '1 minute'`;

  test.each([
    ['has-expired', (id: string) => sql`update sessions set idle_expires_at = ${past} where ${ofUser(id)}`],
    [
      'ended-as-expired',
      (id: string) => sql`update sessions set ended_at = now(), end_reason = 'expired' where ${ofUser(id)}`,
    ],
    [
      'was-taken-over',
      (id: string) => sql`update sessions set ended_at = now(), end_reason = 'taken_over' where ${ofUser(id)}`,
    ],
    ['was-deleted', (id: string) => sql`delete from sessions where ${ofUser(id)}`],
  ])('ends them, also after the session %s', async (name, end) => {
    const reader = await onPhone(name);
    const tokenIdentifier = await sessionOf(reader);
    await end(reader.user.id).execute(program.owner);
    expect((await signOut(reader.client, tokenIdentifier)).status).toBe(200);
    await disputed();
    await deliver();
    expect(pushes.titlesOf(name)).toEqual([]);
    expect(await goneAt(reader)).not.toBeNull();
  });

  test('ends them, also if the browser has lost the cookie of the device', async () => {
    const reader = await onPhone('lost-cookie');
    const tokenIdentifier = await sessionOf(reader);
    reader.client.cookies.delete('vms_push');
    await sql`update sessions set idle_expires_at = ${past} where ${ofUser(reader.user.id)}`.execute(program.owner);
    await signOut(reader.client, tokenIdentifier);
    expect(await goneAt(reader)).not.toBeNull();
  });

  test('of an earlier session that arrives late leaves those of the session that has begun since', async () => {
    const reader = await onPhone('begun-since');
    const tokenIdentifier = await sessionOf(reader);
    await sql`update sessions set ended_at = now(), end_reason = 'expired' where ${ofUser(reader.user.id)}`.execute(
      program.owner,
    );
    const { access_token: token } = await reader.client.signedIn(reader.user);
    await reader.client.get(`${API}/context`, { token });
    await signOut(reader.client, tokenIdentifier);
    expect(await goneAt(reader)).toBeNull();
  });

  test('of another browser leaves them', async () => {
    const reader = await onPhone('not-here');
    const { client } = await program.signedIn('MANAGER');
    await sql`update sessions set idle_expires_at = ${past} where ${ofUser(reader.user.id)}`.execute(program.owner);
    await signOut(client, await sessionOf(reader));
    expect(await goneAt(reader)).toBeNull();
  });

  test.each([
    ['before its token expires', true],
    ['after its token has expired', false],
  ])('is not one that gives up a sign-in %s: they go on after the session was taken over', async (_when, hasToken) => {
    const reader = await onPhone(`given-up-${String(hasToken)}`);
    await elsewhere(reader);
    const { access_token: token, tokenIdentifier, loginCode } = await reader.client.signedIn(reader.user);
    expect(loginCode).toBe('ACTIVE_SESSION');
    await signOut(reader.client, tokenIdentifier, hasToken ? token : undefined);
    expect(await goneAt(reader)).toBeNull();
  });

  test('is not one that gives up a sign-in, also if it is repeated without cookie and token', async () => {
    const reader = await onPhone('given-up-again');
    await elsewhere(reader);
    const { access_token: token, tokenIdentifier } = await reader.client.signedIn(reader.user);
    await signOut(reader.client, tokenIdentifier, token);
    reader.client.cookies.delete('vms_refresh');
    await signOut(reader.client, tokenIdentifier);
    expect(await goneAt(reader)).toBeNull();
  });

  test('ends them, also if what it names is not the id of a session', async () => {
    const reader = await onPhone('no-id');
    await sql`delete from sessions where ${ofUser(reader.user.id)}`.execute(program.owner);
    expect((await signOut(reader.client, 'not an id')).status).toBe(200);
    expect(await goneAt(reader)).not.toBeNull();
  });
});

test.each(['expired', 'taken_over'])('a session that is %s keeps the phone’s pushes', async (reason) => {
  const name = `still-${reason}`;
  const reader = await onPhone(name);
  await sql`update sessions set ended_at = now(), end_reason = ${reason} where user_id = ${reader.user.id}`.execute(
    program.owner,
  );
  await disputed();
  await deliver();
  expect(pushes.titlesOf(name).length).toBe(1);
});

test('a device is not added to a session that has ended after the request was let in', async () => {
  const reader = await program.signedIn('MANAGER');
  const { rows } = await sql<{ id: string }>`
    update sessions set ended_at = now(), end_reason = 'signed_out' where user_id = ${reader.user.id} and ended_at is null
    returning id`.execute(program.owner);
  const session = { userId: reader.user.id, sessionId: rows[0]?.id ?? '' } as CurrentSession;
  const device = { endpoint: 'https://push.example.org/late', p256dh: 'p', auth: 'a', name: 'Late' };
  const { keys } = program.server.app.services;
  const adding = program.server.database.withScope(program.scope('MANAGER', reader.user.id), (queries) =>
    keepDevice(queries, session, keys, device),
  );
  await expect(adding).rejects.toMatchObject({ code: 'session.ended' });
});

describe('a sign-out waits for a session that is', () => {
  type Ready = { readonly reader: Reader; readonly sessionId: string; readonly work: RawBuilder<unknown> };
  const openOf = async (userId: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      select id from sessions where user_id = ${userId} and ended_at is null`.execute(program.owner);
    return rows[0]?.id ?? '';
  };
  const adding = async (): Promise<Ready> => {
    const reader = await program.signedIn('MANAGER');
    const sessionId = await openOf(reader.user.id);
    const work = sql`select notification_keep_device(${sessionId}::uuid, ${randomBytes(32)}::bytea, '', 'Phone', 5)`;
    return { reader, sessionId, work };
  };
  const continuing = async (): Promise<Ready> => {
    const reader = await onPhone('continuing');
    await sql`update sessions set ended_at = now(), end_reason = 'expired' where user_id = ${reader.user.id}`.execute(
      program.owner,
    );
    await reader.client.signedIn(reader.user);
    const sessionId = await openOf(reader.user.id);
    const work = sql`select notification_meet_device(${sessionId}::uuid, ${reader.deviceId}::uuid)`;
    return { reader, sessionId, work };
  };

  test.each([
    ['adding a device', adding],
    ['continuing the pushes of its browser', continuing],
  ])('%s, and ends its pushes', async (_what, ready) => {
    const { reader, sessionId, work } = await ready();
    const state = { isDone: false };
    const [signingOut] = await program.server.database.withScope(
      program.scope('MANAGER', reader.user.id),
      async (queries) => {
        await work.execute(queries);
        const ending = sql`update sessions set ended_at = now(), end_reason = 'signed_out' where id = ${sessionId}`
          .execute(program.owner)
          .finally(() => (state.isDone = true));
        while (!state.isDone && (await lockWaits(program.owner)) === 0) await delay(20);
        return [ending];
      },
    );
    await signingOut;
    const { rows } = await sql`
      select from push_devices where user_id = ${reader.user.id} and gone_at is null`.execute(program.owner);
    expect(rows).toEqual([]);
  });
});

describe('the session on the phone was taken over; then the phone was lost, and', () => {
  const end = {
    'the password is changed': async (reader: Reader) => {
      const { client, token } = await elsewhere(reader);
      const body = { oldPassword: PASSWORD, newPassword: 'Brand-new-words-31' };
      return client.post('/api-user/v1/password/change', body, { token });
    },
    'the user ends all other sessions': async (reader: Reader) => {
      const { client, token } = await elsewhere(reader);
      return client.post('/api-user/v1/sessions/end-others', {}, { token });
    },
    'an administrator ends all sessions': async (reader: Reader) => {
      await elsewhere(reader);
      const { client, token } = await program.signedIn('MANAGER', [...SECTIONS, 'USER_EDIT']);
      return client.post(`/api-user/v1/users/${reader.user.id}/sessions/end`, {}, { token });
    },
    'the operator ends all sessions': async (reader: Reader) => {
      await elsewhere(reader);
      const { organizationCode, userName } = reader.user;
      const args = ['end-sessions', '--organization', organizationCode, '--username', userName];
      const { code } = await vmsOn(program.server)(args);
      return { status: code === 0 ? 200 : code };
    },
  };

  test.each(Object.entries(end))('%s: it gets no more pushes, also none that were waiting', async (what, work) => {
    const lost = `lost-${what.replaceAll(' ', '-')}`;
    const reader = await onPhone(lost);
    const other = await onPhone(`not-${lost}`);
    await hold(reader);
    await disputed();
    expect((await work(reader)).status).toBe(200);
    await disputed();
    await letGo(reader);
    expect([pushes.titlesOf(lost).length, pushes.titlesOf(`not-${lost}`).length]).toEqual([0, 2]);
    expect((await channelsOf(other)).devices.length).toBe(1);
  });

  test('the desktop computer, where the password was changed, keeps its own pushes', async () => {
    const reader = await onPhone('lost-phone');
    const { client, token } = await elsewhere(reader);
    await subscribe({ ...reader, client, token }, 'desk');
    const body = { oldPassword: PASSWORD, newPassword: 'Brand-new-words-31' };
    expect((await client.post('/api-user/v1/password/change', body, { token })).status).toBe(200);
    await disputed();
    await deliver();
    expect([pushes.titlesOf('lost-phone').length, pushes.titlesOf('desk').length]).toEqual([0, 1]);
  });
});

test('nothing is pushed to a deactivated organization, neither news nor what was waiting; a reactivated one gets the next news', async () => {
  const reader = await onPhone('supplier', ['TIMESHEET_DISPUTED'], 'SUPPLIER-1');
  await hold(reader);
  await disputed();
  await setActive(program, reader, false);
  expect(await disputed()).not.toContain(reader.user.id);
  await letGo(reader);
  expect(pushes.titlesOf('supplier')).toEqual([]);
  const { rows } = await sql<{ status: string }>`
    select status from notification_deliveries where user_id = ${reader.user.id}`.execute(program.owner);
  expect(rows).toEqual([{ status: 'GIVEN_UP' }]);
  await setActive(program, reader, true);
  await disputed();
  await letGo(reader);
  expect(pushes.titlesOf('supplier').length).toBe(1);
});

test('a browser belongs to its last user: the next one who signs in there takes it over', async () => {
  const first = await onPhone('shared');
  const second = await program.signedIn('FACILITY-1');
  const { endpoint, p256dh, auth } = pushes.browser('shared').subscription;
  await second.client.post(`${API}/devices`, { endpoint, p256dh, auth, name: 'shared' }, { token: second.token });
  expect((await channelsOf(first)).devices).toEqual([]);
  expect((await channelsOf(second)).devices.length).toBe(1);
});

test('signing in again in that browser continues its pushes, and a sign-out there ends them', async () => {
  const { user, client } = await onPhone('daily');
  await sql`update sessions set ended_at = now(), end_reason = 'expired' where user_id = ${user.id}`.execute(
    program.owner,
  );
  const { access_token: token } = await client.signedIn(user);
  await client.get(`${API}/context`, { token });
  const { json } = await client.get(`${API}/channels`, { token });
  expect((json as unknown as Channels).devices.map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
    ['daily', true],
  ]);
  await sql`update sessions set ended_at = now(), end_reason = 'signed_out' where user_id = ${user.id} and ended_at is null`.execute(
    program.owner,
  );
  await disputed();
  await deliver();
  expect(pushes.titlesOf('daily')).toEqual([]);
});

test('another user who signs in in that browser ends the pushes of the previous one', async () => {
  const first = await onPhone('handed-on');
  const second = await program.user('FACILITY-1');
  const { access_token: token } = await first.client.signedIn(second);
  await first.client.get(`${API}/context`, { token });
  await disputed();
  await deliver();
  expect(pushes.titlesOf('handed-on')).toEqual([]);
});

test('a browser that is added again with a new subscription gets each push once', async () => {
  const reader = await onPhone('first-subscription');
  await subscribe(reader, 'second-subscription');
  expect((await channelsOf(reader)).devices.map(({ name }) => name)).toEqual(['second-subscription']);
  await disputed();
  await deliver();
  expect(['first-subscription', 'second-subscription'].map((name) => pushes.titlesOf(name).length)).toEqual([0, 1]);
});

test('another user’s device and a missing one get the same answer; a removed one gets no pushes', async () => {
  const mine = await onPhone('removed');
  const other = await program.signedIn('MANAGER');
  const remove = ({ client, token }: Reader, id: string) => client.request('DELETE', `${API}/devices/${id}`, { token });
  const [foreign, missing] = [await remove(other, mine.deviceId), await remove(other, crypto.randomUUID())];
  expect([foreign.status, foreign.json['errorCode']]).toEqual([missing.status, missing.json['errorCode']]);
  expect(foreign.status).toBe(404);
  expect((await remove(mine, mine.deviceId)).status).toBe(200);
  await disputed();
  await deliver();
  expect(pushes.titlesOf('removed')).toEqual([]);
});
