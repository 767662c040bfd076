/**
 * Turns an entry of the contract's endpoint table into a route: its schemas check what comes in and shape what goes
 * out, its `auth` decides who may call it. There is no other way to add an API route.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { endpoints } from '../../contract/endpoints';
import {
  type BodyOf,
  type Endpoint,
  type EndpointAuth,
  type EndpointName,
  type EndpointQuery,
  type Endpoints,
  type ParamsOf,
  type ResponseOf,
} from '../../contract';
import type { ClientInfo } from '../access/audit';
import { deviceName } from '../access/device';
import { plainAddress } from '../access/addressList';
import type { SessionStanding } from '../access/lookups';
import type { SessionState } from '../database/schema/access';
import type { Authentication } from './authentication';
import { sendFile, type FileContent } from './files';
import { assertSameOrigin, type AllowedOrigins } from './origin';
import { assertPlainData } from './validation';

interface CallContext {
  readonly client: ClientInfo;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What a handler gets. */
export type Calls = {
  [K in EndpointName]: CallContext & {
    readonly body: BodyOf<K>;
    readonly params: ParamsOf<K>;
    readonly query: EndpointQuery<Endpoints[K]>;
  };
};

/** Routes that need an access token get the session it stands for. */
type SessionOf<Auth extends EndpointAuth> = Auth extends 'bearer' | 'pending'
  ? { readonly session: SessionStanding }
  : unknown;

/** A handler of an endpoint that `produces` something answers with a file. */
export type Handlers = {
  [K in EndpointName]: (
    call: Calls[K] & SessionOf<Endpoints[K]['auth']>,
  ) => Promise<Endpoints[K] extends { readonly produces: string } ? FileContent : ResponseOf<K>>;
};

export interface EndpointOptions {
  /** For `auth: 'pending'`: the session states the call is for. A complete session may make every call. */
  readonly states?: readonly SessionState[];
}

export class EndpointRegistry {
  private readonly names = new Set<EndpointName>();

  constructor(
    private readonly authentication: Authentication,
    private readonly origins: AllowedOrigins,
  ) {}

  get registered(): ReadonlySet<EndpointName> {
    return this.names;
  }

  register<K extends EndpointName>(
    app: FastifyInstance,
    name: K,
    handler: Handlers[K],
    options: EndpointOptions = {},
  ): void {
    const endpoint: Endpoint = endpoints[name];
    this.names.add(name);
    app.route({
      method: endpoint.method,
      url: routePath(endpoint.path),
      schema: routeSchema(endpoint),
      ...(endpoint.maxBytes === undefined ? {} : { bodyLimit: endpoint.maxBytes }),
      onRequest: this.gate(endpoint, options),
      preValidation: plainInput(endpoint),
      handler: async (request, reply) => {
        const answer = await (handler as (call: unknown) => Promise<unknown>)(toCall(request, reply));
        return endpoint.produces ? sendFile(reply, endpoint.produces, answer as FileContent) : answer;
      },
    });
  }

  /** Runs before a body is read, so that nobody uploads anything into a refusal. */
  private gate(endpoint: Endpoint, options: EndpointOptions): preHandlerAsyncHookHandler {
    const needsSession = endpoint.auth === 'bearer' || endpoint.auth === 'pending';
    const states: readonly SessionState[] = endpoint.auth === 'pending' ? (options.states ?? ['live']) : ['live'];
    return async (request) => {
      if (endpoint.method !== 'GET') assertSameOrigin(request, this.origins);
      if (needsSession) request.session = await this.authentication.requireSession(request, states);
    };
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that need an access token. */
    session: SessionStanding | null;
  }
}

/** OpenAPI writes `{name}`, the router `:name`. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

export function clientInfo(request: FastifyRequest): ClientInfo {
  return { address: plainAddress(request.ip), device: deviceName(request.headers['user-agent']) };
}

function routeSchema(endpoint: Endpoint): Record<string, unknown> {
  return {
    ...(endpoint.params ? { params: endpoint.params } : {}),
    querystring: endpoint.query ?? { type: 'object' },
    ...(endpoint.body && endpoint.encoding !== 'file' ? { body: endpoint.body } : {}),
    ...(endpoint.produces ? {} : { response: { 200: endpoint.response } }),
  };
}

/** A body whose schema asks for nothing may be left out. */
function plainInput(endpoint: Endpoint): preHandlerAsyncHookHandler {
  return async (request) => {
    if (endpoint.body && (request.body === undefined || request.body === null)) request.body = {};
    if (endpoint.encoding !== 'file') assertPlainData(request.body);
    assertPlainData(request.params);
    assertPlainData(request.query);
  };
}

/** The route's schemas have checked body, params and query by now; this is where their types are claimed. */
function toCall(request: FastifyRequest, reply: FastifyReply): unknown {
  const { body, params, query, session } = request;
  return { body, params, query, session, client: clientInfo(request), request, reply };
}
