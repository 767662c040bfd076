/** Creates the cluster on first start: in a folder of its own, moved into place when complete. */
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
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseStartError } from '../startError';
import { removeUnfinished, unsupported, type Binaries } from './binaries';
import type { Place } from './place';
import { SUPERUSER } from './secret';
import { SERVER_ENVIRONMENT } from './settings';

export async function initialize(place: Place, binaries: Binaries, superuserPassword: string): Promise<void> {
  if (existsSync(place.cluster)) return checkVersion(place, binaries);
  removeUnfinished(place.home, basename(place.cluster));
  const unfinished = `${place.cluster}.${process.pid}`;
  const passwordFile = join(unfinished, '..', `password.${process.pid}`);
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(passwordFile, superuserPassword, { mode: 0o600 });
    if (place.user) {
      chownSync(unfinished, place.user.uid, place.user.gid);
      chownSync(passwordFile, place.user.uid, place.user.gid);
    }
    await runInitdb(place, binaries, unfinished, passwordFile);
    moveIntoPlace(unfinished, place);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function checkVersion(place: Place, binaries: Binaries): void {
  const major = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  if (major === binaries.major) return;
  throw new DatabaseStartError(
    `${place.home} was written by PostgreSQL ${major}, this version brings PostgreSQL ${binaries.major}. ` +
      'Start the version that wrote it, export the data, and import it here; or set DATABASE_URL.',
  );
}

/** False where the programs were built for another C library or processor. */
function canRun(binaries: Binaries): boolean {
  const { stdout } = spawnSync(binaries.initdb, ['--version'], { env: SERVER_ENVIRONMENT, encoding: 'utf8' });
  return (stdout ?? '').includes('PostgreSQL');
}

function runInitdb(place: Place, binaries: Binaries, folder: string, passwordFile: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = ['--username', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256', '--data-checksums'];
    const locale = ['--encoding', 'UTF8', '--locale-provider', 'builtin', '--locale', 'C.UTF-8'];
    const child = spawn(binaries.initdb, ['--pgdata', folder, ...options, ...locale], {
      ...place.user,
      cwd: place.home,
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let problem = '';
    child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()));
    child.once('error', () => reject(unsupported()));
    child.once('close', (code) => {
      if (code === 0) return resolve();
      if (!canRun(binaries)) return reject(unsupported());
      const reason = problem.trim() || `initdb ended with ${code}`;
      reject(new DatabaseStartError(`The database could not be created in ${place.home}: ${reason}`));
    });
  });
}

function moveIntoPlace(unfinished: string, place: Place): void {
  try {
    renameSync(unfinished, place.cluster);
  } catch (error) {
    // Another server was quicker; its cluster is the one.
    if (!existsSync(place.cluster)) throw error;
    return;
  }
  const home = openSync(place.home, 'r');
  try {
    fsyncSync(home);
  } finally {
    closeSync(home);
  }
}
