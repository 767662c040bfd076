/** HTTP through `fetch`. This is the only place where references to secrets become values, and values references. */
import { CANCEL, type EventChannel } from 'redux-saga';
import { REQUEST_ID_HEADER, TIME_ZONE_HEADER } from '../../contract/base/values';
import { PUBLIC_CLIENT_ID, type ServiceName } from '../../contract/shell/runtimeConfig';
import type { ClientEndpoint } from '../../sagas/base/http/clientEndpoints';
import { endpointOf } from '../../sagas/base/http/endpointOf';
import {
  NoAnswer,
  type FetchedFile,
  type FileRef,
  type HttpAnswer,
  type HttpCall,
  type HttpLine,
  type HttpPort,
  type SecretRef,
  type StreamRef,
} from '../../sagas/base/ports/network';
import type { FileStore } from './files.port';
import { trackPending } from './idle';
import type * as Files from './readFile';
import type { SecretStore } from './secrets.port';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Calls through `fetch`; each begins a trace if calls are traced. `services` has the origin of each service; empty for
 * the page's own.
 */
export function createHttpPort(
  services: Readonly<Record<ServiceName, string>>,
  secrets: SecretStore,
  files: FileStore,
  isTraced = false,
): HttpPort {
  const streams = new Map<StreamRef, () => EventChannel<HttpLine>>();
  return {
    send(request) {
      const controller = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const waitOn = () => {
        clearTimeout(timer);
        timer = setTimeout(() => controller.abort(new NoAnswer('timedOut')), request.timeoutMs);
      };
      waitOn();
      const over = trackPending();
      const limits = { signal: controller.signal, waitOn };
      const answer = exchange(request, services, secrets, files, streams, limits, isTraced).finally(() => {
        clearTimeout(timer);
        over();
      });
      // redux-saga calls this when the saga that waits is cancelled.
      return Object.assign(answer, { [CANCEL]: () => controller.abort() });
    },
    lines(stream) {
      const open = streams.get(stream);
      streams.delete(stream);
      if (open === undefined) throw new Error('This stream has been opened before.');
      return open();
    },
  };
}

async function exchange(
  request: HttpCall,
  services: Readonly<Record<ServiceName, string>>,
  secrets: SecretStore,
  files: FileStore,
  streams: Map<StreamRef, () => EventChannel<HttpLine>>,
  limits: Files.Limits,
  isTraced: boolean,
): Promise<HttpAnswer> {
  const { signal } = limits;
  try {
    const endpoint = endpointOf(request.endpoint);
    const to = {
      method: endpoint.method,
      url: address(endpoint, request, services),
      headers: { ...headers(endpoint, request, secrets), ...(isTraced && { traceparent: newTrace() }) },
      signal,
    };
    const response =
      endpoint.encoding === 'file'
        ? await sendBytes(to, request, files)
        : await fetchUnlessAborted(to, request.completes === true, {
            credentials: 'same-origin',
            cache: 'no-store',
            redirect: 'error',
            referrerPolicy: 'no-referrer',
            ...(request.body && { body: encode(endpoint, withSecrets(endpoint, request.body, secrets)) }),
          });
    const requestId = response.headers.get(REQUEST_ID_HEADER);
    const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
    return {
      status: response.status,
      body:
        endpoint.streams && response.ok
          ? await streamBody(response, streams)
          : endpoint.produces && response.ok
            ? await keepFile(response, endpoint.produces, files, limits)
            : withoutSecrets(endpoint, await jsonBody(response, signal), secrets),
      retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
      ...(requestId !== null && { requestId }),
    };
  } catch (error) {
    const reason: unknown = signal.reason ?? error;
    throw reason instanceof NoAnswer ? reason : new NoAnswer('unreachable', { cause: error });
  }
}

interface Destination {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A call that `completes` continues when its caller, or the page, is gone. */
function fetchUnlessAborted(
  { url, signal, ...to }: Destination,
  completes: boolean,
  options: RequestInit,
): Promise<Response> {
  if (!completes) return fetch(url, { ...to, ...options, signal });
  const aborted = new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)));
  return Promise.race([fetch(url, { ...to, ...options, keepalive: true }), aborted]);
}

