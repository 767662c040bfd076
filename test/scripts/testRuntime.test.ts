/** Compiled code is kept for the next test file (scripts/lib/testRuntime.mjs); what it did is not, and errors name the right line. */
import path from 'node:path';
import * as counter from './support/counter';

it('evaluates a module again although it is compiled already', () => {
  counter.count();
  jest.isolateModules(() => {
    const { count } = jest.requireActual<typeof counter>('./support/counter');
    expect(count()).toBe(1);
  });
  expect(counter.count()).toBe(2);
});

it('gives an error the place it has in the source', () => {
  const [, place] = (new Error('here').stack ?? '').split('\n');
  expect(place).toContain(`${path.basename(__filename)}:15:`);
});
