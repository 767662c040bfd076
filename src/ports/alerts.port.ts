/** Desktop notifications, pushes and sounds. The code is loaded with its first use. */
import type { AlertsPort } from '../../sagas/base/ports';

const client = () => import(/* webpackChunkName: "alerts" */ './alerts.client');

export const createAlertsPort = (): AlertsPort => ({
  mayShow: async () => (await client()).mayShow(),
  show: async (alerts) => (await client()).show(alerts),
  chime: async () => (await client()).chime(),
  pushAbility: async () => (await client()).pushAbility(),
  subscription: async () => (await client()).subscription(),
  subscribe: async (publicKey) => (await client()).subscribe(publicKey),
  unsubscribe: async () => (await client()).unsubscribe(),
});
