/** Creates the cluster on first start: in a temporary folder, renamed when complete. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseStartError } from '../errors';
import { removeUnfinished, unsupported, type Binaries } from './binaries';
import type { DatabaseFolders } from './folders';
import { SUPERUSER } from './superuser';
import { SERVER_ENVIRONMENT } from './settings';
import { couldNotBeCreated } from './startFailures';

/** Creates the cluster if there is none. Throws DatabaseStartError if it is damaged or of another version. */
export async function initialize(
  folders: DatabaseFolders,
  binaries: Binaries,
  superuserPassword: string,
): Promise<void> {
  if (existsSync(folders.cluster)) {
    checkFiles(folders);
    return checkVersion(folders, binaries);
  }
  removeUnfinished(folders.home, basename(folders.cluster));
  const unfinished = `${folders.cluster}.${process.pid}`;
  const passwordFile = join(unfinished, '..', `password.${process.pid}`);
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(passwordFile, superuserPassword, { mode: 0o600 });
    if (folders.user) {
      chownSync(unfinished, folders.user.uid, folders.user.gid);
      chownSync(passwordFile, folders.user.uid, folders.user.gid);
    }
    await runInitdb(folders, binaries, unfinished, passwordFile);
    moveIntoPlace(unfinished, folders);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Least sizes of files that initdb writes once; PostgreSQL's own messages about damaged files are not helpful. */
const MIN_BYTES = { PG_VERSION: 1, 'global/pg_control': 8_192 };

function checkFiles({ cluster }: DatabaseFolders): void {
  for (const [name, bytes] of Object.entries(MIN_BYTES)) {
    const file = statSync(join(cluster, name), { throwIfNoEntry: false });
    if (file !== undefined && file.size >= bytes) continue;
    const fault = file === undefined ? 'is missing' : file.size === 0 ? 'is empty' : 'is cut off';
    throw new DatabaseStartError(
      `The database in ${cluster} is damaged: ${name} ${fault}. Set DATA_DIR to a fresh folder and restore a backup into it (npm run vms -- restore FILE), or put back a copy of the folder that was made while the server was stopped.`,
    );
  }
}

function checkVersion(folders: DatabaseFolders, binaries: Binaries): void {
  const major = readFileSync(join(folders.cluster, 'PG_VERSION'), 'utf8').trim();
  if (major === binaries.major) return;
  throw new DatabaseStartError(
    `${folders.home} was written by PostgreSQL ${major}, this version brings PostgreSQL ${binaries.major}. ` +
      'With the version that wrote it make a backup (npm run vms -- backup FILE), and restore that into a fresh DATA_DIR.',
  );
}

/** False when the programs were built for another C library or processor. */
function canRun(binaries: Binaries): boolean {
  const { stdout } = spawnSync(binaries.initdb, ['--version'], { env: SERVER_ENVIRONMENT, encoding: 'utf8' });
  return (stdout ?? '').includes('PostgreSQL');
}

function runInitdb(folders: DatabaseFolders, binaries: Binaries, folder: string, passwordFile: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = ['--username', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256', '--data-checksums'];
    const locale = ['--encoding', 'UTF8', '--locale-provider', 'builtin', '--locale', 'C.UTF-8'];
    const child = spawn(binaries.initdb, ['--pgdata', folder, ...options, ...locale], {
      ...folders.user,
      cwd: folders.home,
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let problem = '';
    child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()));
    child.once('error', () => reject(unsupported()));
    child.once('close', (code) => {
      if (code === 0) return resolve();
      if (!canRun(binaries)) return reject(unsupported());
      reject(couldNotBeCreated(folders, problem.trim() || `initdb ended with ${code}`));
    });
  });
}

function moveIntoPlace(unfinished: string, folders: DatabaseFolders): void {
  try {
    renameSync(unfinished, folders.cluster);
  } catch (error) {
    // Another server was faster; use its cluster.
    if (!existsSync(folders.cluster)) throw error;
    return;
  }
  const home = openSync(folders.home, 'r');
  try {
    fsyncSync(home);
  } finally {
    closeSync(home);
  }
}
