import { signedInCaller } from './caller';

/** Returns a function that ends it. */
export type SendBroadcast = (subject: string, facts?: object) => Promise<() => Promise<unknown>>;

/** The manager of the demo's program, who sends to its facilities. */
export async function broadcaster(url: string): Promise<SendBroadcast> {
  const post = await signedInCaller(url, { userName: 'vms.manager', organizationCode: 'MERIDIAN' });
  return async (subject, facts = {}) => {
    const sent = await post('/api-user/v1/broadcasts', {
      requestId: crypto.randomUUID(),
      subject,
      template: '<p>Timesheets close on <b>Friday at noon</b> from now on.</p>',
      displayFrequency: 'IMMEDIATE',
      organizationTypes: ['CLIENT'],
      organizationIds: [],
      ...facts,
    });
    return () => post(`/api-user/v1/broadcasts/${(sent as { entityId: string }).entityId}/cancel`, {});
  };
}
