/** The page of notification delivery in a tab over a scripted server. */
import type { EndpointName } from '../../contract/endpoints';
import { type NotificationChannels } from '../../contract/notifications/channels.endpoints';
import type { Ports } from '../../sagas/base/ports/ports';
import { selectChannels } from '../../sagas/features/channels/channels.selectors';
import { scriptedAlerts, type ScriptedAlerts } from './alertsPort';
import { openAdmin } from './adminTab';
import { ok, type Reply } from './scriptedServer';

export const PAGE = '/vms/profile/notifications';

export const LAKESIDE = 'a0000000-0000-4000-8000-000000000001';

export const CHANNELS: NotificationChannels = {
  settings: { mailMode: 'AT_ONCE', morningAt: '07:00', quietFrom: null, quietTo: null, timeZone: 'America/Chicago' },
  publicKey: 'public-key-of-the-server',
  devices: [],
  deliveries: [],
  follows: [],
  rules: [],
  rulesVersion: 'v1',
  mailRefused: [],
  facilities: [{ id: LAKESIDE, name: 'Lakeside' }],
  suppliers: [],
};

export async function openAt(
  path: string,
  answers: Partial<Record<EndpointName, Reply>> = {},
  scripted: ScriptedAlerts & { readonly port?: Ports['alerts'] } = {},
) {
  const alerts = scripted.port ?? scriptedAlerts(scripted);
  const opened = await openAdmin(
    path,
    { notificationChannels: ok(CHANNELS), notificationContext: ok({ context: 'c' }), ...answers },
    { alerts },
  );
  return { ...opened, alerts, shown: () => selectChannels(opened.tab.state()) };
}
