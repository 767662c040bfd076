import { useCallback, useId } from 'react';
import { useDispatch } from 'react-redux';
import { TAB_LABELS } from '../../../contract/notifications/categories';
import type { ReaderChange } from '../../../contract/notifications/notification';
import {
  moreRequested,
  panelClosed,
  panelRetried,
  rowChanged,
  searchSubmitted,
} from '../../../sagas/features/notifications/notifications.intents';
import { isSaved, type Row } from '../../../sagas/features/notifications/panel/rows.rules';
import { selectRows } from '../../../sagas/features/notifications/panel/rows.selectors';
import { selectLinked } from '../../../sagas/features/notifications/panel/linked.slice';
import { emptyText, panelFailureText } from '../../../sagas/features/notifications/panel/panelText';
import { selectPersistentQuery } from '../../../sagas/navigation/location/location.selectors';
import { selectUser } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useNow } from '../../hooks/useNow';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { VirtualList } from '../../ui/VirtualList';
import { NotificationRow } from './NotificationRow';
import '../../ui/theme/linkedNotification.css';
import { isMarked, selectPanelView } from '../../../sagas/features/notifications/panel/panel.selectors';

const TICK_MS = 30_000;
const LIKELY_ROW_PX = 104;
const keyOf = ({ key }: Row) => key;
/** The row takes the focus once. */
const AT_FIRST = {};

/** The tab's notifications or search results, in each state of loading. */
export function PanelList() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectPanelView);
  const rows = useAppSelector(selectRows);
  const user = useAppSelector(selectUser);
  const persistentQuery = useAppSelector(selectPersistentQuery);
  const linked = useAppSelector(selectLinked);
  const linkedId = useId();
  const now = useNow(TICK_MS, true);
  const follow = useCallback(() => void dispatch(panelClosed()), [dispatch]);
  const { tab, phase, keyword, more, moreBusy, moreFailure, markedAfter, at } = view;
  const act = useCallback((id: string, patch: ReaderChange) => void dispatch(rowChanged({ id, patch })), [dispatch]);
  const failure = panelFailureText(view);
  const isSearch = keyword !== null || view.view !== null;
  const retry = () =>
    dispatch(phase === 'failed' && isSearch ? searchSubmitted({ tab, keyword: keyword ?? '' }) : panelRetried());
  if (user === null) return null;

  return (
    <>
      {linked !== null && (
        <section className="note-linked" aria-labelledby={linkedId}>
          <h3 id={linkedId}>From your link</h3>
          <NotificationRow
            key={linked.id}
            notification={linked}
            user={user}
            persistentQuery={persistentQuery}
            isNew={isMarked(linked, markedAfter)}
            isSaved={linked.state?.saved ?? false}
            now={now}
            focusFor={AT_FIRST}
            onFollow={follow}
            onAct={act}
          />
        </section>
      )}
      {failure !== null && (
        <>
          <Message tone="negative">{failure}</Message>
          <p className="note-retry">
            <Button onClick={retry}>Retry</Button>
          </p>
        </>
      )}
      {phase === 'loading' && <RowsSkeleton />}
      {phase === 'empty' && <p className="note-empty">{emptyText(view)}</p>}
      {phase === 'full' && (
        <VirtualList
          label={TAB_LABELS[tab]}
          name={`${tab} ${view.view ?? ''} ${keyword ?? ''}`}
          items={rows}
          keyOf={keyOf}
          estimatePx={LIKELY_ROW_PX}
          busy={moreBusy}
          row={(row) => (
            <NotificationRow
              notification={row.items[0]}
              user={user}
              persistentQuery={persistentQuery}
              isNew={row.items.some((item) => isMarked(item, markedAfter))}
              isSaved={isSaved(row)}
              recordKey={row.recordKey}
              loaded={row.items.length}
              now={now}
              focusFor={row.items.some(({ id }) => id === at?.id) ? at : null}
              onFollow={follow}
              onAct={act}
            />
          )}
          end={
            more && (
              <div className="note-more">
                {moreFailure !== null && (
                  <Message tone="negative">The older ones could not be loaded. Please try again.</Message>
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

/** As high as the rows that are loading. */
function RowsSkeleton() {
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
