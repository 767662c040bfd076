/** How answers are read. A chunk of its own, loaded with the first call. */
import type { EndpointName } from '../../../contract/endpoints';
import { CallFailed } from '../../../machines/failure';
import type { HttpAnswer } from '../ports';
import { accepts } from './clientContract';
import { endpoints } from './clientEndpoints';
import { failureFrom } from './failure';
import type { CallAnswer } from './http.types';

export { accepts } from './clientContract';

/** @throws CallFailed for anything but the success that the contract describes. */
export function readAnswer<K extends EndpointName>(name: K, answer: HttpAnswer, now: number): CallAnswer<K> {
  if (answer.status >= 400) throw new CallFailed(failureFrom(answer, now));
  // A stream's lines are validated one by one by the saga that reads them.
  const isStream = endpoints[name].streams !== undefined;
  if (!isStream && !accepts(name, answer.body)) throw new CallFailed({ kind: 'badAnswer' });
  return answer.body as CallAnswer<K>;
}
