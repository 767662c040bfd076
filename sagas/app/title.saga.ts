/** The title of the tab, led by the count of the bell; in one tab of a browser, the badge of the installed app too. */
import { port } from '../base/ports';
import { call, select, spawn, take, type SagaGenerator } from '../base/runtime/effects';
import { selectFeed } from '../features/notifications/feed/feed.selectors';
import { badgeText } from '../features/notifications/panel/bellText';
import { selectBadge } from '../features/notifications/panel/panel.selectors';
import { selectAttention } from '../features/notifications/toasts/toasts.slice';
import { selectPageTitle } from '../navigation/location/location.selectors';

/** '(12) Jobs · Nexus VMS' */
export const titleText = (unread: number, title: string): string =>
  unread === 0 ? title : `(${badgeText(unread)}) ${title}`;

/** Runs until the session ends, which leaves neither count. */
export function* watchTitle(): SagaGenerator<void> {
  const page = yield* port('page');
  let title = '';
  let badge: number | null = null;
  try {
    while (true) {
      const unread = yield* select(selectBadge);
      const next = titleText(unread, yield* select(selectPageTitle));
      if (next !== title) yield* call(page.setTitle, (title = next));
      // The tab that shows toasts; when another becomes that, it sets the count anew.
      if ((yield* select(selectAttention))?.showsToasts !== true) badge = null;
      else if (badge !== unread && (yield* select(selectFeed)).known) yield* spawn(showBadge, (badge = unread));
      yield* take(anything);
    }
  } finally {
    yield* call(page.setTitle, yield* select(selectPageTitle));
    if (badge !== null) yield* spawn(showBadge, 0);
  }
}

/** Where it cannot be shown, the title says it all the same. */
function* showBadge(count: number): SagaGenerator<void> {
  const alerts = yield* port('alerts');
  try {
    yield* call(alerts.badge, count);
  } catch {
    // Its code could not be fetched, or the browser has no badge here.
  }
}

const anything = () => true;
