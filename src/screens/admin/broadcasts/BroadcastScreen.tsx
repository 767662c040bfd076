import { useDispatch } from 'react-redux';
import { broadcastReloadRequested } from '../../../../sagas/broadcastAdmin/broadcast.intents';
import { selectBroadcastPage } from '../../../../sagas/broadcastAdmin/broadcast.selectors';
import { useAppSelector } from '../../../app/state';
import { Button } from '../../../ui/Button';
import { Link } from '../../../ui/Link';
import { Loader } from '../../../ui/Loader';
import { Message } from '../../../ui/Message';
import '../../../ui/theme/admin.css';
import { DeedDialog } from '../DeedDialog';
import { useBack } from '../form/useBack';
import { BroadcastFacts } from './BroadcastFacts';
import { Recipients } from './Recipients';

/** One broadcast: what it says, how it stands, and who has accepted it. */
export function BroadcastScreen() {
  const dispatch = useDispatch();
  const page = useAppSelector(selectBroadcastPage);
  const back = useBack();
  if (page === null) return null;
  const { broadcast, error, missing } = page;
  const reload = () => dispatch(broadcastReloadRequested());
  if (broadcast === null && missing) {
    return (
      <div className="page-note">
        <h1>There is no such broadcast</h1>
        <p>The link may be old, or the broadcast belongs to another organization.</p>
        <Link to={back}>All broadcasts</Link>
      </div>
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
        </div>
      )}
      <DeedDialog />
    </section>
  );
}
