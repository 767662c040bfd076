/**
 * Shows pushes while no page is open, and opens their pages. It caches no files and answers no requests, so an old one
 * never shows an old app. TypeScript's types for pages do not fit a service worker.
 */
export {};

interface PushMessage {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly isSticky: boolean;
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Worker {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: true;
    }): Promise<readonly { readonly url: string; focus(): Promise<unknown> }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(
    kind: 'push',
    listener: (event: WorkerEvent & { readonly data: { json(): unknown } | null }) => void,
  ): void;
  addEventListener(
    kind: 'pushsubscriptionchange',
    listener: (event: WorkerEvent & { readonly newSubscription: PushSubscription | null }) => void,
  ): void;
  addEventListener(
    kind: 'notificationclick',
    listener: (event: WorkerEvent & { readonly notification: Notification }) => void,
  ): void;
}

const worker = self as unknown as Worker;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('push', (event) => event.waitUntil(show(messageOf(event.data))));
// The server cannot push to a subscription that the browser has made by itself: without it, the page shows that pushes
// are off, and offers to turn them on.
worker.addEventListener('pushsubscriptionchange', (event) => {
  if (event.newSubscription) event.waitUntil(event.newSubscription.unsubscribe());
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = (event.notification.data ?? {}) as { readonly url?: string };
  event.waitUntil(open(url ?? '/'));
});

/** Browsers revoke the permission if a push shows nothing. */
function messageOf(data: { json(): unknown } | null): PushMessage {
  const nothing = { id: 'unknown', title: 'New notification', body: '', url: '/', isSticky: false };
  try {
    return { ...nothing, ...(data?.json() as Partial<PushMessage>) };
  } catch {
    return nothing;
  }
}

/** The tag makes a push that comes again replace the first one, without a sound. */
const show = ({ id, title, body, url, isSticky }: PushMessage): Promise<void> =>
  worker.registration.showNotification(title, {
    body,
    tag: id,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    requireInteraction: isSticky,
    data: { url },
  });

/** Opens a window of its own, so that unsaved work stays; never another origin, whatever the message names. */
async function open(url: string): Promise<void> {
  const { href, origin } = new URL(url, worker.location.origin);
  if (origin !== worker.location.origin) return;
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((each) => each.url === href);
  await (there === undefined ? worker.clients.openWindow(href) : there.focus());
}
