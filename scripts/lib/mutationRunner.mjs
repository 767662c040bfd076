/**
 * Runs the tests for Stryker, as its test runner `warm`. The mutated code contains every mutant behind a switch, so one
 * process compiles everything once and, for each mutant, only evaluates our modules again and calls the tests. That
 * takes a fraction of what a new jest takes for each mutant, and it stops at the first test that fails. The tests run
 * in jest's own jest-circus with jest's own `expect`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { createModules } from './mutationModules.mjs';

/** Prepares every test file, as in jest.config.mjs. `hangGuard` is not among them: `untilIdle` guards here. */
const SETUP = ['test/support/quiet.ts'];
/** Longer than any pause of a running test, even on a busy machine. */
const IDLE_MS = process.env['MUTATION_TESTS'] === 'server' ? 30_000 : 4_000;
const IDLE_STEP_MS = 250;

/** The part of jest that our tests use. */
function jestFor(from) {
  const [circus, { jestExpect }, { ModuleMocker }] = ['jest-circus', '@jest/expect', 'jest-mock'].map(from);
  const mocks = new ModuleMocker(globalThis);
  Object.assign(globalThis, {
    expect: jestExpect,
    jest: {
      fn: mocks.fn.bind(mocks),
      spyOn: mocks.spyOn.bind(mocks),
      replaceProperty: mocks.replaceProperty.bind(mocks),
      setTimeout: () => undefined,
    },
  });
  for (const name of ['describe', 'test', 'it', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'])
    globalThis[name] = circus[name];
  return { circus, mocks };
}

/** Resolves once this process has been idle for IDLE_MS: what the tests wait for will not happen. */
function untilIdle() {
  let timer;
  const idle = new Promise((resolve) => {
    let before = performance.eventLoopUtilization();
    let steps = 0;
    timer = setInterval(() => {
      const now = performance.eventLoopUtilization();
      steps = performance.eventLoopUtilization(now, before).utilization < 0.02 ? steps + 1 : 0;
      before = now;
      if (steps * IDLE_STEP_MS >= IDLE_MS) resolve('idle');
    }, IDLE_STEP_MS);
  });
  return { idle, stop: () => clearInterval(timer) };
}

function testsIn(block) {
  return block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));
}

function nameOf(test) {
  const names = [test.name];
  for (let block = test.parent; block.parent !== undefined; block = block.parent) names.unshift(block.name);
  return names.join(' ');
}

