/** A tab over a server of notifications, and what its bell, panel and toasts show. */
import { createNotificationServer } from './notificationServer';
import { createBrowser, type Browser } from './browser';
import { openTab, type Tab } from './tab';
import { untilBellKnown } from './untilBellKnown';
import { createVirtualClock } from './virtualClock';
import { selectBadge } from '../../sagas/features/notifications/panel/panel.selectors';

export async function world(initialNotifications = 0) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  for (let count = 0; count < initialNotifications; count += 1) server.notify({});
  const browser = createBrowser(clock);
  const open = async (of: Browser = browser): Promise<Tab> => {
    const tab = openTab({ clock, browser: of, answer: server.answer, socket: server.socket });
    tab.start();
    await loaded(tab, clock);
    return tab;
  };
  return { clock, server, browser, open };
}

export async function loaded(tab: Tab, clock: ReturnType<typeof createVirtualClock>): Promise<void> {
  await untilBellKnown(tab, clock);
  await clock.advance(500);
}

export const badge = (tab: Tab) => selectBadge(tab.state());

export const calls = (tab: Tab, endpoint: string) => tab.sent.filter((call) => call.endpoint === endpoint).length;

export const press = (tab: Tab, action: Parameters<Tab['store']['dispatch']>[0]) => void tab.store.dispatch(action);
