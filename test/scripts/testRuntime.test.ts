/**
 * Compiled code is reused by the next test file (scripts/lib/testRuntime.mjs), but not its module state, and errors
 * name the right line.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as counter from './support/counter';

it('evaluates a module again although it is already compiled', () => {
  counter.count();
  jest.isolateModules(() => {
    const { count } = jest.requireActual<typeof counter>('./support/counter');
    expect(count()).toBe(1);
  });
  expect(counter.count()).toBe(2);
});

it('gives an error its position in the source', () => {
  const [, place] = (new Error('here').stack ?? '').split('\n');
  const lines = readFileSync(__filename, 'utf8').split('\n');
  const line = 1 + lines.findIndex((text) => text.includes('(new Error('));
  expect(place).toContain(`${path.basename(__filename)}:${line}:`);
});
