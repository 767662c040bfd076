/**
 * The outside world, as sagas see it. Implementations live in src/ports; tests bring their own.
 * Everything impure a saga does is a `call` of one of these functions, so it can be tested, recorded and replayed.
 */
import type { Reducer } from '@reduxjs/toolkit';
import type { EventChannel } from 'redux-saga';
import { getContext } from './effects';
import type { EndpointName, SessionEndReason, SsoConfig } from '../contract';
import type { ChatItem, NotificationEvent } from '../contract/notifications';
import type { Grant } from '../machines/grant';
import type { FileRef } from '../machines/file';
import type { SecretRef } from '../machines/secret';
import type { SsoOrigin, SsoProblem, SsoProof } from '../machines/sso';
import type { Attention, PageLocation, PageMove, Viewport } from './page.types';
import type { AppParts } from './state';

export type { FetchedFile, FileRef } from '../machines/file';
export type { Attention, PageLocation, PageMove, Viewport } from './page.types';
export type { SecretRef } from '../machines/secret';
export type { SsoOrigin, SsoProblem } from '../machines/sso';

/** One HTTP call. Values that are references to secrets are opened by the port, on the wire only. */
export interface HttpCall {
  readonly endpoint: EndpointName;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly bearer?: SecretRef;
  readonly timeoutMs: number;
  /** Not broken off once it is sent, not even as the page goes: whoever waits gives up, the browser does not. */
  readonly completes?: true;
}

/** What came back. Secret fields of the answer are sealed: `body` holds references in their place. */
export interface HttpAnswer {
  readonly status: number;
  /**
   * Parsed JSON, or null where the answer was not JSON. Of an endpoint that `produces` a file: a FetchedFile; of one that
   * `streams`: a StreamRef, for `lines`.
   */
  readonly body: unknown;
  readonly retryAfterSeconds: number | null;
}

/** An answer that comes in lines and has begun. */
export type StreamRef = string & { readonly __stream: unique symbol };

/** `broken`: the connection was lost before the answer was whole. */
export type HttpLine = { readonly type: 'line'; readonly value: unknown } | { readonly type: 'broken' };

/** Thrown by HttpPort.send where no whole answer arrived. */
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
  /** Resolves with any HTTP answer, rejects with NoAnswer. The returned promise is aborted on saga cancellation. */
  readonly send: (call: HttpCall) => Promise<HttpAnswer>;
  /** Ends with the answer; closing it gives the rest up. Once for each stream. */
  readonly lines: (stream: StreamRef) => EventChannel<HttpLine>;
}

export interface ClockPort {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Resolves when that much time has passed on the wall, sleep of the machine included. Aborted on cancellation. */
  readonly delay: (ms: number) => Promise<true>;
}

export interface RandomPort {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  /** A new name for something, unlike any other. */
  readonly uuid: () => string;
}

/** Small facts that outlive the page. Never throws: a full or forbidden storage forgets. */
export interface StoragePort {
  readonly read: (key: StorageKey) => string | null;
  readonly write: (key: StorageKey, value: string | null) => void;
}
/** `wantedPath`, `pdfPreview`, `dashboardFilters` and `signedOutReason` are this tab's alone and end with it, the others are shared by the tabs of a browser. */
export type StorageKey =
  | 'lastSignIn'
  | 'generation'
  | 'listColumns'
  | 'chatSeen'
  | 'wantedPath'
  | 'pdfPreview'
  | 'dashboardFilters'
  | 'ssoSession'
  | 'signedOutReason'
  | 'pendingBroadcasts'
  | 'pendingRoleUpdates'
  | 'movedPast';

export type SettledQueue = 'broadcasts' | 'roleUpdates';

/** What the tabs of one browser tell each other. */
export type PeerMessage =
  | { readonly type: 'renewed'; readonly grant: Grant }
  | { readonly type: 'tokenWanted'; readonly newerThan: number; readonly tokenIdentifier: string }
  | { readonly type: 'signedIn'; readonly tokenIdentifier: string }
  /** The leading tab heard these over the socket it holds for all. */
  | { readonly type: 'told'; readonly tokenIdentifier: string; readonly events: readonly NotificationEvent[] }
  /** Accepted here, and the server has it. */
  | {
      readonly type: 'settled';
      readonly tokenIdentifier: string;
      readonly queue: SettledQueue;
      readonly entityId: string;
    }
  | { readonly type: 'link'; readonly tokenIdentifier: string; readonly stale: boolean }
  /** Candidates wrote these, oldest first. */
  | { readonly type: 'chat'; readonly tokenIdentifier: string; readonly items: readonly ChatItem[] }
  /** Whether live notifications pop up. */
  | { readonly type: 'popup'; readonly tokenIdentifier: string; readonly checked: boolean }
  | { readonly type: 'signedOut'; readonly tokenIdentifier: string; readonly reason: SessionEndReason };

