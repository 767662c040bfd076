/** An API client without a browser. */
import { DEMO_PASSWORD } from '../../../server/demo/users';

export interface Who {
  readonly userName: string;
  readonly organizationCode: string;
}

/** The call that begins a session. */
export const grantOf = (url: string, { userName, organizationCode }: Who) => ({
  url: `${url}/api-user/oauth2/token`,
  headers: { authorization: `Basic ${Buffer.from('web:').toString('base64')}`, origin: url },
  form: {
    grant_type: 'password',
    username: userName,
    password: DEMO_PASSWORD,
    organization_code: organizationCode,
  },
});

/** Ends the other sessions of the same user, as the form would offer. */
export const TAKEOVER = '/api-user/v1/sessions/logout-notification';

/** Signs in; all later calls are made as this user. */
export async function signedInCaller(url: string, who: Who) {
  const grant = grantOf(url, who);
  let token: string | undefined;
  const send = (path: string, body: object, method: 'POST' | 'PUT' = 'POST'): Promise<Response> =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    });
  const signIn = async (): Promise<void> => {
    const answer = await fetch(grant.url, {
      method: 'POST',
      headers: grant.headers,
      body: new URLSearchParams(grant.form),
    });
    const signedIn = (await answer.json()) as Record<string, string>;
    token = signedIn['access_token'];
    await send(TAKEOVER, { tokenIdentifier: signedIn['tokenIdentifier'] });
  };
  await signIn();
  return async (path: string, body: object, method?: 'POST' | 'PUT'): Promise<unknown> => {
    let answer = await send(path, body, method);
    if (answer.status === 401) {
      // On a busy machine a test file takes longer than the lifetime of a token.
      await signIn();
      answer = await send(path, body, method);
    }
    if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}
