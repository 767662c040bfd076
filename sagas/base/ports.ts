/**
 * Interfaces to the outside world. Implementations are in src/ports; tests bring their own. Every side effect of a saga
 * is a `call` of one of these functions, so it can be tested, recorded and replayed.
 */
import type { Reducer } from '@reduxjs/toolkit';
import type { EventChannel } from 'redux-saga';
import type { EndpointName } from '../../contract/endpoints';
import type { UserInfo } from '../../contract/identity/access.endpoints';
import type { SsoConfig } from '../../contract/identity/sso.endpoints';
import type { ChatChanges } from '../../contract/chat/chat';
import type { NotificationEvent } from '../../contract/notifications/notification';
import type { Grant, PasskeyProblem, SsoOrigin, SsoProblem, SsoProof } from '../../machines/grant';
import type { FileRef, SecretRef } from '../../machines/references';
import type { PeerSignOutReason } from '../../machines/session/session.types';
import { getContext } from './runtime/effects';

/** The page's address. */
export interface PageLocation {
  readonly pathname: string;
  /** Includes the question mark; may be empty. */
  readonly search: string;
  /** Identifies this step of the history, also after Back and a reload. */
  readonly key: string;
}

/** The address has changed: by the app, or by Back and Forward. */
export interface PageMove {
  readonly location: PageLocation;
  readonly by: 'push' | 'replace' | 'pop';
}

/** The size of the window, in CSS pixels. */
export interface Viewport {
  readonly width: number;
  /** Of the whole screen, however narrow the window is. */
  readonly screenWidth: number;
}

/** Whether the user is looking at this tab. */
export interface Attention {
  readonly visible: boolean;
  /** True in exactly one tab of a browser: the last one in front, or whichever is left. */
  readonly showsToasts: boolean;
}

export type { FetchedFile, FileRef } from '../../machines/references';

export type { SecretRef } from '../../machines/references';
export type { PasskeyProblem, SsoOrigin, SsoProblem } from '../../machines/grant';

/** One HTTP call. The port replaces references to secrets by their values, on the wire only. */
export interface HttpCall {
  readonly endpoint: EndpointName;
  /** By their names in the path of the endpoint. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly bearer?: SecretRef;
  /** From sending to the whole answer; then the call fails with NoAnswer (`timedOut`). */
  readonly timeoutMs: number;
  /** Not aborted after it is sent, not even when the page is left: only the caller stops waiting. */
  readonly completes?: true;
}

/** An HTTP answer. Secret fields of `body` are references. */
export interface HttpAnswer {
  readonly status: number;
  /**
   * Parsed JSON, or null if the answer was not JSON. For an endpoint that `produces` a file: a FetchedFile; for one
   * that `streams`: a StreamRef, for `lines`.
   */
  readonly body: unknown;
  readonly retryAfterSeconds: number | null;
  /** The id of the request in the server's log. */
  readonly requestId?: string;
}

/** An answer that arrives line by line. */
export type StreamRef = string & { readonly __stream: unique symbol };

/** `broken`: the connection was lost before the answer was whole. */
export type HttpLine = { readonly type: 'line'; readonly value: unknown } | { readonly type: 'broken' };

/** Thrown by HttpPort.send if no complete answer arrived. */
export class NoAnswer extends Error {
  constructor(
    readonly kind: 'unreachable' | 'timedOut',
    options?: ErrorOptions,
  ) {
    super(kind, options);
    this.name = 'NoAnswer';
  }
}

export interface HttpPort {
  /**
   * Resolves with any HTTP answer.
   *
   * @throws NoAnswer. Aborted on cancellation.
   */
  readonly send: (call: HttpCall) => Promise<HttpAnswer>;
  /** Ends with the answer; closing it aborts the rest. Once per stream. */
  readonly lines: (stream: StreamRef) => EventChannel<HttpLine>;
}

export interface ClockPort {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Resolves after that many ms of wall time, including time the machine sleeps. Aborted on cancellation. */
  readonly delay: (ms: number) => Promise<true>;
}

export interface RandomPort {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  /** A new unique id. */
  readonly uuid: () => string;
}

/** Small values that outlive the page. Never throws: if storage is full or forbidden, values are lost. */
export interface StoragePort {
  readonly read: (key: StorageKey) => string | null;
  readonly write: (key: StorageKey, value: string | null) => void;
}
/**
 * `wantedPath`, `takenPage`, `pdfPreview`, `dashboardFilters`, `signedOutReason` and `unfinishedSignIn` belong to this tab
 * and end with it; the others are shared by all tabs of the browser.
 */
