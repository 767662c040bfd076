// For `setupFiles: ['saga-tapes/vitest']`.
import { expect } from 'vitest';
import { flowMatchers } from '../dist/esm/matchers.mjs';

expect.extend(flowMatchers);
