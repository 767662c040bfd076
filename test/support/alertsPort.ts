/** Scripted desktop notifications and pushes of a browser. */
import type { DesktopAlert, PushAbility, PushSubscriptionData } from '../../sagas/base/ports/alerts';
import type { Ports } from '../../sagas/base/ports/ports';

export interface ScriptedAlerts {
  readonly ability?: PushAbility;
  /** The browser's answer to a subscription; null: the person refused. */
  readonly given?: PushSubscriptionData | null;
  /** Whether the person lets the desktop show notifications. */
  readonly allows?: boolean;
  /** Notifications that were shown, and how often the chime sounded. */
  readonly shown?: DesktopAlert[];
  readonly chimes?: number[];
  /** What was on the app's icon, one after the other. */
  readonly badges?: number[];
}

export const SUBSCRIPTION: PushSubscriptionData = {
  endpoint: 'https://push.example.com/of-this-browser',
  p256dh: 'key-of-this-browser',
  auth: 'secret-of-this-browser',
};

export function scriptedAlerts({
  ability = 'able',
  given = SUBSCRIPTION,
  allows = true,
  shown = [],
  chimes = [],
  badges = [],
}: ScriptedAlerts = {}): Ports['alerts'] {
  let held: PushSubscriptionData | null = null;
  return {
    mayShow: async () => allows,
    show: async (alerts) => void shown.push(...alerts),
    chime: async () => void chimes.push(1),
    badge: async (count) => void badges.push(count),
    pushAbility: async () => ability,
    subscription: async () => held,
    subscribe: async () => (held = given),
    unsubscribe: async () => {
      held = null;
    },
  };
}