export type StorageKey =
  | 'lastSignIn'
  | 'generation'
  | 'listColumns'
  | 'look'
  | 'chatSeen'
  | 'chatUnsent'
  | 'wantedPath'
  | 'takenPage'
  | 'pdfPreview'
  | 'dashboardFilters'
  | 'ssoSession'
  | 'signedOutReason'
  | 'unfinishedSignIn'
  | 'pendingSignOut'
  | 'pendingBroadcasts'
  | 'pendingRoleUpdates'
  | 'skippedUpdates'
  | 'desktopAlerts'
  /** Ids of the last notifications that were on the desktop. */
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
  | { readonly type: 'signedOut'; readonly tokenIdentifier: string; readonly reason: PeerSignOutReason };

interface LinkState {
  readonly tokenIdentifier: string;
  readonly stale: boolean;
  readonly lostAt: number | null;
}

export interface PeersPort {
  readonly post: (message: PeerMessage) => void;
  readonly messages: () => EventChannel<PeerMessage>;
  /**
   * Waits for the lock that all tabs share, for at most `patienceMs`. Returns the function that releases it, or null
   * without lock support or after that time: the caller then continues without a lock.
   */
  readonly lock: (name: 'renewal', patienceMs: number) => Promise<(() => void) | null>;
  /**
   * Waits, without limit, until this tab leads the others, and leads until released or closed. Returns null without
   * lock support: then every tab leads itself. Aborted on cancellation.
   */
  readonly lead: () => Promise<(() => void) | null>;
}

/** Page events of the browser. */
export type PageSignal = 'online' | 'offline' | 'visible' | 'restored';

/** Values of the address for the sign-in form. */
export interface SignInDefaults {
  readonly userName: string | null;
  readonly organizationCode: string | null;
  /** Single sign-on sent the user here, to sign in with a password. */
  readonly fromSso: boolean;
}

export interface PagePort {
  readonly signInDefaults: () => SignInDefaults;
  readonly signals: () => EventChannel<PageSignal>;
  readonly location: () => PageLocation;
  readonly moves: () => EventChannel<PageMove>;
  /** `to` is a path of this app, with its query. */
  readonly push: (to: string) => void;
  /** Changes the address without a new step in the history. */
  readonly replace: (to: string) => void;
  /** The id under which this browser keeps a query that is too long for an address; null for others. */
  readonly keptQueryId: (search: string) => string | null;
  /** Goes this many steps through the history, as Back and Forward would. */
  readonly go: (steps: number) => void;
  /** Title of the tab and of the history entry. */
  readonly setTitle: (title: string) => void;
  /** Whether the browser asks the user before the tab is closed or reloaded. */
  readonly askBeforeLeaving: (asks: boolean) => void;
  /** Reloads the page without asking. */
  readonly reload: () => void;
  /** Whether this page was loaded by reloading it, so that its address is one that it has shown before. */
  readonly wasReloaded: () => boolean;
  readonly isVisible: () => boolean;
}

export interface ViewportPort {
  readonly read: () => Viewport;
  readonly changes: () => EventChannel<Viewport>;
}

/** How the user of this browser wants to see the app. */
export interface Appearance {
  readonly density: 'comfortable' | 'compact';
  /** Charts have textures in addition to colors. */
  readonly patterns: boolean;
}

export interface AppearancePort {
  /** The color set of the whole page, by its name in the theme. */
  readonly setBrand: (variant: string) => void;
  /** The stored choice, which has applied since the page began. */
  readonly read: () => Appearance;
  /** Applied to the page and stored immediately. */
  readonly set: (appearance: Appearance) => void;
}

/** Stands for a browser tab that the page has opened. */
export type TabRef = string & { readonly __tab: unique symbol };

export interface TabsPort {
  readonly ownOrigin: () => string;
  /** Opens an empty tab with a note in it; only during a click. Null if the browser blocks it. */
  readonly open: (note: string) => TabRef | null;
  /** Sends the tab to an address, without access to this page. Does nothing if the tab was closed. */
  readonly show: (tab: TabRef, url: string) => void;
  /** The same, posting a form to the address. */
  readonly submit: (tab: TabRef, url: string, fields: Readonly<Record<string, string>>) => void;
  readonly close: (tab: TabRef) => void;
}

export interface AttentionPort {
  /** Emits the current state first. */
  readonly changes: () => EventChannel<Attention>;
}

/** Whether this browser can receive pushes: it may not support them, or the user may have forbidden them. */
export type PushAbility = 'able' | 'unsupported' | 'forbidden';

