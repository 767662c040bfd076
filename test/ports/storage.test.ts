/** @jest-environment jsdom */
import { createStoragePort } from '../../src/ports/storage.port';

beforeEach(() => localStorage.clear());

const refuse = (what: 'setItem' | 'getItem' | 'removeItem') =>
  jest.spyOn(Storage.prototype, what).mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });

it('stored values are available to the next page', () => {
  createStoragePort().write('pendingBroadcasts', '[1]');
  expect(createStoragePort().read('pendingBroadcasts')).toBe('[1]');
});

it('another tab’s values count', () => {
  const here = createStoragePort();
  here.write('pendingBroadcasts', '[1]');
  createStoragePort().write('pendingBroadcasts', '[2]');
  expect(here.read('pendingBroadcasts')).toBe('[2]');
});

it('full: values that could not be stored count on this page, and earlier values do not return', () => {
  const port = createStoragePort();
  port.write('pendingBroadcasts', '[1]');
  const full = refuse('setItem');
  port.write('pendingBroadcasts', '[1,2]');
  expect(port.read('pendingBroadcasts')).toBe('[1,2]');
  full.mockRestore();
  port.write('pendingBroadcasts', '[2]');
  expect([port.read('pendingBroadcasts'), createStoragePort().read('pendingBroadcasts')]).toEqual(['[2]', '[2]']);
});

it('forbidden: nothing throws, and values live as long as the page', () => {
  for (const what of ['setItem', 'getItem', 'removeItem'] as const) refuse(what);
  const port = createStoragePort();
  expect(port.read('pendingBroadcasts')).toBeNull();
  port.write('pendingBroadcasts', '[1]');
  expect(port.read('pendingBroadcasts')).toBe('[1]');
  port.write('pendingBroadcasts', null);
  expect(port.read('pendingBroadcasts')).toBeNull();
});
