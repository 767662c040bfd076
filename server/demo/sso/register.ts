/** Tells the database of the demo's identity provider, or that it does not run. */
import type { Database } from '../../database';
import { DEMO_SSO } from './people';

/** Links `sso.user` to its subject there. The issuer changes with the port, so this is done at every start. */
export async function registerDemoProvider(database: Pick<Database, 'withOwner'>, issuer: string): Promise<void> {
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

/** Whoever follows an old link is told so at once, and is not sent to where nobody answers. */
export async function retireDemoProvider(database: Pick<Database, 'withOwner'>): Promise<void> {
  await database.withOwner((client) =>
    client.query(
      `update sso_providers p set disabled_at = now() from organizations o
       where o.id = p.organization_id and o.code = $1 and p.registration_id = $2 and p.disabled_at is null`,
      [DEMO_SSO.organizationCode, DEMO_SSO.registrationId],
    ),
  );
}
