/**
 * Turns an endpoint of the contract into a route: its schemas validate the input and serialize the output, its `auth`
 * decides who may call it. There is no other way to add an API route.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Endpoint, EndpointAuth, EndpointQuery } from '../../../contract/base/endpoint';
import {
  endpoints,
  type BodyOf,
  type EndpointName,
  type Endpoints,
  type ParamsOf,
  type ResponseOf,
} from '../../../contract/endpoints';
import { ApiError } from '../../base/errors';
import { plainAddress } from '../../base/ipAddresses';
import type { Database } from '../../database';
import type { SessionState } from '../../database/schema/access';
import type { CurrentSession } from '../session';
import type { ClientInfo } from '../audit';
import { waitForUpload } from './bodyTimeout';
import { deviceName } from './clientDevice';
import { FairShare } from './fairShare';
import { assertSameOrigin, type AllowedOrigins } from './origin';
import { sendFile, type FileContent } from './replies';
import { assertPlainData } from './validation';
import { viewerZone } from './viewerZone';

interface CallContext {
  readonly client: ClientInfo;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The argument of a handler. */
export type Calls = {
  [K in EndpointName]: CallContext & {
    readonly body: BodyOf<K>;
    readonly params: ParamsOf<K>;
    readonly query: EndpointQuery<Endpoints[K]>;
  };
};

/** Routes that need an access token also get its session. */
type SessionOf<Auth extends EndpointAuth> = Auth extends 'bearer' | 'pending'
  ? { readonly session: CurrentSession }
  : unknown;

/** Endpoints that `produces` a file return FileContent, those that `streams` lines a Readable. */
export type Handlers = {
  [K in EndpointName]: (call: Calls[K] & SessionOf<Endpoints[K]['auth']>) => Promise<AnswerOf<K>>;
};
type AnswerOf<K extends EndpointName> = Endpoints[K] extends { readonly produces: string }
  ? FileContent
  : Endpoints[K] extends { readonly streams: string }
    ? Readable
    : ResponseOf<K>;

/** Calls with a JSON body and a JSON answer that need only a complete session. */
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

/** Finds the session of a request's access token. Throws ApiError if there is none in one of these states. */
export interface SessionCheck {
  requireSession(request: FastifyRequest, states: readonly SessionState[]): Promise<CurrentSession>;
}

/** What every route file needs. */
export interface RouteServices {
  readonly endpoints: EndpointRegistry;
  readonly database: Database;
}

export interface EndpointOptions {
  /** For `auth: 'pending'`: the session states that may call it. A complete session may call everything. */
  readonly states?: readonly SessionState[];
}

type AnyHandler = (call: unknown) => Promise<unknown>;

/** How many expensive reads of one person run at the same time; more wait. A board makes some twenty calls. */
const AT_ONCE = 4;
const QUEUE_MAX = 32;

export class EndpointRegistry {
  private readonly handlers = new Map<EndpointName, AnyHandler>();
  private readonly share = new FairShare(AT_ONCE, QUEUE_MAX);

  constructor(
    private readonly authentication: SessionCheck,
    private readonly origins: AllowedOrigins,
  ) {}

  /** The endpoints that have a route. */
  get registered(): ReadonlySet<EndpointName> {
    return new Set(this.handlers.keys());
  }

  /** Adds the route of an endpoint: authenticates, validates by the contract, and calls the handler. */
  register<K extends EndpointName>(
    app: FastifyInstance,
    name: K,
    handler: Handlers[K],
    options: EndpointOptions = {},
  ): void {
    const endpoint: Endpoint = endpoints[name];
    const work = endpoint.isExpensive ? this.inTurn(handler as AnyHandler) : (handler as AnyHandler);
    this.handlers.set(name, work);
    app.route({
      method: endpoint.method,
      url: routePath(endpoint.path),
      schema: routeSchema(endpoint),
      ...(endpoint.maxBytes === undefined ? {} : { bodyLimit: endpoint.maxBytes }),
      onRequest: this.gate(endpoint, options),
      ...(endpoint.encoding === 'file' ? { preParsing: waitForUpload } : {}),
      preValidation: plainInput(endpoint),
      handler: async (request, reply) => {
        const answer = await work(toCall(request, reply));
        if (endpoint.streams) return reply.type(`${endpoint.streams}; charset=utf-8`).send(answer);
        return endpoint.produces
          ? sendFile(reply, endpoint.produces, answer as FileContent)
          : sendJson(reply, endpoint, answer);
      },
    });
  }

