import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import type { Notification } from '../../../contract/notifications/notification';
import { hasEntry } from '../../../sagas/features/liveBoard/boardFilter.rules';
import {
  selectBoardPaging,
  selectBoardPlace,
  selectBoardRows,
} from '../../../sagas/features/liveBoard/liveBoard.selectors';
import { boardNewPressed, boardRead, selectBoard } from '../../../sagas/features/liveBoard/liveBoard.slice';
import { selectFeed } from '../../../sagas/features/notifications/feed/feed.slice';
import { moreRequested } from '../../../sagas/features/notifications/notifications.intents';
import { selectPersistentQuery } from '../../../sagas/navigation/location/location.selectors';
import { selectUser } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useNow } from '../../hooks/useNow';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { useFocusNearby } from '../../ui/useFocusNearby';
import { VirtualList } from '../../ui/VirtualList';
import { BoardEntry } from './BoardEntry';
import { NotificationRow } from '../notifications/NotificationRow';

const TICK_MS = 30_000;
const LIKELY_ROW_PX = 112;
const keyOf = ({ id }: Notification) => id;
const follow = () => undefined;
const entryIn = (isWall: boolean) => (notification: Notification) =>
  hasEntry(notification) ? (
    <BoardEntry notificationId={notification.id} subject={notification.subject} isWall={isWall} />
  ) : null;
// The same functions for all renderings: rows render only when their own props change.
const [entryOf, entryOnWall] = [entryIn(false), entryIn(true)];
const isInRow = (target: EventTarget | null) => target instanceof Element && target.closest('[data-row]') !== null;

/** The rows, newest first. While the user reads, the list does not move, and new rows wait behind a button. */
export function BoardList() {
  const dispatch = useDispatch();
  const { shows, focused } = useAppSelector(selectBoard);
  const { tabs, show, words, wall } = useAppSelector(selectBoardPlace);
  const { known, items, fresh, olderTab } = useAppSelector(selectBoardRows);
  const { busy, failed } = useAppSelector(selectBoardPaging);
  const { lastReadDate } = useAppSelector(selectFeed);
  const user = useAppSelector(selectUser);
  const persistentQuery = useAppSelector(selectPersistentQuery);
  const now = useNow(TICK_MS, true);
  const nearby = useFocusNearby();
  // What is removed with the focus in it reports no blur, and would hold the list for good.
  useEffect(() => {
    if (focused && !isInRow(document.activeElement)) dispatch(boardRead({ focused: false }));
  });
  if (user === null) return null;
  return (
    <section
      className="board-list"
      aria-label="Notifications"
      // Focus moves here after the button of new rows is pressed; a focused row would pause the list.
      tabIndex={-1}
      onFocus={({ target }) => dispatch(boardRead({ focused: isInRow(target) }))}
      onBlur={({ relatedTarget }) => dispatch(boardRead({ focused: isInRow(relatedTarget) }))}
    >
      <div {...nearby} className="board-new" role="status">
        {fresh > 0 && (
          // A press must not move the focus into a row, which would hold the list.
          <button
            type="button"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => dispatch(boardNewPressed())}
          >
            {fresh} new
          </button>
        )}
      </div>
      {!known && <p className="note-empty">Loading…</p>}
      {known && items.length === 0 && olderTab === null && (
        <p className="note-empty">
          {show === 'all' && words === ''
            ? 'No notifications of these kinds yet. New ones appear here by themselves.'
            : 'Nothing matches. Change the search or the filters above the list.'}
        </p>
      )}
      {known && (items.length > 0 || olderTab !== null) && (
        <VirtualList
          label="Notifications, newest first"
          name={`${tabs.join()} ${show} ${words} ${shows}`}
          items={items}
          keyOf={keyOf}
          estimatePx={LIKELY_ROW_PX}
          busy={busy}
          onAway={(away) => dispatch(boardRead({ away }))}
          row={(notification) => (
            <NotificationRow
              notification={notification}
              user={user}
              persistentQuery={persistentQuery}
              isNew={lastReadDate === null || notification.notificationDate > lastReadDate}
              now={now}
              onFollow={follow}
              besideTags={wall ? entryOnWall : entryOf}
            />
          )}
          end={
            olderTab !== null && (
              <div className="note-more">
                {failed && <Message tone="negative">The older ones could not be loaded. Please try again.</Message>}
                <Button busy={busy} onClick={() => dispatch(moreRequested({ tab: olderTab }))}>
                  See More
                </Button>
              </div>
            )
          }
        />
      )}
    </section>
  );
}
