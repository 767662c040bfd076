/** Delivers queued mail to the mail server, with retries. */
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database';
import type { Keys } from '../../base/keys';
import type { Outbox } from './outbox';

const BATCH = 10;
const MAX_ATTEMPTS = 8;
const ROUND_MS = 5_000;
const SMTP_TIMEOUT_MS = 10_000;

interface WaitingMail {
  readonly id: string;
  readonly recipient: string;
  readonly encrypted_subject: Buffer;
  readonly encrypted_text: Buffer;
  readonly encrypted_html: Buffer | null;
  readonly encrypted_unsubscribe: Buffer | null;
  readonly attempts: number;
}

/** One click in the mail program unsubscribes from mail of that kind (RFC 8058). */
const oneClick = (address: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

export interface MailDelivery {
  close(): Promise<void>;
}

/** Sends the mail in the outbox until stopped; failed mail is tried again. */
export function startMailDelivery(deps: {
  database: Database;
  outbox: Outbox;
  keys: Keys;
  log: FastifyBaseLogger;
  count: (outcome: 'sent' | 'failed') => void;
  smtpUrl: string;
  from: string;
}): MailDelivery {
  const { database, keys, log, count } = deps;
  const transport = createTransport(deps.smtpUrl, {
    from: deps.from,
    // nodemailer's own timeouts are minutes: a hanging mail server must not block a round.
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  } as { from: string });
  let closed = false;
  let again = false;
  let round: Promise<void> | undefined;

  async function deliver(mail: WaitingMail): Promise<void> {
    try {
      await transport.sendMail({
        to: { name: '', address: mail.recipient },
        subject: keys.decrypt(mail.encrypted_subject),
        text: keys.decrypt(mail.encrypted_text),
        ...(mail.encrypted_html !== null && { html: keys.decrypt(mail.encrypted_html) }),
        ...(mail.encrypted_unsubscribe !== null && { headers: oneClick(keys.decrypt(mail.encrypted_unsubscribe)) }),
      });
      count('sent');
      await sql`select access_finish_mail(${mail.id}, null, false)`.execute(database.queries);
    } catch (error) {
      count('failed');
      const giveUp = mail.attempts >= MAX_ATTEMPTS;
      const problem = (error as { code?: string }).code ?? (error as Error).name;
      log.warn({ mail: mail.id, attempt: mail.attempts, giveUp, problem }, 'mail was not delivered');
      await sql`select access_finish_mail(${mail.id}, ${problem}, ${giveUp})`.execute(database.queries);
    }
  }

  async function deliverWaiting(): Promise<void> {
    do {
      again = false;
      const { rows } = await sql<WaitingMail>`select * from access_claim_mail(${BATCH})`.execute(database.queries);
      await Promise.all(rows.map(deliver));
      again ||= rows.length === BATCH;
    } while (again && !closed);
  }

  function start(): void {
    if (closed) return;
    again = true;
    round ??= deliverWaiting()
      .catch((error: unknown) => log.warn({ err: error }, 'queued mail could not be read'))
      .finally(() => (round = undefined));
  }

  deps.outbox.onWake(start);
  const timer = setInterval(start, ROUND_MS);
  timer.unref();
  start();
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await round;
      transport.close();
    },
  };
}
