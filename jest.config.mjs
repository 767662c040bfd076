/**
 * Five parts, run in this order by scripts/test.mjs:
 * - fast: everything that needs neither a server nor a browser
 * - histories: the same, thousands of random histories at a time
 * - server: the HTTP API over a real PostgreSQL
 * - browser: the built product in a real Chromium, two files at a time
 * - timed: those of them that hold something to a time, one after the other
 * Tests run in the node environment; a test that renders says `@jest-environment jsdom` in its first comment.
 */

/** Packages published as ES modules only; jest runs CommonJS, so these are compiled like our own files. */
const ES_MODULES = ['content-disposition', 'cookie', 'jose', 'oauth4webapi'];

/** Only turns each file into CommonJS; the types are checked once, by tsc. */
const COMPILER_OPTIONS = {
  rootDir: import.meta.dirname,
  target: 'ES2022',
  module: 'CommonJS',
  jsx: 'react-jsx',
  esModuleInterop: true,
  isolatedModules: true,
  allowJs: true,
};

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/test/support/quiet.ts'],
  transform: {
    '\\.(ts|tsx|js|mjs)$': ['ts-jest', { tsconfig: COMPILER_OPTIONS }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(.*/)?(${ES_MODULES.join('|')})/)`],
  moduleNameMapper: { '\\.(css|svg|png)$': '<rootDir>/test/support/asset.ts' },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/bench/node_modules/', '<rootDir>/data/'],
  // A mock that outlives its test makes the next one pass or fail by accident.
  restoreMocks: true,
};

const inBrowser = {
  ...shared,
  testEnvironment: '<rootDir>/test/browser/support/environment.ts',
  globalSetup: '<rootDir>/test/browser/support/globalSetup.ts',
  globalTeardown: '<rootDir>/test/browser/support/globalTeardown.ts',
};

export default {
  maxWorkers: 2,
  projects: [
    {
      ...shared,
      displayName: 'fast',
      testMatch: [
        '<rootDir>/test/**/*.test.{ts,tsx}',
        '<rootDir>/{contract,machines,sagas,src,server,scripts,bench}/**/*.test.{ts,tsx}',
      ],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(histories|server|browser)/'],
    },
    {
      ...shared,
      displayName: 'histories',
      testMatch: ['<rootDir>/test/histories/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'server',
      testMatch: ['<rootDir>/test/server/**/*.test.ts'],
      globalSetup: '<rootDir>/test/server/support/globalSetup.ts',
      globalTeardown: '<rootDir>/test/server/support/globalTeardown.ts',
    },
    {
      ...inBrowser,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.timed\\.test\\.ts$'],
    },
    {
      ...inBrowser,
      displayName: 'timed',
      testMatch: ['<rootDir>/test/browser/**/*.timed.test.ts'],
    },
  ],
};
