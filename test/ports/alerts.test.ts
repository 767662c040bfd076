/** @jest-environment jsdom */
/** Desktop notifications, sounds and pushes with a fake browser. */
import { askToShow, chime, clear, permission, pushAbility, show, subscribe } from '../../src/ports/alerts.client';

const KEY = 'AQIDBA';
const KEY_BYTES = new Uint8Array([1, 2, 3, 4]).buffer;

interface Facts {
  /** The person's answer. */
  readonly permission?: NotificationPermission;
  readonly register?: () => Promise<unknown>;
  /** The key of the present subscription; undefined without one. */
  readonly subscribedFor?: ArrayBuffer;
  readonly subscribe?: () => Promise<unknown>;
}

const set = (on: object, name: string, value: unknown): void =>
  void Object.defineProperty(on, name, { value, configurable: true });

function browserWith({
  permission: answer = 'granted',
  register = () => Promise.resolve(),
  subscribedFor,
  subscribe: subscribed = () => Promise.resolve(),
}: Facts = {}) {
  const shown: Record<string, unknown>[] = [];
  const present = subscribedFor && { options: { applicationServerKey: subscribedFor }, unsubscribe: async () => true };
  const registration = {
    pushManager: { getSubscription: async () => present ?? null, subscribe: subscribed },
    showNotification: async (title: string, options: object) => {
      const one = { title, ...options, close: () => void shown.splice(shown.indexOf(one), 1) };
      shown.push(one);
    },
    getNotifications: async () => [...shown],
  };
  const ask = jest.fn(async () => answer);
  set(window, 'Notification', { permission: answer, requestPermission: ask });
  set(window, 'PushManager', class {});
  set(navigator, 'serviceWorker', {
    register,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  });
  return { shown, ask };
}

afterEach(() => {
  for (const name of ['Notification', 'PushManager', 'AudioContext']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  jest.useRealTimers();
});

describe('a desktop notification', () => {
  const alert = { id: 'a', title: 'Timesheet 7', path: '/open?notification=a', isAgain: false };

  it('replaces an earlier one with its id, without popping up again', async () => {
    const { shown } = browserWith();
    expect(await show([alert])).toBe(true);
    expect(shown).toEqual([expect.objectContaining({ title: 'Timesheet 7', tag: 'a', renotify: false })]);
  });

  it('pops up again if it has happened again', async () => {
    const { shown } = browserWith();
    await show([{ ...alert, isAgain: true }]);
    expect(shown).toEqual([expect.objectContaining({ tag: 'a', renotify: true })]);
  });

  it('disappears with all others of the app, shown by a page or pushed', async () => {
    const { shown } = browserWith();
    await show([alert, { ...alert, id: 'b' }]);
    await clear();
    expect(shown).toEqual([]);
  });

  it.each([
    ['that cannot show any', () => undefined],
    ['that has none of the app', () => set(navigator, 'serviceWorker', { getRegistration: async () => undefined })],
  ])('is not looked for in a browser %s', async (_, begin) => {
    begin();
    await expect(clear()).resolves.toBeUndefined();
  });

  it('is not shown without the person’s permission', async () => {
    const { shown } = browserWith({ permission: 'denied' });
    expect([await show([alert]), shown]).toEqual([false, []]);
  });

  it.each([
    ['allowed', {}],
    ['refused', { permission: 'denied' }],
    ['failed', { register: () => Promise.reject(new Error('No connection.')) }],
  ] as const)('is %s, as the person and the browser answer', async (outcome, facts) => {
    browserWith(facts);
    expect(await askToShow()).toBe(outcome);
  });
});

describe('the permission', () => {
  it.each([
    ['granted', 'granted'],
    ['denied', 'denied'],
    ['default', 'unasked'],
  ] as const)('%s of the browser is read without asking the person', async (answer, expected) => {
    const { ask } = browserWith({ permission: answer });
    expect([await permission(), ask.mock.calls.length]).toEqual([expected, 0]);
  });

  it('is not asked for yet in a browser without notifications', async () => {
    expect(await permission()).toBe('unasked');
  });
});

describe('pushes to this browser', () => {
  it('are unsupported without a service worker', async () => {
    expect(await pushAbility(KEY)).toBe('unsupported');
  });

  it.each([
    ['subscribed', { subscribedFor: KEY_BYTES }],
    ['able', {}],
    ['able', { subscribedFor: new Uint8Array([9]).buffer }],
    ['forbidden', { subscribedFor: KEY_BYTES, permission: 'denied' }],
  ] as const)('are %s, by the permission and the key of the subscription', async (ability, facts) => {
    browserWith(facts);
    expect(await pushAbility(KEY)).toBe(ability);
  });

  it('are subscribed with what the server needs', async () => {
    const data = { endpoint: 'https://push.example.com/x', keys: { p256dh: 'key', auth: 'secret' } };
    browserWith({ subscribe: async () => ({ toJSON: () => data }) });
    expect(await subscribe(KEY)).toEqual({ endpoint: data.endpoint, p256dh: 'key', auth: 'secret' });
  });

  it.each([
    ['refused', { permission: 'denied' }],
    ['refused', { subscribe: () => Promise.reject(new DOMException('No.', 'NotAllowedError')) }],
    ['failed', { subscribe: () => Promise.reject(new DOMException('No service.', 'AbortError')) }],
    ['failed', { register: () => Promise.reject(new Error('No connection.')) }],
  ] as const)('are %s, as the person and the browser answer', async (outcome, facts) => {
    browserWith(facts);
    expect(await subscribe(KEY)).toBe(outcome);
  });
});

describe('the sound', () => {
  /** By the standard a new context is suspended, and runs some time after it is resumed, if the browser lets it. */
  function audioThat(startsAfterMs: number | null) {
    const heard: number[] = [];
    const closed: number[] = [];
    class FakeAudio {
      state = 'suspended';
      readonly currentTime = 0;
      readonly destination = {};
      resume = (): Promise<void> =>
        new Promise((resolve) => {
          if (startsAfterMs === null) return;
          setTimeout(() => {
            this.state = 'running';
            resolve();
          }, startsAfterMs);
        });
      createGain = () => ({ gain: { value: 1 }, connect: () => {} });
      createOscillator = () => ({
        frequency: { value: 0 },
        connect: () => {},
        start: (at: number) => void heard.push(at),
        stop: () => {},
        onended: null,
      });
      close = async () => void closed.push(1);
    }
    set(window, 'AudioContext', FakeAudio);
    return { heard, closed };
  }

  it('is heard although a new audio context starts suspended', async () => {
    jest.useFakeTimers();
    const { heard, closed } = audioThat(50);
    const done = chime();
    await jest.advanceTimersByTimeAsync(50);
    await done;
    expect([heard.length, closed]).toEqual([2, []]);
  });

  it('is given up, and never heard late, if the browser requires a press first', async () => {
    jest.useFakeTimers();
    const { heard, closed } = audioThat(null);
    const done = chime();
    await jest.advanceTimersByTimeAsync(1_000);
    await done;
    expect([heard, closed]).toEqual([[], [1]]);
  });
});
