/** Mail waits in the database: it stands or falls with the transaction that asks for it, and sign-in never waits for it. */
import type { Queries } from '../database';
import type { Keys } from '../keys';
import type { MailText } from './texts';

export interface MailRecipient {
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string;
}

export class Outbox {
  private listener: () => void = () => undefined;

  constructor(private readonly keys: Keys) {}

  async enqueue(queries: Queries, recipient: MailRecipient, mail: MailText): Promise<void> {
    await queries
      .insertInto('mail_outbox')
      .values({
        organization_id: recipient.organizationId,
        user_id: recipient.userId,
        recipient: recipient.email,
        subject_box: this.keys.seal(mail.subject),
        text_box: this.keys.seal(mail.text),
      })
      .execute();
  }

  /** Call after the commit: the mail then leaves at once, not at the next round. */
  wake(): void {
    this.listener();
  }

  onWake(listener: () => void): void {
    this.listener = listener;
  }
}
