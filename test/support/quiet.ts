/**
 * Fails a test if something was logged to console.error or console.warn. A test that expects such a line spies on the
 * method itself (`jest.spyOn(console, 'error')`). Unhandled rejections need nothing here: jest fails the test they
 * happen in.
 */
import { format } from 'node:util';

/** Lines of libraries that the code cannot avoid. */
const KNOWN = [
  // semantic-ui-react 2 on React 18.3: works until React 19, see docs/decisions.
  'findDOMNode is deprecated',
  'Support for defaultProps will be removed from function components',
  // Redux Toolkit's development checks report that a busy machine slowed them down.
  'which is more than the warning threshold of',
];
const noise: string[] = [];

const record =
  (kind: string) =>
  (...args: unknown[]): void => {
    const line = format(...args);
    if (KNOWN.some((known) => line.includes(known))) return;
    noise.push(`${kind}: ${line}\n${new Error().stack?.split('\n').slice(2, 6).join('\n') ?? ''}`);
  };

function expectQuiet(): void {
  const lines = noise.splice(0);
  if (lines.length > 0) throw new Error(`unexpected noise during this test\n\n${lines.join('\n\n')}`);
}

console.error = record('console.error');
console.warn = record('console.warn');
afterEach(expectQuiet);
afterAll(expectQuiet);
