/**
 * The first start: the holder of the link that `vms setup-link` prints sets up the platform. The link works
 * once, within half an hour; only its hash is stored.
 */
import { sql } from 'kysely';
import type { Config } from '../../base/config';
import { hashSecret, randomSecret } from '../../base/keys';
import { ApiError } from '../../base/errors';
import type { Database, Queries } from '../../database';
import type { PasswordHasher } from '../../identity/passwords/passwordHasher';
import { refuseNewPassword } from '../../identity/passwords/passwordPolicy';
import type { Audit, ClientInfo } from '../../platform/audit';
import { addAdministrator, addOrganization, checkedPerson, type NewPerson } from './organizations';
import { ADVISORY_LOCKS } from '../../database/advisoryLocks';

export const LINK_MINUTES = 30;
/** What helps where a link no longer works. */
export const NEXT_LINK = 'Run "npm run vms -- setup-link" on the machine of the server, and open the new link.';

export interface FirstOwner extends NewPerson {
  readonly organizationName: string;
  readonly organizationCode: string;
  readonly password: string;
}

interface FirstSetupServices {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly audit: Audit;
  readonly config: Pick<Config, 'passwordMinLength' | 'breachedPasswordsFile' | 'defaultBranding'>;
}

/** `unknown` includes expired links; `done`: the platform has been set up. */
export type LinkState = 'ready' | 'unknown' | 'done';

export class FirstSetup {
  /** Stays true, so that requests cannot make the server query the database again and again. */
  private isDone = false;

  constructor(private readonly services: FirstSetupServices) {}

  /** A new secret for the address of the setup page; null if the platform has been set up. */
  async createLink(): Promise<string | null> {
    const secret = randomSecret();
    return this.services.database.asOperator(async (queries) => {
      this.isDone = await isSetUp(queries);
      if (this.isDone) return null;
      await queries
        .insertInto('setup_links')
        .values({
          token_hash: hashSecret(secret),
          expires_at: sql<Date>`now() + make_interval(mins => ${LINK_MINUTES})`,
        })
        .execute();
      return secret;
    });
  }

  /** `done` is remembered, since a platform is set up once. */
  async stateOf(secret: string): Promise<LinkState> {
    if (this.isDone) return 'done';
    const state = await this.services.database.asOperator((queries) => stateOf(queries, secret));
    this.isDone = state === 'done';
    return state;
  }

  /**
   * Creates the platform's organization and its first owner, and consumes the link; all or nothing. Throws ApiError:
   * `not.found` for an unknown or expired link, `conflict` if the platform has been set up, `request.invalid` or
   * `password.policy` with a sentence about what was entered.
   *
   * @param secret of the link; null for the operator, who needs none
   * @returns the organization's code
   */
  async complete(secret: string | null, owner: FirstOwner, client: ClientInfo): Promise<string> {
    const { database, hasher, audit } = this.services;
    // Before hashing, which takes long.
    if (secret !== null) refuseUnless(await this.stateOf(secret));
    await this.refuseInput(owner);
    const passwordHash = await hasher.hash(owner.password);
    return database.asOperator(async (queries) => {
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.firstSetup})`.execute(queries);
      if (secret !== null) refuseUnless(await stateOf(queries, secret));
      else if (await isSetUp(queries)) refuseUnless('done');
      const { code, scope } = await addOrganization(queries, {
        code: owner.organizationCode,
        name: owner.organizationName,
        type: 'OWNER',
        managedBy: undefined,
        place: undefined,
      });
      const userId = await addAdministrator(queries, scope, owner);
      await queries
        .updateTable('user_credentials')
        .set({ password_hash: passwordHash, password_changed_at: sql<Date>`now()` })
        .where('user_id', '=', userId)
        .execute();
      await queries.deleteFrom('setup_links').execute();
      await audit.record(queries, {
        event: 'platform_set_up',
        outcome: 'ok',
        organizationId: scope.organizationId,
        userId,
        client,
      });
      return code;
    });
  }

  private async refuseInput(owner: FirstOwner): Promise<void> {
    const { passwordMinLength: minLength, breachedPasswordsFile, defaultBranding } = this.services.config;
    const names = { ...checkedPerson(owner), ...namesOf(owner), productName: defaultBranding.productName };
    const sentence = await refuseNewPassword(owner.password, names, { minLength, breachedPasswordsFile });
    if (sentence !== undefined) throw new ApiError('password.policy', { sentence });
  }
}

const namesOf = ({ organizationCode, organizationName }: FirstOwner) => ({ organizationCode, organizationName });

async function isSetUp(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function stateOf(queries: Queries, secret: string): Promise<LinkState> {
  if (await isSetUp(queries)) return 'done';
  const found = await queries
    .selectFrom('setup_links')
    .where('token_hash', '=', hashSecret(secret))
    .where('expires_at', '>', sql<Date>`now()`)
    .select('token_hash')
    .executeTakeFirst();
  return found === undefined ? 'unknown' : 'ready';
}

function refuseUnless(state: LinkState): void {
  if (state === 'done') {
    throw new ApiError('conflict', { sentence: 'The platform has been set up already. Please sign in.' });
  }
  if (state === 'unknown') {
    throw new ApiError('not.found', {
      sentence: `This link is unknown or has expired. ${NEXT_LINK}`,
    });
  }
}
