import type { Targets } from 'lightningcss';

const version = (major: number, minor = 0) => (major << 16) | (minor << 8);

/** The oldest browsers with cascade layers, dynamic viewport units and color-mix: what the style sheets rely on. */
export const CSS_TARGETS: Targets = {
  chrome: version(111),
  edge: version(111),
  firefox: version(113),
  safari: version(16, 4),
  ios_saf: version(16, 4),
};
