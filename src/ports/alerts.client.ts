/**
 * Pushes to this browser and desktop notifications, both shown by its service worker, so that the same one is never
 * shown twice.
 */
import type { DesktopAlert, PushAbility, PushSubscriptionData } from '../../sagas/base/ports/alerts';

const WORKER = '/service-worker.js';

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether this browser could get pushes, and whether the person has forbidden them. */
export async function pushAbility(): Promise<PushAbility> {
  if (!isSupported()) return 'unsupported';
  return Notification.permission === 'denied' ? 'forbidden' : 'able';
}

/** Asks the browser for its permission; false if it is refused or not supported. */
export async function mayShow(): Promise<boolean> {
  if (!('serviceWorker' in navigator && 'Notification' in window)) return false;
  if ((await Notification.requestPermission()) !== 'granted') return false;
  return navigator.serviceWorker.register(WORKER).then(
    () => true,
    () => false,
  );
}

/** Puts each on the desktop, in place of an earlier one with the same id. */
export async function show(alerts: readonly DesktopAlert[]): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(WORKER);
  if (registration === undefined || Notification.permission !== 'granted') return;
  for (const { id, title, path } of alerts) {
    await registration.showNotification(title, {
      tag: id,
      icon: '/icons/icon-192.png',
      silent: true,
      data: { url: path },
    });
  }
}

/** Of the installed app; browsers without it, and windows that are not the app's, show none. */
export async function badge(count: number): Promise<void> {
  await (count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count));
}

const NOTES_HZ = [880, 1_174.7];
const NOTE_SECONDS = 0.12;

/** Two short notes; no sound if the browser does not let a page play sounds before the first press. */
export async function chime(): Promise<void> {
  const audio = new AudioContext();
  if (audio.state === 'suspended') return void audio.close();
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

/** The subscription of this browser, if there is one. */
export async function subscription(): Promise<PushSubscriptionData | null> {
  const found = await current();
  return found && dataOf(found);
}

/** Subscribes this browser with the server's public key (base64url); null where it is not supported or refused. */
export async function subscribe(publicKey: string): Promise<PushSubscriptionData | null> {
  if (!isSupported() || (await Notification.requestPermission()) !== 'granted') return null;
  try {
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    const old = await pushManager.getSubscription();
    // A subscription for another server's key cannot be used, and prevents a new one.
    if (old !== null && !isFor(old, publicKey)) await old.unsubscribe();
    return dataOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  } catch {
    return null;
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
