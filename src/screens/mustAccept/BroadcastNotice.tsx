import type { ReactNode } from 'react';
import type { BroadcastView } from '../../../sagas/features/mustAccept/broadcasts/broadcasts.selectors';
import { deadlineWords } from '../../../sagas/features/mustAccept/broadcasts/deadline.rules';
import { stampText } from '../../../sagas/base/zones';
import { useNow } from '../../hooks/useNow';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { SafeHtml } from '../../ui/SafeHtml';
import '../../ui/theme/queues.css';
import { AcceptButton } from './AcceptButton';

interface BroadcastNoticeProps extends Pick<BroadcastView, 'broadcast' | 'busy' | 'failure' | 'failureId'> {
  /** Shown beside Accept. */
  readonly note: string | null;
  readonly document: ReactNode;
  /** True if the document is shown in the dialog, which then fills the window. */
  readonly isLarge: boolean;
  readonly onAccept: () => void;
  readonly onEscape: () => void;
}

/** A broadcast as its recipients see it; its author sees the same in the preview. */
export function BroadcastNotice({ broadcast, note, document, isLarge, ...rest }: BroadcastNoticeProps) {
  const { subject, template, sender, forceLogout, notificationDate, acceptBy } = broadcast;
  const { busy, failure, failureId, onAccept, onEscape } = rest;
  return (
    <Dialog title="Broadcast Notification Details" size={isLarge ? 'large' : 'wide'} onClose={onEscape}>
      <div className="queue-item">
        <h3 className="queue-subject">{subject}</h3>
        <p className="queue-from">
          {sender !== null && <span>From {sender}</span>}
          <SentAt date={notificationDate} />
        </p>
        {typeof acceptBy === 'string' && <BroadcastDeadline acceptBy={acceptBy} />}
        <SafeHtml className="queue-text" html={template} text={subject} />
        {document}
        {forceLogout && <Message tone="info">Once you accept this message, you are signed out.</Message>}
        {failure !== null && (
          <Message key={failureId} tone="negative">
            {failure}
          </Message>
        )}
        <div className="dialog-actions">
          <span className="queue-waiting">{note}</span>
          <AcceptButton busy={busy} onAccept={onAccept} />
        </div>
      </div>
    </Dialog>
  );
}

/** The deadline of a broadcast with the time that is left, or since when it is overdue. */
function BroadcastDeadline({ acceptBy }: { readonly acceptBy: string }) {
  const { label, moment, distance } = deadlineWords(acceptBy, useNow(1_000, true));
  return (
    <p className={label === 'Overdue since' ? 'queue-deadline is-overdue' : 'queue-deadline'}>
      <span className="queue-deadline-label">{label}</span> <time dateTime={acceptBy}>{moment}</time>{' '}
      <span className="queue-deadline-distance">({distance})</span>
    </p>
  );
}

/** A time with seconds, in the user's zone. */
export function SentAt({ date }: { readonly date: string }) {
  return <time dateTime={date}>{stampText(Date.parse(date))}</time>;
}

/** How many more must be accepted after this one; null if none. */
export function waitingText(waiting: number): string | null {
  if (waiting === 0) return null;
  return waiting === 1 ? 'One more comes after this.' : `${waiting} more come after this.`;
}
