/**
 * Five parts, run in this order by scripts/test.mjs:
 * - fast: everything that needs neither a server nor a browser
 * - histories: the same, thousands of random histories at a time
 * - packages: what others install, packed and put into a project of its own
 * - server: the HTTP API over a real PostgreSQL
 * - browser: the built product in a real Chromium
 * With TEST_LONG (`npm run test:long`) random cases are many, and `*.long.test.ts` runs too.
 * Tests run in the node environment; a test that renders says `@jest-environment jsdom` in its first comment.
 */

/** Packages published as ES modules only; jest runs CommonJS, so these are compiled like our own files. */
export const ES_MODULES = ['content-disposition', 'cookie', 'jose', 'oauth4webapi', 'openid-client'];

/** What takes minutes and finds little: only by `npm run test:long`. */
const NOT_NOW = process.env['TEST_LONG'] === undefined ? ['\\.long\\.test\\.ts$'] : [];

const shared = {
  // Compiled files are kept by this id: with one for all parts each file is compiled once.
  id: 'staffing-vms',
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  setupFiles: [
    '<rootDir>/test/support/textEncoding.ts',
    '<rootDir>/test/support/matchMedia.ts',
    '<rootDir>/test/support/resizeObserver.ts',
  ],
  setupFilesAfterEnv: ['<rootDir>/test/support/quiet.ts', '<rootDir>/test/support/hangGuard.ts'],
  transform: { '\\.(ts|tsx|js|mjs)$': '<rootDir>/scripts/lib/compile.mjs' },
  runtime: '<rootDir>/scripts/lib/testRuntime.mjs',
  transformIgnorePatterns: [`/node_modules/(?!(.*/)?(${ES_MODULES.join('|')})/)`],
  moduleNameMapper: { '\\.(css|svg|png)$': '<rootDir>/test/support/asset.ts' },
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/tape/dist/',
    '<rootDir>/release/',
    '<rootDir>/bench/node_modules/',
    '<rootDir>/data/',
    '<rootDir>/.stryker-tmp/',
  ],
  // A mock that outlives its test makes the next one pass or fail by accident.
  restoreMocks: true,
};

export default {
  maxWorkers: 2,
  // A worker frees up to 500 MB at its end; jest's own half second would call that a leak.
  workerGracefulExitTimeout: 10_000,
  testSequencer: '<rootDir>/scripts/lib/testOrder.mjs',
  projects: [
    {
      ...shared,
      displayName: 'fast',
      testMatch: [
        '<rootDir>/test/**/*.test.{ts,tsx}',
        '<rootDir>/{contract,machines,sagas,src,server,scripts,bench}/**/*.test.{ts,tsx}',
      ],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(histories|packages|server|browser)/', ...NOT_NOW],
    },
    {
      ...shared,
      displayName: 'histories',
      testMatch: ['<rootDir>/test/histories/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'packages',
      testMatch: ['<rootDir>/test/packages/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...NOT_NOW],
    },
    {
      ...shared,
      displayName: 'server',
      testMatch: ['<rootDir>/test/server/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...NOT_NOW],
      globalSetup: '<rootDir>/test/server/support/globalSetup.ts',
      globalTeardown: '<rootDir>/test/server/support/globalTeardown.ts',
    },
    {
      ...shared,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...NOT_NOW],
      testEnvironment: '<rootDir>/test/browser/support/environment.ts',
      globalSetup: '<rootDir>/test/browser/support/globalSetup.ts',
      globalTeardown: '<rootDir>/test/browser/support/globalTeardown.ts',
    },
  ],
};
