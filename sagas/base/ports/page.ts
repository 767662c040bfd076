/** The page in its window: its address, size and appearance, and the tabs it opens. */
import type { EventChannel } from 'redux-saga';

/** The key of every step that the app did not make, such as a typed address. */
export const KEYLESS = 'first';

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
  readonly storedQueryId: (search: string) => string | null;
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

/** How the user of this browser wants to see and operate the app. */
export interface Appearance {
  readonly density: 'comfortable' | 'compact';
  /** Charts have textures in addition to colors. */
  readonly patterns: boolean;
  /** Keys that type a character act as shortcuts. */
  readonly singleKeys: boolean;
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
