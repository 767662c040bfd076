/** A browser's pushes as a test tells them. */
import type { DesktopAlert, Ports, PushAbility, PushSubscriptionData } from '../../sagas/base/ports';

export interface ScriptedAlerts {
  readonly ability?: PushAbility;
  /** What the browser answers when it is asked to subscribe; null: the person refused. */
  readonly given?: PushSubscriptionData | null;
  /** Whether the person lets the desktop show notifications. */
  readonly allows?: boolean;
  /** What was shown, and how often it chimed. */
  readonly shown?: DesktopAlert[];
  readonly chimes?: number[];
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
}: ScriptedAlerts = {}): Ports['alerts'] {
  let held: PushSubscriptionData | null = null;
  return {
    mayShow: async () => allows,
    show: async (alerts) => void shown.push(...alerts),
    chime: async () => void chimes.push(1),
    pushAbility: async () => ability,
    subscription: async () => held,
    subscribe: async () => (held = given),
    unsubscribe: async () => {
      held = null;
    },
  };
}
