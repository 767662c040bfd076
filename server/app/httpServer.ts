/** Builds the HTTP server: limits, headers, parsers and routes, in the order they apply. */
import type { Socket } from 'node:net';
import Fastify, { LogController } from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UPLOAD_TIMEOUT_MS } from '../../contract/base/files';
import { REQUEST_ID_HEADER } from '../../contract/base/values';
import type { Config } from '../base/config';
import type { Keys } from '../base/keys';
import type { Database } from '../database';
import { demoHandOffRoutes } from '../demo/handOffPages';
import { demoOutboxRoutes } from '../demo/outboxPage';
import { auditRoutes } from '../features/audit/routes';
import { boardRoutes } from '../features/board/routes';
import { broadcastAdminRoutes } from '../features/broadcasts/adminRoutes';
import { broadcastRoutes } from '../features/broadcasts/routes';
import { homeDashboardRoutes } from '../features/dashboards/home/routes';
import { kpiRoutes } from '../features/dashboards/kpi/routes';
import { dashboardBatchRoute, dashboardFilterRoutes } from '../features/dashboards/routes';
import { documentRoutes } from '../features/documents/routes';
import { listRoutes } from '../features/lists/routes';
import { recordRoutes } from '../features/records/routes';
import { chatRoutes } from '../features/chat/routes';
import { followRoutes } from '../features/follows/routes';
import { channelRoutes } from '../features/notifications/channels/channelRoutes';
import { unsubscribeRoutes } from '../features/notifications/channels/unsubscribeRoutes';
import { notificationRoutes } from '../features/notifications/routes';
import { organizationRoutes } from '../features/organizations/routes';
import { ssoProviderRoutes } from '../features/organizations/ssoProviderRoutes';
import { setupRoutes } from '../features/organizations/setupRoutes';
import { websocketRoutes } from '../features/realtime/routes';
import { SocketHub } from '../features/realtime/socketHub';
import { acceptSockets } from '../features/realtime/upgrade';
import { recordActionRoutes } from '../features/records/actions/routes';
import { timesheetImportRoutes } from '../features/records/timesheetImport/routes';
import { roleRoutes } from '../features/roles/routes';
import { shellRoutes } from '../features/shell/routes';
import { taskRoutes } from '../features/tasks/routes';
import { userRoutes } from '../features/users/routes';
import { userSessionRoutes } from '../features/users/sessions';
import { factorRoutes } from '../identity/factors/routes';
import { passwordRoutes } from '../identity/passwords/routes';
import { ownSessionRoutes } from '../identity/sessions/ownSessionRoutes';
import { sessionRoutes } from '../identity/sessions/routes';
import { tokenRoute } from '../identity/signIn/tokenRoute';
import { twoFactorRoutes } from '../identity/signIn/twoFactorRoutes';
import { ssoRoutes } from '../identity/sso/routes';
import type { EventBus } from '../platform/eventBus/eventBus';
import { BODY_TIMEOUT_MS, limitBodyTime, startBodyTimer } from '../platform/http/bodyTimeout';
import { refuseWhileDraining, type Draining } from '../platform/http/draining';
import { handleError, isClientFault, isTransient, publicError } from '../platform/http/errorHandler';
import { logRequests, loggerOptions, addRequestIds, newRequestId, type LogStream } from '../platform/http/logging';
import { measureRequests } from '../platform/http/metrics';
import { BARE_HEADERS, securityHeaders } from '../platform/http/securityHeaders';
import { createValidatorCompiler, parseJsonBodies } from '../platform/http/validation';
import { openTracing } from '../platform/tracing/openTelemetry';
import { traceRequests } from '../platform/tracing/traceRequests';
import { operationRoutes } from './operations';
import { Pages } from './pages/pages';
import { ssoPages } from './pages/ssoPages';
import { appFiles, isForPage } from './pages/staticFiles';
import { isSeen, sendWaitPage } from './pages/waitPage';
import { createServices, type Services } from './services';

const BODY_LIMIT_BYTES = 256 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
/** With its body: a file may arrive as slowly as the app allows. Other bodies have BODY_TIMEOUT_MS. */
const REQUEST_TIMEOUT_MS = UPLOAD_TIMEOUT_MS + 5_000;

export interface AppDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly keys: Keys;
  readonly bus: EventBus;
  /** Where log lines go; standard output by default. */
  readonly logStream?: LogStream;
  /** The clock of this machine, by default; milliseconds since 1970. */
  readonly ownClock?: () => number;
  /** BODY_TIMEOUT_MS by default. */
  readonly bodyTimeoutMs?: number;
}

