import { useId } from 'react';
import { useDispatch } from 'react-redux';
import { selectTimeline, type TimelineItem } from '../../../sagas/features/records/records.selectors';
import { olderEventsRequested, recordReloadRequested } from '../../../sagas/features/records/records.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/Button';
import { Link } from '../../ui/Link';
import { Message } from '../../ui/Message';
import { useFocusWhenRemoved } from '../../ui/focus';

const SKELETON_ITEMS = 5;

/** The timeline of the record, newest first. */
export function Timeline() {
  const timeline = useAppSelector(selectTimeline);
  const dispatch = useDispatch();
  const id = useId();
  const refocus = useFocusWhenRemoved();
  if (timeline === null) return null;
  const { items, hasOlder, loading, error } = timeline;
  const problem = error !== null && (
    <Message tone="negative">
      {error} <LinkButton onClick={() => dispatch(recordReloadRequested())}>Retry</LinkButton>
    </Message>
  );
  if (items === null) {
    return (
      problem || (
        <div className="timeline" aria-hidden="true">
          {Array.from({ length: SKELETON_ITEMS }, (_, index) => (
            <div key={index} className="timeline-item">
              <span className="skeleton-bar" />
            </div>
          ))}
        </div>
      )
    );
  }
  return (
    <>
      {problem}
      {items.length === 0 ? (
        <p className="record-empty quiet">Nothing has been recorded yet.</p>
      ) : (
        <ol className="timeline" aria-label="Activity">
          {items.map((item) => (
            <Item key={item.id} id={`${id}-${item.id}`} item={item} />
          ))}
        </ol>
      )}
      {hasOlder && (
        <Button
          busy={loading}
          onClick={() => {
            // With the last page the button is gone; the older events are after the one that was last.
            refocus(`${id}-${items.at(-1)?.id}`);
            dispatch(olderEventsRequested());
          }}
        >
          Show older
        </Button>
      )}
    </>
  );
}

function Item({ id, item }: { readonly id: string; readonly item: TimelineItem }) {
  const { title, subject, href, when, exact, instant, by, reason, changes } = item;
  return (
    <li id={id} className="timeline-item" tabIndex={-1}>
      <p className="timeline-title">
        <strong>{title}</strong>
        {subject !== null && <span>{href === null ? subject : <Link to={href}>{subject}</Link>}</span>}
      </p>
      <p className="timeline-when quiet">
        <time dateTime={instant} title={exact ?? undefined}>
          {when}
        </time>
        {by !== null && <span>by {by}</span>}
      </p>
      {reason !== null && <p className="timeline-reason">{reason}</p>}
      {changes.length > 0 && (
        <ul className="timeline-changes">
          {changes.map(({ label, before, after }) => (
            <li key={label}>
              <span className="quiet">{label}</span> {before} <span aria-label="became">→</span> {after}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
