import 'vitest';
import type { FlowMatchers } from '../dist/esm/matchers.mjs';

declare module 'vitest' {
  interface Assertion<T> extends FlowMatchers<T> {}
}
