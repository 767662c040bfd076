/** Starts the demo's identity provider, and registers or disables it in the database. */
import type { Config } from '../../base/config';
import type { Database } from '../../database';
import { DEMO_SSO } from '../users';
import { startDemoProvider } from './provider';

/** Links `sso.user` to its subject. Done on every start, because the issuer changes with the port. */
async function registerDemoProvider(database: Pick<Database, 'withOwner'>, issuer: string): Promise<void> {
  const { organizationCode, registrationId, clientId, userName } = DEMO_SSO;
  await database.withOwner(async (client) => {
    await client.query(
      `insert into sso_providers (organization_id, registration_id, issuer, client_id, link_by_email)
       select id, $2, $3, $4, true from organizations where code = $1
       on conflict (organization_id, registration_id)
       do update set issuer = excluded.issuer, client_id = excluded.client_id, disabled_at = null`,
      [organizationCode, registrationId, issuer, clientId],
    );
    await client.query(
      `insert into user_identities (organization_id, issuer, subject, user_id)
       select o.id, $2, $3, u.id from organizations o join users u on u.organization_id = o.id
       where o.code = $1 and lower(u.user_name) = $3
       on conflict do nothing`,
      [organizationCode, issuer, userName],
    );
  });
}

/** Disables the provider, so that an old link fails immediately instead of leading nowhere. */
async function retireDemoProvider(database: Pick<Database, 'withOwner'>): Promise<void> {
  await database.withOwner((client) =>
    client.query(
      `update sso_providers p set disabled_at = now() from organizations o
       where o.id = p.organization_id and o.code = $1 and p.registration_id = $2 and p.disabled_at is null`,
      [DEMO_SSO.organizationCode, DEMO_SSO.registrationId],
    ),
  );
}

/** Returns a function that stops it. Rejects, with the provider stopped, if it cannot be registered. */
export async function startDemoSso(config: Config, database: Database): Promise<() => Promise<void>> {
  if (config.ssoDemoPort === undefined) {
    await retireDemoProvider(database);
    return async () => undefined;
  }
  const provider = await startDemoProvider({ port: config.ssoDemoPort, appOrigins: [config.publicUrl.origin] });
  try {
    await registerDemoProvider(database, provider.issuer);
    return () => provider.stop();
  } catch (error) {
    await provider.stop();
    throw error;
  }
}
