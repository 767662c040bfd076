import type { Notification, NotificationTab } from '../../contract/notifications';
import { DEFAULT_TAB } from '../../contract/notifications';
import type { Failure } from '../../machines/failure';
import { everyTab } from './notifications.state';

export interface Paging {
  readonly busy: boolean;
  readonly failure: Failure | null;
}

/** What a keyword found in a tab, apart from the tab's own list. */
export interface Search extends Paging {
  readonly keyword: string;
  /** Null until the first page is there. */
  readonly items: readonly Notification[] | null;
  readonly more: boolean;
}

export interface PanelState {
  readonly open: boolean;
  readonly tab: NotificationTab;
  /** What was read when the panel was opened: whatever is later stays marked while it is open. Undefined: not known yet. */
  readonly markedAfter: string | null | undefined;
  /** Unread when the reading was asked for. So many are shown as read until the server's word about them is here. */
  readonly reading: Readonly<Record<NotificationTab, number>> | null;
  /** Loading, or marking as read, has failed. */
  readonly failure: Failure | null;
  readonly older: Readonly<Record<NotificationTab, Paging>>;
  readonly searches: Readonly<Record<NotificationTab, Search | null>>;
}

const AT_REST: Paging = { busy: false, failure: null };

export const CLOSED_PANEL: PanelState = {
  open: false,
  tab: DEFAULT_TAB,
  markedAfter: undefined,
  reading: null,
  failure: null,
  older: everyTab(() => AT_REST),
  searches: everyTab(() => null),
};
