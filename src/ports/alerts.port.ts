/** Desktop notifications, pushes, sounds and the app's badge. The code is loaded with its first use. */
import type { AlertsPort } from '../../sagas/base/ports/alerts';

const client = () => import(/* webpackChunkName: "alerts" */ './alerts.client');
type Client = Awaited<ReturnType<typeof client>>;

const late =
  <A extends unknown[], R>(pick: (alerts: Client) => (...given: A) => Promise<R>) =>
  async (...given: A): Promise<R> =>
    pick(await client())(...given);

/** Loads the code with the first call. */
export const createAlertsPort = (): AlertsPort => ({
  permission: late((alerts) => alerts.permission),
  askToShow: late((alerts) => alerts.askToShow),
  show: late((alerts) => alerts.show),
  clear: late((alerts) => alerts.clear),
  chime: late((alerts) => alerts.chime),
  badge: late((alerts) => alerts.badge),
  pushAbility: late((alerts) => alerts.pushAbility),
  subscribe: late((alerts) => alerts.subscribe),
  unsubscribe: late((alerts) => alerts.unsubscribe),
});
