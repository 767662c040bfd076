/** The README's example runs unchanged. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import type { Store } from '@reduxjs/toolkit';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import type { MachinesState } from '../../sagas/base/runtime/machines.slice';

const FOLDER = path.join(__dirname, '../../sagas/base/runtime');

it('the example of the README looks a word up', async () => {
  const [, code = ''] = /```ts\n([^]*?)```/.exec(readFileSync(path.join(FOLDER, 'README.md'), 'utf8')) ?? [];
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };
  const shown = {} as { readonly store: Store<{ readonly machines: MachinesState }> };
  const run = compileFunction(transpileModule(code, { compilerOptions }).outputText, ['require', 'exports']) as (
    ...given: unknown[]
  ) => void;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the example's own imports
  run((id: string): unknown => require(id.startsWith('.') ? path.join(FOLDER, id) : id), shown);
  const dictionary = () => shown.store.getState().machines['dictionary'];
  expect(dictionary()).toMatchObject({ value: 'looking', can: [] });
  await new Promise<void>((resolve) => {
    shown.store.subscribe(() => dictionary()?.value === 'idle' && resolve());
  });
  expect(dictionary()).toMatchObject({ context: { meaning: 'what tape means' }, can: ['ASK'], status: 'active' });
});
