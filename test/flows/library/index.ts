/** Every flow of the library, and how its tape is recorded: the real root saga in a tab over scripted ports. */
import { LATE_PARTS } from '../../../sagas/app/lateParts';
import { app } from '../../support/flows/app';
import { administrationFlows } from './administration.flows';
import { chatFlows } from './chat.flows';
import { dashboardFlows } from './dashboard.flows';
import { dialogFlows } from './dialogs.flows';
import { factorFlows } from './factors.flows';
import { handOffFlows } from './handOffs.flows';
import { kpiFlows } from './kpi.flows';
import { listFlows } from './lists.flows';
import { boardFlows } from './liveBoard.flows';
import { mustAcceptFlows } from './mustAccept.flows';
import { notificationFlows } from './notifications.flows';
import { realtimeFlows } from './realtime.flows';
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
  ...realtimeFlows,
  ...notificationFlows,
  ...chatFlows,
  ...mustAcceptFlows,
  ...boardFlows,
  ...dialogFlows,
  ...handOffFlows,
  ...dashboardFlows,
  ...kpiFlows,
  ...administrationFlows,
  ...recordFlows,
  ...listFlows,
];

/**
 * All lazy parts are loaded before and then resolve immediately: of two files imported at the same time, either may
 * load first on a busy machine.
 */
async function keepLateParts(): Promise<void> {
  for (const part of Object.values(LATE_PARTS)) {
    const watch = await part.load();
    Object.assign(part, { load: () => Promise.resolve(watch) });
  }
}

let kept: Promise<void> | undefined;

/** The tape as text, the same each time. */
export async function recordFlow({ run, ...options }: Script): Promise<string> {
  await app.warm?.();
  await (kept ??= keepLateParts());
  const world = openWorld(options);
  await run(world);
  if (world.tab.faults[0]) throw world.tab.faults[0];
  return world.recorder.finish();
}
