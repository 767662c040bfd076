import { createSelector } from 'reselect';
import { awaitsAction } from '../../../../contract/records/notificationRecord';
import type { Notification } from '../../../../contract/notifications/notification';
import type { WithFeed } from '../feed/feed.slice';
import { selectPanel, selectPanelView, type WithPanel } from './panel.selectors';
import { rowsOf, type Row } from './rows.rules';
import type { History, RowsState } from './rows.slice';

/** The part of the store that these selectors read. */
export type WithRows = WithPanel & WithFeed & { readonly notificationRows?: RowsState };

/** The rows of the open tab; search results are not grouped. */
export const selectRows = createSelector(
  [(state: WithRows) => selectPanelView(state).items, (state: WithRows) => selectPanelView(state).keyword],
  (items, keyword): readonly Row[] =>
    keyword === null ? rowsOf(items) : items.map((item) => ({ key: item.id, recordKey: null, items: [item] })),
);

/** Whether the state of rows has been added to the store. */
export const selectIsReady = ({ notificationRows }: WithRows): boolean => notificationRows !== undefined;

/** The counts of a row of the open tab; null until known. */
export const selectCount = (state: WithRows, recordKey: string | null) =>
  recordKey === null ? null : (state.notificationRows?.counted[selectPanel(state).tab]?.[recordKey] ?? null);

/** The history of a row of the open tab; null while it is closed. */
export const selectHistory = (state: WithRows, recordKey: string | null): History | null => {
  const history = state.notificationRows?.history ?? null;
  return recordKey !== null && history?.tab === selectPanel(state).tab && history.recordKey === recordKey
    ? history
    : null;
};

export interface RowHistory {
  /** Without the newest, which the row shows. */
  readonly earlier: number;
  /** How many of these still wait for an action. */
  readonly open: number;
}

/** The numbers on the button of a row's history; `loaded` counts its notifications that are here. */
export function selectRowHistory(state: WithRows, newest: Notification, loaded: number): RowHistory {
  const counted = selectCount(state, newest.recordKey ?? null);
  if (counted === null) return { earlier: loaded - 1, open: 0 };
  return {
    earlier: Math.max(counted.count, loaded) - 1,
    open: Math.max(0, counted.open - (awaitsAction(newest) ? 1 : 0)),
  };
}

/** The history of a row without its newest: known and loaded notifications, newest first. */
export function historyItems(
  { items: [newest, ...others] }: Row,
  loaded: readonly Notification[],
): readonly Notification[] {
  const all = new Map([...loaded, ...others].map((item) => [item.id, item]));
  all.delete(newest.id);
  return [...all.values()].sort((a, b) => b.sequence - a.sequence);
}
