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

export type FileType = 'application/pdf' | 'text/csv' | 'image/svg+xml' | 'application/octet-stream';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute path with the service prefix; parameters in braces, as in OpenAPI. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly auth: EndpointAuth;
  /** Body encoding; JSON unless said otherwise. `file`: the bytes themselves; `body` is then FILE_REQUEST, for the app. */
  readonly encoding?: 'form' | 'file';
  /** Of the body, where it may be larger than others. */
  readonly maxBytes?: number;
  readonly params?: JSONSchema;
  readonly query?: JSONSchema;
  readonly body?: JSONSchema;
  /** Content type of an answer that is a file; `response` is then FILE_RESPONSE, what the app makes of it. */
  readonly produces?: FileType;
  /** The answer comes in lines, each of them a `response` in JSON, as soon as it is ready. */
  readonly streams?: 'application/x-ndjson';
  readonly response: JSONSchema;
  readonly errors: readonly ErrorCode[];
  /** Fields that hold a secret. The app carries them as opaque references, never as text. */
  readonly secretInput?: readonly string[];
  readonly secretOutput?: readonly string[];
}

type SchemaType<S> = S extends JSONSchema ? FromSchema<S> : undefined;

export type EndpointBody<E extends Endpoint> = SchemaType<E['body']>;
export type EndpointParams<E extends Endpoint> = SchemaType<E['params']>;
export type EndpointQuery<E extends Endpoint> = SchemaType<E['query']>;
export type EndpointResponse<E extends Endpoint> = SchemaType<E['response']>;
