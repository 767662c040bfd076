/** What became known of a reader's notifications. */
import { createAction } from '@reduxjs/toolkit';
import type { ChatItem, Notification, NotificationEvent, NotificationTab } from '../../contract/notifications';
import type { Failure } from '../../machines/failure';
import type { Attention } from '../page.types';
import type { Snapshot } from './notifications.state';
import type { Toast } from './toasts';

/** Straight from the socket, of this tab or of the one that leads. May repeat, skip and come out of order. */
export const eventsHeard = createAction<{ readonly events: readonly NotificationEvent[] }>('notifications/heard');
/** To be folded in. `live` ones have just happened; the others were missed. */
export const eventsArrived = createAction<{ readonly events: readonly NotificationEvent[]; readonly live: boolean }>(
  'notifications/arrived',
);
export const snapshotArrived = createAction<{
  readonly snapshot: Snapshot;
  /** It stands before what is known, which the server has lost: from here on it goes on. */
  readonly isRewound?: true;
}>('notifications/snapshotArrived');
/** Events are missing between those that are known. */
export const gapFound = createAction('notifications/gapFound');
/** The link went down at this moment (epoch ms): what is shown is no newer. */
export const linkLost = createAction<{ readonly at: number }>('notifications/linkLost');

/** The bell was pressed while the panel was closed. */
export const panelOpened = createAction('notifications/panelOpened');
/** The server is being told that everything is read; until its word comes, it is shown so. */
export const readingAsked = createAction('notifications/readingAsked');
export const panelFailed = createAction<{ readonly failure: Failure }>('notifications/panelFailed');

interface Asked {
  readonly tab: NotificationTab;
  /** What was looked for; null for a further page of what is there. */
  readonly keyword: string | null;
}
export const pageAsked = createAction<Asked>('notifications/pageAsked');
export const pageFound = createAction<
  Asked & {
    /** Id of the last one there was when it was asked; null for a first page. */
    readonly after: string | null;
    readonly notifications: readonly Notification[];
    readonly more: boolean;
  }
>('notifications/pageFound');
export const pageFailed = createAction<Asked & { readonly failure: Failure }>('notifications/pageFailed');

export const popupSet = createAction<{ readonly checked: boolean }>('notifications/popupSet');
export const attentionMoved = createAction<Attention>('notifications/attentionMoved');

/** Oldest first; may repeat what was heard before. */
export const chatHeard = createAction<{ readonly items: readonly ChatItem[] }>('notifications/chatHeard');
/** What was missed has been fetched. */
export const caughtUp = createAction('notifications/caughtUp');
/** Worth showing in a corner, newest last. */
export const toastsRaised = createAction<{ readonly toasts: readonly Toast[] }>('notifications/toastsRaised');
/** For whoever does not see them. */
export const announced = createAction<{ readonly text: string }>('notifications/announced');
