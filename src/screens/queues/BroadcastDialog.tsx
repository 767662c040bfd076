import { useDispatch } from 'react-redux';
import { broadcastAccepted } from '../../../sagas/broadcasts/broadcasts.intents';
import { selectBroadcast } from '../../../sagas/broadcasts/broadcasts.selectors';
import { useAppSelector } from '../../app/state';
import { BroadcastDocument } from './BroadcastDocument';
import { BroadcastNotice, waitingText } from './BroadcastNotice';

/** There is no other way out of it than to accept: Escape does nothing here. */
const stay = () => {};

export function BroadcastDialog() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectBroadcast);
  if (view === null) return null;
  const { broadcast, hasDocument, showsDocument, waiting } = view;
  const { entityId } = broadcast;
  return (
    <BroadcastNotice
      {...view}
      key={entityId}
      note={waitingText(waiting)}
      document={hasDocument && <BroadcastDocument broadcast={broadcast} />}
      roomy={showsDocument}
      onAccept={() => dispatch(broadcastAccepted({ entityId }))}
      onEscape={stay}
    />
  );
}
