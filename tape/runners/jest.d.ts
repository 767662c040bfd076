import type { FlowMatchers } from '../dist/cjs/matchers.cjs';

declare global {
  namespace jest {
    interface Matchers<R> extends FlowMatchers<R> {}
  }
}
