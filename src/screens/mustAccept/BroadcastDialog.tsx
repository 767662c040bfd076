import { useDispatch } from 'react-redux';
import { broadcastAccepted } from '../../../sagas/features/mustAccept/broadcasts/broadcasts.slice';
import { selectBroadcast } from '../../../sagas/features/mustAccept/broadcasts/broadcasts.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { BroadcastDocument } from './BroadcastDocument';
import { BroadcastNotice, waitingText } from './BroadcastNotice';

/** Accept is the only way out: Escape does nothing. */
const stay = () => {};

/** Covers the page while a broadcast must be accepted. */
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
      isLarge={showsDocument}
      onAccept={() => dispatch(broadcastAccepted({ entityId }))}
      onEscape={stay}
    />
  );
}
