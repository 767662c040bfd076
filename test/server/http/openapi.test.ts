/** The published description matches the server. */
import Ajv2020 from 'ajv/dist/2020';
import type { Endpoint } from '../../../contract/base/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { openApiDocument } from '../../../server/platform/http/openApi';
import { startTestServer, type TestServer } from '../support/server';

interface OpenApi {
  readonly openapi: string;
  readonly paths: Record<
    string,
    Record<string, { operationId?: string; responses: Record<string, { content: Record<string, { schema: object }> }> }>
  >;
  readonly components: { readonly schemas: Record<string, object> };
}

let server: TestServer;
let document: OpenApi;

beforeAll(async () => {
  server = await startTestServer();
  document = (await server.client().get('/openapi.json')).json as unknown as OpenApi;
});
afterAll(() => server.stop());

test('it is OpenAPI 3.1 and all its schemas compile', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    expect([name, ajv.validateSchema(schema)]).toEqual([name, true]);
    expect(() => ajv.compile(schema)).not.toThrow();
  }
});

test('it lists exactly the server’s routes', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routed = [...server.app.routes]
    // Pages, files and the demo's mail are for people, not API clients.
    .filter((route) => !/ (\/|\/\*|\/demo\/.*|\/setup(\.css)?|\/unsubscribe|\/runtime-config\.json)$/.test(route))
    .map((route) => route.replace(/:(\w+)/g, '{$1}'));
  expect([...described].sort()).toEqual([...routed].sort());
});

test('in production it names the token of operators and the cookie of https', () => {
  const { paths, components } = openApiDocument({ secure: true, needsOperationsToken: true }) as unknown as {
    readonly paths: Record<string, { get: { security: unknown; responses: object } }>;
    readonly components: { readonly securitySchemes: Record<string, { name?: string }> };
  };
  const secured = ['/metrics', '/openapi.json', '/healthz', '/readyz'].map((path) => [
    path,
    JSON.stringify(paths[path]?.get.security),
    Object.keys(paths[path]?.get.responses ?? {}).join(' '),
  ]);
  expect(secured).toEqual([
    ['/metrics', '[{"operationsToken":[]}]', '200 404'],
    ['/openapi.json', '[{"operationsToken":[]}]', '200 404'],
    ['/healthz', '[]', '200'],
    ['/readyz', '[]', '200 503'],
  ]);
  expect(components.securitySchemes['refreshCookie']?.name).toBe('__Host-vms_refresh');
});

/** The calls of the dashboards whose paths the requirements name, by service; 'complaincestats' is spelled there so. */
test.each([
  '/api-job/v1/dashboard/vms/supplierkpiboard/search',
  '/api-job/v1/dashboard/agency/jobcounts',
  '/api-job/v1/dashboard/agency/jobtypes',
  '/api-agency/v1/dashboard/assignments/statuscount',
  '/api-agency/v1/dashboard/submittals/statuscount',
  '/api-agency/v1/dashboard/upcomingassignments',
  '/api-agency/v1/dashboard/complaincestats',
  '/api-client/v1/clients/vm/submissions/widget',
  '/api-client/v1/clients/vm/job/submissions/widget',
  '/api-agency/v1/compliance/widget',
  '/api-agency/v1/compliance/widget/booked',
  '/api-agency/v1/assignments/widget',
  '/api-timecard/v2/timesheet/dashboard/search',
  '/api-timecard/v2/timesheet/dashboard/invoice/search',
])('POST %s is served and described', (path) => {
  expect(Object.keys(document.paths[path] ?? {})).toEqual(['post']);
  expect(server.app.routes.has(`POST ${path}`)).toBe(true);
});

test('every entry of the contract is served', () => {
  expect([...server.app.services.endpoints.registered].sort()).toEqual(Object.keys(endpoints).sort());
});

test.each(Object.entries<Endpoint>(endpoints))('%s is described with its answer and its errors', (name, endpoint) => {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  expect(operation?.operationId).toBe(name);
  const described = JSON.stringify(operation?.responses);
  const codes = name === 'token' ? ['OAuthError'] : endpoint.errors;
  expect(codes.filter((code) => !described.includes(code))).toEqual([]);
  expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['200', '400', '503']));
});