export interface PeersPort {
  readonly post: (message: PeerMessage) => void;
  readonly messages: () => EventChannel<PeerMessage>;
  /**
   * Waits for the lock all tabs share, at most `patienceMs`. Answers the function that lets it go, or null
   * where locks are missing or patience ran out: then the caller goes on without one.
   */
  readonly lock: (name: 'renewal', patienceMs: number) => Promise<(() => void) | null>;
  /**
   * Waits until this tab leads the others, however long that takes, and leads until it lets go or closes. Answers null
   * where tabs cannot take turns: then each is on its own. Aborted on cancellation.
   */
  readonly lead: () => Promise<(() => void) | null>;
}

/** What the browser tells the page about itself. */
export type PageSignal = 'online' | 'visible' | 'restored';

/** What the address asked the sign-in form to be filled with. */
export interface AskedFor {
  readonly userName: string | null;
  readonly organizationCode: string | null;
}

export interface PagePort {
  readonly askedFor: () => AskedFor;
  readonly signals: () => EventChannel<PageSignal>;
  readonly location: () => PageLocation;
  readonly moves: () => EventChannel<PageMove>;
  /** `to` is a path of this app, with its query. */
  readonly push: (to: string) => void;
  /** Changes the address without leaving a step behind. */
  readonly replace: (to: string) => void;
  /** As many steps through the history as the person could take with Back and Forward. */
  readonly go: (steps: number) => void;
  /** What the tab and the history are named. */
  readonly setTitle: (title: string) => void;
  /** Whether the browser asks the person before the tab is closed or loaded afresh. */
  readonly askBeforeLeaving: (asks: boolean) => void;
  /** Loads the page afresh, without asking. */
  readonly reload: () => void;
}

export interface ViewportPort {
  readonly read: () => Viewport;
  readonly changes: () => EventChannel<Viewport>;
}

export interface AppearancePort {
  /** The colour set of the whole page: a name that the theme knows. */
  readonly setBrand: (variant: string) => void;
}

/** Stands for a tab of the browser that the page has opened. */
export type TabRef = string & { readonly __tab: unique symbol };

export interface TabsPort {
  readonly ownOrigin: () => string;
  /** An empty tab with a note in it, from within a press only; null where the browser does not open one. */
  readonly open: (note: string) => TabRef | null;
  /** Sends the tab to an address, cut off from this page. Nothing happens where it was closed meanwhile. */
  readonly show: (tab: TabRef, url: string) => void;
  /** The same with a form, posted to the address. */
  readonly submit: (tab: TabRef, url: string, fields: Readonly<Record<string, string>>) => void;
  readonly close: (tab: TabRef) => void;
}

export interface AttentionPort {
  /** Begins with how things are. */
  readonly changes: () => EventChannel<Attention>;
}

/** Makes room in the store for a part of the app that has just arrived. */
export interface PartsPort {
  readonly add: <K extends keyof AppParts>(name: K, reducer: Reducer<AppParts[K]>) => void;
}

export interface SecretsPort {
  /** Wipes the values behind these references; unknown ones are fine. */
  readonly wipe: (refs: readonly SecretRef[]) => void;
}

/** The files that calls answered with, and those a person has chosen, in memory, each behind its reference. */
export interface FilesPort {
  /** Hands the file to the browser's downloads; false where it was released before. */
  readonly save: (file: FileRef, fileName: string) => boolean;
  /** How much of the file is on its way to the server, from 0 to 1, as often as that is known. */
  readonly sent: (file: FileRef) => EventChannel<number>;
  /** Lets go of these files; unknown ones are fine. */
  readonly release: (files: readonly FileRef[]) => void;
}

export type SocketSignal =
  | { readonly type: 'opened' }
  /** One message as the server sent it; or, in a flood, an array of those that came within one frame of the screen. */
  | { readonly type: 'message'; readonly data: unknown }
  | { readonly type: 'closed'; readonly code: number };

export interface SocketPort {
  /** Opens a websocket for a one-time ticket; closing the channel closes the socket. */
  readonly open: (context: SecretRef) => EventChannel<SocketSignal>;
}

/** What the address of the page asks of single sign-on. */
export type SsoAsked = { readonly kind: 'start'; readonly origin: SsoOrigin } | { readonly kind: 'callback' };

export type SsoOutcome =
  | { readonly kind: 'proven'; readonly proof: SsoProof }
  | { readonly kind: 'failed'; readonly problem: SsoProblem; readonly origin: SsoOrigin | null };

/** The identity provider, as far as a browser deals with it. Codes, verifiers and id tokens stay behind this port. */
export interface SsoPort {
  /** As long as nobody has taken it. */
  readonly asked: () => SsoAsked | null;
  readonly take: () => SsoAsked | null;
  /** Leaves for the provider. Rejects where it cannot be reached. */
  readonly begin: (config: SsoConfig, origin: SsoOrigin) => Promise<void>;
  /** Uses what the browser came back with, once; what was begun here is forgotten before the first wait. */
  readonly finish: () => Promise<SsoOutcome>;
  /** Leaves for the end of the provider's session; false where it has no such address. */
  readonly leave: (config: SsoConfig) => Promise<boolean>;
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
  readonly viewport: ViewportPort;
  readonly appearance: AppearancePort;
  readonly tabs: TabsPort;
  readonly attention: AttentionPort;
}

/** The port of this name, from the saga context. */
export function* port<K extends keyof Ports>(name: K) {
  return yield* getContext<Ports[K]>(name);
}
