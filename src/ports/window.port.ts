import { buffers, eventChannel } from 'redux-saga';
import type { AppearancePort, Viewport, ViewportPort } from '../../sagas/base/ports';

/** The size of the window in CSS pixels. */
export function createViewportPort(): ViewportPort {
  const read = (): Viewport => ({ width: window.innerWidth, screenWidth: window.screen.width });
  return {
    read,
    changes: () =>
      eventChannel<Viewport>((emit) => {
        const resized = () => emit(read());
        window.addEventListener('resize', resized);
        return () => window.removeEventListener('resize', resized);
      }, buffers.sliding(1)),
  };
}

/** Sets the color set on the root element. */
export function createAppearancePort(): AppearancePort {
  return {
    setBrand(variant) {
      document.documentElement.dataset['brand'] = variant;
    },
  };
}
