/** Organizations with identity providers, and what the app would send after the callback of one. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../server/database';
import { SsoNonces } from '../../../server/identity/sso/nonces';
import { BASIC, type Answer, type TestClient } from './client';
import { EvilProvider, sign, signingKey, type SigningKey } from './evilProvider';
import type { FixtureUser } from './fixtures';
import { startTestServer, type TestServer } from './server';

export const CLIENT_ID = 'vms';

export interface SsoOrganization {
  readonly code: string;
  readonly id: string;
  readonly issuer: string;
  readonly providerId: string;
}

export interface SsoWorld {
  readonly server: TestServer;
  readonly provider: EvilProvider;
  readonly owner: Kysely<Schema>;
  readonly keys: Readonly<Record<'RS256' | 'PS256' | 'ES256', SigningKey>>;
  /** An organization whose provider is genuine unless `metadata` says otherwise. */
  organization(code: string, options?: OrganizationOptions): Promise<SsoOrganization>;
  link(user: FixtureUser, organization: SsoOrganization, subject: string): Promise<void>;
  /** The account can sign in only through its provider. */
  removePassword(user: FixtureUser): Promise<void>;
  stop(): Promise<void>;
}

interface OrganizationOptions {
  readonly linkByEmail?: boolean;
  readonly metadata?: object;
}

export async function startSsoWorld(): Promise<SsoWorld> {
  const server = await startTestServer();
  const provider = await new EvilProvider().start();
  const owner = server.owner;
  const keys = {
    RS256: await signingKey('RS256', 'rsa'),
    PS256: await signingKey('PS256', 'pss'),
    ES256: await signingKey('ES256', 'ec'),
  };
  return {
    server,
    provider,
    owner,
    keys,
    async organization(code, { linkByEmail = false, metadata } = {}) {
      const id = await server.fixtures.organization(code);
      const issuer = provider.issuer(
        code,
        Object.values(keys).map(({ publicJwk }) => publicJwk),
        metadata,
      );
      const row = await owner
        .insertInto('sso_providers')
        .values({
          organization_id: id,
          registration_id: 'main',
          issuer,
          client_id: CLIENT_ID,
          link_by_email: linkByEmail,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { code, id, issuer, providerId: row.id };
    },
    async link(user, { id, issuer }, subject) {
      await owner
        .insertInto('user_identities')
        .values({ organization_id: id, issuer, subject, user_id: user.id })
        .execute();
    },
    async removePassword({ id }) {
      await owner
        .updateTable('user_credentials')
        .set({ password_hash: null, password_changed_at: null })
        .where('user_id', '=', id)
        .execute();
    },
    async stop() {
      await server.stop();
      await provider.stop();
    },
  };
}

export interface Claims {
  [name: string]: unknown;
}

export const now = (): number => Math.floor(Date.now() / 1_000);

export const honestClaims = (organization: SsoOrganization, nonce: string, subject: string): Claims => ({
  iss: organization.issuer,
  aud: CLIENT_ID,
  sub: subject,
  nonce,
  iat: now(),
  exp: now() + 300,
});

export const configPath = (code: string): string =>
  `/api-user/v1/organizations/identifier/${encodeURIComponent(code)}/sso/config`;

/** The app's config call: the nonce, and the cookie it is bound to. */
export async function nonceFor(client: TestClient, organization: SsoOrganization): Promise<string> {
  const answer = await client.get(configPath(organization.code), { headers: { authorization: BASIC } });
  if (answer.status !== 200) throw new Error(`No config for ${organization.code}: ${answer.status} ${answer.text}`);
  return String(answer.json['nonce']);
}

/** Without a config call: what the server would have sent. */
export function nonceByHand(
  { server }: SsoWorld,
  client: TestClient,
  { providerId }: SsoOrganization,
  clock: () => number = Date.now,
): string {
  const secret = 's'.repeat(43);
  client.cookies.set('vms_sso', `${secret}.${providerId}`);
  return new SsoNonces(server.app.services.keys, clock).issue(secret, providerId);
}

export function grant(
  client: TestClient,
  organization: SsoOrganization,
  token: string,
  extra: Record<string, string> = {},
): Promise<Answer> {
  return client.token({
    grant_type: 'password',
    organization_code: organization.code,
    sso_source: 'main',
    sso_client_id: CLIENT_ID,
    sso_tenant_id: organization.issuer,
    sso_token: token,
    ...extra,
  });
}

/** A complete sign-in through a genuine provider. */
export async function ssoSignIn(world: SsoWorld, organization: SsoOrganization, subject: string, more: Claims = {}) {
  const client = world.server.client();
  const claims = { ...honestClaims(organization, await nonceFor(client, organization), subject), ...more };
  const token = await sign(world.keys.RS256, claims);
  return { client, token, answer: await grant(client, organization, token) };
}

/** The basis of the app's message. */
export const outcome = ({ status, json }: Answer): string =>
  status === 200 ? 'accepted' : `${status} ${String(json['error'])} ${String(json['error_description'])}`;