  /**
   * Answers a call as part of another request that has passed the same checks: validated, handled and serialized as on
   * its own. Returns JSON text. Throws what its own route would turn into an error.
   */
  async answerWithin<K extends BearerCall>(
    { request, reply, session }: CallContext & { readonly session: CurrentSession },
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
    return serializerOf(reply, endpoint)(answer as Record<string, unknown>);
  }

  /** Each person has a share. A file keeps its turn until it has been sent. */
  private inTurn(work: AnyHandler): AnyHandler {
    return async (call) => {
      const { session } = call as { readonly session: CurrentSession };
      const giveBack = await this.share.turn(session.userId);
      let isWriting = false;
      try {
        const answer = await work(call);
        const { content } = (answer ?? {}) as Partial<FileContent>;
        if (content instanceof Readable) {
          isWriting = true;
          content.once('close', giveBack);
        }
        return answer;
      } finally {
        if (!isWriting) giveBack();
      }
    };
  }

  /** Runs before the body is read, so that a refused caller uploads nothing. */
  private gate(endpoint: Endpoint, options: EndpointOptions): preHandlerAsyncHookHandler {
    const needsSession = endpoint.auth === 'bearer' || endpoint.auth === 'pending';
    const states: readonly SessionState[] = endpoint.auth === 'pending' ? (options.states ?? ['live']) : ['live'];
    return async (request) => {
      if (endpoint.method !== 'GET') assertSameOrigin(request, this.origins);
      if (!needsSession) return;
      const timeZone = viewerZone(request);
      const session = await this.authentication.requireSession(request, states);
      request.session = timeZone === undefined ? session : { ...session, timeZone };
    };
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that need an access token. */
    session: CurrentSession | null;
  }
}

/** The uploaded bytes. Throws ApiError (`unsupported.media.type`). */
export function uploadOf({ body }: FastifyRequest): Buffer {
  if (!Buffer.isBuffer(body)) throw new ApiError('unsupported.media.type');
  return body;
}

/** Registers routes whose body is bytes (`application/octet-stream`) in a scope of their own. */
export async function withUploads(app: FastifyInstance, register: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    register(scope);
  });
}

/** OpenAPI writes `{name}`, the router `:name`. */
function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The caller's address and device, for the audit and the throttle. */
export function clientInfo(request: FastifyRequest): ClientInfo {
  return { address: plainAddress(request.ip), device: deviceName(request.headers['user-agent']) };
}

/** Compiled with the first answer, because compiling all of them would slow the start down. */
const serializerOf = (reply: FastifyReply, { response }: Endpoint) =>
  reply.compileSerializationSchema(response as Record<string, unknown>);

function sendJson(reply: FastifyReply, endpoint: Endpoint, answer: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').serializer(serializerOf(reply, endpoint)).send(answer);
}

function routeSchema(endpoint: Endpoint): Record<string, unknown> {
  return {
    ...(endpoint.params ? { params: endpoint.params } : {}),
    querystring: endpoint.query ?? { type: 'object' },
    ...(endpoint.body && endpoint.encoding !== 'file' ? { body: endpoint.body } : {}),
  };
}

/** An absent body becomes an empty one, because a schema may require nothing. */
function plainInput(endpoint: Endpoint): preHandlerAsyncHookHandler {
  return async (request) => {
    if (endpoint.body && (request.body === undefined || request.body === null)) request.body = {};
    if (endpoint.encoding !== 'file') assertPlainData(request.body);
    assertPlainData(request.params);
    assertPlainData(request.query);
  };
}

/** The route's schemas have validated body, params and query by now. */
function toCall(request: FastifyRequest, reply: FastifyReply): unknown {
  const { body, params, query, session } = request;
  return { body, params, query, session, client: clientInfo(request), request, reply };
}
