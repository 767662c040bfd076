/** Intents about notifications. */
import { createAction } from '@reduxjs/toolkit';
import type { NotificationTab, SubCategoryCode } from '../../../contract/notifications/categories';
import type { ReaderState } from '../../../contract/notifications/notification';
import type { NotificationView } from '../../../contract/notifications/notifications.endpoints';

/** What is looked for in all tabs, as it stands in the form; '' is without this condition. Days are 'YYYY-MM-DD' in the reader's zone. */
export interface FindForm {
  readonly words: string;
  readonly person: string;
  readonly facility: string;
  readonly kind: SubCategoryCode | '';
  readonly from: string;
  readonly to: string;
  /** Only what came while the reader was away and still waits. */
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
/** Which of a tab's notifications are listed; null for its own list. */
export const viewChosen = createAction<OfTab & { readonly view: NotificationView | null }>('notifications/viewChosen');
/** Finds this in all tabs, in the panel that is open. */
export const findShown = createAction<{ readonly wanted: FindForm }>('notificationFind/shown');
/** Something is done with a notification of the panel; what is left out stays. */
export const rowChanged = createAction<{ readonly id: string; readonly patch: Partial<ReaderState> }>(
  'notifications/rowChanged',
);
/** Takes back what was done last. */
export const undoPressed = createAction('notifications/undoPressed');
export const moreRequested = createAction<OfTab>('notifications/moreRequested');
/** Downloads or shows the document of a notification. */
export const documentPressed = createAction<{ readonly id: string }>('notifications/documentPressed');
export const popupToggled = createAction<{ readonly checked: boolean }>('notifications/popupToggled');

export const toastDismissed = createAction<{ readonly id: string }>('notifications/toastDismissed');
/** What it is about was opened. */
export const toastFollowed = createAction<{ readonly id: string }>('notifications/toastFollowed');
/** The pointer or the focus is on the toasts: none expires. */
export const toastsHeld = createAction('notifications/toastsHeld');
export const toastsReleased = createAction('notifications/toastsReleased');

export interface CompanyText {
  readonly subject: string;
  readonly message: string;
}
export const companyPressed = createAction('notifications/companyPressed');
export const companySubmitted = createAction<CompanyText>('notifications/companySubmitted');
export const companyCancelled = createAction('notifications/companyCancelled');
