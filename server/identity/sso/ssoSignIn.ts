/** From an id token to a session. The provider's sign-in replaces both password and second factor. */
import { sql } from 'kysely';
import type { SignInRefusal } from '../../../contract/base/errors';
import { ApiError } from '../../base/errors';
import { addressAllowed } from '../../base/ipAddresses';
import { hashSecret } from '../../base/keys';
import type { Database, Queries } from '../../database';
import type { Audit, AuditRecord, ClientInfo } from '../../platform/audit';
import { findOrganization, organizationScope, type OrganizationForSignIn } from '../sessions/lookups';
import type { OpenedSignIn, SessionOpening } from '../sessions/sessionOpening';
import { lockUser } from '../sessions/sessions';
import { accountName } from '../throttle/deviceCookie';
import { IdTokenRefused, verifyIdToken, type VerifiedIdToken } from './idToken';
import { findAccount, linkAccount, type SsoAccount } from './identities';
import { NONCE_SECONDS, type SsoNonces } from './nonces';
import { OutsideFetchError } from '../../platform/http/outsideFetch';
import type { ProviderKeys, ProviderMetadataCache } from './providerDocuments';
import { findProvider, type SsoProvider } from './providers';

export interface SsoCredentials {
  readonly organizationCode: string;
  /** The registration id. */
  readonly source: string | undefined;
  readonly clientId: string | undefined;
  /** The issuer. */
  readonly tenantId: string | undefined;
  readonly token: string;
  /** The nonce secret of this browser; undefined if its cookie is missing. */
  readonly browserSecret: string | undefined;
  /** Whether this browser has signed in to the account before, by `accountName`. */
  readonly isKnownAt: (account: string) => boolean;
}

export type SsoSignInResult =
  (OpenedSignIn & { readonly userName: string }) | { readonly kind: 'refused'; readonly description: SignInRefusal };

const refused = (description: SignInRefusal) => ({ kind: 'refused', description }) as const;

export class SsoSignIn {
  constructor(
    private readonly database: Database,
    private readonly metadata: ProviderMetadataCache,
    private readonly keys: ProviderKeys,
    private readonly nonces: SsoNonces,
    private readonly opening: SessionOpening,
    private readonly audit: Audit,
    private readonly now: () => number,
  ) {}

  /** The grant by a provider's id token: a session, or why it is refused. */
  async signIn(credentials: SsoCredentials, client: ClientInfo): Promise<SsoSignInResult> {
    const organization = await findOrganization(this.database.queries, credentials.organizationCode);
    if (organization === undefined) {
      await this.record(this.database.queries, { outcome: 'refused', reason: 'unknown_organization', client });
      return refused('sso.not.available');
    }
    const provider = await findProvider(this.database, organization);
    if (provider === undefined || !matchesProvider(provider, credentials)) {
      await this.refuse(organization, 'sso_not_available', client);
      return refused('sso.not.available');
    }
    const person = await this.verify(provider, credentials);
    if (typeof person === 'string') {
      await this.refuse(organization, `id_token_${person}`, client);
      return refused('sso.token.invalid');
    }
    return this.admit(organization, provider, person, { client, isKnownAt: credentials.isKnownAt });
  }

  /** The verified token, or the reason it was refused. */
  private async verify(provider: SsoProvider, { token, browserSecret }: SsoCredentials) {
    if (browserSecret === undefined) return 'other_browser';
    try {
      const { jwks_uri: keysUri } = await this.metadata.of(provider.issuer);
      return await verifyIdToken(token, {
        issuer: provider.issuer,
        clientId: provider.clientId,
        keys: this.keys.of(keysUri),
        nonceIssuedAt: (nonce) => this.nonces.check(nonce, browserSecret, provider.id),
        now: this.now,
      });
    } catch (error) {
      if (error instanceof IdTokenRefused) return error.message;
      if (error instanceof OutsideFetchError) throw new ApiError('sso.provider.unreachable', { retryAfterSeconds: 5 });
      throw error;
    }
  }

