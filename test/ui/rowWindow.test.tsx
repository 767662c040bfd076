/** @jest-environment jsdom */
/** Which rows of a table are drawn, and when. */
import { act, renderHook } from '@testing-library/react';
import { useRowWindow, windowOf, WINDOWED_FROM } from '../../src/ui/table/useRowWindow';

const ROW_PX = 36;

/** A browser that paints and rests when it is told to. */
function heldBrowser() {
  const waiting: (() => void)[] = [];
  const hold = (callback: () => void) => waiting.push(callback);
  window.requestAnimationFrame = hold as typeof window.requestAnimationFrame;
  window.requestIdleCallback = hold as typeof window.requestIdleCallback;
  return {
    /** Two frames, and a moment of rest. */
    paint: async () => {
      for (let turn = 0; turn < 3; turn += 1)
        await act(async () => waiting.splice(0).forEach((callback) => callback()));
    },
  };
}

it('draws what is in view first, and the rest of a page once that is on the screen', async () => {
  const browser = heldBrowser();
  const { result } = renderHook(() => useRowWindow(50, ROW_PX));
  act(() => result.current.onScroll({ scrollTop: 0, clientHeight: 570 }));
  expect(result.current.window).toEqual({ from: 0, to: 20 });
  await browser.paint();
  expect(result.current.window).toEqual({ from: 0, to: 50 });
});

it('begins where the rows were left', () => {
  heldBrowser();
  const { result } = renderHook(() => useRowWindow(50, ROW_PX));
  act(() => result.current.onScroll({ scrollTop: 28 * ROW_PX, clientHeight: 570 }));
  expect(result.current.window).toEqual({ from: 28, to: 48 });
});

it('is left alone by a rest that comes after it has gone', async () => {
  const browser = heldBrowser();
  const wrong = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  renderHook(() => useRowWindow(50, ROW_PX)).unmount();
  await browser.paint();
  expect(wrong).not.toHaveBeenCalled();
  wrong.mockRestore();
});

it.each([1, 20, 100, WINDOWED_FROM, 500, 5_000])(
  'covers whatever is in view of %i rows, at every place, drawn or about to be',
  (count) => {
    for (const isOnScreen of [false, true])
      for (let top = 0; top < count; top += 4) {
        const { from, to } = windowOf(count, top, 20, isOnScreen);
        const least = Math.min(top, Math.max(0, count - 20));
        expect({ top, from: from <= least, to: to >= Math.min(count, least + 20) }).toEqual({
          top,
          from: true,
          to: true,
        });
        expect(to).toBeLessThanOrEqual(count);
        expect(to - from).toBeLessThanOrEqual(Math.max(WINDOWED_FROM - 1, 36));
      }
  },
);
