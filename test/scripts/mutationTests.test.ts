/** Which tests a mutant runs against: a name without a match would silently reduce them. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const MODULE = pathToFileURL(path.resolve(__dirname, '../../scripts/lib/mutationTests.mjs')).href;

/** Evaluates an expression with the module, which only node itself can import. */
async function evaluate(expression: string): Promise<unknown> {
  const script = `const module = await import(${JSON.stringify(MODULE)}); console.log(JSON.stringify(${expression}))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout);
}

test('every name in the table is the start of a test file’s path', async () => {
  const [names, files] = (await evaluate(
    '[module.MUTATION_TESTS.length, module.testFiles(module.MUTATION_TESTS.flatMap(([, tests]) => tests)).length]',
  )) as [number, number];
  expect(names).toBeGreaterThan(5);
  expect(files).toBeGreaterThan(20);
});

test('a name that matches no test file is refused', async () => {
  await expect(evaluate("module.testFiles(['test/machines/', 'test/machinery/'])")).rejects.toThrow(
    'No test file begins with test/machinery/',
  );
});

test('the tapes are never among the tests', async () => {
  expect(await evaluate("module.testFiles(['test/']).filter((file) => file.startsWith('test/flows/'))")).toEqual([]);
});