  private admit(
    organization: OrganizationForSignIn,
    provider: SsoProvider,
    person: VerifiedIdToken,
    { client, isKnownAt }: Pick<SsoCredentials, 'isKnownAt'> & { readonly client: ClientInfo },
  ): Promise<SsoSignInResult> {
    const scope = organizationScope(organization);
    const organizationId = organization.id;
    return this.database.withScope(scope, async (queries): Promise<SsoSignInResult> => {
      const refuse = async (reason: string, description: SignInRefusal, userId: string | null = null) => {
        await this.record(queries, { outcome: 'refused', reason, organizationId, userId, client });
        return refused(description);
      };
      if (!(await consumeNonce(queries, organizationId, person.nonce)))
        return refuse('id_token_reused', 'sso.token.invalid');
      const identity = { organizationId, provider, person };
      const found = await findAccount(queries, identity);
      if (found === undefined) return refuse('unknown_identity', 'sso.user.not.found');
      const { account, isLinked } = found;
      await lockUser(queries, account.userId);
      const problem = problemOf(account, organization, client);
      if (problem) return refuse(problem.reason, problem.description, account.userId);
      // Only now, so that a refused sign-in links nothing.
      if (!isLinked) {
        const { userId } = account;
        if (!(await linkAccount(queries, identity, userId))) return refuse('unknown_identity', 'sso.user.not.found');
        await this.audit.record(queries, {
          event: 'identity_linked',
          outcome: 'ok',
          organizationId,
          userId,
          details: { after: { userId, issuer: provider.issuer, subject: person.subject } },
          client,
        });
      }
      const isKnown = isKnownAt(accountName(account.userName, organization.code));
      const opened = await this.opening.open(queries, toUser(organization, account), client, isKnown);
      return { ...opened, userName: account.userName };
    });
  }

  private refuse(organization: OrganizationForSignIn, reason: string, client: ClientInfo): Promise<void> {
    return this.database.withScope(organizationScope(organization), (queries) =>
      this.record(queries, { outcome: 'refused', reason, organizationId: organization.id, client }),
    );
  }

  private record(queries: Queries, facts: Omit<AuditRecord, 'event'>): Promise<void> {
    return this.audit.record(queries, { event: 'sign_in', ...facts });
  }
}

/** The app must have used the configured provider. */
const matchesProvider = (provider: SsoProvider, { source, clientId, tenantId }: SsoCredentials): boolean =>
  source === provider.registrationId && clientId === provider.clientId && tenantId === provider.issuer;

/** A token can be used once: of concurrent uses only one inserts the row. */
async function consumeNonce(queries: Queries, organizationId: string, nonce: string): Promise<boolean> {
  await queries
    .deleteFrom('sso_used_nonces')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  const used = await queries
    .insertInto('sso_used_nonces')
    .values({
      nonce_hash: hashSecret(nonce),
      organization_id: organizationId,
      expires_at: sql<Date>`now() + make_interval(secs => ${2 * NONCE_SECONDS})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('organization_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** The provider knows the user, so the account state need not be hidden. */
function problemOf(account: SsoAccount, organization: OrganizationForSignIn, { address }: ClientInfo) {
  if (account.disabled) return { reason: 'account_disabled', description: 'sso.user.not.found' } as const;
  if (account.locked) return { reason: 'account_locked', description: 'account_locked' } as const;
  const allowed =
    addressAllowed(address, organization.allowedAddresses) && addressAllowed(address, account.allowedAddresses);
  return allowed ? undefined : ({ reason: 'address_refused', description: 'oauth.login.invalid.ipaddress' } as const);
}

const toUser = (organization: OrganizationForSignIn, { userId, userType }: SsoAccount) => ({
  userId,
  userType,
  organization,
  // Without a password, none must be changed.
  mustChangePassword: false,
});
