/** The document of a broadcast: its subject and message as a paper of the managing organisation. */
import { moment } from './format';
import { facts, text, type Paper } from './paper';

export interface BroadcastDocument {
  /** The organisation that speaks. */
  readonly sender: string;
  readonly subject: string;
  /** Plain text; blank lines part its paragraphs. */
  readonly message: string;
  readonly sentAt: Date;
}

export const broadcastPaper = ({ sender, subject, message, sentAt }: BroadcastDocument): Paper => ({
  title: subject,
  sender,
  reference: `${sender} · ${moment(sentAt)}`,
  createdAt: sentAt,
  blocks: [facts(['From', sender], ['Sent', moment(sentAt)]), text(message)],
});
