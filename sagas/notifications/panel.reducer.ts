/** The panel over the feed: what is shown as read, what is looked for, what is on its way. */
import type { UnknownAction } from '@reduxjs/toolkit';
import type { NotificationTab } from '../../contract/notifications';
import { extended } from './feed';
import { pageAsked, pageFailed, pageFound, panelFailed, panelOpened, readingAsked } from './notifications.events';
import { panelClosed, panelRetried, panelTabChosen, searchSubmitted } from './notifications.intents';
import { everyTab, type FeedState } from './notifications.state';
import { CLOSED_PANEL, type PanelState, type Paging, type Search } from './panel.state';

export function panelReducer(panel: PanelState, action: UnknownAction, feed: FeedState): PanelState {
  if (panelOpened.match(action)) return asked({ ...CLOSED_PANEL, open: true }, feed);
  if (panelClosed.match(action)) return { ...CLOSED_PANEL, reading: panel.reading };
  if (panelTabChosen.match(action)) return { ...panel, tab: action.payload.tab };
  if (panelRetried.match(action)) return { ...panel, failure: null };
  if (readingAsked.match(action)) return asked(panel, feed);
  if (panelFailed.match(action)) return { ...panel, failure: action.payload.failure, reading: null };
  return pagingReducer(panel, action);
}

/** All counts are nothing at once, and the mark stays where it was until then. */
function asked(panel: PanelState, feed: FeedState): PanelState {
  if (!feed.known) return panel;
  const markedAfter = panel.markedAfter === undefined ? feed.lastReadDate : panel.markedAfter;
  return { ...panel, markedAfter, reading: everyTab((tab) => feed.tabs[tab].unread) };
}

/** The server's word on what is read has been folded in: nothing has to be pretended any longer. */
export const settled = (panel: PanelState): PanelState =>
  panel.reading === null ? panel : { ...panel, reading: null, failure: null };

function pagingReducer(panel: PanelState, action: UnknownAction): PanelState {
  if (searchSubmitted.match(action) && panel.open) {
    const { tab, keyword } = action.payload;
    return withSearch(panel, tab, keyword === '' ? null : { keyword, items: null, more: false, ...AT_WORK });
  }
  if (pageAsked.match(action)) return moved(panel, action.payload, AT_WORK);
  if (pageFailed.match(action)) return moved(panel, action.payload, { busy: false, failure: action.payload.failure });
  if (!pageFound.match(action)) return panel;

  const { tab, keyword, after, notifications, more } = action.payload;
  const search = panel.searches[tab];
  if (keyword === null) return moved(panel, action.payload, AT_REST);
  if (search?.keyword !== keyword) return panel;
  const before = { items: after === null ? [] : (search.items ?? []), more, unread: 0 };
  if (after !== (before.items.at(-1)?.id ?? null)) return panel;
  const { items } = extended(before, notifications, more);
  return withSearch(panel, tab, { keyword, items, more, ...AT_REST });
}

const AT_WORK: Paging = { busy: true, failure: null };
const AT_REST: Paging = { busy: false, failure: null };

const withSearch = (panel: PanelState, tab: NotificationTab, search: Search | null): PanelState => ({
  ...panel,
  searches: { ...panel.searches, [tab]: search },
});

interface Page {
  readonly tab: NotificationTab;
  readonly keyword: string | null;
}

function moved(panel: PanelState, { tab, keyword }: Page, paging: Paging): PanelState {
  if (keyword === null) return { ...panel, older: { ...panel.older, [tab]: paging } };
  const search = panel.searches[tab];
  return search?.keyword === keyword ? withSearch(panel, tab, { ...search, ...paging }) : panel;
}
