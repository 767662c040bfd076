import { useDispatch } from 'react-redux';
import {
  roleReloadChosen,
  roleReloadPutOff,
  roleUpdateAccepted,
} from '../../../sagas/features/mustAccept/roleUpdates/roleUpdates.slice';
import type { RoleUpdateView } from '../../../sagas/features/mustAccept/roleUpdates/roleUpdates.slice';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { SafeHtml } from '../../ui/SafeHtml';
import '../../ui/theme/queues.css';
import { waitingText } from './BroadcastNotice';

const TITLE = 'Role Permission Update Notification Details';
/** Accept is the only way out: Escape does nothing. */
const stay = () => {};

/** A change of the user's role, and the reload it requires. */
export function RoleUpdate({ view }: { readonly view: RoleUpdateView }) {
  const dispatch = useDispatch();
  if (view.kind === 'putOff') {
    return (
      <div className="queue-bar" role="status">
        <span>Your role has changed. Reload the page when you have finished here.</span>
        <Button onClick={() => dispatch(roleReloadChosen())}>Reload</Button>
      </div>
    );
  }
  if (view.kind === 'unsaved') {
    return (
      <Dialog title={TITLE} onClose={() => dispatch(roleReloadPutOff())}>
        <div className="queue-item">
          <p>The page must be loaded afresh, and something that you have typed is not saved yet.</p>
          <div className="dialog-actions">
            <Button autoFocus onClick={() => dispatch(roleReloadPutOff())}>
              Finish first
            </Button>
            <Button look="primary" onClick={() => dispatch(roleReloadChosen())}>
              Reload now
            </Button>
          </div>
        </div>
      </Dialog>
    );
  }
  const { update, waiting, busy } = view;
  return (
    <Dialog key={update.entityId} title={TITLE} size="wide" onClose={stay}>
      <div className="queue-item">
        <p className="queue-from">
          <span>{update.roleName}</span>
          <time dateTime={update.notificationDate}>{update.notificationDateWithZone.trim()}</time>
        </p>
        <SafeHtml className="queue-text" html={update.template} text={update.subject} />
        <Codes title="You may now" codes={update.added} />
        <Codes title="You may no longer" codes={update.removed} />
        <div className="dialog-actions">
          <span className="queue-waiting">{waitingText(waiting)}</span>
          <Button
            look="primary"
            autoFocus
            busy={busy}
            onClick={() => dispatch(roleUpdateAccepted({ entityId: update.entityId }))}
          >
            Accept
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Codes({ title, codes }: { readonly title: string; readonly codes: readonly string[] }) {
  if (codes.length === 0) return null;
  return (
    <section className="queue-codes">
      <h3>{title}</h3>
      <ul>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </section>
  );
}
