/** Delivers queued mail to the mail server, with retries. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database';
import type { Keys } from '../../base/keys';
import type { Outbox } from './outbox';

const BATCH = 10;
/** The first eight take 11 minutes, the others 10 minutes each: more than six hours. */
const MAX_ATTEMPTS = 45;
const ROUND_MS = 5_000;
/** To connect, and to greet. */
const CONNECT_WITHIN_MS = 10_000;
/**
 * Some mail servers scan a mail before they take it, and one that is cut off arrives twice. The ten answers of a mail
 * stay below the five minutes after which another node may send it.
 */
const ANSWER_WITHIN_MS = 25_000;
/** Mail that the server has not taken by then is sent again after those five minutes. */
const STOP_WITHIN_MS = 5_000;

interface WaitingMail {
  readonly id: string;
  readonly recipient: string;
  readonly encrypted_subject: Buffer;
  readonly encrypted_text: Buffer;
  readonly encrypted_html: Buffer | null;
  readonly encrypted_unsubscribe: Buffer | null;
  readonly attempts: number;
}

interface Failure {
  readonly problem: string;
  readonly giveUp: boolean;
}

/** What nodemailer adds to an error. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
}

/** Whether the mail server says that there is no such address (RFC 3463, 5.1.1 to 5.1.3 and 5.1.6): it stays so. */
const isNoMailbox = ({ code, command, response = '' }: SmtpError): boolean =>
  code === 'EENVELOPE' && command === 'RCPT TO' && /^5\d\d[ -]5\.1\.[1236]\b/.test(response);

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
  /** How long the mail server may stay silent; 25 s by default. */
  answerWithinMs?: number;
}): MailDelivery {
  const { database, keys, log, count, answerWithinMs = ANSWER_WITHIN_MS } = deps;
  const server: SMTPTransport.Options = {
    url: deps.smtpUrl,
    // nodemailer's own timeouts are minutes: a hanging mail server must not block a round.
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: answerWithinMs,
  };
  const transport = createTransport(server, { from: deps.from });
  let closed = false;
  let again = false;
  let round: Promise<void> | undefined;

  /** Null if the mail server took it. */
  async function send(mail: WaitingMail): Promise<Failure | null> {
    try {
      await transport.sendMail({
        to: { name: '', address: mail.recipient },
        subject: keys.decrypt(mail.encrypted_subject),
        text: keys.decrypt(mail.encrypted_text),
        ...(mail.encrypted_html !== null && { html: keys.decrypt(mail.encrypted_html) }),
        ...(mail.encrypted_unsubscribe !== null && { headers: oneClick(keys.decrypt(mail.encrypted_unsubscribe)) }),
      });
      return null;
    } catch (error) {
      const giveUp = mail.attempts >= MAX_ATTEMPTS || isNoMailbox(error as SmtpError);
      return { problem: (error as SmtpError).code ?? (error as Error).name, giveUp };
    }
  }

  async function deliver(mail: WaitingMail): Promise<void> {
    const failure = await send(mail);
    count(failure === null ? 'sent' : 'failed');
    if (failure !== null) log.warn({ mail: mail.id, attempt: mail.attempts, ...failure }, 'mail was not delivered');
    const { problem = null, giveUp = false } = failure ?? {};
    const record = () => sql`select access_finish_mail(${mail.id}, ${problem}, ${giveUp})`.execute(database.queries);
    // A mail that was taken but not recorded would be sent again.
    await record().catch(record);
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
      await Promise.race([round, delay(STOP_WITHIN_MS, undefined, { ref: false })]);
      transport.close();
    },
  };
}
