/** A KPI dashboard in a tab over a scripted server. */
import type { EndpointName } from '../../contract/endpoints';
import { atDashboard, type Script } from './dashboardServer';
import { SUPPLIERS, kpiScript } from './kpiServer';

export const at = (tab: string, own: Script = kpiScript(), search = '') =>
  atDashboard({ at: `/vms/supplierbidashboard/${tab}${search}`, script: own, options: SUPPLIERS });

export type Harness = Awaited<ReturnType<typeof at>>;

export const bodies = (scene: Harness, endpoint: EndpointName) => scene.calls(endpoint).map(({ body }) => body);
