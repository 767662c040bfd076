/** Authenticator apps over the API: setting one up, and users who have one. */
import type { Factors } from '../../../contract/identity/factors.endpoints';
import type { TestClient } from './client';
import type { TestServer } from './server';
import { appCode } from './totp';

export const FACTORS = '/api-user/v1/factors';

export async function setUpApp(client: TestClient, token: string) {
  const begun = await client.post(`${FACTORS}/app/begin`, {}, { token });
  const secret = String(begun.json['appSecret']);
  const confirmed = await client.post(`${FACTORS}/app/confirm`, { appCode: appCode(secret) }, { token });
  if (confirmed.status !== 200) throw new Error(`no app was set up: ${confirmed.text}`);
  const factors = confirmed.json as unknown as Factors;
  return { secret, uri: String(begun.json['appUri']), factors, codes: (factors.recoveryCodes ?? '').split(' ') };
}

/** Signed out again; the code that confirmed the app is used up, so the next one is `appCode(secret, 1)`. */
export async function appUser(server: TestServer, code = 'APPS') {
  const user = await server.fixtures.user(code);
  const client = server.client();
  const { access_token: token } = await client.signedIn(user);
  const app = await setUpApp(client, token);
  await client.post('/api-user/v1/session/end', {}, { token });
  return { user, client, ...app };
}
