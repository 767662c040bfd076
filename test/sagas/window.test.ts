import fc from 'fast-check';
import { windowStateOf } from '../../sagas/base/window';

describe('the space of the shell', () => {
  it.each([
    [390, 'mobile'],
    [640, 'mobile'],
    [641, 'tablet'],
    [1024, 'tablet'],
    [1025, 'desktop'],
  ])('%i px: %s', (width, breakpoint) => {
    expect(windowStateOf({ width, screenWidth: width }).breakpoint).toBe(breakpoint);
  });

  it.each([
    [960, 1920, true],
    [961, 1920, false],
    [390, 390, false],
    [683, 1366, true],
  ])('a window of %i on a screen of %i is snapped: %s', (width, screenWidth, snapped) => {
    expect(windowStateOf({ width, screenWidth }).snapped).toBe(snapped);
  });

  it('snapped means half the screen or less, at any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8_000 }), fc.integer({ min: 1, max: 8_000 }), (width, screenWidth) => {
        expect(windowStateOf({ width, screenWidth }).snapped).toBe(width <= screenWidth / 2);
      }),
    );
  });
});
