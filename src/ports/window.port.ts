import { buffers, eventChannel } from 'redux-saga';
import type { AppearancePort, Appearance, Viewport, ViewportPort } from '../../sagas/base/ports/page';
import type { StoragePort } from '../../sagas/base/ports/peers';
import { PREFIX } from './storage.port';

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

/** Sets the color scheme and the person's choices on the root element, where the theme and the shortcuts read them. */
export function createAppearancePort(storage: StoragePort): AppearancePort {
  const { dataset } = document.documentElement;
  const read = (): Appearance => {
    const kept = (storage.read('look') ?? '').split(' ');
    return {
      density: kept.includes('compact') ? 'compact' : 'comfortable',
      patterns: kept.includes('patterns'),
      singleKeys: !kept.includes('keysOff'),
    };
  };
  const apply = ({ density, patterns, singleKeys }: Appearance) => {
    dataset['density'] = density;
    dataset['patterns'] = patterns ? 'on' : 'off';
    dataset['singleKeys'] = singleKeys ? 'on' : 'off';
  };
  apply(read());
  // The choice applies to the whole browser, so also one in another tab.
  window.addEventListener('storage', ({ key }) => {
    if (key === `${PREFIX}look`) apply(read());
  });
  return {
    setBrand(variant) {
      dataset['brand'] = variant;
    },
    read,
    set(next) {
      storage.write('look', `${next.density}${next.patterns ? ' patterns' : ''}${next.singleKeys ? '' : ' keysOff'}`);
      apply(next);
    },
  };
}