export interface App {
  readonly http: FastifyInstance;
  readonly services: Services;
  readonly sockets: SocketHub;
  /** `METHOD /path` of every route. */
  readonly routes: ReadonlySet<string>;
}

/** The app with its routes, not yet listening. */
export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const { config, database, keys, bus, bodyTimeoutMs = BODY_TIMEOUT_MS } = dependencies;
  /** Addresses that cannot be decoded, such as `/%`, get the page of the app. */
  const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (isForPage(request) && isClientFault(error)) return pages.send(request, reply);
    if (!isTransient(error) || !isSeen(request)) return handleError(error, request, reply);
    const known = publicError(error, request);
    request.refusedAs = known.code;
    return sendWaitPage(config, known, request, reply);
  };
  const answerFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    // No hook runs for these.
    startBodyTimer(request, reply, bodyTimeoutMs);
    void answerError(error, request, reply.headers({ ...BARE_HEADERS, [REQUEST_ID_HEADER]: request.id }));
  };
  const http = createServer(config, answerFrameworkError, dependencies.logStream);
  const services = createServices({ config, database, keys, bus, log: http.log, ownClock: dependencies.ownClock });
  const pages = new Pages(config, ssoPages(services));

  const routes = new Set<string>();
  http.addHook('onRoute', ({ method, url }) => [method].flat().forEach((verb) => routes.add(`${verb} ${url}`)));
  http.decorateRequest('session', null);
  http.decorateRequest('refusedAs', undefined);
  http.setErrorHandler(answerError);
  http.setValidatorCompiler(createValidatorCompiler());
  // The first hook: a later one may refuse the request.
  limitBodyTime(http, bodyTimeoutMs);
  addRequestIds(http);
  parseJsonBodies(http);
  await securityHeaders(http, config);
  const tracing = openTracing(config);
  if (tracing !== undefined) {
    traceRequests(http, tracing);
    http.addHook('onClose', () => tracing.close());
  }
  logRequests(http);
  measureRequests(http, services.metrics);
  refuseWhileDraining(http, services.draining);

  const sockets = new SocketHub(services);
  acceptSockets(http.server, services, sockets);
  await http.register(async (scope) => tokenRoute(scope, services));
  await http.register(async (scope) => setupRoutes(scope, services));
  twoFactorRoutes(http, services);
  passwordRoutes(http, services);
  factorRoutes(http, services);
  sessionRoutes(http, services);
  ownSessionRoutes(http, services);
  shellRoutes(http, services);
  ssoRoutes(http, services);
  websocketRoutes(http, services);
  documentRoutes(http, services);
  listRoutes(http, services);
  recordRoutes(http, services);
  auditRoutes(http, services);
  notificationRoutes(http, services);
  channelRoutes(http, services);
  followRoutes(http, services);
  await http.register(async (scope) => unsubscribeRoutes(scope, services));
  await chatRoutes(http, services);
  broadcastRoutes(http, services);
  await broadcastAdminRoutes(http, services);
  boardRoutes(http, services);
  roleRoutes(http, services);
  userRoutes(http, services);
  userSessionRoutes(http, services);
  organizationRoutes(http, services);
  ssoProviderRoutes(http, services);
  taskRoutes(http, services);
  recordActionRoutes(http, services);
  await timesheetImportRoutes(http, services);
  dashboardFilterRoutes(http, services);
  homeDashboardRoutes(http, services);
  kpiRoutes(http, services);
  dashboardBatchRoute(http, services);
  operationRoutes(http, services);
  if (config.mode === 'demo') await http.register(async (scope) => demoHandOffRoutes(scope, services));
  if (config.mode === 'demo' && config.smtpUrl === undefined) demoOutboxRoutes(http, services);
  await appFiles(http, config, pages);
  closeGracefully(http, services.draining, sockets);
  return { http, services, sockets, routes };
}

/** Ends connections also when the server is closed without `leave`; keep-alive would hold it open otherwise. */
function closeGracefully(http: FastifyInstance, draining: Draining, sockets: SocketHub): void {
  http.addHook('preClose', async () => {
    draining.begin();
    await sockets.close();
  });
}

function createServer(
  config: Config,
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void,
  stream: LogStream | undefined,
): FastifyInstance {
  return Fastify({
    logger: { ...loggerOptions(config), ...(stream && { stream }) },
    // logRequests writes one line per response; Fastify would write two.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Hop 0 is the direct peer.
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxyHops,
    genReqId: newRequestId,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node checks for slow connections only every 30 s by default.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 1_000 },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Answered with an ApiError of the product instead.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors,
    clientErrorHandler: answerUnparsable,
  });
}

/** Answers what cannot be parsed as HTTP. */
function answerUnparsable(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
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
