import { call, type SagaGenerator } from '../effects';
import { FILE_TIMEOUT_MS, REQUEST_TIMEOUT_MS, type Endpoint, type EndpointName } from '../../contract';
import { CallFailed } from '../../machines/failure';
import type { SecretRef } from '../../machines/secret';
import { NoAnswer, port, type HttpAnswer, type HttpCall } from '../ports';
import { answers } from './answers.saga';
import type { CallAnswer, CallInput } from './http.types';

/** One request and one answer, with whatever token is given. Throws CallFailed, and nothing else. */
export function send<K extends EndpointName>(
  name: K,
  input: CallInput<K>,
  bearer?: SecretRef,
): SagaGenerator<CallAnswer<K>> {
  return exchange(name, input, bearer && { bearer });
}

/**
 * The same for a call whose answer changes the browser's cookies. Nobody may have to wait for it any longer, and still
 * it is not broken off: the server would go on with a cookie that the browser never got.
 */
export function sendToTheEnd<K extends EndpointName>(name: K, input: CallInput<K>): SagaGenerator<CallAnswer<K>> {
  return exchange(name, input, { completes: true });
}

function* exchange<K extends EndpointName>(
  name: K,
  input: CallInput<K>,
  how?: Pick<HttpCall, 'bearer' | 'completes'>,
): SagaGenerator<CallAnswer<K>> {
  // First, so that nothing is done whose answer could not be read.
  const { endpoints, readAnswer } = yield* answers();
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
      ...how,
      timeoutMs: endpoint.produces || endpoint.encoding === 'file' ? FILE_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
    });
  } catch (error) {
    throw new CallFailed({ kind: error instanceof NoAnswer ? error.kind : 'unreachable' });
  }
  return readAnswer(name, answer, yield* call(clock.now));
}