function createRunner() {
  process.env.NODE_ENV = 'test';
  const root = process.cwd();
  const files = process.env['MUTATION_FILES'].split(',');
  const switches = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});
  const modules = createModules(root, outsideOfTests);
  const { circus, mocks } = jestFor(createRequire(createRequire(modules.library.resolve('jest')).resolve('jest-cli')));
  /**
   * Code that runs while a module is evaluated belongs to no test, even if a test imports the module first: otherwise a
   * mutant there would run with that one test only.
   */
  function outsideOfTests(evaluate) {
    const { currentTestId } = switches;
    switches.currentTestId = undefined;
    try {
      evaluate();
    } finally {
      switches.currentTestId = currentTestId;
    }
  }
  /** The results of the unmutated run by test file. They are stored in a file, because a mutant may end the process. */
  const remembered = path.join(root, '.mutation-tests.json');
  let known = existsSync(remembered) ? JSON.parse(readFileSync(remembered, 'utf8')) : {};
  /** How often each test file noticed a change, by mutated file. */
  const noticed = new Map();
  /** Receives uncaught errors. After a run they come from a mutant and must not end the process. */
  let outside = () => undefined;
  for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, (error) => outside(error));

  /** Runs the tests of one file; with `bail`, up to the first failure. */
  async function runFile(file, { wanted, activate, bail }) {
    modules.reset();
    circus.resetState();
    circus.setState({ ...circus.getState(), parentProcess: process, testTimeout: 600_000 });
    const idOf = (test) => `${file}: ${nameOf(test)}`;
    const started = new Map();
    const results = [];
    let failed = false;
    const fail = () => {
      failed = true;
      if (bail) circus.getState().testNamePattern = /(?!)/;
    };
    const follow = ({ name, test }) => {
      if (name === 'test_start') {
        mocks.restoreAllMocks();
        switches.currentTestId = idOf(test);
        started.set(test, performance.now());
      } else if (name === 'test_done') {
        switches.currentTestId = undefined;
        const common = { id: idOf(test), name: idOf(test), fileName: path.join(root, file) };
        const timeSpentMs = performance.now() - started.get(test);
        if (test.errors.length === 0) results.push({ ...common, timeSpentMs, status: TestStatus.Success });
        else {
          fail();
          const failureMessage = test.errors.flat().map(String).join('\n');
          results.push({ ...common, timeSpentMs, status: TestStatus.Failed, failureMessage });
        }
      }
    };
    outside = (error) => {
      fail();
      results.push({ id: file, name: file, timeSpentMs: 0, status: TestStatus.Failed, failureMessage: String(error) });
    };
    circus.addEventHandler(follow);
    const watch = untilIdle();
    try {
      for (const setup of SETUP) modules.load(setup);
      modules.load(file);
      const tests = testsIn(circus.getState().rootDescribeBlock);
      if (wanted !== undefined) for (const test of tests) if (!wanted.has(idOf(test))) test.mode = 'skip';
      activate?.();
      const ended = await Promise.race([circus.run(), watch.idle]);
      if (ended === 'idle') return { results, idle: true, failed };
      // An error outside of the tests, such as in an `afterAll`.
      if (!failed) for (const error of ended.unhandledErrors) outside(error);
    } catch (error) {
      outside(error instanceof Error ? error.stack : error);
    } finally {
      watch.stop();
      circus.removeEventHandler(follow);
      outside = () => undefined;
    }
    return { results, idle: false, failed };
  }

  /** The test files that can notice a change in this file, the most likely first. */
  function filesFor(mutated, wanted) {
    const scores = noticed.get(mutated);
    const score = (file) => scores?.get(file) ?? 0;
    return files
      .filter((file) => known[file].modules.includes(mutated))
      .filter((file) => wanted === undefined || known[file].tests.some((id) => wanted.has(id)))
      .sort((one, other) => score(other) - score(one) || known[one].time - known[other].time);
  }

  return {
    capabilities: () => ({ reloadEnvironment: true }),

    async dryRun() {
      const tests = [];
      known = {};
      switches.activeMutant = undefined;
      switches.mutantCoverage = { static: {}, perTest: {} };
      for (const file of files) {
        const begun = performance.now();
        const { results, idle } = await runFile(file, { bail: false });
        if (idle)
          return { status: DryRunStatus.Error, errorMessage: `${file} waits for something that does not come.` };
        known[file] = {
          tests: results.map(({ id }) => id),
          modules: modules.evaluated(),
          time: performance.now() - begun,
        };
        tests.push(...results);
      }
      writeFileSync(remembered, JSON.stringify(known));
      return { status: DryRunStatus.Complete, tests, mutantCoverage: switches.mutantCoverage };
    },

    async mutantRun({ testFilter, activeMutant, mutantActivation, sandboxFileName, hitLimit, disableBail }) {
      const wanted = testFilter && new Set(testFilter);
      const tests = [];
      for (const file of filesFor(sandboxFileName, wanted)) {
        switches.hitCount = hitLimit === undefined ? undefined : 0;
        switches.hitLimit = hitLimit;
        switches.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
        const activate = () => (switches.activeMutant = activeMutant.id);
        const { results, idle, failed } = await runFile(file, { wanted, activate, bail: !disableBail });
        switches.activeMutant = undefined;
        if (failed || idle) {
          const scores = noticed.get(sandboxFileName) ?? new Map();
          noticed.set(sandboxFileName, scores.set(file, (scores.get(file) ?? 0) + 1));
        }
        const limit = determineHitLimitReached(switches.hitCount, switches.hitLimit);
        if (limit !== undefined) return toMutantRunResult(limit);
        if (idle && !failed)
          return toMutantRunResult({ status: DryRunStatus.Timeout, reason: 'Nothing happens anymore.' });
        tests.push(...results);
        if (failed) break;
      }
      return toMutantRunResult({ status: DryRunStatus.Complete, tests }, disableBail);
    },
  };
}

createRunner.inject = [];

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'warm', createRunner)];
