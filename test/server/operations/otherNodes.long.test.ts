/** The built product on the other releases of Node that are in use; the npm package `node` carries them. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DEMO_PASSWORD } from '../../../server/demo/users';

const ROOT = path.resolve(__dirname, '../../..');
const DEMO = { APP_MODE: 'demo', PORT: '0', SIMULATOR: 'off', LOG_LEVEL: 'warn' };

/** The program of that major version, fetched if it has not been. */
function nodeOf(major: number): string {
  const found = execFileSync('npx', ['--yes', '--package', `node@${major}`, 'node', '-p', 'process.execPath'], {
    encoding: 'utf8',
  });
  return found.trim();
}

/** Waits for its ready line. Rejects with what it said where it ends before. */
async function addressOf(server: ChildProcess): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stdout! })) {
    const ready = /is ready at (\S+)/.exec(line);
    if (ready?.[1] !== undefined) return ready[1];
    said.push(line);
  }
  throw new Error(`The server ended: ${said.join('\n')}`);
}

test.each([22, 24])(
  'on Node %i it fills the demo, lets people sign in, and stops when it is asked to',
  async (major) => {
    const node = nodeOf(major);
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${major}\\.`));
    const folder = mkdtempSync(path.join(tmpdir(), 'vms-node-'));
    chmodSync(folder, 0o755);
    const server = spawn(node, ['dist/server/main.js'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...DEMO, DATA_DIR: path.join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(server, 'exit');
    try {
      const url = await addressOf(server);
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
    rmSync(folder, { recursive: true });
  },
);
