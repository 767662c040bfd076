/** Desktop notifications, pushes, sounds and the app's badge. The code is loaded with its first use. */
import type { AlertsPort } from '../../sagas/base/ports';

const client = () => import(/* webpackChunkName: "alerts" */ './alerts.client');
type Client = Awaited<ReturnType<typeof client>>;

const late =
  <A extends unknown[], R>(pick: (alerts: Client) => (...given: A) => Promise<R>) =>
  async (...given: A): Promise<R> =>
    pick(await client())(...given);

export const createAlertsPort = (): AlertsPort => ({
  mayShow: late(({ mayShow }) => mayShow),
  show: late(({ show }) => show),
  chime: late(({ chime }) => chime),
  badge: (count) =>
    void client().then(
      ({ badge }) => badge(count),
      () => {},
    ),
  pushAbility: late(({ pushAbility }) => pushAbility),
  subscription: late(({ subscription }) => subscription),
  subscribe: late(({ subscribe }) => subscribe),
  unsubscribe: late(({ unsubscribe }) => unsubscribe),
});
