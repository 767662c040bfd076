/** The notification panel: what counts as read, the search, and what is loading. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { DEFAULT_TAB, type NotificationTab } from '../../../../contract/notifications/categories';
import type { Notification, NotificationEvent } from '../../../../contract/notifications/notification';
import type { NotificationView } from '../../../../contract/notifications/notifications.endpoints';
import type { Failure } from '../../../../machines/failure';
import { appended, everyTab } from '../feed/feed';
import { eventsApplied, pageFound, snapshotArrived, type Page } from '../feed/feed.slice';
import { panelClosed, panelRetried, panelTabChosen, searchSubmitted, viewChosen } from '../notifications.intents';
import type { StateChange } from '../feed/feed.saga';

/** The last event when each tab was last seen. */
export type Marks = Readonly<Record<NotificationTab, number>>;

/** The feed's counts, marks and date when marking as read was requested. */
export interface Reading {
  /** An ISO instant; null if never. */
  readonly lastReadDate: string | null;
  readonly unread: Readonly<Record<NotificationTab, number>>;
  readonly seenUpTo: Marks;
}

/** A row, and its tab. */
export interface Place {
  readonly tab: NotificationTab;
  readonly id: string;
}

/** The bell was pressed while the panel was closed. `reading` is null before the first snapshot. */
export const panelOpened = createAction<{
  readonly reading: Reading | null;
  readonly tab?: NotificationTab;
  readonly at?: Place;
}>('notifications/panelOpened');
/** Requests that the server mark everything as read; until it answers, everything is shown as read. */
export const markAllReadRequested = createAction<{ readonly reading: Reading | null }>(
  'notifications/markAllReadRequested',
);
export const panelFailed = createAction<{ readonly failure: Failure }>('notifications/panelFailed');

/** The last change, and what undoes it. */
export interface Undo {
  readonly text: string;
  readonly changes: readonly StateChange[];
}
export const undoOffered = createAction<{ readonly undo: Undo | null }>('notifications/undoOffered');
export const pageRequested = createAction<Page>('notifications/pageRequested');
export const pageFailed = createAction<Page & { readonly failure: Failure }>('notifications/pageFailed');

export interface Paging {
  readonly busy: boolean;
  readonly failure: Failure | null;
}

/** Search results of a tab, separate from its own list. */
export interface Search extends Paging {
  readonly keyword: string;
  readonly view: NotificationView | null;
  /** Null until the first page arrives. */
  readonly items: readonly Notification[] | null;
  readonly more: boolean;
}

export interface PanelState {
  readonly open: boolean;
  readonly tab: NotificationTab;
  /** Up to where tabs were seen when the panel opened: later items stay marked while it is open. Null until known. */
  readonly markedAfter: Marks | null;
  /** Everything up to this counts as read until the server confirms, which changes the feed's date. */
  readonly reading: Reading | null;
  /** Loading or marking as read has failed. */
  readonly failure: Failure | null;
  readonly older: Readonly<Record<NotificationTab, Paging>>;
  readonly searches: Readonly<Record<NotificationTab, Search | null>>;
  readonly undo: Undo | null;
  /** The row that takes the focus; a new object focuses the same row again. */
  readonly at: Place | null;
}

const IDLE: Paging = { busy: false, failure: null };

export const CLOSED_PANEL: PanelState = {
  open: false,
  tab: DEFAULT_TAB,
  markedAfter: null,
  reading: null,
  failure: null,
  older: everyTab(() => IDLE),
  searches: everyTab(() => null),
  undo: null,
  at: null,
};

