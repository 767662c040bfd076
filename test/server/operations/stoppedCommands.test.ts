/** Commands on the embedded database of a server that does not run, and how they are stopped. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { openDatabase } from '../../../server/database';
import { EmbeddedPostgres } from '../../../server/database/embedded';
import { migratedFolder, removeTemporaryFolders, until } from '../database/support/processes';

const ROOT = path.resolve(__dirname, '../../..');
let dataDir: string;
beforeAll(async () => {
  dataDir = await migratedFolder();
});
afterAll(removeTemporaryFolders);

/** Whether the running database has a row of this query, as its owner. */
async function holds(query: string): Promise<boolean> {
  try {
    const client = new Client(EmbeddedPostgres.runningAt(dataDir)?.('vms_owner'));
    client.on('error', () => undefined);
    await client.connect();
    return await client
      .query(query)
      .then(({ rowCount }) => rowCount !== 0)
      .finally(() => client.end());
  } catch {
    return false;
  }
}

const environment = () => ({ PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
const isRunning = () => existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'));

/** Starts a command, and stops it once the query has a row. */
async function stopped(command: readonly string[], working: string, signal: NodeJS.Signals) {
  const child = spawn(process.execPath, ['--import', 'tsx', ...command], {
    cwd: ROOT,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [out, errors] = [text(child.stdout), text(child.stderr)];
  await until(() => child.exitCode !== null || holds(working), 'the command is at work');
  child.kill(signal);
  const [code] = await ended;
  return { code, out: await out, errors: await errors, isRunning: isRunning() };
}

test('a stopped seed leaves no row and no database running, and a stopped simulation its counts', async () => {
  const seed = await stopped(
    ['server/demo/seed/cli.ts', '--scale', '2'],
    `select from pg_locks where locktype = 'advisory' and objid = 7201313`,
    // The terminal is closed.
    'SIGHUP',
  );
  expect(seed).toEqual({
    code: 1,
    out: '',
    errors: expect.stringMatching(/^Stopped after 0 of 2; the unfinished part was rolled back\.[^\n]*\n$/),
    isRunning: false,
  });

  const database = await openDatabase({ dataDir });
  await database.withOwner(async (client) => {
    expect((await client.query('select from organizations')).rowCount).toBe(0);
    await client.query(
      `insert into organizations (id, code, name, type, tenant_id, footer_email)
       select id, 'MERIDIAN', 'A program without anything to do', 'VMS', id, 'help@example.org' from gen_random_uuid() id`,
    );
  });
  await database.close();
  const simulation = await stopped(
    ['server/demo/simulator/cli.ts', '--rate', '0.1', '--seconds', '86400'],
    `select from pg_stat_activity where application_name = 'vms'`,
    'SIGTERM',
  );
  expect(simulation).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d+ actions in [\d.]+ s .* \d+ found nothing to do, \d+ failed\.\n$/),
    errors: '',
    isRunning: false,
  });
});

test('an export that follows waits for the server, leaves its database alone, and goes on when the server restarts', async () => {
  const exporting = spawn(process.execPath, ['--import', 'tsx', 'server/cli/vms.ts', 'audit', 'export', '--follow'], {
    cwd: ROOT,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(exporting, 'exit');
  const [reasons, sentences]: [string[], string[]] = [[], []];
  createInterface({ input: exporting.stdout }).on('line', (line) =>
    reasons.push((JSON.parse(line) as { reason: string }).reason),
  );
  createInterface({ input: exporting.stderr }).on('line', (line) => sentences.push(line));
  try {
    await until(() => sentences.length === 1, 'it waits for the server');
    for (const reason of ['first', 'second']) {
      const before = sentences.length;
      const database = await openDatabase({ dataDir });
      await database.withOwner((owner) =>
        owner.query(`insert into audit_events (event, outcome, reason) values ('sign_out', 'ok', $1)`, [reason]),
      );
      await until(() => reasons.includes(reason), `${reason} is printed`);
      await database.close();
      await until(() => sentences.length === before + 2, 'it waits for the server again');
    }
  } finally {
    exporting.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
  expect(reasons).toEqual(['first', 'second']);
  expect(sentences[0]).toBe(`No server runs on ${dataDir}. Start the server. The export waits for the database.`);
  expect(isRunning()).toBe(false);
});

test('the database that a command started runs until the last of the commands ends, and a server waits for them', async () => {
  const [first, second, third] = [
    await openDatabase({ dataDir, forCommand: true }),
    await openDatabase({ dataDir, forCommand: true }),
    await openDatabase({ dataDir, forCommand: true }),
  ];
  await second.close();
  await first.close();
  await third.ping();
  await third.withOwner((owner) => owner.query('select 1'));
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    `A command, process ${process.pid}, is using the database in ${dataDir}/postgres. Wait until it ends, and try again.`,
  );
  await third.close();
  expect(isRunning()).toBe(false);
});

/** A command of another process that exits without closing its database. */
async function exitingCommand() {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(__dirname, 'support/exitingCommand.ts'), dataDir],
    { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    exit: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

test('a command that exits early leaves the database that it started to the other commands, or to the next server', async () => {
  const first = await exitingCommand();
  const second = await openDatabase({ dataDir, forCommand: true });
  await first.exit();
  const owns = `select from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and application_name = 'vms-command ${process.pid}'`;
  await until(async () => !isRunning() || (await holds(owns)), 'the second command owns the database');
  await second.ping();
  await second.close();
  expect(isRunning()).toBe(false);

  await (await exitingCommand()).exit();
  const unowned = await openDatabase({ dataDir, forCommand: true });
  await unowned.ping();
  await unowned.close();
  expect(isRunning()).toBe(true);
  const server = await openDatabase({ dataDir });
  await server.close();
  expect(isRunning()).toBe(false);
});

test('commands that start together on the database of a stopped server share it', async () => {
  const together = await Promise.all([
    openDatabase({ dataDir, forCommand: true }),
    openDatabase({ dataDir, forCommand: true }),
  ]);
  await together[0].close();
  await together[1].ping();
  await together[1].withOwner((owner) => owner.query('select 1'));
  await together[1].close();
  expect(isRunning()).toBe(false);

  const starting = openDatabase({ dataDir, forCommand: true });
  await until(isRunning, 'the database is starting');
  const joining = await openDatabase({ dataDir, forCommand: true });
  await (await starting).close();
  await joining.ping();
  await joining.close();
  expect(isRunning()).toBe(false);
});

test('a command that joined the database of a server leaves its end to the server', async () => {
  const server = await openDatabase({ dataDir });
  const command = await openDatabase({ dataDir, forCommand: true });
  await command.close();
  await server.ping();
  const other = await openDatabase({ dataDir, forCommand: true });
  await server.close();
  expect(isRunning()).toBe(false);
  await other.close();
});
