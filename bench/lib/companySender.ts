/** Signs in a demo user without a screen, who sends company notifications. */
import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD } from '../../server/demo/users';

export interface CompanySender {
  readonly authorization: { readonly authorization: string };
  /** Notifies the whole program. Rejects if the server refuses. */
  readonly notifyCompany: (subject: string) => Promise<void>;
}

export async function signInSender(base: string): Promise<CompanySender> {
  const answer = await fetch(`${base}/api-user/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('web:').toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'password',
      username: 'vms.manager',
      password: DEMO_PASSWORD,
      organization_code: 'MERIDIAN',
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const authorization = { authorization: `Bearer ${token}` };
  return {
    authorization,
    async notifyCompany(subject) {
      const sent = await fetch(`${base}/api-user/v1/notifications/company`, {
        method: 'POST',
        headers: { ...authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ subject, template: subject, requestId: randomUUID() }),
      });
      if (!sent.ok) throw new Error(`the notification was refused: ${sent.status} ${await sent.text()}`);
    },
  };
}
