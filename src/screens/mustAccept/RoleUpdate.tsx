import { useDispatch } from 'react-redux';
import {
  roleReloadChosen,
  roleReloadPutOff,
  roleUpdateAccepted,
  type RoleUpdateView,
} from '../../../sagas/features/mustAccept/roleUpdates/roleUpdates.slice';
import { permissionNames } from '../../../contract/identity/permissionGroups';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import '../../ui/theme/queues.css';
import { AcceptButton } from './AcceptButton';
import { SentAt, waitingText } from './BroadcastNotice';

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
          <p>The page must be reloaded, and something that you typed or started is not saved yet.</p>
          <div className="dialog-actions">
            <Button autoFocus onClick={() => dispatch(roleReloadPutOff())}>
              Finish first
            </Button>
            <Button variant="primary" onClick={() => dispatch(roleReloadChosen())}>
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
          <SentAt date={update.notificationDate} />
        </p>
        <h3 className="queue-subject">{update.subject}</h3>
        <Permissions title="You may now use" codes={update.added} />
        <Permissions title="You may no longer use" codes={update.removed} />
        <div className="dialog-actions">
          <span className="queue-waiting">{waitingText(waiting)}</span>
          <AcceptButton busy={busy} onAccept={() => dispatch(roleUpdateAccepted({ entityId: update.entityId }))} />
        </div>
      </div>
    </Dialog>
  );
}

/** Lists each permission once, by its name in the role form. */
function Permissions({ title, codes }: { readonly title: string; readonly codes: readonly string[] }) {
  if (codes.length === 0) return null;
  return (
    <section className="queue-permissions">
      <h4>{title}</h4>
      <ul>
        {permissionNames(codes).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
