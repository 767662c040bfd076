import { useDispatch } from 'react-redux';
import { broadcastAccepted, broadcastDocumentAsked } from '../../../sagas/broadcasts/broadcasts.intents';
import { selectBroadcast } from '../../../sagas/broadcasts/broadcasts.selectors';
import { useAppSelector } from '../../app/state';
import { Button, LinkButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { SafeHtml } from '../../ui/SafeHtml';
import '../../ui/theme/queues.css';

/** There is no other way out of it than to accept: Escape does nothing here. */
const stay = () => {};

export function BroadcastDialog() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectBroadcast);
  if (view === null) return null;
  const { broadcast, hasDocument, waiting, busy, failure, failureId } = view;
  const { entityId, tenantId, subject, template, sender, forceLogout, notificationDate } = broadcast;
  return (
    <Dialog key={entityId} title={subject} size="wide" onClose={stay}>
      <div className="queue-item">
        <p className="queue-from">
          {sender !== null && <span>From {sender}</span>}
          <time dateTime={notificationDate}>{broadcast.notificationDateWithZone.trim()}</time>
        </p>
        <SafeHtml className="queue-text" html={template} text={subject} />
        {hasDocument && (
          <p className="queue-document">
            <LinkButton onClick={() => dispatch(broadcastDocumentAsked({ entityId, tenantId }))}>
              Download {broadcast.documentName}
            </LinkButton>
          </p>
        )}
        {forceLogout && <Message tone="info">Once you accept this message, you are signed out.</Message>}
        {failure !== null && (
          <Message key={failureId} tone="negative">
            {failure}
          </Message>
        )}
        <div className="dialog-actions">
          <span className="queue-waiting">{waitingText(waiting)}</span>
          <Button look="primary" autoFocus busy={busy} onClick={() => dispatch(broadcastAccepted({ entityId }))}>
            Accept
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

export function waitingText(waiting: number): string | null {
  if (waiting === 0) return null;
  return waiting === 1 ? 'One more comes after this.' : `${waiting} more come after this.`;
}
