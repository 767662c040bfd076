/** `npm run dev` in a clone: a port that it cannot have, and a build that ends. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { cloneOfScripts } from './support/clone';

/** In place of the build, which would go on watching. */
const BUILD = `
  import { rmSync } from 'node:fs';
  rmSync('dist/.built-from', { force: true });
  setTimeout(() => undefined, 5_000);
`;

const clone = cloneOfScripts();
const stamp = path.join(clone.folder, 'dist/.built-from');
let listener: Server;

const buildWith = (script: string) => writeFileSync(path.join(clone.folder, 'scripts/build.mjs'), script);
beforeAll(async () => {
  buildWith(BUILD);
  writeFileSync(stamp, 'the sources of the product that runs');
  listener = createServer().listen(0, 'localhost');
  await once(listener, 'listening');
});
afterAll(() => {
  listener.close();
  clone.remove();
});

const dev = (port: string) =>
  new Promise((resolve) => {
    const options = { cwd: clone.folder, env: { ...process.env, PORT: port } };
    const child = execFile(process.execPath, ['scripts/dev.mjs'], options, (_error, out, errors) =>
      resolve({ code: child.exitCode, out, errors }),
    );
  });

test.each([
  [
    'in use',
    () => String((listener.address() as AddressInfo).port),
    /^Port \d+ is in use: stop what listens there, or choose another with PORT\.\n$/,
  ],
  ['no number', () => 'abc', /^PORT is 'abc', but it must be a whole number from 0 to 65535\.\n$/],
  ['too large', () => '65536', /^PORT is '65536', but it must be a whole number from 0 to 65535\.\n$/],
])('ends with one line if its port is %s, and leaves the built product alone', async (_what, port, says) => {
  expect(await dev(port())).toEqual({ code: 1, out: '', errors: expect.stringMatching(says) });
  expect(existsSync(stamp)).toBe(true);
});

test('ends with an error if the build that watches ends', async () => {
  buildWith('process.exitCode = 3;');
  expect(await dev('0')).toEqual({
    code: 1,
    out: expect.stringMatching(/^Development: http:\/\/localhost:\d+\n$/),
    errors: 'The builder ended (its own message is above). Run the command again.\n',
  });
});
