/** Roles and database of a fresh cluster. May be interrupted and repeated, also by two servers at once. */
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { APP_ROLE, OWNER_ROLE, scramVerifier } from '../roles';
import { DATABASE_NAME, SUPERUSER, type Logins } from './secret';

const BOOTSTRAP_LOCK = 7_201_310;

export async function bootstrap(logins: Logins): Promise<void> {
  const client = new Client(logins.connection(SUPERUSER, 'postgres'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [BOOTSTRAP_LOCK]);
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
