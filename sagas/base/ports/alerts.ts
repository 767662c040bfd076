/** Notifications outside the page: those of the desktop, and pushes while no page is open. */

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
