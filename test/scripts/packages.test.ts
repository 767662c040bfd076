/** `npm ci --omit=dev` installs only what the built server needs: the app is bundled and needs nothing. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const server = readdirSync(path.join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(root, 'server', file), 'utf8'))
  .join('\n');

// That the server imports no devDependency is checked by dependency-cruiser.
test('the server imports every dependency', () => {
  expect(Object.keys(dependencies).filter((name) => !new RegExp(`'${name}['/]`).test(server))).toEqual([]);
});
