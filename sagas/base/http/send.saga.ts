import { FILE_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '../../../contract/base/files';
import { REQUEST_TIMEOUT_MS } from '../../../contract/base/limits';
import type { EndpointName } from '../../../contract/endpoints';
import { CallFailed } from '../../../machines/failure';
import type { SecretRef } from '../../../machines/references';
import { NoAnswer, type HttpAnswer, type HttpCall } from '../ports/network';
import { port } from '../ports/ports';
import { call, type SagaGenerator } from '../runtime/effects';
import type * as CatalogModule from './endpointCatalog';
import { endpointOf } from './endpointOf';
import type { CallAnswer, CallInput } from './http.types';

type EndpointCatalog = typeof CatalogModule;
type How = Partial<Pick<HttpCall, 'bearer' | 'timeoutMs'>>;

let loaded: EndpointCatalog | undefined;

/** Loads the catalog's chunk once. Rejects if it cannot be fetched. */
export async function loadEndpointCatalog(): Promise<EndpointCatalog> {
  loaded ??= await import(/* webpackChunkName: "answers" */ './endpointCatalog');
  return loaded;
}

/** Synchronous once everything is loaded. Called each time, so that a tape does not depend on earlier calls. */
function catalogFor(name?: EndpointName): EndpointCatalog | Promise<EndpointCatalog> {
  return loaded !== undefined && (name === undefined || loaded.canRead(name)) ? loaded : fetchCatalogFor(name);
}

async function fetchCatalogFor(name?: EndpointName): Promise<EndpointCatalog> {
  const catalog = await loadEndpointCatalog();
  if (name !== undefined && !catalog.canRead(name)) await catalog.loadLaterContract();
  return catalog;
}

/**
 * The reader of this call's answers. Immediate once loaded. The next call retries a failed load, which the caller sees
 * as a network failure. Throws CallFailed (`unreachable`).
 */
export function* endpointCatalog(name?: EndpointName): SagaGenerator<EndpointCatalog> {
  try {
    return (yield* call(catalogFor, name)) as EndpointCatalog;
  } catch {
    throw new CallFailed({ kind: 'unreachable' });
  }
}

/**
 * Sends one request with this token and returns its answer. Time limits differ for requests, files and uploads
 * (`timedOut`).
 *
 * @throws CallFailed only.
 */
export function send<K extends EndpointName>(
  name: K,
  input: CallInput<K>,
  bearer?: SecretRef,
): SagaGenerator<CallAnswer<K>> {
  return exchange(name, input, bearer && { bearer });
}

/**
 * The same for a call whose answer changes the browser's cookies. The caller may stop waiting, but the request is not
 * aborted: the server would continue with a cookie that the browser never got.
 */
export function sendUninterrupted<K extends EndpointName>(
  name: K,
  input: CallInput<K>,
  how?: How,
): SagaGenerator<CallAnswer<K>> {
  return exchange(name, input, { completes: true, ...how });
}

function* exchange<K extends EndpointName>(
  name: K,
  input: CallInput<K>,
  how?: How & Pick<HttpCall, 'completes'>,
): SagaGenerator<CallAnswer<K>> {
  // Loaded first: it contains how calls are sent, and ensures that every answer can be read.
  const { readAnswer } = yield* endpointCatalog(name);
  const { produces, encoding } = endpointOf(name);
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
      timeoutMs: encoding === 'file' ? UPLOAD_TIMEOUT_MS : produces ? FILE_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
      ...how,
    });
  } catch (error) {
    throw new CallFailed({ kind: error instanceof NoAnswer ? error.kind : 'unreachable' });
  }
  return readAnswer(name, answer, yield* call(clock.now));
}
