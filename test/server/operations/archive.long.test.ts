/**
 * The output of `npm run package` runs with only Node: an archive unpacked elsewhere, on each supported release of
 * Node.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DEMO_PASSWORD } from '../../../server/demo/users';
import { nodeOf } from './support/nodeReleases';

const ROOT = path.resolve(__dirname, '../../..');
const DEMO = { APP_MODE: 'demo', PORT: '0', SIMULATOR: 'off' };

let folder = '';
let unpacked = '';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: ROOT, stdio: 'ignore' });
  folder = mkdtempSync(path.join(tmpdir(), 'vms archive '));
  chmodSync(folder, 0o755);
  const releases = path.join(ROOT, 'release');
  const archives = readdirSync(releases).filter((name) => name.endsWith('.tar.gz'));
  expect(archives).toHaveLength(1);
  execFileSync('tar', ['-xzf', path.join(releases, archives[0]!), '-C', folder]);
  unpacked = path.join(folder, readdirSync(folder)[0]!);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Waits for its ready line. Rejects with its output if it ends before. */
async function addressOf(server: ChildProcess): Promise<string> {
  const printed: string[] = [];
  for await (const line of createInterface({ input: server.stdout! })) {
    const ready = /is ready at (\S+)/.exec(line);
    if (ready?.[1] !== undefined) return ready[1];
    printed.push(line);
  }
  throw new Error(`The server ended: ${printed.join('\n')}`);
}

// The demo has documents in every supported alphabet, so seeding it also needs the fonts.
test.each([20, 22, 24])(
  'on Node %i it seeds the demo, serves the app, accepts sign-ins, and stops on request',
  async (major) => {
    const node = nodeOf(major);
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${major}\\.`));
    const server = spawn(node, ['dist/server/main.js'], {
      cwd: unpacked,
      env: { PATH: process.env['PATH'], ...DEMO, DATA_DIR: path.join(folder, `data-${major}`) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(server, 'exit');
    try {
      const url = await addressOf(server);
      const page = await fetch(url);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const answer = await fetch(`${url}/api-user/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('web:')}`, origin: url },
        body: new URLSearchParams({
          grant_type: 'password',
          username: 'vms.manager',
          password: DEMO_PASSWORD,
          organization_code: 'MERIDIAN',
        }),
      });
      expect(answer.status).toBe(200);
    } finally {
      server.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  },
);
