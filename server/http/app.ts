/** The HTTP server: limits, headers, parsers, routes, in the order they apply. */
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { Config } from '../config';
import type { Database } from '../database';
import { demoHandOffRoutes } from '../demo/handOffPages';
import { demoOutboxRoutes } from '../demo/outboxPage';
import type { Keys } from '../keys';
import type { EventBus } from '../realtime/eventBus';
import { SocketHub } from '../realtime/socketHub';
import { acceptSockets } from '../realtime/upgrade';
import { broadcastAdminRoutes } from '../routes/broadcastAdmin';
import { broadcastRoutes } from '../routes/broadcasts';
import { documentRoutes } from '../routes/documents';
import { dashboardBatchRoute } from '../routes/dashboardBatch';
import { dashboardFilterRoutes } from '../routes/dashboardFilters';
import { homeDashboardRoutes } from '../routes/homeDashboard';
import { kpiRoutes } from '../routes/kpi';
import { listRoutes } from '../routes/lists';
import { taskRoutes } from '../routes/tasks';
import { notificationRoutes } from '../routes/notifications';
import { operationRoutes } from '../routes/operations';
import { passwordRoutes } from '../routes/passwords';
import { roleRoutes } from '../routes/roles';
import { sessionRoutes } from '../routes/sessions';
import { shellRoutes } from '../routes/shell';
import { ssoRoutes } from '../routes/sso';
import { tokenRoute } from '../routes/token';
import { twoFactorRoutes } from '../routes/twoFactor';
import { userRoutes } from '../routes/users';
import { websocketRoutes } from '../routes/websocket';
import { createServices, type Services } from '../services';
import { handleError } from './errorHandler';
import { readJson } from './jsonBody';
import { logRequests, loggerOptions, type LogStream } from './logging';
import { measureRequests } from './metrics';
import { BARE_HEADERS, securityHeaders } from './securityHeaders';
import { appFiles } from './staticFiles';
import { createValidatorCompiler } from './validation';

const BODY_LIMIT_BYTES = 256 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;

export interface AppDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly keys: Keys;
  readonly bus: EventBus;
  /** Where log lines go; standard output unless said otherwise. */
  readonly logStream?: LogStream;
}

export interface App {
  readonly http: FastifyInstance;
  readonly services: Services;
  readonly sockets: SocketHub;
  /** `METHOD /path` of every route there is. */
  readonly routes: ReadonlySet<string>;
}

export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const { config, database, keys, bus } = dependencies;
  const http = createServer(config, dependencies.logStream);
  const services = createServices({ config, database, keys, bus, log: http.log });

  const routes = new Set<string>();
  http.addHook('onRoute', ({ method, url }) => [method].flat().forEach((verb) => routes.add(`${verb} ${url}`)));
  http.decorateRequest('session', null);
  http.setErrorHandler(handleError);
  http.setValidatorCompiler(createValidatorCompiler());
  readJson(http);
  await securityHeaders(http, config);
  logRequests(http);
  measureRequests(http, services.metrics);

  const sockets = new SocketHub(services);
  acceptSockets(http.server, services, sockets);
  await http.register(async (scope) => tokenRoute(scope, services));
  twoFactorRoutes(http, services);
  passwordRoutes(http, services);
  sessionRoutes(http, services);
  shellRoutes(http, services);
  ssoRoutes(http, services);
  websocketRoutes(http, services);
  documentRoutes(http, services);
  listRoutes(http, services);
  notificationRoutes(http, services);
  broadcastRoutes(http, services);
  await broadcastAdminRoutes(http, services);
  roleRoutes(http, services);
  userRoutes(http, services);
  taskRoutes(http, services);
  dashboardFilterRoutes(http, services);
  homeDashboardRoutes(http, services);
  kpiRoutes(http, services);
  dashboardBatchRoute(http, services);
  operationRoutes(http, services);
  if (config.mode === 'demo') await http.register(async (scope) => demoHandOffRoutes(scope, services));
  if (config.mode === 'demo' && config.smtpUrl === undefined) demoOutboxRoutes(http, services);
  await appFiles(http, services);
  leaveInOrder(http, sockets);
  return { http, services, sockets, routes };
}

/** Connections that answered their last request are not kept for another, or closing would wait for them. */
function leaveInOrder(http: FastifyInstance, sockets: SocketHub): void {
  let leaving = false;
  http.addHook('onSend', async (_request, reply) => {
    if (leaving) void reply.header('connection', 'close');
  });
  http.addHook('preClose', async () => {
    leaving = true;
    await sockets.close();
  });
}

function createServer(config: Config, stream: LogStream | undefined): FastifyInstance {
  return Fastify({
    logger: { ...loggerOptions(config), ...(stream && { stream }) },
    // One line per answer of our own (logRequests) instead of two of Fastify's.
    logController: new LogController({ disableRequestLogging: true }),
    // Hop 0 is whoever is connected to us.
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxyHops,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node looks at slow connections every 30 s unless told otherwise.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 1_000 },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(BARE_HEADERS)),
    clientErrorHandler: answerUnreadable,
  });
}

/** What could not even be read as HTTP gets an answer by hand. */
function answerUnreadable(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ errorCode: 'request.invalid', errorMessage: 'The request could not be read.' });
  const headers = {
    ...BARE_HEADERS,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${UNREADABLE[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n${body}`);
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};
