/** jsdom has no layout, so nothing is resized there. */
class ResizeObserverWithoutLayout implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

if (typeof window !== 'undefined') window.ResizeObserver ??= ResizeObserverWithoutLayout;

export {};
