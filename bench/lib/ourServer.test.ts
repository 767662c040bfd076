/** The measured server: what it is given, and what a stopped bench leaves of it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive } from '../../server/database/embedded/binaries';
import { until } from '../../test/server/database/support/processes';
import { serverEnvironment } from './ourServer';

test('the server has the settings of the bench and none of the shell', () => {
  const shell = {
    ...{ PATH: '/usr/bin', HOME: '/home/ida', TMPDIR: '/var/tmp' },
    ...{
      DATABASE_URL: 'postgres://localhost/mine',
      SMTP_URL: 'smtp://localhost',
      HOST: '0.0.0.0',
      BACKUP_DIR: '/backup',
    },
  };
  expect(serverEnvironment(shell, 4201, '/var/tmp/bench-data-1')).toEqual({
    ...{ PATH: '/usr/bin', HOME: '/home/ida', TMPDIR: '/var/tmp' },
    ...{ APP_MODE: 'demo', SIMULATOR: 'off', TOUR: 'off', LOG_LEVEL: 'warn' },
    ...{ PORT: '4201', DATA_DIR: '/var/tmp/bench-data-1', PUBLIC_URL: 'http://localhost:4201' },
  });
});

/** In place of the built server: a database that runs in its folder, and an answer of /readyz. */
const SERVER = `
  const { spawn } = require('node:child_process');
  const { mkdirSync, writeFileSync } = require('node:fs');
  const cluster = process.env.DATA_DIR + '/postgres/cluster';
  mkdirSync(cluster, { recursive: true });
  const database = spawn('sleep', ['60'], { cwd: cluster, detached: true, stdio: 'ignore' });
  writeFileSync(cluster + '/postmaster.pid', database.pid + '\\n');
  writeFileSync(process.env.TMPDIR + '/processes', process.pid + ' ' + database.pid);
  require('node:http').createServer((_request, answer) => answer.end()).listen(process.env.PORT, 'localhost');
`;
const BENCH = `
  const { startOurServer, temporaryDataDir } = require('./bench/lib/ourServer.ts');
  const folder = temporaryDataDir();
  startOurServer(folder, process.argv[1]).then(() => {
    console.log(folder);
    process.exit(130);
  });
`;

test('a bench that is stopped leaves no server, no database and no data', async () => {
  const root = path.resolve(__dirname, '../..');
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-stopped-'));
  const entry = path.join(folder, 'server.cjs');
  writeFileSync(entry, SERVER);
  try {
    const options = { cwd: root, env: { PATH: process.env['PATH'], TMPDIR: folder } };
    const args = ['--import', 'tsx', '-e', BENCH, path.relative(root, entry)];
    const { code, dataDir } = await new Promise<{ code: number | null; dataDir: string }>((resolve) => {
      const bench = execFile(process.execPath, args, options, (_error, out) =>
        resolve({ code: bench.exitCode, dataDir: out.trim() }),
      );
    });
    expect(code).toBe(130);
    expect(path.dirname(dataDir)).toBe(folder);
    expect(existsSync(dataDir)).toBe(false);
    const processes = readFileSync(path.join(folder, 'processes'), 'utf8').split(' ').map(Number);
    await until(() => !processes.some(isAlive), 'the server and the database have ended', 10_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
