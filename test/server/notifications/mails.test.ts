/** Mail about notifications: immediate, hourly or in the morning, never in quiet hours, and stopped by one click. */
import type { AddressInfo } from 'node:net';
import { DateTime } from 'luxon';
import { SMTPServer } from 'smtp-server';
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { startTestServer, type TestMail } from '../support/server';
import { notifyPermissionChange } from '../../../server/features/roles/roleUpdates';
import { send } from '../broadcasts/support';
import { API, SECTIONS, setActive, startProgram, type Place, type Program, type Reader } from './support';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.server.stop());

const PLACES = '/api-user/v1/users';
const disputed = (of = program) =>
  of.publish({ kind: 'timesheet', what: 'TIMESHEET_DISPUTED', timesheetId: of.rows.timesheet });
const uploaded = () =>
  program.publish({ kind: 'document', what: 'DOCUMENT_UPLOADED', documentId: program.rows.document });
const mailsOf = (reader: Reader): Promise<TestMail[]> => program.server.mailsTo(reader.user.email);
/** Makes all waiting mail due, after any quiet hours. */
const letTimePass = async ({ user }: Reader) => {
  await sql`update notification_settings set quiet_from = null, quiet_to = null where user_id = ${user.id}`.execute(
    program.owner,
  );
  await sql`update notification_deliveries set next_attempt_at = now() where user_id = ${user.id} and status <> 'SENT'`.execute(
    program.owner,
  );
};

type Settings = ResponseOf<'notificationChannels'>['settings'];

async function save({ client, token }: Reader, settings: Partial<Settings>): Promise<void> {
  const body = {
    mailMode: 'AT_ONCE',
    morningAt: '07:00',
    quietFrom: null,
    quietTo: null,
    timeZone: 'UTC',
    ...settings,
  };
  const { status } = await client.request('PUT', `${API}/channels/settings`, { token, body });
  expect(status).toBe(200);
}

async function wanting(
  settings: Partial<Settings> = {},
  kinds = ['TIMESHEET_DISPUTED', 'DOCUMENT_UPLOADED'],
  of = program,
  place: Place = 'MANAGER',
): Promise<Reader> {
  const reader = await of.signedIn(place);
  await reader.client.request('PUT', `${PLACES}/${reader.user.id}/notification-preferences`, {
    token: reader.token,
    body: {
      records: kinds.map((subCategoryCode) => ({
        ...{ subCategoryCode, notification: true, emailNotification: true, mobileNotification: false },
        allNotification: false,
      })),
    },
  });
  await save(reader, settings);
  return reader;
}

test('immediate: one mail for each, with its link, and a link that stops that kind', async () => {
  const reader = await wanting();
  await disputed();
  await uploaded();
  const mails = await mailsOf(reader);
  expect(mails.length).toBe(2);
  const { events } = await reader.since(0);
  for (const { notification } of events) {
    const mail = mails.find(({ subject }) => subject === notification?.subject);
    expect(mail?.text).toContain(`/open?notification=${notification?.id}`);
    expect(mail?.text).toContain(`No more emails about '${notification?.subCategoryName}': `);
    expect(mail?.html).toContain(`/open?notification=${notification?.id}"`);
  }
});

test.each(['HOURLY', 'MORNING'] as const)(
  '%s: everything since then in one mail, by tab, with a link each',
  async (mailMode) => {
    const reader = await wanting({ mailMode, timeZone: 'America/Chicago' });
    await disputed();
    await disputed();
    await uploaded();
    expect(await mailsOf(reader)).toEqual([]);
    await letTimePass(reader);
    const mails = await mailsOf(reader);
    expect(mails.map(({ subject }) => subject)).toEqual(['3 notifications: Back Office 2, Compliance 1']);
    const { events } = await reader.since(0);
    for (const { notification } of events) expect(mails[0]?.text).toContain(`/open?notification=${notification?.id}`);
    // Times are in the reader's time zone.
    expect(mails[0]?.text).toMatch(/\d\d\/\d\d\/\d{4} \d+:\d\d [AP]M C[SD]T /);
    expect((await mailsOf(reader)).length).toBe(1);
  },
);

