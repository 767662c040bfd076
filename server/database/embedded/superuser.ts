/** Passwords of the embedded database's roles, all derived from one random secret that never leaves its folder. */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Client, escapeIdentifier, escapeLiteral, type ClientConfig } from 'pg';
import { APP_ROLE, OWNER_ROLE, scramVerifier } from '../roles';
import type { DatabaseFolders } from './folders';
import { ADVISORY_LOCKS } from '../advisoryLocks';

export const SUPERUSER = 'postgres';
const DATABASE_NAME = 'vms';
export type Role = typeof SUPERUSER | typeof OWNER_ROLE | typeof APP_ROLE;

/** `database` is the product's own by default. */
export interface Logins {
  readonly password: (role: Role) => string;
  readonly connection: (role: Role, database?: string) => ClientConfig;
}

/**
 * Passwords derived from the secret file, which is created if missing. Throws if the file cannot be read or written.
 */
export function readLogins(folders: DatabaseFolders): Logins {
  if (!existsSync(folders.secretFile)) createSecret(folders.secretFile);
  const secret = readFileSync(folders.secretFile, 'utf8');
  const password = (role: Role): string => createHmac('sha256', secret).update(role).digest('base64url');
  return {
    password,
    connection: (role, database = DATABASE_NAME) => ({
      host: folders.socket,
      port: 5432,
      user: role,
      password: password(role),
      database,
    }),
  };
}

/**
 * The file appears complete or not at all: of two servers that start together, one creates it and the other reads it.
 */
function createSecret(file: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * Creates roles and database of a fresh cluster. Can be interrupted and repeated, also by two servers at the same time.
 */
export async function bootstrap(logins: Logins): Promise<void> {
  const client = new Client(logins.connection(SUPERUSER, 'postgres'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.embeddedBootstrap]);
    for (const role of [OWNER_ROLE, APP_ROLE] as const) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
      const verb = rowCount === 0 ? 'create' : 'alter';
      const password = escapeLiteral(scramVerifier(logins.password(role)));
      await client.query(
        `${verb} role ${escapeIdentifier(role)} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${password}`,
      );
    }
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME} owner ${OWNER_ROLE}`);
    await client.query(`revoke connect on database ${DATABASE_NAME} from public`);
    await client.query(`grant connect on database ${DATABASE_NAME} to ${APP_ROLE}`);
  } finally {
    await client.end();
  }
}
