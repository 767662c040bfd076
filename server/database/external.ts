/**
 * Any PostgreSQL from 15 on, by address. DATABASE_URL's user is the owner: it runs the migrations and must own the
 * database or be allowed to create in its schema `public`. Requests run as the role `vms_app`, which this user creates
 * (it needs CREATEROLE, or to be a superuser). The password of `vms_app` is derived from that of DATABASE_URL, so that
 * all nodes with the same address agree without storing it. When the owner may not create roles, two installations
 * share one PostgreSQL, or DATABASE_URL has no password, an administrator creates the role and DATABASE_APP_URL names
 * it.
 */
import { scryptSync } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral, type ClientConfig } from 'pg';
import { DatabaseAwayError, DatabaseStartError, isUnavailable, sqlState } from './errors';
import { APP_ROLE, scramVerifier } from './roles';
import { ADVISORY_LOCKS } from './advisoryLocks';
import { reasonOf } from '../base/errors';

const OLDEST_VERSION = 15;
const CONNECT_WITHIN_MS = 5_000;

export interface ExternalDatabase {
  readonly owner: ClientConfig & { readonly connectionString: string };
  readonly app: ClientConfig;
  readonly appRole: string;
}

/** Checks the database, creates its roles, and holds its owner's lock. Throws DatabaseStartError. */
export async function useExternal(databaseUrl: string, appUrl: string | undefined): Promise<ExternalDatabase> {
  const owner = { connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_WITHIN_MS, keepAlive: true };
  const client = new Client(owner);
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    const Kind = isUnavailable(error) ? DatabaseAwayError : DatabaseStartError;
    throw new Kind(
      `DATABASE_URL cannot be used (${reasonOf(error)}). Check the address, the user and that the database runs.`,
    );
  });
  try {
    await checkVersion(client);
    if (appUrl === undefined) return { owner, app: await createAppRole(client, databaseUrl), appRole: APP_ROLE };
    const appRole = decodeURIComponent(new URL(appUrl).username);
    await checkAppRole(client, appRole);
    return { owner, app: { connectionString: appUrl }, appRole };
  } finally {
    await client.end();
  }
}

async function checkVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string; server_version_num: string }>(
    `select current_setting('server_version') as server_version, current_setting('server_version_num') as server_version_num`,
  );
  if (Number(rows[0]?.server_version_num) >= OLDEST_VERSION * 10_000) return;
  throw new DatabaseStartError(
    `DATABASE_URL is PostgreSQL ${rows[0]?.server_version}, but ${OLDEST_VERSION} or newer is needed.`,
  );
}

async function createAppRole(client: Client, databaseUrl: string): Promise<ClientConfig> {
  const url = new URL(databaseUrl);
  if (url.password === '') {
    throw new DatabaseStartError(
      'DATABASE_URL has no password to derive the one of vms_app from: set DATABASE_APP_URL too.',
    );
  }
  const password = scryptSync(decodeURIComponent(url.password), APP_ROLE, 24).toString('base64url');
  const login = await canLogIn({
    connectionString: withLogin(url, password),
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  if (!login) await setRole(client, password);
  await checkAppRole(client, APP_ROLE);
  return { connectionString: withLogin(url, password) };
}

function withLogin(url: URL, password: string): string {
  const app = new URL(url);
  app.username = APP_ROLE;
  app.password = password;
  return app.href;
}

/** Try first, so that the role is altered only on the first start, even with other nodes running. */
async function canLogIn(connection: ClientConfig): Promise<boolean> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (['28P01', '28000', '42501'].includes(sqlState(error) ?? '')) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Nodes that start at the same time on an empty database wait for the first one, and set the same password again. */
async function setRole(client: Client, password: string): Promise<void> {
  const role = escapeIdentifier(APP_ROLE);
  const secret = escapeLiteral(scramVerifier(password));
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.appRole]);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
    await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${role} login password ${secret}`);
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    await client.query(`grant connect on database ${escapeIdentifier(rows[0]?.name ?? '')} to ${role}`);
    await client.query('commit');
  } catch (error) {
    throw new DatabaseStartError(
      `DATABASE_URL's user cannot set up the role vms_app (${(error as Error).message}). Give it CREATEROLE, or create a role and set DATABASE_APP_URL.`,
    );
  }
}

/** Row-level security depends on this. */
async function checkAppRole(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ unbound: boolean; owner: boolean }>(
    `select rolsuper or rolbypassrls as unbound, pg_has_role(oid, current_user, 'member') as owner from pg_roles where rolname = $1`,
    [role],
  );
  const found = rows[0];
  if (found && !found.unbound && !found.owner) return;
  throw new DatabaseStartError(
    found
      ? `The role ${role} could bypass row-level security: it must be NOSUPERUSER, NOBYPASSRLS and no member of DATABASE_URL's user.`
      : `There is no role ${role}: create the one that DATABASE_APP_URL names.`,
  );
}
