/** @jest-environment jsdom */
/** Which of the browser's tabs shows toasts, with fake locks. */
import type { END } from 'redux-saga';
import type { Attention } from '../../sagas/base/ports/peers';
import { createAttentionPort } from '../../src/ports/attention.port';
import { createLocks } from '../support/locks';

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A tab, and another one of the same browser that only steals the lock. */
async function openTab() {
  const locks = createLocks();
  let visible = true;
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  Object.defineProperty(document, 'visibilityState', {
    get: () => (visible ? 'visible' : 'hidden'),
    configurable: true,
  });
  const changes = createAttentionPort().changes();
  const reports: Attention[] = [];
  const listen = (attention: Attention | END) => {
    if (!('visible' in attention)) return;
    reports.push(attention);
    changes.take(listen);
  };
  changes.take(listen);
  const show = async (now: boolean) => {
    visible = now;
    document.dispatchEvent(new Event('visibilitychange'));
    if (now) window.dispatchEvent(new Event('focus'));
    await settle();
  };
  await settle();
  let closeOther = () => {};
  return {
    locks,
    latest: () => reports.at(-1),
    close: changes.close,
    show: () => show(true),
    /** The user changes to the other tab, which steals the lock. */
    async showOther() {
      const held = () => new Promise<void>((release) => (closeOther = release));
      locks.request('', { steal: true }, held).catch(() => {});
      await show(false);
    },
    closeOther: async () => {
      closeOther();
      await settle();
    },
  };
}

it('shows toasts in the tab that the user changes to, and waits for the lock at most once, however often they change', async () => {
  const tab = await openTab();
  for (let turn = 0; turn < 10; turn += 1) {
    await tab.showOther();
    expect([tab.latest(), tab.locks.waiting()]).toEqual([{ visible: false, showsToasts: false }, 1]);
    await tab.show();
    expect([tab.latest(), tab.locks.waiting()]).toEqual([{ visible: true, showsToasts: true }, 0]);
  }
  tab.close();
});

it('shows toasts in the other tab when the one that showed them closes', async () => {
  const tab = await openTab();
  await tab.showOther();
  await tab.closeOther();
  expect(tab.latest()).toEqual({ visible: false, showsToasts: true });
  tab.close();
});

it.each([
  ['holds', false],
  ['waits for', true],
])('a tab that %s the lock leaves nothing of it when it closes', async (_, waits) => {
  const tab = await openTab();
  if (waits) await tab.showOther();
  tab.close();
  await settle();
  expect([tab.locks.waiting(), tab.locks.held()]).toEqual([0, waits ? 1 : 0]);
});
