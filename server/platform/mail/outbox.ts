/**
 * Mail is queued in the database: it is committed with the transaction that writes it, and sign-in never waits for its
 * delivery.
 */
import { sql } from 'kysely';
import type { Queries } from '../../database';
import type { Keys } from '../../base/keys';
import type { Mail } from './mailLayout';

export interface MailRecipient {
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string;
}

export class Outbox {
  private listener: () => void = () => undefined;

  constructor(private readonly keys: Keys) {}

  /** Encrypted; sent after the transaction has committed, and not sent after `usefulMinutes`. */
  async enqueue(queries: Queries, recipient: MailRecipient, mail: Mail, usefulMinutes?: number): Promise<void> {
    await queries
      .insertInto('mail_outbox')
      .values({
        organization_id: recipient.organizationId,
        user_id: recipient.userId,
        recipient: recipient.email,
        encrypted_subject: this.keys.encrypt(mail.subject),
        encrypted_text: this.keys.encrypt(mail.text),
        encrypted_html: mail.html === undefined ? null : this.keys.encrypt(mail.html),
        ...(usefulMinutes !== undefined && {
          useful_until: sql<Date>`now() + make_interval(mins => ${usefulMinutes}::integer)`,
        }),
      })
      .execute();
  }

  /** Call after the commit, so that the mail leaves immediately instead of in the next round. */
  wake(): void {
    this.listener();
  }

  /** Called when mail may be waiting. */
  onWake(listener: () => void): void {
    this.listener = listener;
  }
}
