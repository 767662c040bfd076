import type { AppearancePort } from '../../sagas/ports';

export function createAppearancePort(): AppearancePort {
  return {
    setBrand(variant) {
      document.documentElement.dataset['brand'] = variant;
    },
  };
}
