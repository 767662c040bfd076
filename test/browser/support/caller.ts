/** Somebody at the server's calls, without a browser. */
import { DEMO_PASSWORD } from '../../../server/demo/users';

interface Who {
  readonly userName: string;
  readonly organizationCode: string;
}

/** Signs in, ends the other sessions of the same person as the form would ask, and posts as them. */
export async function signedInCaller(url: string, { userName, organizationCode }: Who) {
  const form = {
    grant_type: 'password',
    username: userName,
    password: DEMO_PASSWORD,
    organization_code: organizationCode,
  };
  const signedIn = await fetch(`${url}/api-user/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('web:').toString('base64')}`, origin: url },
    body: new URLSearchParams(form),
  });
  const { access_token: token, tokenIdentifier } = (await signedIn.json()) as Record<string, string>;
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  await post('/api-user/v1/sessions/logout-notification', { tokenIdentifier });
  return post;
}