/** Closing clears everything but `reading`, the pending request that marks as read. */
export function panelReducer(panel: PanelState = CLOSED_PANEL, action: UnknownAction): PanelState {
  if (panelOpened.match(action)) {
    const { reading, tab = DEFAULT_TAB, at } = action.payload;
    return markingRead({ ...CLOSED_PANEL, open: true, tab, ...(at && { tab: at.tab, at }) }, reading);
  }
  if (panelClosed.match(action)) return { ...CLOSED_PANEL, reading: panel.reading };
  if (panelTabChosen.match(action)) return { ...panel, tab: action.payload.tab };
  if (panelRetried.match(action)) return { ...panel, failure: null };
  if (markAllReadRequested.match(action)) return markingRead(panel, action.payload.reading);
  // The server was restored to an older state: the date in the feed may be that of the request again.
  if (snapshotArrived.match(action) && action.payload.isRewound) return { ...panel, reading: null };
  if (panelFailed.match(action)) return { ...panel, failure: action.payload.failure, reading: null };
  return pagingReducer(panel, action);
}

/** Shows zero unread now; keeps the unread marker until the panel closes. */
function markingRead(panel: PanelState, reading: Reading | null): PanelState {
  if (reading === null) return panel;
  return { ...panel, markedAfter: panel.markedAfter ?? reading.seenUpTo, reading };
}

function pagingReducer(panel: PanelState, action: UnknownAction): PanelState {
  if (searchSubmitted.match(action) && panel.open) {
    const { tab, keyword } = action.payload;
    return interrupted(panel, tab, newSearch(keyword, panel.searches[tab]?.view ?? null));
  }
  if (viewChosen.match(action) && panel.open) {
    const { tab, view } = action.payload;
    return interrupted(panel, tab, newSearch(panel.searches[tab]?.keyword ?? '', view));
  }
  if (undoOffered.match(action)) return { ...panel, undo: action.payload.undo };
  if (eventsApplied.match(action)) return withChanges(panel, action.payload.events);
  if (pageRequested.match(action)) return withPaging(panel, action.payload, LOADING);
  if (pageFailed.match(action))
    return withPaging(panel, action.payload, { busy: false, failure: action.payload.failure });
  if (!pageFound.match(action)) return panel;

  const { tab, keyword, after, notifications, more } = action.payload;
  const search = panel.searches[tab];
  if (keyword === null) return withPaging(panel, action.payload, IDLE);
  if (search?.keyword !== keyword || search.view !== (action.payload.view ?? null)) return panel;
  const { view } = search;
  const before = after === null ? [] : (search.items ?? []);
  if (after !== (before.at(-1)?.id ?? null)) return panel;
  const items = appended(before, notifications);
  return withSearch(panel, tab, { keyword, view, items, more, ...IDLE });
}

const LOADING: Paging = { busy: true, failure: null };

const withSearch = (panel: PanelState, tab: NotificationTab, search: Search | null): PanelState => ({
  ...panel,
  searches: { ...panel.searches, [tab]: search },
});

/** A search ends the loading of a page of the tab's own list. */
const interrupted = (panel: PanelState, tab: NotificationTab, search: Search | null): PanelState => ({
  ...withSearch(panel, tab, search),
  older: { ...panel.older, [tab]: IDLE },
});

const newSearch = (keyword: string, view: NotificationView | null): Search | null =>
  keyword === '' && view === null ? null : { keyword, view, items: null, more: false, ...LOADING };

/** Results stay in place with their new state, so that the change can be seen and undone. */
function withChanges(panel: PanelState, events: readonly NotificationEvent[]): PanelState {
  const changed = events.flatMap((event) => event.changed ?? []);
  return changed.reduce((before, { id, tab, state }) => {
    const search = before.searches[tab];
    if (search?.items?.some((item) => item.id === id) !== true) return before;
    const items = search.items.map((item) => (item.id === id ? { ...item, state } : item));
    return withSearch(before, tab, { ...search, items });
  }, panel);
}

function withPaging(panel: PanelState, { tab, keyword, view }: Page, paging: Paging): PanelState {
  if (keyword === null) return { ...panel, older: { ...panel.older, [tab]: paging } };
  const search = panel.searches[tab];
  return search?.keyword === keyword && search.view === (view ?? null)
    ? withSearch(panel, tab, { ...search, ...paging })
    : panel;
}
