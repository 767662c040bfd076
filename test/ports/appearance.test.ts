/** @jest-environment jsdom */
/** The user's appearance settings: stored in the browser, and applied before anything is drawn. */
import { createStoragePort } from '../../src/ports/storage.port';
import { createAppearancePort } from '../../src/ports/window.port';

const { dataset } = document.documentElement;
const open = () => createAppearancePort(createStoragePort());

beforeEach(() => localStorage.clear());

it('nothing chosen: comfortable, without patterns', () => {
  expect(open().read()).toEqual({ density: 'comfortable', patterns: false });
  expect({ ...dataset }).toMatchObject({ density: 'comfortable', patterns: 'off' });
});

it('a choice applies immediately, and to the next page from its start', () => {
  open().set({ density: 'compact', patterns: true });
  expect({ ...dataset }).toMatchObject({ density: 'compact', patterns: 'on' });
  dataset['density'] = dataset['patterns'] = '';
  expect(open().read()).toEqual({ density: 'compact', patterns: true });
  expect({ ...dataset }).toMatchObject({ density: 'compact', patterns: 'on' });
});

it('a damaged choice counts as none', () => {
  createStoragePort().write('look', '{"density":');
  expect(open().read()).toEqual({ density: 'comfortable', patterns: false });
});
