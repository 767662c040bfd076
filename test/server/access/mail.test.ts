/** Mail delivery: through real SMTP, retried on failure, and never blocking a sign-in. */
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { startTestServer, type TestServer } from '../support/server';

interface Received {
  readonly to: string[];
  readonly text: string;
}

/** A mail server that can be set to refuse or to stay silent. */
class MailServer {
  readonly received: Received[] = [];
  mood: 'takes' | 'refuses' | 'is silent' = 'takes';
  private readonly smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
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

test('a mail that failed eight times is abandoned and its text deleted', async () => {
  mailServer.mood = 'refuses';
  const user = await server.fixtures.user('POST', { twoFactor: true });
  await server.client().twoFactorCheck(user);
  await eventually(async () => ((await outboxRow(user.id))?.last_error ? true : undefined));
  await server.owner
    .updateTable('mail_outbox')
    .set({ attempts: 7, next_attempt_at: sql<Date>`now()` })
    .where('user_id', '=', user.id)
    .execute();
  server.app.services.outbox.wake();
  const row = await eventually(async () => ((await outboxRow(user.id))?.given_up_at ? outboxRow(user.id) : undefined));
  expect(row?.encrypted_text).toBeNull();
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
