/** Mail about notifications with a mail server, also one that refuses. */
import type { AddressInfo } from 'node:net';
import { DateTime } from 'luxon';
import { SMTPServer } from 'smtp-server';
import { sql } from 'kysely';
import { startTestServer } from '../support/server';
import { send } from '../broadcasts/support';
import { disputed, wanting } from './mailProgram';
import { SECTIONS, startProgram, type Program, type Reader } from './support';

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

  const untilGivenUp = async (reader: Reader) => {
    while ((await waitingMail(reader)).given_up_at === null) await new Promise((resolve) => setTimeout(resolve, 50));
    return waitingMail(reader);
  };

  test('a reminder that waits for the morning, and a mail that was refused, are not sent once their broadcast has ended', async () => {
    refuses = true;
    const reader = await wanting({}, ['BROADCAST'], mailed, 'FACILITY-1');
    const other = await wanting({}, [], mailed, 'FACILITY-2');
    const sender = await mailed.signedIn('MANAGER', [...SECTIONS, 'BROADCAST_SEND']);
    const act = (of: string, what: string, body: object) =>
      sender.client.post(`/api-user/v1/broadcasts/${of}/${what}`, body, { token: sender.token });
    const to = ({ user }: Reader) => ({
      organization_types: [],
      organization_ids: [user.organizationId],
      display_frequency: 'EVERY_LOGIN' as const,
    });
    const refused = await send(mailed, to(reader));
    await until(reader, ['FAILED']);
    const reminded = await send(mailed, to(other));
    await beQuiet(other, true);
    await act(reminded, 'remind', { requestId: crypto.randomUUID() });
    refuses = false;
    const before = arrived.length;
    for (const id of [refused, reminded]) await act(id, 'cancel', {});
    await beQuiet(other, false);
    for (const each of [reader, other]) {
      await makeDue(each);
      expect((await untilGivenUp(each)).last_error).toBe('The broadcast has ended.');
    }
    expect([arrived.length, await statusesOf(reader)]).toEqual([before, ['GIVEN_UP']]);
  });

  test('a mail about a notification goes to the address that its reader has when it is sent', async () => {
    refuses = true;
    const reader = await wanting({}, ['TIMESHEET_DISPUTED'], mailed);
    await disputed(mailed);
    await until(reader, ['FAILED']);
    refuses = false;
    const email = `new-${reader.user.email}`;
    await mailed.owner.updateTable('users').set({ email }).where('id', '=', reader.user.id).execute();
    await makeDue(reader);
    await until(reader, ['SENT']);
    expect(/^To: (.*)\r$/m.exec(arrived.at(-1) ?? '')?.[1]).toContain(email);
    expect((await waitingMail(reader)).recipient).toBe(email);
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
