/** For Stryker's jest runner, which supports no projects: one of them, with the test files that mutate.mjs chose. */
import config from '../../jest.config.mjs';

const kind = process.env['MUTATION_TESTS'] ?? 'fast';

export default {
  ...config.projects.find(({ displayName }) => displayName === kind),
  displayName: undefined,
  // scripts/mutate.mjs has started the database.
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: process.env['MUTATION_FILES'].split(',').map((file) => `<rootDir>/${file}`),
  testPathIgnorePatterns: ['/node_modules/'],
};
