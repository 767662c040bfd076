// For `setupFilesAfterEnv: ['saga-tapes/jest']`.
const { flowMatchers } = require('../dist/cjs/matchers.cjs');
expect.extend(flowMatchers);
