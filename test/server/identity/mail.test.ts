/** Mail delivery: through real SMTP, retried on failure, and never blocking a sign-in. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { startMailDelivery } from '../../../server/platform/mail/delivery';
import type { FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

interface Received {
  readonly to: string[];
  readonly text: string;
}

const refusal = (text: string): Error => Object.assign(new Error(text), { responseCode: 550 });

/** A mail server that can be set to refuse or to stay silent. */
class MailServer {
  readonly received: Received[] = [];
  mood: 'takes' | 'refuses' | 'is silent' | 'knows no such mailbox' | 'refuses to relay' = 'takes';
  private readonly smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => {
      if (this.mood === 'knows no such mailbox') done(refusal('5.1.1 No such user here'));
      else if (this.mood === 'refuses to relay') done(refusal('5.7.1 Relaying denied'));
      else done();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (this.mood === 'is silent') return;
        if (this.mood === 'refuses') {
          done(new Error('not today'));
          return;
        }
        this.received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.smtp.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.smtp.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.smtp.close(resolve));
  }
}

let mailServer: MailServer;
let server: TestServer;

beforeAll(async () => {
  mailServer = new MailServer();
  server = await startTestServer({ SMTP_URL: await mailServer.listen(), MAIL_FROM: 'vms@example.org' });
});
beforeEach(() => (mailServer.mood = 'takes'));
afterAll(async () => {
  await server.stop();
  await mailServer.close();
});

async function eventually<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const mailTo = (address: string) => mailServer.received.find(({ to }) => to.includes(address));
const outboxRow = (userId: string) =>
  server.owner.selectFrom('mail_outbox').where('user_id', '=', userId).selectAll().executeTakeFirst();

test('a code is delivered, and afterwards neither it nor the text is stored', async () => {
  const user = await server.fixtures.user('POST', { twoFactor: true });
  const client = server.client();
  await client.twoFactorCheck(user);
  const mail = await eventually(() => mailTo(user.email));
  expect(mail.text).toMatch(/^From: vms@example\.org/m);
  expect(mail.text).toMatch(/^Subject: \d{6} is your sign-in code/m);
  expect(mail.text).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(mail.text.match(/^Content-Type: text\/(plain|html)/gm)).toHaveLength(2);
  const code = /code is (\d{6})/.exec(mail.text)?.[1] ?? '';
  expect((await client.signIn(user, { authentication_code: code })).status).toBe(200);
  const row = await eventually(async () => ((await outboxRow(user.id))?.sent_at ? outboxRow(user.id) : undefined));
  expect([row?.encrypted_text, row?.encrypted_html, row?.encrypted_subject]).toEqual([null, null, null]);
  expect(row?.last_error).toBeNull();
});

test('a mail that the server refuses is sent again later, and arrives once', async () => {
  mailServer.mood = 'refuses';
  const user = await server.fixtures.user('POST', { twoFactor: true });
  const before = Date.now();
  await server.client().twoFactorCheck(user);
  const failed = await eventually(async () =>
    (await outboxRow(user.id))?.last_error ? outboxRow(user.id) : undefined,
  );
  expect(failed?.sent_at).toBeNull();
  expect((failed?.next_attempt_at.getTime() ?? 0) - before).toBeGreaterThan(2_000);

  mailServer.mood = 'takes';
  await server.owner
    .updateTable('mail_outbox')
    .set({ next_attempt_at: sql<Date>`now()` })
    .where('user_id', '=', user.id)
    .execute();
  server.app.services.outbox.wake();
  await eventually(() => mailTo(user.email));
  expect(mailServer.received.filter(({ to }) => to.includes(user.email))).toHaveLength(1);
});

