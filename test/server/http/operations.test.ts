/** The operators' endpoints, and the server's behavior without its database. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { openDatabase } from '../../../server/database';
import { readConfig } from '../../../server/base/config';
import { deriveKeys } from '../../../server/base/keys';
import { unsubscribeLink } from '../../../server/features/notifications/channels/links';
import { serve, type RunningServer } from '../../../server/app/serve';
import { BASIC, TestClient } from '../support/client';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { Fixtures, PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

describe('a healthy server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('is alive, ready, and counts sign-ins and renewals', async () => {
    const user = await server.fixtures.user('OPS');
    const client = server.client();
    await client.signedIn(user);
    await client.signIn(user, { password: 'wrong' });
    await client.refresh();
    expect((await client.get('/healthz')).json).toEqual({ status: 'ok' });
    expect((await client.get('/readyz')).json).toEqual({ status: 'ready' });
    const { text } = await client.get('/metrics');
    expect(text).toMatch(/^vms_sign_ins_total\{outcome="ok"\} 1$/m);
    expect(text).toMatch(/^vms_sign_ins_total\{outcome="invalid\.credentials"\} 1$/m);
    expect(text).toMatch(/^vms_refreshes_total\{outcome="ok"\} 1$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toMatch(
      /^vms_request_seconds_count\{method="POST",route="\/api-user\/oauth2\/token",status="200"\} 2$/m,
    );
  });

  test('answers clients that offer HTTP/2 as it answers others, on a connection that stays open', async () => {
    const { userName: username, organizationCode: organization_code } = await server.fixtures.user('H2C');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' };
    const ask = async (path: string, form?: Record<string, string>) => {
      const asked = request(server.url + path, {
        ...{ method: form === undefined ? 'GET' : 'POST', agent },
        headers: { ...offer, authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded' },
      });
      asked.end(new URLSearchParams(form).toString());
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      return [answer.statusCode, asked.reusedSocket];
    };
    const form = { grant_type: 'password', username, password: PASSWORD, organization_code };
    try {
      expect(await ask('/healthz')).toEqual([200, false]);
      expect(await ask('/api-user/oauth2/token', form)).toEqual([200, true]);
      expect(await ask('/metrics')).toEqual([200, true]);
    } finally {
      agent.destroy();
    }
  });
});

test('a server that is shutting down completes running requests, and refuses new ones so that they can be retried', async () => {
  const server = await startTestServer();
  try {
    const user = await server.fixtures.user('LEFT');
    const client = server.client();
    let begun: ReturnType<TestClient['signIn']> | undefined;
    await server.owner.transaction().execute(async (holder) => {
      await sql`lock table sessions in access exclusive mode`.execute(holder);
      begun = client.signIn(user);
      const waiting = async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from pg_locks where relation = 'sessions'::regclass and not granted`.execute(
          holder,
        );
        return (rows[0]?.n ?? 0) > 0;
      };
      while (!(await waiting())) await new Promise((resolve) => setTimeout(resolve, 10));
      server.app.services.draining.begin();
    });
    expect((await begun)?.status).toBe(200);
    const refused = [await client.get('/readyz'), await client.get('/api-user/v1/session'), await client.signIn(user)];
    expect(refused.map(({ status, headers }) => [status, headers['retry-after'], headers['connection']])).toEqual(
      Array(3).fill([503, '1', 'close']),
    );
    expect(refused.map(({ json }) => json['errorCode'] ?? json['error'])).toEqual([
      'service.unavailable',
      'service.unavailable',
      'temporarily_unavailable',
    ]);
    expect([(await client.get('/healthz')).status, (await client.get('/runtime-config.json')).status]).toEqual([
      200, 200,
    ]);
  } finally {
    await server.stop();
  }
});

describe('without the database', () => {
  let database: TestDatabase;
  let running: RunningServer;
  let client: TestClient;
  let user: FixtureUser;
  let line: BreakableLine;

  beforeAll(async () => {
    database = await openTestDatabase();
    user = await new Fixtures(database.owner).user('DOWN');
    const { databaseUrl = '', databaseAppUrl } = database.options;
    line = await BreakableLine.to(databaseAppUrl ?? databaseUrl);
    const address = databaseAppUrl === undefined ? { databaseUrl: line.url } : { databaseAppUrl: line.url };
    const throughLine = await openDatabase({ ...database.options, ...address });
    const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent' });
    running = await serve(config, throughLine, deriveKeys('a secret for tests only, long enough to be one'));
    client = new TestClient(running.app.http);
    const stop = running.stop;
    running = { ...running, stop: () => stop().finally(() => throughLine.close()) };
  });
  afterAll(async () => {
    await line.repair();
    await running.stop();
    await line.close();
    await database.close();
  });

  test('every call is refused, no one is signed out, and the server recovers automatically', async () => {
    const { access_token: token } = await client.signedIn(user);
    const cookie = client.cookies.get('vms_refresh');
    await line.cut();

    const calls = [
      () => client.get('/readyz'),
      () => client.get('/api-user/v1/session'),
      () => client.get(`/api-user/v1/users/${user.userName}/info`, { token }),
      () => client.twoFactorCheck(user),
      () => client.refresh(),
      () =>
        client.token(
          { grant_type: 'password', username: 'x', password: 'y', organization_code: 'Z' },
          { headers: { authorization: BASIC } },
        ),
    ];
    for (const call of calls) {
      const answer = await call();
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
    }
    expect((await client.get('/healthz')).status).toBe(200);
    expect(client.cookies.get('vms_refresh')).toBe(cookie);

    await line.repair();
    expect((await client.refresh()).status).toBe(200);
    expect((await client.get(`/api-user/v1/users/${user.userName}/info`, { token })).status).toBe(200);
  });

  test('a person sees a page that opens the address again by itself, but never sends a form again', async () => {
    await line.cut();
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const link = unsubscribeLink(new URL('http://localhost'), running.app.services.keys, {
      userId: crypto.randomUUID(),
      kinds: [],
    });
    const returning = new TestClient(running.app.http);
    returning.cookies.set('vms_sso', `${'s'.repeat(43)}.${crypto.randomUUID()}`);
    const seen = [
      await returning.get('/login/oauth2/code/ats?code=x&state=y', { headers }),
      await client.request('POST', link.slice(link.indexOf('/unsubscribe')), { headers, form: {} }),
    ];
    for (const { status, headers: got, text } of seen) {
      expect([status, got['retry-after'], got['content-type']]).toEqual([503, '2', 'text/html; charset=utf-8']);
      expect(text).toContain('<h1>One moment, please</h1>');
    }
    expect(seen.map(({ headers: got }) => got['refresh'])).toEqual(['5', undefined]);
    expect((await client.get('/readyz')).json['errorCode']).toBe('service.unavailable');
    await line.repair();
  });
});

/** A connection to the database that can be cut and restored. */
class BreakableLine {
  private readonly sockets = new Set<Socket>();
  private port = 0;

  private constructor(
    private readonly target: URL,
    private server: Server,
  ) {}

  static async to(url: string): Promise<BreakableLine> {
    const line = new BreakableLine(new URL(url), createServer());
    await line.listen(0);
    return line;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  private async listen(port: number): Promise<void> {
    this.server = createServer((near) => {
      const host = decodeURIComponent(this.target.hostname);
      const tcpPort = Number(this.target.port || 5432);
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${tcpPort}`) : connect(tcpPort, host);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(from);
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        from.pipe(to);
      }
    });
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await closed;
  }

  async repair(): Promise<void> {
    if (!this.server.listening) await this.listen(this.port);
  }

  async close(): Promise<void> {
    await this.cut();
  }
}
