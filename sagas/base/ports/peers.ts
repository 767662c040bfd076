/** What the tabs of one browser share: messages, locks, stored values, and who shows the toasts. */
import type { EventChannel } from 'redux-saga';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import type { ChatChanges } from '../../../contract/chat/chat';
import type { NotificationEvent } from '../../../contract/notifications/notification';
import type { Grant } from '../../../machines/grant';
import type { PeerSignOutReason } from '../../../machines/session/session.types';

/** Whether the user is looking at this tab. */
export interface Attention {
  readonly visible: boolean;
  /** True in exactly one tab of a browser: the last one in front, or whichever is left. */
  readonly showsToasts: boolean;
}

/** Small values that outlive the page. Never throws: if storage is full or forbidden, values are lost. */
export interface StoragePort {
  readonly read: (key: StorageKey) => string | null;
  readonly write: (key: StorageKey, value: string | null) => void;
}

/**
 * `wantedPath`, `pageOwner`, `takenPage`, `pdfPreview`, `pdfSteps`, `dashboardFilters`, `signedOutReason` and
 * `unfinishedSignIn` belong to this tab and end with it; the others are shared by all tabs of the browser.
 */
export type StorageKey =
  | 'lastSignIn'
  | 'generation'
  | 'listColumns'
  | 'look'
  | 'chatSeen'
  | 'chatUnsent'
  | 'wantedPath'
  /** The id of the user whose pages the tab has shown. */
  | 'pageOwner'
  | 'takenPage'
  | 'pdfPreview'
  | 'pdfSteps'
  | 'dashboardFilters'
  | 'ssoSession'
  | 'signedOutReason'
  | 'unfinishedSignIn'
  | 'pendingSignOut'
  | 'pendingBroadcasts'
  | 'pendingRoleUpdates'
  | 'skippedUpdates'
  | 'desktopAlerts'
  /** The last notifications that were on the desktop, each with its sequence. */
  | 'desktopShown';

/** `away`: the summary of an absence, by the moment when it ended. */
export type SettledQueue = 'broadcasts' | 'roleUpdates' | 'away';

/** Messages between the tabs of one browser. */
export type PeerMessage =
  | { readonly type: 'renewed'; readonly grant: Grant }
  /** What the server said about the user after a renewal. */
  | { readonly type: 'user'; readonly tokenIdentifier: string; readonly user: UserInfo }
  | { readonly type: 'tokenWanted'; readonly newerThan: number; readonly tokenIdentifier: string }
  | { readonly type: 'signedIn'; readonly tokenIdentifier: string }
  /** Events the leading tab received over the socket that it holds for all tabs. */
  | { readonly type: 'events'; readonly tokenIdentifier: string; readonly events: readonly NotificationEvent[] }
  /** Accepted here and recorded by the server, or dismissed here. */
  | {
      readonly type: 'settled';
      readonly tokenIdentifier: string;
      readonly queue: SettledQueue;
      readonly entityId: string;
    }
  /** The leading tab's link: it changed, or a follower tab requested it. `lostAt` in epoch ms; null while it is up. */
  | (LinkState & { readonly type: 'link' })
  | (LinkState & { readonly type: 'linkAnswer' })
  | { readonly type: 'linkRequested'; readonly tokenIdentifier: string }
  /** The leading tab has just lost its link. */
  | { readonly type: 'linkDown'; readonly tokenIdentifier: string; readonly spreadMs: number }
  /** A tab has found that the server answers again. */
  | { readonly type: 'serverAnswered'; readonly tokenIdentifier: string }
  /** What has changed in the chat. */
  | { readonly type: 'chat'; readonly tokenIdentifier: string; readonly changes: ChatChanges }
  /** Records that have changed while their pages were open. */
  | { readonly type: 'records'; readonly tokenIdentifier: string; readonly ids: readonly string[] }
  /** Whether live notifications pop up. */
  | { readonly type: 'popup'; readonly tokenIdentifier: string; readonly checked: boolean }
  | {
      readonly type: 'signedOut';
      readonly tokenIdentifier: string;
      readonly reason: PeerSignOutReason;
      /** The same identifier while the server does not know of the sign-out; null if it ended the session itself. */
      readonly pendingSignOut?: string | null;
    };

interface LinkState {
  readonly tokenIdentifier: string;
  readonly stale: boolean;
  readonly lostAt: number | null;
}

export interface PeersPort {
  readonly post: (message: PeerMessage) => void;
  readonly messages: () => EventChannel<PeerMessage>;
  /**
   * Waits for the lock that all tabs share, for at most `timeoutMs`. Returns the function that releases it, or null
   * without lock support or after that time: the caller then continues without a lock.
   */
  readonly lock: (name: 'renewal', timeoutMs: number) => Promise<(() => void) | null>;
  /**
   * Waits, without limit, until this tab leads the others, and leads until released or closed. Returns null without
   * lock support: then every tab leads itself. Aborted on cancellation.
   */
  readonly lead: () => Promise<(() => void) | null>;
}

export interface AttentionPort {
  /** Emits the current state first. */
  readonly changes: () => EventChannel<Attention>;
}
