/** Traces of requests at a test collector: from the caller's span down to the statements, without values. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { BASIC } from '../support/client';
import { PASSWORD } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';
import { vmsEnvironment } from '../support/vms';
import { freePort } from '../database/support/processes';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}
interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
}

let collector: Server;
const bodies: string[] = [];
const paths: string[] = [];
let endpoint: string;
beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      paths.push(request.url ?? '');
      bodies.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => collector.once('listening', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => collector.close());

const TRACE = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const CLICK = '1122334455667788';
const valueOf = ({ attributes }: CollectedSpan, key: string) => {
  const { stringValue, intValue } = attributes.find((each) => each.key === key)?.value ?? {};
  return stringValue ?? (intValue === undefined ? undefined : Number(intValue));
};

/** As a process, because the exporter loads its transport in a way that Jest does not support. */
async function withTracedNode(
  on: TestServer,
  work: (url: string) => Promise<void>,
  collectorUrl = `${endpoint}/`,
): Promise<number | null> {
  const node = spawn(process.execPath, ['--import', 'tsx', path.join(__dirname, '../support/nodeProcess.ts')], {
    cwd: path.resolve(__dirname, '../../..'),
    env: { ...process.env, ...vmsEnvironment(on), PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(node, 'exit');
  try {
    const [line] = (await Promise.race([once(node.stdout, 'data'), ended])) as [unknown];
    await work(String(line).trim());
  } finally {
    node.kill('SIGTERM');
    await ended;
  }
  return node.exitCode;
}

test('a call’s trace leads from the caller through the transaction to each statement, without values', async () => {
  const server = await startTestServer();
  let requestId: string | null = null;
  try {
    const user = await server.fixtures.user('TRACED', { permissions: ['MENU_ADMIN', 'USER_EDIT'] });
    const { access_token: token } = await server.client().signedIn(user);
    await withTracedNode(server, async (url) => {
      const page = (await (await fetch(`${url}/runtime-config.json`)).json()) as object;
      expect(page).toMatchObject({ traces: true });
      const tracedRequest = (path: string, traceparent: string, body?: object) =>
        fetch(`${url}${path}`, {
          headers: { authorization: `Bearer ${token}`, traceparent, 'content-type': 'application/json' },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        });
      const answer = await tracedRequest('/api-user/v1/lists/users/search', `00-${TRACE}-${CLICK}-01`, {
        q: 'needle-7741',
      });
      expect(answer.status).toBe(200);
      requestId = answer.headers.get('x-request-id');
      await tracedRequest('/api-user/v1/users/nobody/info', '00-zz-broken');
      const signIn = await fetch(`${url}/api-user/oauth2/token`, {
        method: 'POST',
        headers: { authorization: BASIC },
        body: new URLSearchParams({
          ...{ grant_type: 'password', username: user.userName, password: PASSWORD },
          organization_code: user.organizationCode,
        }),
      });
      expect(signIn.status).toBe(200);
    });
  } finally {
    await server.stop();
  }
  expect(new Set(paths)).toEqual(new Set(['/v1/traces']));
  const spans = bodies
    .map((body) => JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] })
    .flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
    );
  const own = spans.filter(({ traceId }) => traceId === TRACE);
  const root = own.find(({ parentSpanId }) => parentSpanId === CLICK);
  expect(root).toMatchObject({ name: 'POST /api-user/v1/lists/:list/search', kind: 2 });
  expect(valueOf(root!, 'vms.request_id')).toBe(requestId);
  expect(valueOf(root!, 'http.response.status_code')).toBe(200);

  const above = (span: CollectedSpan): CollectedSpan | undefined =>
    own.find(({ spanId }) => spanId === span.parentSpanId);
  const statement = own.find((span) => String(valueOf(span, 'db.query.text')).includes('from users r'));
  expect(statement).toMatchObject({ name: 'select', kind: 3 });
  expect(valueOf(statement!, 'db.query.text')).toContain('$1');
  const transaction = above(statement!);
  expect(transaction?.name).toBe('transaction');
  expect(above(transaction!)).toBe(root);

  // An invalid trace starts a new one, and another request is another trace.
  const others = spans.filter(({ name }) => name === 'GET /api-user/v1/users/:userName/info');
  expect(others.map(({ parentSpanId = '' }) => parentSpanId)).toEqual(['']);
  const sent = bodies.join('\n');
  for (const secret of ['needle-7741', PASSWORD, 'TRACED']) expect(sent).not.toContain(secret);
});

test('a node whose collector is away stops as usual, and does before what it has promised', async () => {
  const server = await startTestServer();
  try {
    const user = await server.fixtures.user('UNHEARD');
    const away = `http://127.0.0.1:${await freePort()}/`;
    const code = await withTracedNode(
      server,
      async (url) => {
        const { userName: username, organizationCode } = user;
        const asked = await fetch(`${url}/api-user/v1/password/reset`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username, organizationCode }),
        });
        expect(asked.status).toBe(200);
      },
      away,
    );
    expect(code).toBe(0);
    expect((await server.mailsTo(user.email)).map(({ subject }) => subject)).toEqual(['Your temporary password']);
  } finally {
    await server.stop();
  }
});

test('if off, nothing is sent and the app adds no header; every answer has the id of the log', async () => {
  const before = bodies.length;
  const server = await startTestServer();
  try {
    const client = server.client();
    expect((await client.get('/runtime-config.json')).json).not.toHaveProperty('traces');
    const ids = new Set<string>();
    for (const url of ['/api-user/v1/nothing-here', '/healthz', '/signin', '/%']) {
      const { headers } = await client.get(url, { headers: { accept: 'text/html' } });
      const id = String(headers['x-request-id']);
      expect([url, id]).toEqual([url, expect.stringMatching(/^[0-9a-f]{12}$/)]);
      ids.add(id);
      // A malformed address reaches no route.
      const lines = server.log.filter((line) => line.includes(`"requestId":"${id}"`));
      expect([url, lines.length]).toEqual([url, url === '/%' ? 0 : 1]);
    }
    expect(ids.size).toBe(4);
  } finally {
    await server.stop();
  }
  expect(bodies).toHaveLength(before);
});
