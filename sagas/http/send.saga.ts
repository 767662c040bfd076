import { call, type SagaGenerator } from '../effects';
import { endpoints, FILE_TIMEOUT_MS, REQUEST_TIMEOUT_MS, type Endpoint, type EndpointName } from '../../contract';
import { CallFailed } from '../../machines/failure';
import type { SecretRef } from '../../machines/secret';
import { NoAnswer, port, type HttpAnswer, type HttpCall } from '../ports';
import { failureFrom } from './failure';
import type { CallAnswer, CallInput } from './http.types';
import { matches } from './schema';

/** One request and one answer, with whatever token is given. Throws CallFailed, and nothing else. */
export function* send<K extends EndpointName>(
  name: K,
  input: CallInput<K>,
  bearer?: SecretRef,
): SagaGenerator<CallAnswer<K>> {
  const endpoint: Endpoint = endpoints[name];
  const http = yield* port('http');
  const clock = yield* port('clock');
  let answer: HttpAnswer;
  try {
    const { params, query, body } = input as Pick<HttpCall, 'params' | 'query' | 'body'>;
    answer = yield* call(http.send, {
      endpoint: name,
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body }),
      ...(bearer && { bearer }),
      timeoutMs: endpoint.produces ? FILE_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
    });
  } catch (error) {
    throw new CallFailed({ kind: error instanceof NoAnswer ? error.kind : 'unreachable' });
  }
  if (answer.status >= 400) throw new CallFailed(failureFrom(answer, yield* call(clock.now)));
  if (!matches(endpoint.response, answer.body)) throw new CallFailed({ kind: 'badAnswer' });
  return answer.body as CallAnswer<K>;
}