/** A mail that no node has tried yet; null for mail that is always of use. */
async function queued(usefulUntil: Date | null = null): Promise<FixtureUser> {
  const user = await server.fixtures.user('POST');
  await server.owner
    .insertInto('mail_outbox')
    .values({
      ...{ organization_id: user.organizationId, user_id: user.id, recipient: user.email },
      ...{ encrypted_subject: Buffer.from('subject'), encrypted_text: Buffer.from('text') },
      ...{ useful_until: usefulUntil, next_attempt_at: '2100-01-01T00:00:00Z' },
    })
    .execute();
  return user;
}
/** One of many attempts, by another node, which ends with this problem; null if the mail was sent. */
async function attempt(user: FixtureUser, nth: number, problem: string | null, giveUp = false) {
  const mail = server.owner.updateTable('mail_outbox').where('user_id', '=', user.id);
  const { id } = await mail.set({ attempts: nth }).returning('id').executeTakeFirstOrThrow();
  await sql`select access_finish_mail(${id}, ${problem}, ${giveUp})`.execute(server.owner);
  const row = await outboxRow(user.id);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - now())::double precision as seconds
    from mail_outbox where id = ${id}`.execute(server.owner);
  return { row, wait: Math.round(rows[0]?.seconds ?? 0) };
}

test('mail about the account goes to the address it was written for, unless it is too late to be of use', async () => {
  const [user, late] = [await queued(), await queued(new Date(Date.now() - 60_000))];
  for (const each of [user, late]) {
    await server.owner
      .updateTable('users')
      .set({ email: `new-${each.email}` })
      .where('id', '=', each.id)
      .execute();
    await server.owner
      .updateTable('mail_outbox')
      .set({ next_attempt_at: sql<Date>`now()` })
      .where('user_id', '=', each.id)
      .execute();
  }
  const { rows } = await sql<{ recipient: string }>`select recipient from access_claim_mail(100)`.execute(server.owner);
  expect(rows.map(({ recipient }) => recipient).filter((each) => each.endsWith(user.email))).toEqual([user.email]);
  expect(await outboxRow(late.id)).toMatchObject({
    given_up_at: expect.any(Date) as Date,
    encrypted_text: null,
    attempts: 0,
  });
  await server.owner.deleteFrom('mail_outbox').where('user_id', '=', user.id).execute();
});

test('the waits double up to ten minutes, for a mail server that is away for hours', async () => {
  const user = await queued();
  const waits = [];
  for (let nth = 1; nth <= 44; nth += 1) waits.push((await attempt(user, nth, 'ECONNECTION')).wait);
  expect(waits.slice(0, 9)).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(6 * 3_600);
  const { row } = await attempt(user, 45, null);
  expect([row?.sent_at, row?.given_up_at]).toEqual([expect.any(Date), null]);
});

test('a mail that failed 45 times is abandoned and its text deleted', async () => {
  mailServer.mood = 'refuses';
  const user = await server.fixtures.user('POST');
  await server.client().post('/api-user/v1/password/reset', { username: user.userName, organizationCode: 'POST' });
  const tried = async () => ((await outboxRow(user.id))?.last_error ? outboxRow(user.id) : undefined);
  expect((await eventually(tried))?.given_up_at).toBeNull();
  await server.owner
    .updateTable('mail_outbox')
    .set({ attempts: 44, next_attempt_at: sql<Date>`now()` })
    .where('user_id', '=', user.id)
    .execute();
  server.app.services.outbox.wake();
  const row = await eventually(async () => ((await outboxRow(user.id))?.given_up_at ? outboxRow(user.id) : undefined));
  expect(row?.encrypted_text).toBeNull();
});

test.each([
  ['knows no such mailbox', 'is given up at once, and its text deleted', true],
  ['refuses to relay', 'is tried again, as someone may correct the settings', false],
] as const)('a mail to a server that %s %s', async (mood, _what, isGivenUp) => {
  mailServer.mood = mood;
  const user = await server.fixtures.user('POST');
  await server.client().post('/api-user/v1/password/reset', { username: user.userName, organizationCode: 'POST' });
  const row = await eventually(async () => ((await outboxRow(user.id))?.last_error ? outboxRow(user.id) : undefined));
  expect([row?.attempts, row?.given_up_at !== null, row?.encrypted_text === null]).toEqual([1, isGivenUp, isGivenUp]);
});

test('a mail that was taken stays sent if this could not be recorded at first', async () => {
  const user = await server.fixtures.user('POST');
  // A sequence is not rolled back with the failing statement.
  await sql`create sequence times_recorded`.execute(server.owner);
  await sql`
    create function fail_first() returns trigger language plpgsql security definer as $$
    begin
      if new.sent_at is not null and nextval('public.times_recorded') = 1 then
        raise 'the connection was lost';
      end if;
      return new;
    end $$`.execute(server.owner);
  await sql`create trigger fail_first before update on mail_outbox for each row execute function fail_first()`.execute(
    server.owner,
  );
  await server.client().post('/api-user/v1/password/reset', { username: user.userName, organizationCode: 'POST' });
  const row = await eventually(async () => ((await outboxRow(user.id))?.sent_at ? outboxRow(user.id) : undefined));
  await sql`drop trigger fail_first on mail_outbox`.execute(server.owner);
  expect(row?.last_error).toBeNull();
  expect(mailServer.received.filter(({ to }) => to.includes(user.email))).toHaveLength(1);
});

test('a code that has expired by the next attempt is not sent anymore', async () => {
  mailServer.mood = 'refuses';
  const user = await server.fixtures.user('POST', { twoFactor: true });
  const before = Date.now();
  await server.client().twoFactorCheck(user);
  const row = await eventually(async () => ((await outboxRow(user.id))?.last_error ? outboxRow(user.id) : undefined));
  expect(Math.round(((row?.useful_until?.getTime() ?? 0) - before) / 60_000)).toBe(10);
  expect(row?.given_up_at).toBeNull();

  const other = await queued(new Date(before + 60_000));
  expect((await attempt(other, 3, 'ECONNECTION')).row).toMatchObject({ given_up_at: null });
  expect((await attempt(other, 6, 'ECONNECTION')).row).toMatchObject({
    given_up_at: expect.any(Date) as Date,
    encrypted_text: null,
  });
});

test('a mail that one node has been sending for two minutes is not sent a second time by another one', async () => {
  const user = await queued();
  const claimed = async (): Promise<boolean> => {
    const { rows } = await sql<{ recipient: string }>`select recipient from access_claim_mail(10)`.execute(
      server.owner,
    );
    return rows.some(({ recipient }) => recipient === user.email);
  };
  const passed = (minutes: number) =>
    server.owner
      .updateTable('mail_outbox')
      .set({ next_attempt_at: sql<Date>`next_attempt_at - make_interval(mins => ${minutes}::integer)` })
      .where('user_id', '=', user.id)
      .execute();
  await server.owner.transaction().execute(async (queries) => {
    // In one transaction, so that the server does not take it first.
    await queries
      .updateTable('mail_outbox')
      .set({ next_attempt_at: sql<Date>`now()` })
      .where('user_id', '=', user.id)
      .execute();
    const { rows } = await sql<{ recipient: string }>`select recipient from access_claim_mail(10)`.execute(queries);
    expect(rows.map(({ recipient }) => recipient)).toContain(user.email);
  });
  await passed(2);
  expect(await claimed()).toBe(false);
  await passed(3);
  expect(await claimed()).toBe(true);
});

test('a mail that was sent stays sent, whatever a slower attempt reports', async () => {
  const user = await queued();
  const sent = (await attempt(user, 1, null)).row;
  expect(sent).toMatchObject({ sent_at: expect.any(Date) as Date, encrypted_text: null });
  for (const giveUp of [false, true]) expect((await attempt(user, 1, 'ETIMEDOUT', giveUp)).row).toEqual(sent);
});

test('a mail server that greets and is then silent holds up neither the next mail nor the end of the server', async () => {
  const sockets: Socket[] = [];
  let isSilent = true;
  let takes = 0;
  const healthy = new MailServer();
  const target = Number(new URL(await healthy.listen()).port);
  const stalling = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    if (isSilent) {
      socket.write('220 mail.example ESMTP\r\n');
      return;
    }
    takes += 1;
    const far = connect(target, '127.0.0.1');
    sockets.push(far);
    far.on('error', () => undefined);
    socket.pipe(far).pipe(socket);
  });
  await new Promise<void>((resolve) => stalling.listen(0, '127.0.0.1', resolve));
  const own = await startTestServer();
  const { database, outbox, keys, log } = own.app.services;
  const mails = (userId: string) =>
    own.owner.selectFrom('mail_outbox').where('user_id', '=', userId).select(['last_error', 'sent_at']).execute();
  const asks = async () => {
    const user = await own.fixtures.user('STALL');
    await own.client().post('/api-user/v1/password/reset', { username: user.userName, organizationCode: 'STALL' });
    await own.app.services.afterResponse.finish();
    return user;
  };
  const delivery = startMailDelivery({
    ...{ database, outbox, keys, log, from: 'vms@example.org' },
    count: () => undefined,
    smtpUrl: `smtp://127.0.0.1:${(stalling.address() as AddressInfo).port}`,
    answerWithinMs: 500,
  });
  try {
    const first = await asks();
    await eventually(async () => ((await mails(first.id))[0]?.last_error === 'ETIMEDOUT' ? true : undefined));
    isSilent = false;
    const second = await asks();
    await eventually(() => healthy.received.find(({ to }) => to.includes(second.email)));
    expect(takes).toBeGreaterThan(0);
    isSilent = true;
    await asks();
  } finally {
    await delivery.close();
    for (const socket of sockets) socket.destroy();
    stalling.close();
    await own.stop();
    await healthy.close();
  }
});

test('a silent mail server delays no sign-in', async () => {
  mailServer.mood = 'is silent';
  const user = await server.fixtures.user('POST', { twoFactor: true });
  expect((await server.client().twoFactorCheck(user)).json['required']).toBe(true);
  // It has not been abandoned yet, ten seconds after its start.
  expect((await outboxRow(user.id))?.last_error).toBeNull();
});

test('with a mail server there is no readable outbox', async () => {
  expect((await server.client().get('/demo/outbox.json')).status).toBe(404);
});
