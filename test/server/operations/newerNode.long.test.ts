/** The parts of `npm test` on the newest supported release of Node. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { nodeOf } from './support/nodeReleases';

const ROOT = path.resolve(__dirname, '../../..');

test.each([[['fast']], [['server']], [['browser', 'browser/signIn']]])('on Node 24: npm test -- %j', (part) => {
  const node = nodeOf(24);
  // Programs found on the PATH are of the same release, too.
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${path.dirname(node)}:${process.env['PATH']}` };
  delete env['TEST_LONG'];
  delete env['JEST_WORKER_ID'];
  const { stdout, stderr } = spawnSync(node, ['scripts/test.mjs', ...part], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const outcome = /(\d+) passed, (\d+) failed/.exec(stdout);
  const failures = stderr.match(/^ {2}● .*$/gm) ?? [];
  expect({ failed: outcome?.[2], failures }).toEqual({ failed: '0', failures: [] });
  expect(Number(outcome?.[1])).toBeGreaterThan(0);
});
