/** The passwords of the embedded database's roles, all made from one random secret that never leaves its folder. */
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import type { APP_ROLE, OWNER_ROLE } from '../roles';
import type { Place } from './place';

export const SUPERUSER = 'postgres';
export const DATABASE_NAME = 'vms';
export type Role = typeof SUPERUSER | typeof OWNER_ROLE | typeof APP_ROLE;

export interface Logins {
  readonly password: (role: Role) => string;
  readonly connection: (role: Role, database?: string) => ClientConfig;
}

export function readLogins(place: Place): Logins {
  try {
    // `wx` lets one of two servers that start together write it; the other reads what the first wrote.
    writeFileSync(place.secretFile, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(place.secretFile, 'utf8');
  const password = (role: Role): string => createHmac('sha256', secret).update(role).digest('base64url');
  return {
    password,
    connection: (role, database = DATABASE_NAME) => ({
      host: place.socket,
      port: 5432,
      user: role,
      password: password(role),
      database,
    }),
  };
}
