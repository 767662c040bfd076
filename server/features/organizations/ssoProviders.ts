/** The identity provider of an organization: for its administrators, the platform's owners, and the command line. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { ApiError } from '../../base/errors';
import { enterScope, type Queries, type Scope } from '../../database';
import { requireAdministration } from '../../identity/permissions';
import type { ProviderTestStep } from '../../identity/sso/testProvider';
import type { Audit, ClientInfo } from '../../platform/audit';
import { sessionScope, type CurrentSession } from '../../platform/session';
import { conflictError, scopeOfOrganization, type Actor } from './organizationScope';

const REGISTRATION = /^[A-Za-z0-9._-]{1,64}$/;
const MAX_CHARACTERS = 200;

export interface ProviderSettings {
  /** The last part of the address where people start. */
  readonly registration: string;
  /** Exactly as in the provider's metadata. */
  readonly issuer: string;
  readonly clientId: string;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly linkByEmail: boolean;
}

/** Recorded as the author of the change. */
export interface Recorder {
  readonly audit: Audit;
  readonly client: ClientInfo;
  readonly session?: Pick<CurrentSession, 'userId' | 'sessionId'> | undefined;
}

/** Throws ApiError (`request.invalid`) with a sentence. */
export function refuseUnusable({ registration, issuer, clientId, scopes }: ProviderSettings): void {
  const refuse = (sentence: string) => {
    throw new ApiError('request.invalid', { sentence });
  };
  if (!REGISTRATION.test(registration)) refuse('Please use 1 to 64 letters, digits and . _ - for the registration.');
  if (issuer === '' || issuer.length > MAX_CHARACTERS || clientId === '' || clientId.length > MAX_CHARACTERS)
    refuse(`Please use at most ${MAX_CHARACTERS} characters for the issuer and the client ID.`);
  if (!scopes.split(' ').includes('openid')) refuse('The scopes must contain openid.');
}

/** Throws ApiError (`request.invalid`) with the message of the first failing step. The step of the client may fail. */
export function refuseFailing(steps: readonly ProviderTestStep[]): void {
  const wrong = steps.find(({ ok, step }) => !ok && step !== 'client');
  if (wrong !== undefined) throw new ApiError('request.invalid', { sentence: `${wrong.message} Nothing was changed.` });
}

/** The scope of an organization whose single sign-on the caller administers. Throws ApiError. */
export async function ssoScope(queries: Queries, organizationId: string, session: CurrentSession): Promise<Scope> {
  await requireAdministration(queries, session, 'SSO_EDIT');
  if (organizationId === session.organizationId) return sessionScope(session);
  if (session.organizationType !== 'OWNER') throw new ApiError('not.found');
  return scopeOfOrganization(queries, organizationId, session);
}

const settingsOf = (queries: Queries, organizationId: string): Promise<ProviderSettings | undefined> =>
  queries
    .selectFrom('sso_providers')
    .where('organization_id', '=', organizationId)
    .where('disabled_at', 'is', null)
    .select([
      'registration_id as registration',
      'issuer',
      'client_id as clientId',
      'scope as scopes',
      'link_by_email as linkByEmail',
    ])
    .executeTakeFirst();

/**
 * Sets the provider of an organization; an earlier one is switched off. `queries` may write the organization's rows.
 */
export async function setProvider(
  queries: Queries,
  organizationId: string,
  settings: ProviderSettings,
  recorder: Recorder,
): Promise<void> {
  const before = await settingsOf(queries, organizationId);
  await switchOff(queries, organizationId);
  const values = {
    issuer: settings.issuer,
    client_id: settings.clientId,
    scope: settings.scopes,
    link_by_email: settings.linkByEmail,
    disabled_at: null,
  };
  await queries
    .insertInto('sso_providers')
    .values({ organization_id: organizationId, registration_id: settings.registration, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'registration_id']).doUpdateSet(values))
    .execute();
  await record(queries, 'provider_added', organizationId, { ...(before && { before }), after: settings }, recorder);
}

/** Returns whether there was a provider. */
export async function removeProvider(queries: Queries, organizationId: string, recorder: Recorder): Promise<boolean> {
  const before = await settingsOf(queries, organizationId);
  if (before === undefined) return false;
  await switchOff(queries, organizationId);
  await record(queries, 'provider_removed', organizationId, { before }, recorder);
  return true;
}

async function switchOff(queries: Queries, organizationId: string): Promise<void> {
  await queries
    .updateTable('sso_providers')
    .set({ disabled_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('disabled_at', 'is', null)
    .execute();
}

function record(
  queries: Queries,
  event: 'provider_added' | 'provider_removed',
  organizationId: string,
  details: { readonly before?: object; readonly after?: object },
  { audit, client, session }: Recorder,
): Promise<void> {
  const who = session && { userId: session.userId, sessionId: session.sessionId };
  return audit.record(queries, { event, outcome: 'ok', organizationId, ...who, details, client });
}

/** `queries` are in the caller's scope. Throws ApiError. */
export async function readProvider(
  queries: Queries,
  organizationId: string,
  session: CurrentSession,
  addresses: { readonly redirectUri: string; readonly origin: string },
): Promise<ResponseOf<'ssoProvider'>> {
  await enterScope(queries, await ssoScope(queries, organizationId, session));
  const { code, name, version } = await queries
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select(['code', 'name', 'version'])
    .executeTakeFirstOrThrow();
  const provider = (await settingsOf(queries, organizationId)) ?? null;
  const { linked } = await queries
    .selectFrom('user_identities')
    .where('organization_id', '=', organizationId)
    .where('issuer', '=', provider?.issuer ?? '')
    .select(sql<number>`count(*)::integer`.as('linked'))
    .executeTakeFirstOrThrow();
  const { redirectUri, origin } = addresses;
  return { organizationId, code, name, version, provider, linked, redirectUri, start: `${origin}/${code}/auth/sso/` };
}

/**
 * Saves the provider, or switches single sign-on off with null, whatever the version is. A repeated request changes
 * nothing. `queries` are in the caller's scope. Throws ApiError: `conflict` with who changed it in the meantime.
 */
export async function saveProvider(
  queries: Queries,
  organizationId: string,
  { version, settings }: { readonly version: number | null; readonly settings: ProviderSettings | null },
  { session, client }: Actor,
  audit: Audit,
): Promise<ResponseOf<'saveSsoProvider'>> {
  await enterScope(queries, await ssoScope(queries, organizationId, session));
  const { version: current, updatedBy } = await queries
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select(['version', 'updated_by as updatedBy'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (version !== null && current !== version) {
    // Their own save, sent again because its answer was lost.
    const isRepeated = current === version + 1 && updatedBy === session.userId;
    const isSame = isRepeated && isDeepStrictEqual(await settingsOf(queries, organizationId), settings);
    if (isSame) return { organizationId, version: current };
    throw await conflictError(queries, updatedBy, session);
  }
  const recorder = { audit, client, session };
  if (settings !== null) await setProvider(queries, organizationId, settings, recorder);
  else if (!(await removeProvider(queries, organizationId, recorder))) return { organizationId, version: current };
  await queries
    .updateTable('organizations')
    .set({ version: current + 1, updated_at: sql<Date>`now()`, updated_by: session.userId })
    .where('id', '=', organizationId)
    .execute();
  return { organizationId, version: current + 1 };
}
