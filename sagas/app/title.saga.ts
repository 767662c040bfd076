/**
 * The title of the tab, led by the bell's count; one tab of a browser also shows it as the badge of the installed app.
 */
import { port } from '../base/ports/ports';
import { call, select, spawn, take, type SagaGenerator } from '../base/runtime/effects';
import { selectFeed } from '../features/notifications/feed/feed.slice';
import { badgeText } from '../features/notifications/panel/bellText';
import { selectBadge } from '../features/notifications/panel/panel.selectors';
import { selectAttention } from '../features/notifications/toasts/toasts.slice';
import { selectPageTitle } from '../navigation/location/location.selectors';

/** '(12) Jobs · Nexus VMS' */
export const titleText = (unread: number, title: string): string =>
  unread === 0 ? title : `(${badgeText(unread)}) ${title}`;

/** Runs until the session ends, which removes both counts, and what is on the desktop for its user. */
export function* watchTitle(): SagaGenerator<void> {
  const page = yield* port('page');
  let title = '';
  let badge: number | null = null;
  try {
    while (true) {
      const unread = yield* select(selectBadge);
      const next = titleText(unread, yield* select(selectPageTitle));
      if (next !== title) yield* call(page.setTitle, (title = next));
      // When another tab becomes the one that shows toasts, it sets the badge again.
      if ((yield* select(selectAttention))?.showsToasts !== true) badge = null;
      else if (badge !== unread && (yield* select(selectFeed)).known) yield* spawn(showBadge, (badge = unread));
      yield* take(anything);
    }
  } finally {
    yield* call(page.setTitle, yield* select(selectPageTitle));
    if (badge !== null) yield* spawn(showBadge, 0);
    yield* spawn(clearDesktop);
  }
}

/** Without a badge, the title still shows the count. */
function* showBadge(count: number): SagaGenerator<void> {
  const alerts = yield* port('alerts');
  try {
    yield* call(alerts.badge, count);
  } catch {
    // Its code failed to load, or the browser has no badges.
  }
}

/** Notifications may have been shown by a former page, or pushed, so the page cannot tell whether there are any. */
function* clearDesktop(): SagaGenerator<void> {
  const alerts = yield* port('alerts');
  try {
    yield* call(alerts.clear);
  } catch {
    // Its code failed to load.
  }
}

const anything = () => true;
