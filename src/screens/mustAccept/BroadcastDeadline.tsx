import { deadlineWords } from '../../../sagas/features/mustAccept/broadcasts/deadline.rules';
import { useNow } from '../../hooks/useNow';

/** The deadline of a broadcast, counted down by the minute; after it, since when it is overdue. */
export function BroadcastDeadline({ acceptBy }: { readonly acceptBy: string }) {
  const { label, moment, distance } = deadlineWords(acceptBy, useNow(1_000, true));
  return (
    <p className={label === 'Overdue since' ? 'queue-deadline is-overdue' : 'queue-deadline'}>
      <span className="queue-deadline-label">{label}</span> <time dateTime={acceptBy}>{moment}</time>{' '}
      <span className="queue-deadline-distance">({distance})</span>
    </p>
  );
}