test('a time zone that the database does not know is refused, and stops neither mail nor the change it is about', async () => {
  const reader = await wanting();
  for (const timeZone of ['US/Pacific-New', 'AGT', 'IST']) {
    const body = { mailMode: 'HOURLY', morningAt: '07:00', quietFrom: null, quietTo: null, timeZone };
    const answer = await reader.client.request('PUT', `${API}/channels/settings`, { token: reader.token, body });
    expect([timeZone, answer.status, answer.json['errorMessage']]).toEqual([
      timeZone,
      400,
      'This time zone is not known here. Please choose another one.',
    ]);
  }
  // As after moving to a database with an older list of zones.
  await program.owner
    .updateTable('notification_settings')
    .set({ time_zone: 'US/Pacific-New' })
    .where('user_id', '=', reader.user.id)
    .execute();
  await disputed();
  expect((await mailsOf(reader)).length).toBe(1);
});

test('broadcasts, release notes and role updates are mailed on request, and the link of such a mail stops them', async () => {
  const kinds = ['BROADCAST', 'RELEASE_NOTES', 'ROLE_PERMISSION_UPDATE'];
  const reader = await wanting({}, kinds);
  const other = await wanting({}, []);
  await send(program, { subject: 'Closing time', template: '<p>We close at <b>six</b>.</p>' });
  await send(program, { subject: 'Version 2', release_notes: true });
  await program.server.database.withScope(program.scope(), (queries) =>
    notifyPermissionChange(program.server.app.services.notifier, queries, {
      ...{ organizationId: reader.user.organizationId, roleName: 'Manager', subject: 'You may do more' },
      ...{ added: ['MENU_JOB'], removed: [], changedBy: reader.user.id, userIds: [reader.user.id, other.user.id] },
    }),
  );
  const mails = await mailsOf(reader);
  expect(mails.map(({ subject }) => subject).sort()).toEqual(['Closing time', 'Version 2', 'You may do more']);
  const { events } = await reader.since(0);
  for (const { notification } of events) {
    const mail = mails.find(({ subject }) => subject === notification?.subject);
    expect(mail?.text).toContain(`/open?notification=${notification?.id}`);
    expect(mail?.text).toContain(`No more emails about '${notification?.subCategoryName}': `);
  }
  expect(mails.find(({ subject }) => subject === 'Closing time')?.text).toContain('We close at six.');
  expect(await mailsOf(other)).toEqual([]);
  const link = /No more emails about 'Broadcast': (\S+)/.exec(
    mails.find(({ subject }) => subject === 'Closing time')?.text ?? '',
  )?.[1];
  const stopped = await fetch(program.server.url + new URL(link ?? '').pathname + new URL(link ?? '').search, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(stopped.status).toBe(200);
  await send(program, { subject: 'Closing time again' });
  await send(program, { subject: 'Version 3', release_notes: true });
  expect((await mailsOf(reader)).map(({ subject }) => subject)).toContain('Version 3');
  expect((await mailsOf(reader)).map(({ subject }) => subject)).not.toContain('Closing time again');
});

test('a reminder to accept is one mail, also to users with mail about broadcasts', async () => {
  const reader = await wanting({}, ['BROADCAST']);
  const sender = await program.signedIn('MANAGER', [...SECTIONS, 'BROADCAST_SEND']);
  const id = await send(program, { subject: 'Once' });
  const answer = await sender.client.post(
    `/api-user/v1/broadcasts/${id}/remind`,
    { requestId: crypto.randomUUID() },
    { token: sender.token },
  );
  expect(answer.status).toBe(200);
  expect((await mailsOf(reader)).map(({ subject }) => subject).sort()).toEqual(['Once', 'Reminder: Once']);
});

test('nothing is mailed to a deactivated organization, neither news nor what was waiting; a reactivated one gets the next news', async () => {
  const reader = await wanting({ mailMode: 'HOURLY' }, ['TIMESHEET_DISPUTED'], program, 'SUPPLIER-1');
  const outcomes = async () =>
    (
      await program.owner
        .selectFrom('notification_deliveries')
        .where('user_id', '=', reader.user.id)
        .orderBy('id')
        .select(['status', 'problem'])
        .execute()
    ).map(({ status, problem }) => [status, problem]);
  await disputed();
  await setActive(program, reader, false);
  expect(await disputed()).not.toContain(reader.user.id);
  await letTimePass(reader);
  expect(await mailsOf(reader)).toEqual([]);
  expect(await outcomes()).toEqual([['GIVEN_UP', 'The account is deactivated.']]);
  await setActive(program, reader, true);
  expect(await disputed()).toContain(reader.user.id);
  await letTimePass(reader);
  expect((await mailsOf(reader)).length).toBe(1);
});

test('required mail is sent even if the user has everything else off, and cannot be stopped', async () => {
  const reader = await wanting({}, []);
  await program.publish({ kind: 'assignment', what: 'EARLY_TERMINATION', assignmentId: program.rows.assignment });
  const [mail] = await mailsOf(reader);
  expect(mail?.text).not.toContain('No more emails about');
});

describe('the time of a delivery', () => {
  /** An independent table: the local time, the choice, and the local time of the delivery. */
  const CASES: readonly [at: string, mode: string, quiet: [string, string] | null, leaves: string][] = [
    ['2026-05-04T10:17', 'AT_ONCE', null, '2026-05-04T10:17'],
    ['2026-05-04T10:17', 'HOURLY', null, '2026-05-04T11:00'],
    ['2026-05-04T23:59', 'HOURLY', null, '2026-05-05T00:00'],
    ['2026-05-04T06:59', 'MORNING', null, '2026-05-04T07:00'],
    ['2026-05-04T07:00', 'MORNING', null, '2026-05-05T07:00'],
    ['2026-12-31T12:00', 'MORNING', null, '2027-01-01T07:00'],
    ['2026-05-04T22:30', 'AT_ONCE', ['22:00', '06:30'], '2026-05-05T06:30'],
    ['2026-05-04T03:00', 'AT_ONCE', ['22:00', '06:30'], '2026-05-04T06:30'],
    ['2026-05-04T21:59', 'AT_ONCE', ['22:00', '06:30'], '2026-05-04T21:59'],
    ['2026-05-04T06:30', 'AT_ONCE', ['22:00', '06:30'], '2026-05-04T06:30'],
    ['2026-05-04T12:10', 'AT_ONCE', ['12:00', '13:00'], '2026-05-04T13:00'],
    ['2026-05-04T13:00', 'AT_ONCE', ['12:00', '13:00'], '2026-05-04T13:00'],
    ['2026-05-04T21:30', 'HOURLY', ['22:00', '06:30'], '2026-05-05T06:30'],
    ['2026-05-04T10:00', 'MORNING', ['22:00', '08:15'], '2026-05-05T08:15'],
  ];
  test.each(CASES)('at %s, %s, quiet %j: at %s', async (at, mode, quiet, leaves) => {
    for (const zone of ['UTC', 'America/Chicago', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
      const [from, to] = quiet ?? [null, null];
      const { rows } = await sql<{ due: Date }>`
        select notification_due_at(${DateTime.fromISO(at, { zone }).toISO()}::timestamptz, ${mode}, ${zone}, '07:00'::time,
          ${from}::time, ${to}::time) as due`.execute(program.owner);
      const due = DateTime.fromJSDate(rows[0]?.due ?? new Date(0), { zone });
      expect([zone, due.toFormat("yyyy-MM-dd'T'HH:mm")]).toEqual([zone, leaves]);
    }
  });

  test('a morning whose clock jumps is still a morning', async () => {
    // Clocks in Chicago skip from 2 to 3 on this day.
    const at = DateTime.fromISO('2026-03-08T00:30', { zone: 'America/Chicago' });
    const { rows } = await sql<{ due: Date }>`
      select notification_due_at(${at.toISO()}::timestamptz, 'MORNING', 'America/Chicago', '02:30'::time, null, null) as due`.execute(
      program.owner,
    );
    const due = DateTime.fromJSDate(rows[0]?.due ?? new Date(0), { zone: 'America/Chicago' });
    expect(due.toFormat('HH:mm')).toBe('03:30');
  });

  test('notifications held during quiet hours are sent in one mail', async () => {
    const now = DateTime.utc();
    const around = (minutes: number) => now.plus({ minutes }).toFormat('HH:mm');
    const reader = await wanting({ quietFrom: around(-60), quietTo: around(60) });
    await disputed();
    await uploaded();
    expect(await mailsOf(reader)).toEqual([]);
    await letTimePass(reader);
    expect((await mailsOf(reader)).map(({ subject }) => subject)).toEqual([
      '2 notifications: Back Office 1, Compliance 1',
    ]);
  });

  test('those that were due while no server ran are not sent in quiet hours, but in one mail after them', async () => {
    const around = (minutes: number) => DateTime.utc().plus({ minutes }).toFormat('HH:mm');
    const reader = await wanting({ quietFrom: around(-60), quietTo: around(60) });
    await disputed();
    await uploaded();
    await sql`
      update notification_deliveries set is_held = false, next_attempt_at = now() - interval '1 hour'
      where user_id = ${reader.user.id}`.execute(program.owner);
    expect(await mailsOf(reader)).toEqual([]);
    await letTimePass(reader);
    expect((await mailsOf(reader)).map(({ subject }) => subject)).toEqual([
      '2 notifications: Back Office 1, Compliance 1',
    ]);
  });

  test('other times that are saved apply to what waits, and not to how often it is mailed', async () => {
    const times = { mailMode: 'MORNING', morningAt: '07:00' } as const;
    const reader = await wanting({ ...times, timeZone: 'America/New_York' });
    const dueIn = async (zone: string) => {
      const { next_attempt_at: due } = await program.owner
        .selectFrom('notification_deliveries')
        .where('user_id', '=', reader.user.id)
        .select('next_attempt_at')
        .executeTakeFirstOrThrow();
      return DateTime.fromJSDate(due, { zone }).toFormat('HH:mm');
    };
    await disputed();
    expect(await dueIn('America/New_York')).toBe('07:00');
    await save(reader, { ...times, timeZone: 'America/Los_Angeles' });
    expect(await dueIn('America/Los_Angeles')).toBe('07:00');
    await save(reader, { ...times, mailMode: 'AT_ONCE', morningAt: '09:00', timeZone: 'America/Los_Angeles' });
    expect(await dueIn('America/Los_Angeles')).toBe('09:00');
    expect(await mailsOf(reader)).toEqual([]);
  });

  test('what was held is sent in one mail once quiet hours are switched off', async () => {
    const around = (minutes: number) => DateTime.utc().plus({ minutes }).toFormat('HH:mm');
    const reader = await wanting({ quietFrom: around(-60), quietTo: around(60) });
    await disputed();
    await uploaded();
    expect(await mailsOf(reader)).toEqual([]);
    await save(reader, {});
    expect((await mailsOf(reader)).map(({ subject }) => subject)).toEqual([
      '2 notifications: Back Office 1, Compliance 1',
    ]);
  });

  test.each([
    [{ quietFrom: '22:00', quietTo: null }, 'Quiet hours need both times. Please enter both, or neither.'],
    [
      { quietFrom: '22:00', quietTo: '22:00' },
      'Quiet hours cannot begin and end at the same time. Please change one of them.',
    ],
    [{ timeZone: 'Mars/Olympus' }, 'This time zone is not known here. Please choose another one.'],
  ])('%j is refused with the reason', async (wrong, sentence) => {
    const reader = await wanting();
    const body = { mailMode: 'AT_ONCE', morningAt: '07:00', quietFrom: null, quietTo: null, timeZone: 'UTC', ...wrong };
    const { status, json } = await reader.client.request('PUT', `${API}/channels/settings`, {
      token: reader.token,
      body,
    });
    expect([status, json['errorMessage']]).toEqual([400, sentence]);
  });
});

describe('the link that stops mail', () => {
  const linkIn = (mail: TestMail | undefined): string =>
    /No more emails about '[^']+': (\S+)/.exec(mail?.text ?? '')?.[1]?.replace(/^https?:\/\/[^/]+/, '') ?? '';
  const preferenceOf = async ({ client, token, user }: Reader, code: string) => {
    const { json } = await client.get(`${PLACES}/${user.id}/notification-preferences`, { token });
    return (json as unknown as ResponseOf<'notificationPreferences'>)
      .flatMap(({ subCategories }) => subCategories)
      .find(({ subCategoryCode }) => subCategoryCode === code);
  };
  const page = (method: 'GET' | 'POST', url: string, payload?: string) =>
    program.server.app.http.inject({
      method,
      url,
      ...(payload !== undefined && { payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    });

  test('only shows a confirmation; its button, or a mail program, stops the mail, which can be undone', async () => {
    const reader = await wanting();
    await disputed();
    const link = linkIn((await mailsOf(reader))[0]);
    const shown = await page('GET', link);
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain('<strong>Timesheet Disputed</strong>');
    expect((await preferenceOf(reader, 'TIMESHEET_DISPUTED'))?.emailNotification).toBe(true);

    const done = await page('POST', link, 'List-Unsubscribe=One-Click');
    expect(done.body).toContain('You no longer receive these emails');
    expect(done.body).toContain('Send them again');
    expect((await preferenceOf(reader, 'TIMESHEET_DISPUTED'))?.emailNotification).toBe(false);
    await disputed();
    await uploaded();
    expect((await mailsOf(reader)).length).toBe(2);
    // It is still in the panel.
    expect((await reader.since(0)).events.length).toBe(3);

    const again = await page('POST', link, 'again=yes');
    expect(again.body).toContain('Emails are sent as before');
    expect((await preferenceOf(reader, 'TIMESHEET_DISPUTED'))?.emailNotification).toBe(true);
    await disputed();
    expect((await mailsOf(reader)).length).toBe(3);
  });

  test('stops the mail also if a mail program posts its header as multipart, as RFC 8058 recommends', async () => {
    const reader = await wanting();
    await disputed();
    const payload = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const { statusCode } = await program.server.app.http.inject({
      method: 'POST',
      url: linkIn((await mailsOf(reader))[0]),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload,
    });
    expect(statusCode).toBe(200);
    expect((await preferenceOf(reader, 'TIMESHEET_DISPUTED'))?.emailNotification).toBe(false);
  });

  test('also stops mail that waits for the morning, and leaves mail about other kinds', async () => {
    const reader = await wanting({ mailMode: 'MORNING' });
    await disputed();
    await letTimePass(reader);
    const link = linkIn((await mailsOf(reader))[0]);
    await disputed();
    await uploaded();
    await page('POST', link, 'List-Unsubscribe=One-Click');
    await letTimePass(reader);
    const texts = (await mailsOf(reader)).map(({ text }) => text);
    expect(texts.length).toBe(2);
    expect(texts.filter((text) => text.includes("No more emails about 'Timesheet Disputed'")).length).toBe(1);
    const { rows } = await sql<{ status: string; problem: string | null }>`
      select status, problem from notification_deliveries where user_id = ${reader.user.id} order by id`.execute(
      program.owner,
    );
    expect(rows.map(({ status, problem }) => [status, problem])).toEqual([
      ['SENT', null],
      ['GIVEN_UP', 'You stopped these emails.'],
      ['SENT', null],
    ]);
  });

  test('is valid only for its user and its kinds', async () => {
    const reader = await wanting();
    const other = await wanting();
    await disputed();
    const link = linkIn((await mailsOf(reader))[0]);
    const [, of = ''] = link.split('of=');
    const [userId = '', kinds = '', mac = ''] = of.split('.');
    for (const forged of [
      `${other.user.id}.${kinds}.${mac}`,
      `${userId}.${kinds}-1.${mac}`,
      `${userId}.${kinds}.${mac.slice(0, -2)}`,
      `${userId}.${kinds}.${mac}.x`,
      '',
      '%00',
      "'; drop table users; --",
    ]) {
      const answer = await page('POST', `/unsubscribe?of=${encodeURIComponent(forged)}`, 'List-Unsubscribe=One-Click');
      expect([forged, answer.statusCode]).toEqual([forged, 404]);
    }
    expect((await preferenceOf(other, 'TIMESHEET_DISPUTED'))?.emailNotification).toBe(true);
  });

  test('also stops mail of a rule', async () => {
    const reader = await wanting({}, []);
    const rule = { kinds: ['TIMESHEET_DISPUTED'], facilityId: null, supplierId: null, words: '' };
    await reader.client.request('PUT', `${API}/rules`, {
      token: reader.token,
      body: { rules: [{ ...rule, toast: null, push: null, mail: 'AT_ONCE' }] },
    });
    await disputed();
    const mails = await mailsOf(reader);
    expect(mails.length).toBe(1);
    await page('POST', linkIn(mails[0]), '');
    await disputed();
    expect((await mailsOf(reader)).length).toBe(1);
  });
});

describe('with a mail server', () => {
  const arrived: string[] = [];
  let refuses = false;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, answer) => answer(refuses ? new Error('not now') : null),
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      stream.on('end', () => {
        arrived.push(text);
        done();
      });
    },
  });
  let mailed: Program;
  beforeAll(async () => {
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as AddressInfo;
    mailed = await startProgram(
      'TWO',
      await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'vms@example.org' }),
    );
  });
  afterAll(async () => {
    await mailed.server.stop();
    await new Promise<void>((resolve) => smtp.close(resolve));
  });

  const statusesOf = async (reader: Reader): Promise<string[]> => {
    const { rows } = await sql<{ status: string }>`
      select status from notification_deliveries where user_id = ${reader.user.id} order by id`.execute(mailed.owner);
    return rows.map(({ status }) => status);
  };
  const until = async (reader: Reader, wanted: readonly string[]): Promise<void> => {
    for (;;) {
      if (JSON.stringify(await statusesOf(reader)) === JSON.stringify(wanted)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  test('a mail can be stopped from the mail program (RFC 8058), and its delivery is marked as sent', async () => {
    const reader = await wanting({}, ['TIMESHEET_DISPUTED'], mailed);
    await disputed(mailed);
    await until(reader, ['SENT']);
    const unfolded = (arrived[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
    expect(unfolded).toMatch(/^List-Unsubscribe: <http:\/\/localhost:\d+\/unsubscribe\?of=[^>]+>\r$/m);
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  });

  test('a delivery that was sent stays sent, whatever a slower attempt reports', async () => {
    const reader = await wanting({}, ['TIMESHEET_DISPUTED'], mailed);
    await disputed(mailed);
    await until(reader, ['SENT']);
    await sql`select access_finish_mail(id, 'ETIMEDOUT', true) from mail_outbox where user_id = ${reader.user.id}`.execute(
      mailed.owner,
    );
    expect(await statusesOf(reader)).toEqual(['SENT']);
  });

  test('a mail that was refused is not tried again in quiet hours, nor for a deactivated account', async () => {
    refuses = true;
    const around = (minutes: number) => DateTime.utc().plus({ minutes }).toFormat('HH:mm');
    const reader = await wanting({}, ['TIMESHEET_DISPUTED'], mailed);
    await disputed(mailed);
    await until(reader, ['FAILED']);
    await sql`
      update notification_settings set quiet_from = ${around(-60)}::time, quiet_to = ${around(60)}::time
      where user_id = ${reader.user.id}`.execute(mailed.owner);
    await sql`select access_finish_mail(id, 'ECONNECTION', false) from mail_outbox where user_id = ${reader.user.id}`.execute(
      mailed.owner,
    );
    const waiting = () =>
      mailed.owner
        .selectFrom('mail_outbox')
        .where('user_id', '=', reader.user.id)
        .selectAll()
        .executeTakeFirstOrThrow();
    expect((await waiting()).next_attempt_at.getTime() - Date.now()).toBeGreaterThan(50 * 60_000);

    refuses = false;
    const before = arrived.length;
    await sql`update users set disabled_at = now() where id = ${reader.user.id}`.execute(mailed.owner);
    await sql`update mail_outbox set next_attempt_at = now() where user_id = ${reader.user.id}`.execute(mailed.owner);
    mailed.server.app.services.outbox.wake();
    await until(reader, ['GIVEN_UP']);
    expect([arrived.length, (await waiting()).encrypted_text]).toEqual([before, null]);
  });

  const waitingMail = (reader: Reader) =>
    mailed.owner.selectFrom('mail_outbox').where('user_id', '=', reader.user.id).selectAll().executeTakeFirstOrThrow();
  const makeDue = async (reader: Reader) => {
    await sql`update mail_outbox set next_attempt_at = now() where user_id = ${reader.user.id}`.execute(mailed.owner);
    mailed.server.app.services.outbox.wake();
  };
  /** How long it then waits. */
  const untilTaken = async (reader: Reader): Promise<number> => {
    for (;;) {
      const wait = (await waitingMail(reader)).next_attempt_at.getTime() - Date.now();
      if (wait > 60_000) return wait;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const beQuiet = async (reader: Reader, isQuiet: boolean) => {
    const around = (minutes: number) => DateTime.utc().plus({ minutes }).toFormat('HH:mm');
    const [from, to] = isQuiet ? [around(-60), around(60)] : [null, null];
    await sql`
      update notification_settings set quiet_from = ${from}::time, quiet_to = ${to}::time
      where user_id = ${reader.user.id}`.execute(mailed.owner);
  };

  test('a mail that was written before quiet hours is not sent in them, and shows when it will be', async () => {
    refuses = true;
    const reader = await wanting({}, ['TIMESHEET_DISPUTED'], mailed);
    await disputed(mailed);
    await until(reader, ['FAILED']);
    refuses = false;
    await beQuiet(reader, true);
    await makeDue(reader);
    expect(await untilTaken(reader)).toBeGreaterThan(50 * 60_000);
    const { next_attempt_at: shown } = await mailed.owner
      .selectFrom('notification_deliveries')
      .where('user_id', '=', reader.user.id)
      .select('next_attempt_at')
      .executeTakeFirstOrThrow();
    expect([await statusesOf(reader), shown]).toEqual([['FAILED'], (await waitingMail(reader)).next_attempt_at]);
    await beQuiet(reader, false);
    await makeDue(reader);
    await until(reader, ['SENT']);
  });

  test('the next try of a mail that was refused is shown', async () => {
    refuses = true;
    const reader = await wanting({}, ['TIMESHEET_DISPUTED'], mailed);
    await disputed(mailed);
    await until(reader, ['FAILED']);
    const { rows } = await sql<{ isLater: boolean }>`
      select next_attempt_at > created_at + interval '4 seconds' as "isLater" from notification_deliveries
      where user_id = ${reader.user.id}`.execute(mailed.owner);
    expect(rows).toEqual([{ isLater: true }]);
    refuses = false;
  });

  test('a reminder to accept is not mailed in quiet hours, also not when it is tried again, nor to a deactivated account', async () => {
    const reader = await wanting({}, [], mailed);
    const sender = await mailed.signedIn('MANAGER', [...SECTIONS, 'BROADCAST_SEND']);
    const id = await send(mailed, { subject: 'At night' });
    await beQuiet(reader, true);
    await sender.client.post(
      `/api-user/v1/broadcasts/${id}/remind`,
      { requestId: crypto.randomUUID() },
      { token: sender.token },
    );
    const wait = async () => (await waitingMail(reader)).next_attempt_at.getTime() - Date.now();
    expect(await wait()).toBeGreaterThan(50 * 60_000);
    await makeDue(reader);
    expect(await untilTaken(reader)).toBeGreaterThan(50 * 60_000);
    await sql`select access_finish_mail(id, 'ECONNECTION', false) from mail_outbox where user_id = ${reader.user.id}`.execute(
      mailed.owner,
    );
    expect(await wait()).toBeGreaterThan(50 * 60_000);
    await beQuiet(reader, false);
    await sql`update users set disabled_at = now() where id = ${reader.user.id}`.execute(mailed.owner);
    await makeDue(reader);
    while ((await waitingMail(reader)).given_up_at === null) await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await waitingMail(reader)).last_error).toBe('The account is deactivated.');
  });

  test('a refusing server is retried, and then marked as failed', async () => {
    refuses = true;
    const reader = await wanting({}, ['TIMESHEET_DISPUTED'], mailed);
    await disputed(mailed);
    await until(reader, ['FAILED']);
    await sql`update mail_outbox set attempts = 44, next_attempt_at = now() where user_id = ${reader.user.id}`.execute(
      mailed.owner,
    );
    mailed.server.app.services.outbox.wake();
    await until(reader, ['GIVEN_UP']);
    refuses = false;
  });
});
