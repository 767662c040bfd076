import type { Tab } from './tab';
import type { VirtualClock } from './virtualClock';

/**
 * Waits until the shell has rendered and the unread count is known. Its code is a real import, which virtual time does
 * not wait for.
 */
export async function untilBellKnown(tab: Tab, clock: VirtualClock): Promise<void> {
  for (let turn = 0; turn < 200 && tab.state().notifications?.feed.known !== true; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(10);
  }
}
