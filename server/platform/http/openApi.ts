/** The OpenAPI 3.1 document, generated from the endpoints of the contract. */
import type { Endpoint, EndpointAuth, FileType } from '../../../contract/base/endpoint';
import { TIME_ZONE_HEADER } from '../../../contract/base/values';
import { apiErrorSchema, oauthErrorSchema, type ErrorCode } from '../../../contract/base/errors';
import { endpoints } from '../../../contract/endpoints';
import { SOCKET_PATH, socketMessageSchema } from '../../../contract/notifications/realtime.endpoints';
import { ERROR_STATUS } from '../../base/errors';
import { refreshCookieName } from './cookies';

type Json = Record<string, unknown>;
type ErrorAnswer = readonly [status: number, code: ErrorCode];

const IMPLIED_ERRORS: readonly ErrorCode[] = ['request.invalid', 'service.unavailable', 'server.error'];
const BODY_ERRORS: readonly ErrorCode[] = ['payload.too.large', 'unsupported.media.type'];
/** Where the body does not arrive in time. */
const BODY_TIMEOUT: ErrorAnswer = [408, 'request.invalid'];
const TOKEN_ERRORS: readonly ErrorCode[] = ['server.unauthorized', 'token_expired', 'invalid_token', 'session.ended'];
const AUTH_ERRORS: Readonly<Record<EndpointAuth, readonly ErrorCode[]>> = {
  none: [],
  client: [],
  cookie: [],
  bearer: [...TOKEN_ERRORS, 'session.pending', 'password.change.required'],
  pending: [...TOKEN_ERRORS, 'session.pending', 'password.change.required'],
};

const SECURITY: Readonly<Record<EndpointAuth, Json[]>> = {
  none: [],
  client: [{ publicClient: [] }],
  cookie: [{ refreshCookie: [] }, { accessToken: [] }],
  bearer: [{ accessToken: [] }],
  pending: [{ accessToken: [] }],
};

/** The viewer's date depends on it, and for an organization without facilities the date of timestamps. */
const TIME_ZONE: Json = {
  name: TIME_ZONE_HEADER,
  in: 'header',
  required: false,
  description:
    "The caller's IANA time zone, which determines the current day; UTC without it or where it is not known.",
  schema: { type: 'string', examples: ['America/Los_Angeles'] },
};

/** Endpoints that the app does not call, but other programs do. */
const OPERATIONS: ReadonlyArray<{
  readonly path: string;
  readonly summary: string;
  readonly mediaType?: string;
  readonly forOperators?: true;
  readonly code?: ErrorCode;
}> = [
  { path: '/openapi.json', summary: 'This document.', forOperators: true, code: 'not.found' },
  { path: '/healthz', summary: 'Liveness: the process answers.' },
  { path: '/readyz', summary: 'Readiness: the database answers, too.', code: 'service.unavailable' },
  {
    path: '/metrics',
    summary: 'Figures in Prometheus text.',
    mediaType: 'text/plain',
    forOperators: true,
    code: 'not.found',
  },
];

export interface DescribedServer {
  /** Whether browsers reach it by https. */
  readonly secure: boolean;
  /** Whether what is for operators needs their token. */
  readonly needsOperationsToken: boolean;
}

/** What holds for all calls, so that no field has to repeat it. */
const DESCRIPTION = [
  `Live messages arrive on the websocket ${SOCKET_PATH}?context=<context> as SocketMessage objects.`,
  'A `date-time` is an instant in ISO 8601 with its offset. A `date` is YYYY-MM-DD; that of a record is the day at its facility.',
  'Names state units: `…Cents` are US cents, `…Percent` is 0 to 100, `…Minutes` and `…Seconds` are durations.',
].join('\n\n');

