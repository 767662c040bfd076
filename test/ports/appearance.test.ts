/** @jest-environment jsdom */
/** The user's appearance settings: stored in the browser, and applied before anything is drawn. */
import { createStoragePort } from '../../src/ports/storage.port';
import { createAppearancePort } from '../../src/ports/window.port';

const { dataset } = document.documentElement;
const open = () => createAppearancePort(createStoragePort());

beforeEach(() => localStorage.clear());

it('nothing chosen: comfortable, without patterns, with single-key shortcuts', () => {
  expect(open().read()).toEqual({ density: 'comfortable', patterns: false, singleKeys: true });
  expect({ ...dataset }).toMatchObject({ density: 'comfortable', patterns: 'off', singleKeys: 'on' });
});

it('a choice applies immediately, and to the next page from its start', () => {
  open().set({ density: 'compact', patterns: true, singleKeys: false });
  expect({ ...dataset }).toMatchObject({ density: 'compact', patterns: 'on', singleKeys: 'off' });
  dataset['density'] = dataset['patterns'] = dataset['singleKeys'] = '';
  expect(open().read()).toEqual({ density: 'compact', patterns: true, singleKeys: false });
  expect({ ...dataset }).toMatchObject({ density: 'compact', patterns: 'on', singleKeys: 'off' });
});

it('a choice in another tab applies here immediately', () => {
  open();
  localStorage.setItem('vms.look', 'compact patterns keysOff');
  window.dispatchEvent(new StorageEvent('storage', { key: 'vms.other' }));
  expect({ ...dataset }).toMatchObject({ density: 'comfortable', patterns: 'off', singleKeys: 'on' });
  window.dispatchEvent(new StorageEvent('storage', { key: 'vms.look' }));
  expect({ ...dataset }).toMatchObject({ density: 'compact', patterns: 'on', singleKeys: 'off' });
});

it('a damaged choice counts as none', () => {
  createStoragePort().write('look', '{"density":');
  expect(open().read()).toEqual({ density: 'comfortable', patterns: false, singleKeys: true });
});
