/** Intents about notifications. */
import { createAction } from '@reduxjs/toolkit';
import type { NotificationTab } from '../../../contract/notifications/categories';
import type { SubCategoryCode } from '../../../contract/notifications/kinds';
import type { ReaderChange } from '../../../contract/notifications/notification';
import type { NotificationView } from '../../../contract/notifications/notifications.endpoints';
import type { RecordReference } from '../../../contract/records/notificationRecord';

/** A search in all tabs, as typed; an empty field is no condition. Days are 'YYYY-MM-DD' in the reader's zone. */
export interface FindForm {
  readonly words: string;
  readonly person: string;
  readonly facility: string;
  readonly kind: SubCategoryCode | '';
  readonly from: string;
  readonly to: string;
  /** Only what arrived during the reader's last absence and is still open. */
  readonly away: 'yes' | '';
}

interface OfTab {
  readonly tab: NotificationTab;
}

/** Opens the panel; pressing again has no effect. */
export const bellPressed = createAction('notifications/bellPressed');
/** Opens the panel at the newest notification, which takes the focus. */
export const newestPressed = createAction('notifications/newestPressed');
export const panelClosed = createAction('notifications/panelClosed');
export const panelTabChosen = createAction<OfTab>('notifications/tabChosen');
/** Retries loading and marking as read. */
export const panelRetried = createAction('notifications/panelRetried');
/** An empty keyword ends the search. */
export const searchSubmitted = createAction<OfTab & { readonly keyword: string }>('notifications/searchSubmitted');
/** Chooses which notifications of a tab are listed; null for its own list. */
export const viewChosen = createAction<OfTab & { readonly view: NotificationView | null }>('notifications/viewChosen');
/** Opens the panel with this search in all tabs. */
export const findShown = createAction<{ readonly wanted: FindForm }>('notificationFind/shown');
/** Changes the state of a notification in the panel; omitted fields stay. */
export const rowChanged = createAction<{ readonly id: string; readonly patch: ReaderChange }>(
  'notifications/rowChanged',
);
/** Undoes the last change. */
export const undoPressed = createAction('notifications/undoPressed');
/** A row shows a record with actions and needs its state. */
export const rowRecordShown = createAction<RecordReference>('notifications/rowRecordShown');
export const moreRequested = createAction<OfTab>('notifications/moreRequested');
/** Downloads or shows the document of a notification. */
export const documentPressed = createAction<{ readonly id: string }>('notifications/documentPressed');
export const popupToggled = createAction<{ readonly checked: boolean }>('notifications/popupToggled');

export const toastDismissed = createAction<{ readonly id: string }>('notifications/toastDismissed');
/** The link of the toast was opened. */
export const toastLinkOpened = createAction<{ readonly id: string }>('notifications/toastLinkOpened');
/** The pointer or the focus is on the toasts: none expires. */
export const toastsHeld = createAction('notifications/toastsHeld');
export const toastsReleased = createAction('notifications/toastsReleased');

export interface CompanyText {
  readonly subject: string;
  readonly message: string;
}
export const companyMessagePressed = createAction('notifications/companyMessagePressed');
export const companyMessageSubmitted = createAction<CompanyText>('notifications/companyMessageSubmitted');
export const companyMessageCancelled = createAction('notifications/companyMessageCancelled');
