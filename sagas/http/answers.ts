/** Where calls go, and what comes back of them, by the contract. Nobody needs it before the first call, so it comes in a file of its own. */
import type { Endpoint, EndpointName } from '../../contract';
import { endpoints } from '../../contract/endpoints';
import { CallFailed } from '../../machines/failure';
import type { HttpAnswer } from '../ports';
import { failureFrom } from './failure';
import type { CallAnswer } from './http.types';
import { matches } from './schema';

export { endpoints } from '../../contract/endpoints';
export { matches } from './schema';

/** Throws CallFailed for whatever is not the success that the contract promises. */
export function readAnswer<K extends EndpointName>(name: K, answer: HttpAnswer, now: number): CallAnswer<K> {
  if (answer.status >= 400) throw new CallFailed(failureFrom(answer, now));
  const { streams }: Endpoint = endpoints[name];
  // Its lines are read one by one, by whoever asked.
  if (streams !== undefined) return answer.body as CallAnswer<K>;
  if (!matches(endpoints[name].response, answer.body)) throw new CallFailed({ kind: 'badAnswer' });
  return answer.body as CallAnswer<K>;
}