/** A file that was released in the meantime is sent as an empty body, which the server refuses. */
async function sendBytes(to: Destination, { body }: HttpCall, files: FileStore): Promise<Response> {
  const { sendFile } = await import(/* webpackChunkName: "upload" */ './sendFile');
  const ref = body?.['file'] as FileRef;
  return sendFile({ ...to, file: files.open(ref) ?? new Blob([]), onSent: (share) => files.reportSent(ref, share) });
}

async function jsonBody(response: Response, signal: AbortSignal): Promise<unknown> {
  const text = await response.text();
  // After a timeout no saga would clear a token from the secret store.
  signal.throwIfAborted();
  return parse(text);
}

let opened = 0;

async function streamBody(
  response: Response,
  streams: Map<StreamRef, () => EventChannel<HttpLine>>,
): Promise<StreamRef> {
  const { readLines } = await import(/* webpackChunkName: "files" */ './readLines');
  const stream = `stream:${++opened}` as StreamRef;
  streams.set(stream, () => readLines(response));
  return stream;
}

const keepFile = async (...given: Parameters<typeof Files.keepFile>): Promise<FetchedFile | null> =>
  (await import(/* webpackChunkName: "files" */ './readFile')).keepFile(...given);

function address(
  endpoint: ClientEndpoint,
  { params, query }: HttpCall,
  services: Readonly<Record<ServiceName, string>>,
): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const service = endpoint.path.split('/')[1] as ServiceName;
  const parameters = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
  return `${services[service]}${path}${parameters.length > 0 ? `?${new URLSearchParams(parameters).toString()}` : ''}`;
}

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  file: 'application/octet-stream',
} as const;

function headers(endpoint: ClientEndpoint, request: HttpCall, secrets: SecretStore): Record<string, string> {
  const bearer = request.bearer === undefined ? undefined : secrets.open(request.bearer);
  const authorization =
    bearer !== undefined
      ? `Bearer ${bearer}`
      : endpoint.auth === 'client'
        ? `Basic ${btoa(`${PUBLIC_CLIENT_ID}:`)}`
        : null;
  return {
    accept: endpoint.produces ? `${endpoint.produces}, application/json` : 'application/json',
    ...(authorization !== null && { authorization }),
    ...(bearer !== undefined && { [TIME_ZONE_HEADER]: zone() }),
    ...((request.body || endpoint.encoding === 'form') && {
      'content-type': CONTENT_TYPES[endpoint.encoding ?? 'json'],
    }),
  };
}

/** W3C trace context: version, trace, span, and the sampled flag. */
function newTrace(): string {
  const hex = (bytes: number) =>
    [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${hex(16)}-${hex(8)}-01`;
}

let lastZone = { name: '', offset: NaN };

/**
 * The browser's time zone, without luxon, which the sign-in page does not load. Asking the browser for its name with
 * every call takes a thirtieth of the time in which a page starts, so it is asked again only when the offset changes.
 */
function zone(): string {
  const offset = new Date().getTimezoneOffset();
  if (offset !== lastZone.offset) lastZone = { name: new Intl.DateTimeFormat().resolvedOptions().timeZone, offset };
  return lastZone.name;
}

function encode(endpoint: ClientEndpoint, body: Fields): string {
  if (endpoint.encoding !== 'form') return JSON.stringify(body);
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString();
}

/** Null for an answer that is not JSON, such as a proxy's page or half an answer. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function replaceFields(names: readonly string[] | undefined, body: Fields, replace: (value: string) => string): Fields {
  const changed = (names ?? []).flatMap((name) => {
    const value = body[name];
    return typeof value === 'string' && value !== '' ? [[name, replace(value)] as const] : [];
  });
  return { ...body, ...Object.fromEntries(changed) };
}

function withSecrets(endpoint: ClientEndpoint, body: Fields, secrets: SecretStore): Fields {
  return replaceFields(endpoint.secretInput, body, (ref) => secrets.open(ref as SecretRef) ?? '');
}

function withoutSecrets(endpoint: ClientEndpoint, body: unknown, secrets: SecretStore): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return replaceFields(endpoint.secretOutput, body as Fields, secrets.keep);
}
