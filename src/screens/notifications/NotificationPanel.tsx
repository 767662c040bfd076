import { useId, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { TAB_COLORS } from '../../../contract/notifications/categories';
import { NOTIFICATION_VIEWS } from '../../../contract/notifications/notifications.endpoints';
import { selectBoardAddress } from '../../../sagas/features/liveBoard/liveBoard.address';
import { maySendCompanyMessage } from '../../../sagas/features/notifications/companyMessage/companyMessage.selectors';
import { selectStaleness } from '../../../sagas/features/realtime/realtime.slice';
import {
  companyMessagePressed,
  panelClosed,
  panelTabChosen,
  popupToggled,
  searchSubmitted,
  undoPressed,
  viewChosen,
} from '../../../sagas/features/notifications/notifications.intents';
import { findToggled, selectFind } from '../../../sagas/features/notifications/panel/find.slice';
import { selectLinked } from '../../../sagas/features/notifications/panel/linked.slice';
import { badgeText } from '../../../sagas/features/notifications/panel/bellText';
import { foundText, VIEW_LABELS } from '../../../sagas/features/notifications/panel/panelText';
import { selectUser } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Drawer } from '../../ui/Drawer';
import { Link, opensElsewhere } from '../../ui/Link';
import { Tabs } from '../../ui/Tabs';
import { ToolButton } from '../../ui/ToolButton';
import { loadable } from '../../ui/loadable';
import { useFocusAfterRender } from '../../ui/focus';
import { PanelList } from './PanelList';
import { PanelSearch } from './PanelSearch';
import { StaleNote } from './StaleNote';
import {
  selectPanelTabs,
  selectPanelView,
  type PanelTab,
} from '../../../sagas/features/notifications/panel/panel.selectors';
import { selectPopup } from '../../../sagas/features/notifications/toasts/toasts.slice';
import { categoryColor } from './rowParts';

/** With the table of kinds. */
const FindPanel = loadable(
  async () => (await import(/* webpackChunkName: "find-notifications" */ './FindPanel')).FindPanel,
  <></>,
);

/** All notifications by tab, in a drawer on the right. */
export function NotificationPanel() {
  const dispatch = useDispatch();
  const panelId = useId();
  const search = useRef<HTMLInputElement>(null);
  const tabs = useAppSelector(selectPanelTabs);
  const popup = useAppSelector(selectPopup);
  const isStale = useAppSelector(selectStaleness) !== null;
  const user = useAppSelector(selectUser);
  const maySend = user !== null && maySendCompanyMessage(user);
  const shown = useAppSelector(selectPanelView);
  const { tab, keyword, view, undo, at } = shown;
  const { open: finding } = useAppSelector(selectFind);
  const isLinked = useAppSelector(selectLinked) !== null;
  const board = useAppSelector(selectBoardAddress);
  const refocus = useFocusAfterRender();
  const undoId = `${panelId}-undo`;
  return (
    <Drawer
      title="Notifications"
      side="right"
      beside
      focusInside={at !== null || isLinked}
      onClose={() => dispatch(panelClosed())}
    >
      <div className="note-panel">
        {isStale && (
          <p className="stale-note">
            <StaleNote />
          </p>
        )}
        {!finding && (
          <Tabs
            name="Kinds of notifications"
            panelId={panelId}
            value={tab}
            onChoose={(chosen) => dispatch(panelTabChosen({ tab: chosen }))}
            choices={tabs.map((each) => ({ value: each.tab, label: <TabLabel {...each} /> }))}
          />
        )}
        <div className="note-tools">
          {!finding && <PanelSearch key={tab} tab={tab} keyword={keyword} field={search} />}
          <ToolButton
            icon={finding ? 'previous' : 'search'}
            aria-expanded={finding}
            onClick={() => dispatch(findToggled())}
          >
            {finding ? 'Back to tabs' : 'Search all'}
          </ToolButton>
          {!finding && maySend && (
            <ToolButton icon="plus" onClick={() => dispatch(companyMessagePressed())}>
              Add notification
            </ToolButton>
          )}
        </div>
        {finding ? (
          <FindPanel />
        ) : (
          <>
            <div className="note-views" role="group" aria-label="Show">
              {[null, ...NOTIFICATION_VIEWS].map((each) => (
                <button
                  key={each ?? 'all'}
                  type="button"
                  aria-pressed={view === each}
                  onClick={() => dispatch(viewChosen({ tab, view: each }))}
                >
                  {each === null ? 'All' : VIEW_LABELS[each]}
                </button>
              ))}
            </div>
            <div className="note-found">
              <span role="status">{foundText(shown)}</span>
              {keyword !== null && (
                <LinkButton
                  onClick={() => {
                    dispatch(searchSubmitted({ tab, keyword: '' }));
                    search.current?.focus();
                  }}
                >
                  Clear search
                </LinkButton>
              )}
            </div>
            <div id={panelId} className="note-body" role="tabpanel" aria-labelledby={`${panelId}-${tab}`}>
              <PanelList />
            </div>
          </>
        )}
        {/* It takes the focus of the button, which is gone after a press. */}
        <div id={undoId} className="note-undo" role="status" tabIndex={-1}>
          <span>{undo?.text}</span>
          {undo !== null && (
            <LinkButton
              onClick={() => {
                refocus(undoId);
                dispatch(undoPressed());
              }}
            >
              Undo
            </LinkButton>
          )}
        </div>
        <div className="note-foot">
          <label>
            <input
              type="checkbox"
              checked={popup}
              onChange={(event) => dispatch(popupToggled({ checked: event.target.checked }))}
            />
            Show toasts for new notifications
          </label>
          <Link to={board} onClick={(event) => !opensElsewhere(event) && dispatch(panelClosed())}>
            Live Board
          </Link>
        </div>
      </div>
    </Drawer>
  );
}

function TabLabel({ tab, label, unread, fresh }: PanelTab) {
  const style = categoryColor(TAB_COLORS[tab]);
  return (
    <>
      <span className="tab-dot" style={style} />
      {label}
      {unread > 0 && (
        <span className="tab-count" style={style}>
          {badgeText(unread)}
          <span className="visually-hidden"> unread</span>
        </span>
      )}
      {unread === 0 && fresh > 0 && (
        <span className="tab-count is-fresh" style={style}>
          {badgeText(fresh)}
          <span className="visually-hidden"> new</span>
        </span>
      )}
    </>
  );
}
