/** What a command works with: the database beside a running server, and the services that the server uses itself. */
import { pino } from 'pino';
import { createServices, type Services } from '../app/services';
import { readConfig, type Config } from '../base/config';
import type { Environment } from '../base/environment';
import { loadKeys } from '../base/keys';
import { openDatabase, type Database, type DatabaseOptions, type Queries } from '../database';
import type { OrganizationType } from '../../contract/base/organizations';
import { ApiError } from '../base/errors';
import type { ClientInfo } from '../platform/audit';
import { openEventBus } from '../platform/eventBus/openEventBus';
import { sql } from 'kysely';

/** The actor of commands in the audit log. */
export const OPERATOR: ClientInfo = { address: 'local', device: 'command line' };

/** What a command of the operator works with; the server may run in the meantime. */
export interface Operator {
  readonly config: Config;
  readonly database: Database;
  readonly services: Services;
}

/** Runs a command's work and closes everything again. Throws what `readConfig`, `openDatabase` and the work throw. */
export async function withOperator<T>(
  env: Environment,
  work: (operator: Operator) => Promise<T>,
  options: Pick<DatabaseOptions, 'onlyJoins'> = {},
): Promise<T> {
  const config = readConfig(env);
  const database = await openDatabase({ ...config, ...options, forCommand: true });
  try {
    const keys = loadKeys(config);
    const bus = openEventBus(config, database, keys);
    const services = createServices({ config, database, keys, bus, log: pino({ level: 'silent' }) });
    try {
      return await work({ config, database, services });
    } finally {
      await bus.close();
    }
  } finally {
    await database.close();
  }
}

export interface Account {
  readonly userId: string;
  readonly userName: string;
  readonly organizationId: string;
  readonly organizationCode: string;
}

/** The account of that name. Throws ApiError with a sentence. */
export async function findAccount(queries: Queries, organization: string, userName: string): Promise<Account> {
  const { id: organizationId, code: organizationCode } = await findByCode(queries, organization);
  const found = await queries
    .selectFrom('users')
    .where('organization_id', '=', organizationId)
    .where(sql`lower(user_name)`, '=', sql`lower(${userName.trim()})`)
    .select(['id', 'user_name'])
    .executeTakeFirst();
  if (found === undefined) {
    throw new ApiError('not.found', {
      sentence: `There is no user ${userName} in ${organizationCode}. Please check the name.`,
    });
  }
  return { userId: found.id, userName: found.user_name, organizationId, organizationCode };
}

/** Throws ApiError with a sentence if this account cannot sign in: it or its organization is deactivated. */
export async function requireActive(queries: Queries, account: Account): Promise<void> {
  await requireActiveOrganization(queries, account.organizationId);
  const found = await queries
    .selectFrom('users')
    .where('id', '=', account.userId)
    .where('disabled_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (found !== undefined) return;
  throw new ApiError('conflict', {
    sentence: `${account.userName} is deactivated and cannot sign in. Reactivate the account under Admin > Users; if no administrator can sign in, add one with "vms create-user".`,
  });
}

/** Throws ApiError with a sentence if no one can sign in to this organization. */
export async function requireActiveOrganization(queries: Queries, organizationId: string): Promise<void> {
  const found = await queries
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .where('disabled_at', 'is not', null)
    .select('code')
    .executeTakeFirst();
  if (found === undefined) return;
  throw new ApiError('conflict', {
    sentence: `${found.code} is deactivated, so no one can sign in there. An owner of the platform can reactivate it under Admin > Organizations.`,
  });
}

/** The organization with this code, in any case. Throws ApiError with a sentence. */
export async function findByCode(
  queries: Queries,
  code: string,
): Promise<{ id: string; code: string; type: OrganizationType; tenant_id: string }> {
  const found = await queries
    .selectFrom('organizations')
    .where('code', '=', code.trim().toUpperCase())
    .select(['id', 'code', 'type', 'tenant_id'])
    .executeTakeFirst();
  if (found !== undefined) return found;
  throw new ApiError('not.found', { sentence: `There is no organization ${code}. Please check the code.` });
}
