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
  window.scrollTo = ((_: number, top: number) => {
    window.scrollY = Math.min(top, reach);
    window.dispatchEvent(new Event('scroll'));
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

/** Scrolls down, opens another page, and goes back while the content is still loading. */
function wentBackFrom(top: number): void {
  const { rerender } = renderHook(({ key, by }) => useScrollMemory(pageAt(key), by), {
    initialProps: { key: 'first', by: 'push' as 'push' | 'pop' },
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
