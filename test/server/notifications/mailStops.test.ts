/** How mail about notifications is stopped: by one click, by the preferences, and by the end of its broadcast. */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { escalateOverdueBroadcasts } from '../../../server/features/broadcasts/scheduled';
import { send } from '../broadcasts/support';
import { type TestMail } from '../support/server';
import { program, useProgram, PLACES, disputed, uploaded, mailsOf, letTimePass, save, wanting } from './mailProgram';
import { API, SECTIONS, saveRules, type Reader } from './support';

useProgram();

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

  test('stays in effect when another box of the kind is changed, and can be undone after that', async () => {
    const reader = await wanting();
    await disputed();
    const link = linkIn((await mailsOf(reader))[0]);
    const change = (flags: Record<string, boolean>) =>
      reader.client.request('PUT', `${PLACES}/${reader.user.id}/notification-preferences`, {
        token: reader.token,
        body: { records: [{ subCategoryCode: 'TIMESHEET_DISPUTED', ...flags }] },
      });
    await page('POST', link, 'List-Unsubscribe=One-Click');
    expect((await change({ mobileNotification: true })).status).toBe(200);
    expect(await preferenceOf(reader, 'TIMESHEET_DISPUTED')).toMatchObject({
      emailNotification: false,
      mobileNotification: true,
    });
    await disputed();
    expect((await mailsOf(reader)).length).toBe(1);

    await page('POST', link, 'again=yes');
    await disputed();
    expect((await mailsOf(reader)).length).toBe(2);
    await page('POST', link, 'List-Unsubscribe=One-Click');
    await change({ emailNotification: true });
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
    await saveRules(reader, [{ kinds: ['TIMESHEET_DISPUTED'], mail: 'AT_ONCE' }]);
    await disputed();
    const mails = await mailsOf(reader);
    expect(mails.length).toBe(1);
    await page('POST', linkIn(mails[0]), '');
    await disputed();
    expect((await mailsOf(reader)).length).toBe(1);
  });

  test('is known on the page of their delivery, until Email is checked in the preferences again', async () => {
    const reader = await wanting();
    const refused = async () => {
      const { json } = await reader.client.get(`${API}/channels`, { token: reader.token });
      return json['mailRefused'];
    };
    expect(await refused()).toEqual([]);
    await disputed();
    await page('POST', linkIn((await mailsOf(reader))[0]), 'List-Unsubscribe=One-Click');
    expect(await refused()).toEqual(['TIMESHEET_DISPUTED']);
    await reader.client.request('PUT', `${PLACES}/${reader.user.id}/notification-preferences`, {
      token: reader.token,
      body: { records: [{ subCategoryCode: 'TIMESHEET_DISPUTED', emailNotification: true }] },
    });
    expect(await refused()).toEqual([]);
  });
});

const problemsOf = async ({ user }: Reader) => {
  const { rows } = await sql<{ status: string; problem: string | null }>`
    select status, problem from notification_deliveries where user_id = ${user.id} order by id`.execute(program.owner);
  return rows.map(({ status, problem }) => [status, problem]);
};

describe('Email that is turned off in the preferences', () => {
  const turnOff = async ({ client, token, user }: Reader, subCategoryCode: string) => {
    const record = { subCategoryCode, notification: true, mobileNotification: false, allNotification: false };
    const { status } = await client.request('PUT', `${PLACES}/${user.id}/notification-preferences`, {
      token,
      body: { records: [{ ...record, emailNotification: false }] },
    });
    expect(status).toBe(200);
  };
  const ruled = async (reader: Reader, mail: 'MORNING' | 'NONE') =>
    expect((await saveRules(reader, [{ kinds: ['TIMESHEET_DISPUTED'], mail }])).status).toBe(200);

  test('stops what waits for the morning, and leaves other kinds', async () => {
    const reader = await wanting({ mailMode: 'MORNING' });
    await disputed();
    await uploaded();
    await turnOff(reader, 'TIMESHEET_DISPUTED');
    await letTimePass(reader);
    const mails = await mailsOf(reader);
    expect(mails.length).toBe(1);
    expect(mails[0]?.text).not.toContain("No more emails about 'Timesheet Disputed'");
    expect(await problemsOf(reader)).toEqual([
      ['GIVEN_UP', 'You stopped these emails.'],
      ['SENT', null],
    ]);
  });

  test('leaves what a rule asks for', async () => {
    const reader = await wanting();
    await ruled(reader, 'MORNING');
    await disputed();
    await turnOff(reader, 'TIMESHEET_DISPUTED');
    await letTimePass(reader);
    expect((await mailsOf(reader)).length).toBe(1);
  });

  test('stops nothing that waits because of a rule, if it was already off', async () => {
    const reader = await wanting({}, []);
    await ruled(reader, 'MORNING');
    await disputed();
    await ruled(reader, 'NONE');
    await turnOff(reader, 'TIMESHEET_DISPUTED');
    await letTimePass(reader);
    expect((await mailsOf(reader)).length).toBe(1);
  });
});

