/**
 * Turns an entry of the contract's endpoint table into a route: its schemas check what comes in and shape what goes
 * out, its `auth` decides who may call it. There is no other way to add an API route.
 */
import type { Readable } from 'node:stream';
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
import { ApiError } from './errors';
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

/** A handler of an endpoint that `produces` something answers with a file, of one that `streams` with its lines. */
export type Handlers = {
  [K in EndpointName]: (call: Calls[K] & SessionOf<Endpoints[K]['auth']>) => Promise<AnswerOf<K>>;
};
type AnswerOf<K extends EndpointName> = Endpoints[K] extends { readonly produces: string }
  ? FileContent
  : Endpoints[K] extends { readonly streams: string }
    ? Readable
    : ResponseOf<K>;

/** Calls with a JSON body that need nothing but a complete session and answer with JSON. */
type BearerCall = {
  [K in EndpointName]: Endpoints[K] extends {
    readonly auth: 'bearer';
    readonly method: 'POST';
    readonly params?: never;
  }
    ? Endpoints[K] extends { readonly produces: string } | { readonly streams: string }
      ? never
      : K
    : never;
}[EndpointName];

export interface EndpointOptions {
  /** For `auth: 'pending'`: the session states the call is for. A complete session may make every call. */
  readonly states?: readonly SessionState[];
}

type AnyHandler = (call: unknown) => Promise<unknown>;

export class EndpointRegistry {
  private readonly handlers = new Map<EndpointName, AnyHandler>();

  constructor(
    private readonly authentication: Authentication,
    private readonly origins: AllowedOrigins,
  ) {}

  get registered(): ReadonlySet<EndpointName> {
    return new Set(this.handlers.keys());
  }

  register<K extends EndpointName>(
    app: FastifyInstance,
    name: K,
    handler: Handlers[K],
    options: EndpointOptions = {},
  ): void {
    const endpoint: Endpoint = endpoints[name];
    const work = handler as AnyHandler;
    this.handlers.set(name, work);
    app.route({
      method: endpoint.method,
      url: routePath(endpoint.path),
      schema: routeSchema(endpoint),
      ...(endpoint.maxBytes === undefined ? {} : { bodyLimit: endpoint.maxBytes }),
      onRequest: this.gate(endpoint, options),
      preValidation: plainInput(endpoint),
      handler: async (request, reply) => {
        const answer = await work(toCall(request, reply));
        if (endpoint.streams) return reply.type(`${endpoint.streams}; charset=utf-8`).send(answer);
        return endpoint.produces ? sendFile(reply, endpoint.produces, answer as FileContent) : answer;
      },
    });
  }

  /**
   * Answers a call with a body as part of another request, which has passed the same gate: checked, worked on and
   * written as on its own. JSON text. Throws what its own route would have turned into an error.
   */
  async answerWithin<K extends BearerCall>(
    { request, reply, session }: CallContext & { readonly session: SessionStanding },
    name: K,
    body: unknown,
  ): Promise<string> {
    const endpoint: Endpoint = endpoints[name];
    const handler = this.handlers.get(name);
    if (handler === undefined) throw new ApiError('not.found');
    assertPlainData(body);
    const check = request.compileValidationSchema(endpoint.body as Record<string, unknown>, 'body');
    if (!check(body)) throw Object.assign(new Error('body'), { statusCode: 400, validation: check.errors });
    const answer = await handler({ body, params: {}, query: {}, session, client: clientInfo(request), request, reply });
    return reply.compileSerializationSchema(endpoint.response as Record<string, unknown>)(
      answer as Record<string, unknown>,
    );
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
    ...(endpoint.produces || endpoint.streams ? {} : { response: { 200: endpoint.response } }),
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
