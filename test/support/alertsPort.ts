/** Scripted desktop notifications and pushes of a browser. */
import type {
  DesktopAlert,
  NotSetUp,
  Permission,
  PushAbility,
  PushSubscriptionData,
} from '../../sagas/base/ports/alerts';
import type { Ports } from '../../sagas/base/ports/ports';

export interface ScriptedAlerts {
  readonly ability?: Exclude<PushAbility, 'subscribed'>;
  /** The browser's answer to a subscription. */
  readonly given?: PushSubscriptionData | NotSetUp;
  /** Whether the person lets the desktop show notifications, at the moment. */
  readonly permission?: () => Permission;
  /** Whether the browser gets ready to show them. */
  readonly isReady?: boolean;
  /** Notifications that were shown, and how often the chime sounded. */
  readonly shown?: DesktopAlert[];
  readonly chimes?: number[];
  /** How often all of them were removed. */
  readonly clears?: number[];
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
  permission = () => 'granted',
  isReady = true,
  shown = [],
  chimes = [],
  clears = [],
  badges = [],
}: ScriptedAlerts = {}): Ports['alerts'] {
  let isSubscribed = false;
  return {
    permission: async () => permission(),
    askToShow: async () => (permission() === 'denied' ? 'refused' : isReady ? 'allowed' : 'failed'),
    show: async (alerts) => {
      if (permission() !== 'granted') return false;
      shown.push(...alerts);
      return true;
    },
    chime: async () => void chimes.push(1),
    clear: async () => void clears.push(1),
    badge: async (count) => void badges.push(count),
    pushAbility: async () => (ability === 'able' && isSubscribed ? 'subscribed' : ability),
    subscribe: async () => {
      isSubscribed = typeof given === 'object';
      return given;
    },
    unsubscribe: async () => {
      isSubscribed = false;
    },
  };
}