test('mail of a broadcast that has ended is not sent in the morning; that it was not accepted in time is', async () => {
  const reader = await wanting({ mailMode: 'MORNING' }, ['BROADCAST'], program, 'FACILITY-2');
  const sender = await program.signedIn('MANAGER', [...SECTIONS, 'BROADCAST_SEND']);
  await sender.client.request('PUT', `${PLACES}/${sender.user.id}/notification-preferences`, {
    token: sender.token,
    body: {
      records: [
        {
          ...{ subCategoryCode: 'BROADCAST', notification: true, emailNotification: true },
          ...{ mobileNotification: false, allNotification: false },
        },
      ],
    },
  });
  await save(sender, { mailMode: 'MORNING' });
  const id = await send(program, {
    subject: 'Parking',
    display_frequency: 'EVERY_LOGIN',
    organization_types: [],
    organization_ids: [reader.user.organizationId],
    accept_by: new Date(Date.now() + 3_600_000),
    escalate_to: ['SENDERS'],
  });
  await sql`update broadcasts set accept_by = now() where id = ${id}`.execute(program.owner);
  await escalateOverdueBroadcasts(program.server.app.services);
  await sender.client.post(`/api-user/v1/broadcasts/${id}/cancel`, {}, { token: sender.token });
  for (const each of [reader, sender]) await letTimePass(each);
  expect((await mailsOf(sender)).map(({ subject }) => subject)).toEqual(['Not accepted in time: Parking']);
  expect(await mailsOf(reader)).toEqual([]);
  expect(await problemsOf(reader)).toEqual([['GIVEN_UP', 'The broadcast has ended.']]);
});

describe('Mail that waits behind many reminders of a broadcast that has ended', () => {
  const REMINDERS = 3_000;
  const claim = async (queries = program.owner): Promise<readonly string[]> => {
    const { rows } = await sql<{ recipient: string }>`select recipient from access_claim_mail(10)`.execute(queries);
    return rows.map(({ recipient }) => recipient);
  };
  const queue = ({ user }: Reader, mail: { readonly recipient: string; readonly isNotification: boolean }, count = 1) =>
    sql`
      insert into mail_outbox (
        organization_id, user_id, recipient, encrypted_subject, encrypted_text, is_notification, next_attempt_at)
      select ${user.organizationId}, ${user.id}, ${mail.recipient}, ''::bytea, ''::bytea, ${mail.isNotification},
        now() - interval '1 minute' from generate_series(1, ${count}::integer)`.execute(program.owner);
  const reminders = async ({ user }: Reader): Promise<{ waiting: number; givenUp: number }> => {
    const { rows } = await sql<{ waiting: number; givenUp: number }>`
      select count(*) filter (where given_up_at is null)::integer as "waiting",
        count(*) filter (where last_error = 'The broadcast has ended.')::integer as "givenUp"
      from mail_outbox where user_id = ${user.id} and broadcast_id is not null`.execute(program.owner);
    return rows[0] ?? { waiting: 0, givenUp: 0 };
  };
  const remindOften = async (reader: Reader): Promise<void> => {
    const id = await send(program, {
      subject: 'Over',
      organization_types: [],
      organization_ids: [reader.user.organizationId],
    });
    await program.owner.updateTable('broadcasts').set({ ends_at: new Date() }).where('id', '=', id).execute();
    await queue(reader, { recipient: 'reminded', isNotification: true }, REMINDERS);
    await sql`
      update mail_outbox set broadcast_id = ${id}, next_attempt_at = now() - interval '1 hour'
      where user_id = ${reader.user.id}`.execute(program.owner);
  };
  beforeEach(() => program.owner.deleteFrom('mail_outbox').execute());

  test('is sent before all of them are given up, also if that takes longer than a statement may', async () => {
    const reader = await wanting();
    await remindOften(reader);
    await queue(reader, { recipient: reader.user.email, isNotification: true });
    await queue(reader, { recipient: 'code', isNotification: false });
    await sql`
      create function slow_to_give_up() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(0.002);
        return new;
      end $$`.execute(program.owner);
    await sql`
      create trigger slow_to_give_up before update of given_up_at on mail_outbox for each row
      when (new.given_up_at is not null) execute function slow_to_give_up()`.execute(program.owner);
    const first = await program.owner.transaction().execute(async (queries) => {
      await sql`set local statement_timeout = 5000`.execute(queries);
      return claim(queries);
    });
    await sql`drop function slow_to_give_up cascade`.execute(program.owner);
    expect(first).toContain('code');
    const { waiting, givenUp } = await reminders(reader);
    expect(givenUp).toBeGreaterThan(0);
    expect(waiting + givenUp).toBe(REMINDERS);

    const later: string[] = [];
    for (let claims = 0; claims < 20 && later.length === 0; claims++) later.push(...(await claim()));
    expect(later).toEqual([reader.user.email]);
    expect(await reminders(reader)).toEqual({ waiting: 0, givenUp: REMINDERS });
  });

  test('is claimed once, mail about the account first, and no more at a time than asked for', async () => {
    const reader = await wanting();
    await remindOften(reader);
    await queue(reader, { recipient: reader.user.email, isNotification: true }, 15);
    await queue(reader, { recipient: 'code', isNotification: false }, 2);
    const claims: (readonly string[])[] = [];
    while (claims.length < 20 && claims.flat().length < 17) claims.push(await claim());
    expect(claims[0]?.filter((recipient) => recipient === 'code').length).toBe(2);
    expect(claims.filter(({ length }) => length > 10)).toEqual([]);
    expect(claims.flat().filter((recipient) => recipient === reader.user.email).length).toBe(15);
    expect(await claim()).toEqual([]);
  });
});