/** What the server needs to push to this browser. */
export interface PushSubscriptionData {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A notification of the desktop. */
export interface DesktopAlert {
  /** Id of the notification: an alert with the same id replaces it. */
  readonly id: string;
  readonly title: string;
  /** The path that pressing it opens. */
  readonly path: string;
}

/** Notifications outside the page: those of the desktop, and pushes while no page is open. */
export interface AlertsPort {
  /** Asks the user unless they have answered before. */
  readonly mayShow: () => Promise<boolean>;
  readonly show: (alerts: readonly DesktopAlert[]) => Promise<void>;
  /** Two short notes; silent if the browser requires a press first. */
  readonly chime: () => Promise<void>;
  /** On the icon of the installed app; 0 removes it. */
  readonly badge: (count: number) => Promise<void>;
  readonly pushAbility: () => Promise<PushAbility>;
  /** The subscription of this browser; null without one. */
  readonly subscription: () => Promise<PushSubscriptionData | null>;
  /** Asks the user unless they have answered before. Null if they or the browser refuse. */
  readonly subscribe: (publicKey: string) => Promise<PushSubscriptionData | null>;
  readonly unsubscribe: () => Promise<void>;
}

/** Adds reducers of loaded code to the store. */
export interface PartsPort {
  /** By state name; names the store already has are ignored. */
  readonly add: (reducers: Readonly<Record<string, Reducer>>) => void;
}

export interface SecretsPort {
  /** Removes the values behind these references; unknown ones are ignored. */
  readonly clear: (refs: readonly SecretRef[]) => void;
}

/** Fetched files and files the user has chosen, in memory, each behind its reference. */
export interface FilesPort {
  /** Saves the file as a download; false if it was released. */
  readonly save: (file: FileRef, fileName: string) => boolean;
  /** Upload progress from 0 to 1. */
  readonly sent: (file: FileRef) => EventChannel<number>;
  /** Releases these files; unknown ones are ignored. */
  readonly release: (files: readonly FileRef[]) => void;
}

/** `code` is that of the close frame, by RFC 6455 or our own. */
export type SocketSignal =
  | { readonly type: 'opened' }
  /** One message as the server sent it; or, in a burst, an array of those that arrived within one frame. */
  | { readonly type: 'message'; readonly data: unknown }
  | { readonly type: 'closed'; readonly code: number };

export interface SocketPort {
  /** Opens a websocket for a one-time ticket; closing the channel closes the socket. */
  readonly open: (context: SecretRef) => EventChannel<SocketSignal>;
}

/** What the page's address requests of single sign-on. */
export type SsoRequest = { readonly kind: 'start'; readonly origin: SsoOrigin } | { readonly kind: 'callback' };

export type SsoOutcome =
  | { readonly kind: 'proven'; readonly proof: SsoProof }
  | { readonly kind: 'failed'; readonly problem: SsoProblem; readonly origin: SsoOrigin | null };

/** The identity provider, as seen by a browser. Codes, verifiers and id tokens stay behind this port. */
export interface SsoPort {
  /** Null once taken. */
  readonly request: () => SsoRequest | null;
  readonly take: () => SsoRequest | null;
  /** Leaves for the provider. Rejects if it cannot be reached. */
  readonly begin: (config: SsoConfig, origin: SsoOrigin) => Promise<void>;
  /** Uses the provider's answer, once; the stored request is removed before the first wait. */
  readonly finish: () => Promise<SsoOutcome>;
  /** Leaves for the provider's sign-out; false if it has none. */
  readonly leave: (config: SsoConfig) => Promise<boolean>;
}

/** The user's confirmation in the browser's own dialog: its answer as JSON, behind a reference. */
export type PasskeyOutcome =
  | { readonly kind: 'given'; readonly passkey: SecretRef }
  | { readonly kind: 'failed'; readonly problem: PasskeyProblem };

/** Passkeys of this browser. `options` are the server's, as JSON. Cancelling a call closes the browser's dialog. */
export interface PasskeysPort {
  /** Whether this browser supports passkeys, and this is the host they are made for. */
  readonly supported: () => boolean;
  /** Whether it can offer them in the user name field, without a dialog. Resolves when the page is idle. */
  readonly offers: () => Promise<boolean>;
  readonly get: (options: string) => Promise<PasskeyOutcome>;
  /** Offers them there until the user picks one. Any other call ends the offer, which then resolves to `declined`. */
  readonly offer: (options: string) => Promise<PasskeyOutcome>;
  readonly create: (options: string) => Promise<PasskeyOutcome>;
}

export interface Ports {
  readonly http: HttpPort;
  readonly clock: ClockPort;
  readonly random: RandomPort;
  readonly storage: StoragePort;
  readonly peers: PeersPort;
  readonly page: PagePort;
  readonly parts: PartsPort;
  readonly secrets: SecretsPort;
  readonly files: FilesPort;
  readonly socket: SocketPort;
  readonly sso: SsoPort;
  readonly passkeys: PasskeysPort;
  readonly viewport: ViewportPort;
  readonly appearance: AppearancePort;
  readonly tabs: TabsPort;
  readonly attention: AttentionPort;
  readonly alerts: AlertsPort;
}

/** The port of this name, from the saga context. */
export function* port<K extends keyof Ports>(name: K) {
  return yield* getContext<Ports[K]>(name);
}
