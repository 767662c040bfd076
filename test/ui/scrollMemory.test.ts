/** @jest-environment jsdom */
/** Where a page is scrolled to when a person goes back to it. */
import { renderHook } from '@testing-library/react';
import { useScrollMemory } from '../../src/hooks/useScrollMemory';

/** How far the page can scroll. */
let reach: number;
let resized: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  reach = 2_000;
  window.scrollY = 0;
  window.scrollTo = ((_: number, top: number) => {
    const before = window.scrollY;
    window.scrollY = Math.min(top, reach);
    if (window.scrollY !== before) window.dispatchEvent(new Event('scroll'));
  }) as typeof window.scrollTo;
  jest.spyOn(window, 'ResizeObserver').mockImplementation((callback) => {
    resized = () => callback([], {} as ResizeObserver);
    return { observe: () => undefined, unobserve: () => undefined, disconnect: () => (resized = () => undefined) };
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pageAt = (key: string) => ({ pathname: `/${key}`, search: '', key });

type By = 'push' | 'replace' | 'pop';

/** At the first page; the function moves to an address, and returns where that is scrolled to. */
function opened() {
  const { rerender } = renderHook(({ key, path, by }) => useScrollMemory({ ...pageAt(path), key }, by), {
    initialProps: { key: 'first', path: 'jobs', by: 'replace' as By },
  });
  return (key: string, path: string, by: By): number => {
    rerender({ key, path, by });
    return window.scrollY;
  };
}

it('goes back to the top of a page that was never scrolled', () => {
  const move = opened();
  expect(move('second', 'job', 'push')).toBe(0);
  window.scrollTo(0, 600);
  expect(move('first', 'jobs', 'pop')).toBe(0);
});

it('goes back to its place among steps that change only the query', () => {
  const move = opened();
  window.scrollTo(0, 300);
  expect(move('filtered', 'jobs', 'push')).toBe(300);
  expect(move('other', 'job', 'push')).toBe(0);
  expect(move('filtered', 'jobs', 'pop')).toBe(300);
});

it.each(['push', 'replace'] as const)('stays at its place when, after going back, a %s changes the query', (by) => {
  const move = opened();
  window.scrollTo(0, 300);
  move('second', 'job', 'push');
  expect(move('first', 'jobs', 'pop')).toBe(300);
  expect(move('filtered', 'jobs', by)).toBe(300);
});

/** Scrolls down, opens another page, and goes back while the content is still loading. */
function wentBackFrom(top: number): void {
  const { rerender } = renderHook(({ key, by }) => useScrollMemory(pageAt(key), by), {
    initialProps: { key: 'first', by: 'push' as By },
  });
  window.scrollTo(0, top);
  rerender({ key: 'second', by: 'push' });
  expect(window.scrollY).toBe(0);
  reach = 100;
  rerender({ key: 'first', by: 'pop' });
  expect(window.scrollY).toBe(100);
}

it('goes back to its place when the content is there, however long that takes', () => {
  wentBackFrom(900);
  jest.advanceTimersByTime(60_000);
  reach = 2_000;
  resized();
  expect(window.scrollY).toBe(900);
});

it.each(['wheel', 'touchmove', 'pointerdown', 'keydown'])('stays where the person is after a %s', (act) => {
  wentBackFrom(900);
  window.dispatchEvent(new Event(act));
  reach = 2_000;
  resized();
  expect(window.scrollY).toBe(100);
});
