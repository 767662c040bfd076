/** Notifications outside the page: those of the desktop, and pushes while no page is open. */

/** Whether this browser receives pushes, or could: it may not support them, or the user may have forbidden them. */
export type PushAbility = 'subscribed' | 'able' | 'unsupported' | 'forbidden';

/** Whether the user lets the browser show notifications at the moment. */
export type Permission = 'granted' | 'denied' | 'unasked';

/** Why the browser shows or receives none: it is not allowed to, or it is, and something else went wrong. */
export type NotSetUp = 'refused' | 'failed';

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
  /** It has happened again: it pops up although an earlier one with its id may still be there. */
  readonly isAgain: boolean;
}

export interface AlertsPort {
  /** Does not ask the user. */
  readonly permission: () => Promise<Permission>;
  /** Asks the user unless they have answered before, and gets ready to show notifications. */
  readonly askToShow: () => Promise<'allowed' | NotSetUp>;
  /** False if nothing is shown, because the permission was withdrawn. */
  readonly show: (alerts: readonly DesktopAlert[]) => Promise<boolean>;
  /** Removes all that the app has put on the desktop, also pushes. */
  readonly clear: () => Promise<void>;
  /** Two short notes; silent if the browser requires a press first. */
  readonly chime: () => Promise<void>;
  /** On the icon of the installed app; 0 removes it. */
  readonly badge: (count: number) => Promise<void>;
  /** A subscription with another key than the server's counts as none. */
  readonly pushAbility: (publicKey: string) => Promise<PushAbility>;
  /** Asks the user unless they have answered before. */
  readonly subscribe: (publicKey: string) => Promise<PushSubscriptionData | NotSetUp>;
  readonly unsubscribe: () => Promise<void>;
}
