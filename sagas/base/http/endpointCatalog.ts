/** How calls are sent and their answers read. A chunk of its own, loaded with the first call. */
import type { EndpointName, LaterEndpointName } from '../../../contract/endpoints';
import { CallFailed, type Failure } from '../../../machines/failure';
import type { HttpAnswer } from '../ports/network';
import { accepts, hasSchema } from './clientContract';
import { endpoints as firstEndpoints } from './clientEndpoints';
import { addEndpoints, endpointOf } from './endpointOf';
import { failureFrom, sentenceOf } from './failure';
import type { CallAnswer } from './http.types';
import type * as LaterContract from './laterContract';

export { accepts } from './clientContract';

addEndpoints(firstEndpoints);

let later: typeof LaterContract | undefined;

/** Loads the calls and answers of later screens, once. Rejects if they cannot be fetched. */
export async function loadLaterContract(): Promise<void> {
  if (later !== undefined) return;
  const [contract, { endpoints }] = await Promise.all([
    import(/* webpackChunkName: "later-answers" */ './laterContract'),
    import(/* webpackChunkName: "later-answers" */ './laterEndpoints'),
  ]);
  addEndpoints(endpoints);
  later = contract;
}

/** Whether this call can be sent and its answer read now, without loading the later contract. */
export const canRead = (name: EndpointName): boolean => hasSchema(name) || later !== undefined;

function acceptsAnswer(name: EndpointName, body: unknown): boolean {
  if (hasSchema(name)) return accepts(name as Exclude<EndpointName, LaterEndpointName>, body);
  if (later === undefined) throw new Error(`The contract of ${name} is not loaded.`);
  return later.accepts(name as LaterEndpointName, body);
}

/** @throws CallFailed for any answer other than the success that the contract describes. */
export function readAnswer<K extends EndpointName>(name: K, answer: HttpAnswer, now: number): CallAnswer<K> {
  const { requestId } = answer;
  const failed = (failure: Failure, serverText: string | null = null) =>
    new CallFailed(requestId ? { ...failure, requestId } : failure, serverText);
  if (answer.status >= 400) throw failed(failureFrom(answer, now), sentenceOf(answer));
  // A stream's lines are validated one by one by the saga that reads them.
  const isStream = endpointOf(name).streams !== undefined;
  if (!isStream && !acceptsAnswer(name, answer.body)) throw failed({ kind: 'badAnswer' });
  return answer.body as CallAnswer<K>;
}
