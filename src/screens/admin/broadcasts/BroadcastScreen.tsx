import { useDispatch } from 'react-redux';
import { broadcastReloadRequested } from '../../../../sagas/features/admin/broadcasts/broadcast.slice';
import { selectBroadcastPage } from '../../../../sagas/features/admin/broadcasts/broadcast.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button } from '../../../ui/Button';
import { Link } from '../../../ui/Link';
import { Loader } from '../../../ui/Loader';
import { Message } from '../../../ui/Message';
import '../../../ui/theme/admin.css';
import { PageNote } from '../../../ui/PageNote';
import { ConfirmationDialog } from '../../confirmations/ConfirmationDialog';
import { useBack } from '../form/FormPage';
import { BroadcastFacts } from './BroadcastFacts';
import { Deadline } from './Deadline';
import { Recipients } from './Recipients';

/** One broadcast: its text, its status, and who has accepted it. */
export function BroadcastScreen() {
  const dispatch = useDispatch();
  const page = useAppSelector(selectBroadcastPage);
  const back = useBack();
  if (page === null) return null;
  const { broadcast, error, missing } = page;
  const reload = () => dispatch(broadcastReloadRequested());
  if (broadcast === null && missing) {
    return (
      <PageNote mark="search" title="There is no such broadcast" actions={<Link to={back}>All broadcasts</Link>}>
        <p>The link may be old, or the broadcast belongs to another organization.</p>
      </PageNote>
    );
  }
  return (
    <section className="admin-page" aria-label="Broadcast">
      <div className="admin-head">
        <h1>{broadcast?.subject ?? 'Broadcast'}</h1>
      </div>
      {error !== null && (
        <Message tone="negative">
          This could not be loaded. {error} <Button onClick={reload}>Retry</Button>
        </Message>
      )}
      {broadcast === null && error === null && <Loader>Loading the broadcast</Loader>}
      {broadcast !== null && (
        <div className="broadcast-columns">
          <BroadcastFacts page={page} broadcast={broadcast} />
          {broadcast.status !== 'SCHEDULED' && broadcast.status !== 'CANCELLED' && <Recipients page={page} />}
          {broadcast.status === 'SCHEDULED' && (
            <div className="form-card">
              <Deadline key={broadcast.entityId} page={page} broadcast={broadcast} />
            </div>
          )}
        </div>
      )}
      <ConfirmationDialog />
    </section>
  );
}
