/** Rows of the panel: the open history, and the count of each row. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { NotificationTab } from '../../../../contract/notifications/categories';
import type { Notification } from '../../../../contract/notifications/notification';
import type { Failure } from '../../../../machines/failure';
import { clearedOnSignOut } from '../../../session/activeSession.saga';
import { appended } from '../feed/feed';
import { eventsApplied } from '../feed/feed.slice';
import { panelClosed } from '../notifications.intents';
import type { Paging } from './panel.slice';

/** The same candidate may have a row in two tabs. */
export interface RowRef {
  readonly tab: NotificationTab;
  readonly recordKey: string;
}

/** Opens or closes the history of a row. */
export const historyToggled = createAction<RowRef>('notificationRows/historyToggled');
/** The next page of the history, or the same page again after a failure. */
export const olderHistoryRequested = createAction('notificationRows/olderHistoryRequested');
/** A row is on screen and needs its count. */
export const rowShown = createAction<RowRef & { /** Recount: the known count is outdated. */ readonly again?: true }>(
  'notificationRows/rowShown',
);

export interface History extends RowRef, Paging {
  /** As loaded so far, newest first; null before the first page. */
  readonly items: readonly Notification[] | null;
  readonly more: boolean;
}

/** All notifications of one row, whatever their state. */
export type RowCount = Pick<ResponseOf<'countByRecord'>['items'][number], 'count' | 'open'>;

export interface RowsState {
  readonly history: History | null;
  readonly counted: Readonly<Partial<Record<NotificationTab, Readonly<Record<string, RowCount>>>>>;
}

const NOTHING: RowsState = { history: null, counted: {} };

const slice = createSlice({
  name: 'notificationRows',
  initialState: NOTHING,
  reducers: {
    historyRequested: (state): RowsState =>
      state.history === null ? state : { ...state, history: { ...state.history, busy: true, failure: null } },
    historyFound: (
      state,
      { payload }: PayloadAction<RowRef & { readonly items: readonly Notification[]; readonly more: boolean }>,
    ): RowsState => {
      const { history } = state;
      if (history?.tab !== payload.tab || history.recordKey !== payload.recordKey) return state;
      const items = appended(history.items ?? [], payload.items);
      return { ...state, history: { ...history, items, more: payload.more, busy: false } };
    },
    historyFailed: (state, { payload: { failure } }: PayloadAction<{ readonly failure: Failure }>): RowsState =>
      state.history === null ? state : { ...state, history: { ...state.history, busy: false, failure } },
    recordsCounted: (
      state,
      { payload: { tab, items } }: PayloadAction<{ readonly tab: NotificationTab } & ResponseOf<'countByRecord'>>,
    ): RowsState => {
      const found = Object.fromEntries(items.map(({ recordKey, count, open }) => [recordKey, { count, open }]));
      return { ...state, counted: { ...state.counted, [tab]: { ...state.counted[tab], ...found } } };
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(historyToggled, (state, { payload: { tab, recordKey } }): RowsState => {
        const isOpen = state.history?.tab === tab && state.history.recordKey === recordKey;
        return {
          ...state,
          history: isOpen ? null : { tab, recordKey, items: null, more: false, busy: true, failure: null },
        };
      })
      .addCase(eventsApplied, (state, { payload: { events } }): RowsState => {
        if (state.history?.items == null) return state;
        const states = new Map(events.flatMap(({ changed }) => (changed ? [[changed.id, changed.state]] : [])));
        if (!state.history.items.some(({ id }) => states.has(id))) return state;
        const items = state.history.items.map((item) => {
          const now = states.get(item.id);
          return now === undefined ? item : { ...item, state: now };
        });
        return { ...state, history: { ...state.history, items } };
      })
      .addCase(panelClosed, () => NOTHING),
});

export const { historyRequested, historyFound, historyFailed, recordsCounted } = slice.actions;
/** Joins the store when the panel first opens. */
export const notificationRowsReducers = clearedOnSignOut({ notificationRows: slice.reducer });
