/** Every flow of the library, and how its tape is recorded: the real root saga in a tab over scripted ports. */
import { LATE_PARTS } from '../../../sagas/app/lateParts';
import { app } from '../../support/flows/app';
import { administrationFlows } from './administration.flows';
import { dashboardFlows } from './dashboard.flows';
import { dialogFlows } from './dialogs.flows';
import { factorFlows } from './factors.flows';
import { kpiFlows } from './kpi.flows';
import { listFlows } from './lists.flows';
import { liveFlows } from './live.flows';
import { recordFlows } from './records.flows';
import { sessionFlows } from './session.flows';
import { signInFlows } from './signIn.flows';
import { ssoFlows } from './sso.flows';
import { openWorld, type Script } from './world';

export const LIBRARY: readonly Script[] = [
  ...signInFlows,
  ...factorFlows,
  ...ssoFlows,
  ...sessionFlows,
  ...liveFlows,
  ...dialogFlows,
  ...dashboardFlows,
  ...kpiFlows,
  ...administrationFlows,
  ...recordFlows,
  ...listFlows,
];

/** The tape as text, the same each time. Two files that come at once would come in any order, so all are there before. */
export async function recordFlow({ run, tab }: Script): Promise<string> {
  await app.warm?.();
  await Promise.all(Object.values(LATE_PARTS).map(({ load }) => load()));
  const world = openWorld(tab);
  await run(world);
  if (world.tab.faults[0]) throw world.tab.faults[0];
  return world.recorder.finish();
}
