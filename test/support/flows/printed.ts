/** Runs a test that `to-test` has printed, like a test runner. */
import { compileFunction } from 'node:vm';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

/** Rejects if the test fails. `load` is the file's `require`. */
export async function runPrinted(text: string, load: (id: string) => unknown): Promise<void> {
  const options = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };
  const { outputText } = transpileModule(text, { compilerOptions: options });
  const tests: (() => unknown)[] = [];
  const file = compileFunction(outputText, ['require', 'exports', 'it', 'expect']) as (...given: unknown[]) => void;
  file(load, {}, (_name: string, test: () => unknown) => void tests.push(test), expect);
  if (tests.length !== 1) throw new Error(`The file has ${tests.length} tests.`);
  await tests[0]?.();
}
