import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { TAB_LABELS, type Notification } from '../../../contract';
import { emptyText, panelFailureText } from '../../../sagas/notifications/index';
import {
  moreRequested,
  panelClosed,
  panelRetried,
  searchSubmitted,
} from '../../../sagas/notifications/notifications.intents';
import { isMarked, selectPanelView } from '../../../sagas/notifications/notifications.selectors';
import { selectCarriedQuery } from '../../../sagas/shell/shell.selectors';
import { selectUser } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { useNow } from '../../ports/useNow';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { VirtualList } from '../../ui/VirtualList';
import { NotificationRow } from './NotificationRow';

const TICK_MS = 30_000;
const LIKELY_ROW_PX = 104;
const keyOf = ({ id }: Notification) => id;

/** The tab's notifications, or what was found in it, in whichever state they are. */
export function PanelList() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectPanelView);
  const user = useAppSelector(selectUser);
  const carried = useAppSelector(selectCarriedQuery);
  const now = useNow(TICK_MS, true);
  const follow = useCallback(() => void dispatch(panelClosed()), [dispatch]);
  const { tab, face, items, keyword, more, moreBusy, moreFailure, markedAfter } = view;
  const failure = panelFailureText(view);
  const retry = () =>
    dispatch(face === 'failed' && keyword !== null ? searchSubmitted({ tab, keyword }) : panelRetried());
  if (user === null) return null;

  return (
    <>
      {failure !== null && (
        <>
          <Message tone="negative">{failure}</Message>
          <p className="note-retry">
            <Button onClick={retry}>Retry</Button>
          </p>
        </>
      )}
      {face === 'loading' && <Bones />}
      {face === 'empty' && <p className="note-empty">{emptyText(view)}</p>}
      {face === 'full' && (
        <VirtualList
          label={TAB_LABELS[tab]}
          name={`${tab} ${keyword ?? ''}`}
          items={items}
          keyOf={keyOf}
          estimatePx={LIKELY_ROW_PX}
          busy={moreBusy}
          row={(notification) => (
            <NotificationRow
              notification={notification}
              user={user}
              carried={carried}
              isNew={isMarked(notification, markedAfter)}
              now={now}
              onFollow={follow}
            />
          )}
          end={
            more && (
              <div className="note-more">
                {moreFailure !== null && (
                  <Message tone="negative">The older ones did not come. Please try again.</Message>
                )}
                <Button busy={moreBusy} onClick={() => dispatch(moreRequested({ tab }))}>
                  See More
                </Button>
              </div>
            )
          }
        />
      )}
    </>
  );
}

/** As high as what is to come. */
function Bones() {
  return (
    <div className="note-bones" role="status" aria-label="Loading notifications">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="note-bone">
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
