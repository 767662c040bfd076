import { useId } from 'react';
import { useDispatch } from 'react-redux';
import { TAB_COLOURS } from '../../../contract';
import { badgeText, maySendCompany, staleText } from '../../../sagas/notifications/index';
import {
  companyPressed,
  panelClosed,
  panelTabChosen,
  popupToggled,
  searchSubmitted,
} from '../../../sagas/notifications/notifications.intents';
import { selectBoardAddress } from '../../../sagas/notifications/board.selectors';
import {
  selectPanelTabs,
  selectPanelView,
  selectPopup,
  selectStaleSince,
  type PanelTab,
} from '../../../sagas/notifications/notifications.selectors';
import { selectUser } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { LinkButton } from '../../ui/Button';
import { categoryColour } from '../../ui/categoryColour';
import { Drawer } from '../../ui/Drawer';
import { Link } from '../../ui/Link';
import { ToolButton } from '../../ui/ToolButton';
import { Tabs } from '../../ui/Tabs';
import { isElsewhere } from './isElsewhere';
import { PanelList } from './PanelList';
import { PanelSearch } from './PanelSearch';

/** Everything a person has been told, by tab, in a drawer at the right. */
export function NotificationPanel() {
  const dispatch = useDispatch();
  const panelId = useId();
  const tabs = useAppSelector(selectPanelTabs);
  const popup = useAppSelector(selectPopup);
  const staleSince = useAppSelector(selectStaleSince);
  const user = useAppSelector(selectUser);
  const maySend = user !== null && maySendCompany(user);
  const { tab, keyword } = useAppSelector(selectPanelView);
  const board = useAppSelector(selectBoardAddress);
  return (
    <Drawer title="Notifications" side="right" onClose={() => dispatch(panelClosed())}>
      <div className="note-panel">
        {staleSince !== null && <p className="stale-note">{staleText(staleSince)}</p>}
        <Tabs
          name="Kinds of notifications"
          panelId={panelId}
          value={tab}
          onChoose={(chosen) => dispatch(panelTabChosen({ tab: chosen }))}
          choices={tabs.map((each) => ({ value: each.tab, label: <TabLabel {...each} /> }))}
        />
        <div className="note-tools">
          <PanelSearch key={`${tab} ${keyword ?? ''}`} tab={tab} keyword={keyword} />
          {maySend && (
            <ToolButton icon="plus" onClick={() => dispatch(companyPressed())}>
              Add notification
            </ToolButton>
          )}
        </div>
        {keyword !== null && (
          <p className="note-found" role="status">
            Results for “{keyword}”
            <LinkButton onClick={() => dispatch(searchSubmitted({ tab, keyword: '' }))}>Clear search</LinkButton>
          </p>
        )}
        <div id={panelId} className="note-body" role="tabpanel" aria-labelledby={`${panelId}-${tab}`}>
          <PanelList />
        </div>
        <div className="note-foot">
          <label>
            <input
              type="checkbox"
              checked={popup}
              onChange={(event) => dispatch(popupToggled({ checked: event.target.checked }))}
            />
            Show pop-ups for new notifications
          </label>
          <Link to={board} onClick={(event) => !isElsewhere(event) && dispatch(panelClosed())}>
            Live board
          </Link>
        </div>
      </div>
    </Drawer>
  );
}

function TabLabel({ tab, label, unread }: PanelTab) {
  const style = categoryColour(TAB_COLOURS[tab]);
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
    </>
  );
}
