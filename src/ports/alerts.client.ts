/**
 * Pushes to this browser and desktop notifications, both shown by its service worker, so that the same one is never
 * shown twice.
 */
import type {
  DesktopAlert,
  NotSetUp,
  Permission,
  PushAbility,
  PushSubscriptionData,
} from '../../sagas/base/ports/alerts';

const WORKER = '/service-worker.js';

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether this browser gets pushes of the server with this key, or could, and whether the person forbade them. */
export async function pushAbility(publicKey: string): Promise<PushAbility> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'forbidden';
  const found = await current().catch(() => null);
  return found !== null && isFor(found, publicKey) ? 'subscribed' : 'able';
}

/** What the person has answered; a browser without notifications has not asked. */
export async function permission(): Promise<Permission> {
  if (!('Notification' in window) || Notification.permission === 'default') return 'unasked';
  return Notification.permission;
}

/** Asks the browser for its permission, and registers the service worker. */
export async function askToShow(): Promise<'allowed' | NotSetUp> {
  if (!('serviceWorker' in navigator && 'Notification' in window)) return 'refused';
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  return navigator.serviceWorker.register(WORKER).then(
    () => 'allowed',
    () => 'failed',
  );
}

/** Known to browsers, but not to TypeScript: a notification that replaces another one pops up again. */
interface DesktopOptions extends NotificationOptions {
  readonly renotify: boolean;
}

/** Puts each on the desktop, in place of an earlier one with the same id. False if it may not. */
export async function show(alerts: readonly DesktopAlert[]): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration(WORKER);
  if (registration === undefined || Notification.permission !== 'granted') return false;
  for (const { id, title, path, isAgain } of alerts) {
    const options: DesktopOptions = {
      tag: id,
      renotify: isAgain,
      icon: '/icons/icon-192.png',
      silent: true,
      data: { url: path },
    };
    await registration.showNotification(title, options);
  }
  return true;
}

/** Closes all that the service worker has shown, for this page or another one, or as pushes. */
export async function clear(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(WORKER);
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

/** Of the installed app; browsers without it, and windows that are not the app's, show none. */
export async function badge(count: number): Promise<void> {
  await (count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count));
}

const NOTES_HZ = [880, 1_174.7];
const NOTE_SECONDS = 0.12;
/** Longer than a browser takes to start a sound that it allows. */
const START_MS = 300;

/** Two short notes; no sound if the browser does not let a page play sounds before the first press. */
export async function chime(): Promise<void> {
  const audio = new AudioContext();
  if (!(await hasStarted(audio))) return void audio.close();
  const gain = audio.createGain();
  gain.gain.value = 0.06;
  gain.connect(audio.destination);
  for (const [index, frequency] of NOTES_HZ.entries()) {
    const note = audio.createOscillator();
    note.frequency.value = frequency;
    note.connect(gain);
    note.start(audio.currentTime + index * NOTE_SECONDS);
    note.stop(audio.currentTime + (index + 1) * NOTE_SECONDS);
    if (index === NOTES_HZ.length - 1) note.onended = () => void audio.close();
  }
}

/** A new context is suspended. Until a press, `resume` stays unanswered where a sound needs one. */
async function hasStarted(audio: AudioContext): Promise<boolean> {
  const late = new Promise((resolve) => setTimeout(resolve, START_MS));
  await Promise.race([audio.resume().catch(() => {}), late]);
  return audio.state === 'running';
}

/** Subscribes this browser with the server's public key (base64url). */
export async function subscribe(publicKey: string): Promise<PushSubscriptionData | NotSetUp> {
  if (!isSupported() || (await Notification.requestPermission()) !== 'granted') return 'refused';
  try {
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    const old = await pushManager.getSubscription();
    // A subscription for another server's key cannot be used, and prevents a new one.
    if (old !== null && !isFor(old, publicKey)) await old.unsubscribe();
    const given = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    return dataOf(given) ?? 'failed';
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'failed';
  }
}

/** Ends the subscription of this browser, if there is one. */
export async function unsubscribe(): Promise<void> {
  await (await current().catch(() => null))?.unsubscribe();
}

async function current(): Promise<PushSubscription | null> {
  if (!isSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function dataOf(given: PushSubscription): PushSubscriptionData | null {
  const { endpoint, keys } = given.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint === undefined || p256dh === undefined || auth === undefined ? null : { endpoint, p256dh, auth };
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...key));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey;
}
