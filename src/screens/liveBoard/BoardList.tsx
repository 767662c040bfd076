import { useDispatch } from 'react-redux';
import type { Notification } from '../../../contract';
import { boardNewPressed, boardRead } from '../../../sagas/notifications/board.intents';
import {
  selectBoard,
  selectBoardPaging,
  selectBoardPlace,
  selectBoardRows,
} from '../../../sagas/notifications/board.selectors';
import { moreRequested } from '../../../sagas/notifications/notifications.intents';
import { isMarked, selectFeed } from '../../../sagas/notifications/notifications.selectors';
import { selectCarriedQuery } from '../../../sagas/shell/shell.selectors';
import { selectUser } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { useNow } from '../../ports/useNow';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { VirtualList } from '../../ui/VirtualList';
import { NotificationRow } from '../notifications/NotificationRow';

const TICK_MS = 30_000;
const LIKELY_ROW_PX = 112;
const keyOf = ({ id }: Notification) => id;
const follow = () => undefined;
const isInRow = (target: EventTarget | null) => target instanceof Element && target.closest('[data-row]') !== null;

/** The rows, newest first. While somebody reads them they stay where they are, and what arrives waits behind a button. */
export function BoardList() {
  const dispatch = useDispatch();
  const { shows } = useAppSelector(selectBoard);
  const { tabs } = useAppSelector(selectBoardPlace);
  const { known, items, fresh, olderTab } = useAppSelector(selectBoardRows);
  const { busy, failed } = useAppSelector(selectBoardPaging);
  const { lastReadDate } = useAppSelector(selectFeed);
  const user = useAppSelector(selectUser);
  const carried = useAppSelector(selectCarriedQuery);
  const now = useNow(TICK_MS, true);
  if (user === null) return null;
  return (
    <section
      className="board-list"
      aria-label="Notifications"
      onFocus={({ target }) => dispatch(boardRead({ focused: isInRow(target) }))}
      onBlur={({ relatedTarget }) => dispatch(boardRead({ focused: isInRow(relatedTarget) }))}
    >
      <div className="board-new" role="status">
        {fresh > 0 && (
          // A press takes no focus away from the row it would then hold.
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
        <p className="note-empty">Nothing of these kinds yet. What happens in your work shows up here by itself.</p>
      )}
      {known && (items.length > 0 || olderTab !== null) && (
        <VirtualList
          label="Notifications, newest first"
          name={`${tabs.join()} ${shows}`}
          items={items}
          keyOf={keyOf}
          estimatePx={LIKELY_ROW_PX}
          busy={busy}
          onAway={(away) => dispatch(boardRead({ away }))}
          row={(notification) => (
            <NotificationRow
              notification={notification}
              user={user}
              carried={carried}
              isNew={isMarked(notification, lastReadDate)}
              now={now}
              onFollow={follow}
            />
          )}
          end={
            olderTab !== null && (
              <div className="note-more">
                {failed && <Message tone="negative">The older ones did not come. Please try again.</Message>}
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
