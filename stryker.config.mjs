/** Mutation testing, run by `npm run mutate -- PATH`; docs/testing.md says how to read it. */
export default {
  testRunner: 'warm',
  plugins: ['@stryker-mutator/jest-runner', './scripts/lib/mutationRunner.mjs', './scripts/lib/mutationSample.mjs'],
  checkers: ['sample'],
  // Only the tests that run the changed line.
  coverageAnalysis: 'perTest',
  // With `--runner jest`: slower, and nothing of ours between Stryker and jest.
  jest: { projectType: 'custom', configFile: 'scripts/lib/mutation.jest.config.mjs', enableFindRelatedTests: false },
  // Sentences, names of CSS classes and log lines: what is shown has tests of its own.
  mutator: { excludedMutations: ['StringLiteral'] },
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  jsonReporter: { fileName: 'coverage/mutation.json' },
  htmlReporter: { fileName: 'coverage/mutation.html' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
  ignorePatterns: ['dist', 'data', 'coverage', 'docs', 'bench/.built', 'bench/node_modules'],
  tempDirName: '.stryker-tmp',
  disableTypeChecks: false,
  // The runner detects a test that waits forever; a busy machine must not count as a detected mutant.
  timeoutMS: process.env['MUTATION_TESTS'] === 'server' ? 300_000 : 15_000,
  // Modules that are evaluated hundreds of times leave something behind.
  maxTestRunnerReuse: 300,
  allowEmpty: true,
};