/** The OpenAPI 3.1 document of the contract, as this server fulfills it. */
export function openApiDocument({ secure, needsOperationsToken }: DescribedServer): Json {
  const schemas: Json = { ApiError: apiErrorSchema, OAuthError: oauthErrorSchema, SocketMessage: socketMessageSchema };
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const operations = (paths[endpoint.path] ??= {});
    operations[endpoint.method.toLowerCase()] = operation(name, endpoint, schemas);
  }
  for (const { path, summary, mediaType = 'application/json', forOperators, code } of OPERATIONS) {
    const security = forOperators && needsOperationsToken ? [{ operationsToken: [] }] : [];
    const responses = { 200: answer(summary, mediaType, {}), ...apiErrors(code ? [usual(code)] : []) };
    paths[path] = { get: { summary, tags: ['operations'], security, responses } };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Staffing VMS',
      version: '1',
      description: DESCRIPTION,
    },
    paths,
    components: {
      schemas,
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        publicClient: { type: 'http', scheme: 'basic', description: 'Client id `web` and an empty secret.' },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: refreshCookieName(secure) },
        operationsToken: { type: 'http', scheme: 'bearer', description: 'OPERATIONS_TOKEN of the server.' },
      },
    },
  };
}

function operation(name: string, endpoint: Endpoint, schemas: Json): Json {
  const { encoding } = endpoint;
  const mediaType = encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    security: SECURITY[endpoint.auth],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.auth === 'bearer' ? [TIME_ZONE] : []),
    ],
    ...(endpoint.body
      ? { requestBody: { required: true, content: requestContent(endpoint, mediaType, schemas) } }
      : {}),
    responses: {
      200: endpoint.produces
        ? fileAnswer(endpoint.produces)
        : endpoint.streams
          ? answer(
              'One JSON object per line, in the order in which they are ready.',
              endpoint.streams,
              named(endpoint.response, schemas),
            )
          : answer('Done.', 'application/json', named(endpoint.response, schemas)),
      ...(endpoint.path === endpoints.token.path ? oauthErrors(endpoint) : apiErrors(errorAnswers(endpoint))),
    },
  };
}

/** In OpenAPI 3.1 binary content is a media type without a schema. */
const requestContent = (endpoint: Endpoint, mediaType: string, schemas: Json): Json =>
  endpoint.encoding === 'file'
    ? { 'application/octet-stream': {} }
    : { [mediaType]: { schema: named(endpoint.body, schemas) } };

const answer = (description: string, mediaType: string, schema: unknown): Json => ({
  description,
  content: { [mediaType]: { schema } },
});

const fileAnswer = (mediaType: FileType): Json => ({
  description: 'The file, as a download: it is neither displayed inline nor cached.',
  headers: {
    'Content-Disposition': {
      description: '`attachment` with the name of the file (RFC 6266).',
      schema: { type: 'string' },
    },
  },
  content: { [mediaType]: {} },
});

/** A titled schema becomes a component and is referenced. */
function named(schema: unknown, schemas: Json): unknown {
  const title = (schema as { title?: string }).title;
  if (title === undefined) return schema;
  schemas[title] = schema;
  return { $ref: `#/components/schemas/${title}` };
}

function parameters(place: 'path' | 'query', schema: unknown): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: readonly string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

const usual = (code: ErrorCode): ErrorAnswer => [ERROR_STATUS[code], code];

function errorAnswers(endpoint: Endpoint): ErrorAnswer[] {
  const implied = [...IMPLIED_ERRORS, ...AUTH_ERRORS[endpoint.auth], ...(endpoint.body ? BODY_ERRORS : [])];
  const codes = [...new Set([...endpoint.errors, ...implied])].sort();
  return [...codes.map(usual), ...(endpoint.body ? [BODY_TIMEOUT] : [])];
}

function apiErrors(all: readonly ErrorAnswer[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const [status, code] of all) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      answer(`errorCode is ${codes.join(' or ')}.`, 'application/json', {
        allOf: [{ $ref: '#/components/schemas/ApiError' }, { properties: { errorCode: { enum: codes } } }],
      }),
    ]),
  );
}

function oauthErrors(endpoint: Endpoint): Json {
  const statuses = new Set([401, ...errorAnswers(endpoint).map(([status]) => status)]);
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      answer('RFC 6749 section 5.2.', 'application/json', { $ref: '#/components/schemas/OAuthError' }),
    ]),
  );
}
