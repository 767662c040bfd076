/** How an endpoint is described once, for the client's typing, the server's validation and the OpenAPI document. */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { ErrorCode } from './errors';

/**
 * - `none`: no credential at all
 * - `client`: HTTP Basic with the public client id and an empty secret (RFC 6749 section 2.3.1)
 * - `cookie`: the refresh cookie only
 * - `bearer`: the access token of a complete session
 * - `pending`: the access token of any session, also one whose takeover question is open
 *   or whose password must be changed first
 */
export type EndpointAuth = 'none' | 'client' | 'cookie' | 'bearer' | 'pending';

/** A workbook of Excel and other spreadsheets (.xlsx). */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** One JSON object per line. */
export const JSON_LINES = 'application/x-ndjson';
export type FileType =
  'application/pdf' | 'text/csv' | typeof XLSX | typeof JSON_LINES | 'image/svg+xml' | 'application/octet-stream';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute path with the service prefix; parameters in braces, as in OpenAPI. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly auth: EndpointAuth;
  /** Body encoding; JSON by default. `file`: the bytes themselves; `body` is then FILE_REQUEST, for the app. */
  readonly encoding?: 'form' | 'file';
  /** The largest body, in bytes, where the default is too small. */
  readonly maxBytes?: number;
  /** Of the path, then of the query and the body; absent if there are none. */
  readonly params?: JSONSchema;
  readonly query?: JSONSchema;
  readonly body?: JSONSchema;
  /** Content type of a file answer; `response` is then FILE_RESPONSE, as the app sees it. */
  readonly produces?: FileType;
  /** The answer is streamed as lines, each a `response` in JSON, sent as soon as it is ready. */
  readonly streams?: 'application/x-ndjson';
  readonly response: JSONSchema;
  /** Expensive: each person may run a few at a time; beyond that the answer is `too.many.requests`. */
  readonly isExpensive?: true;
  /** Besides those that any call may answer with, and those of its `auth` (openApi.ts). */
  readonly errors: readonly ErrorCode[];
  /**
   * Fields of the body that hold a secret, and below those of the answer. The app passes them as opaque references,
   * never as text.
   */
  readonly secretInput?: readonly string[];
  readonly secretOutput?: readonly string[];
}

type SchemaType<S> = S extends JSONSchema ? FromSchema<S> : undefined;

export type EndpointBody<E extends Endpoint> = SchemaType<E['body']>;
export type EndpointParams<E extends Endpoint> = SchemaType<E['params']>;
export type EndpointQuery<E extends Endpoint> = SchemaType<E['query']>;
export type EndpointResponse<E extends Endpoint> = SchemaType<E['response']>;
