import { signedInCaller } from './caller';

export type SendBroadcast = (subject: string, facts?: object) => Promise<void>;

/** Whoever manages the demo's programme, who sends to its facilities. */
export async function broadcaster(url: string): Promise<SendBroadcast> {
  const post = await signedInCaller(url, { userName: 'vms.manager', organizationCode: 'MERIDIAN' });
  return (subject, facts = {}) =>
    post('/api-user/v1/broadcasts', {
      requestId: crypto.randomUUID(),
      subject,
      template: '<p>Timesheets close on <b>Friday at noon</b> from now on.</p>',
      displayFrequency: 'IMMEDIATE',
      organizationTypes: ['CLIENT'],
      organizationIds: [],
      ...facts,
    });
}
