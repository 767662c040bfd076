import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CANCEL } from 'redux-saga';
import { createClockPort } from '../../src/ports/clock.port';
import { createFileStore } from '../../src/ports/files.port';
import { createHttpPort } from '../../src/ports/http.port';
import { createPeersPort } from '../../src/ports/peers.port';
import { createSecretStore } from '../../src/ports/secrets.port';
import type { SecretRef } from '../../machines/references';
import { loadEndpointCatalog } from '../../sagas/base/http/send.saga';
import type { HttpAnswer } from '../../sagas/base/ports/network';
import { createLocks } from '../support/locks';

/** As redux-saga does when the waiting saga is cancelled. */
const cancel = (promise: Promise<unknown>) => (Reflect.get(promise, CANCEL) as () => void)();

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(10);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const services = (base: string) => ({
  'api-user': base,
  'api-job': base,
  'api-agency': base,
  'api-client': base,
  'api-timecard': base,
  'api-websocket': base,
});

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('the http port', () => {
  let server: Server;
  let base: string;
  let received: Received[];
  let brokenOff: () => number;
  let respond: { status: number; body: string; headers?: Record<string, string>; hold?: boolean };

  beforeAll(loadEndpointCatalog);
  beforeEach(async () => {
    received = [];
    let broken = 0;
    brokenOff = () => broken;
    respond = { status: 200, body: '{}' };
    server = createServer((request, response) => {
      response.on('close', () => void (broken += response.writableFinished ? 0 : 1));
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push({ method: request.method, url: request.url, headers: request.headers, body });
        if (respond.hold) return;
        response.writeHead(respond.status, respond.headers).end(respond.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  it('sends secrets for their references, and returns references for what the contract calls secret in the answer', async () => {
    const secrets = createSecretStore();
    respond.body = JSON.stringify({ access_token: 'the-token', expires_in: 300 });
    const answer = await createHttpPort(services(base), secrets, createFileStore()).send({
      endpoint: 'token',
      body: { grant_type: 'password', username: 'ann', password: secrets.keep('s3cret & more') },
      timeoutMs: 1_000,
    });
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/api-user/oauth2/token',
      body: 'grant_type=password&username=ann&password=s3cret+%26+more',
      headers: { authorization: `Basic ${btoa('web:')}`, 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { access_token: sealed } = answer.body as { access_token: SecretRef };
    expect(sealed).not.toContain('the-token');
    expect(secrets.open(sealed)).toBe('the-token');
  });

  it('names the request as the server does, and starts a trace only if the server wants one', async () => {
    respond.headers = { 'x-request-id': '3f9a1c2b4d5e' };
    const attempt = (traces?: boolean) =>
      createHttpPort(services(base), createSecretStore(), createFileStore(), traces).send({
        endpoint: 'sessionCheck',
        timeoutMs: 1_000,
      });
    expect((await attempt()).requestId).toBe('3f9a1c2b4d5e');
    await Promise.all([attempt(true), attempt(true)]);
    const [without, ...traces] = received.map(({ headers }) => headers['traceparent']);
    expect(without).toBeUndefined();
    for (const trace of traces) expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(new Set(traces).size).toBe(2);
  });

  it('names the time zone of the browser, also after the computer was carried into another', async () => {
    const secrets = createSecretStore();
    const port = createHttpPort(services(base), secrets, createFileStore());
    const zoneSent = async (zone: string, minutesBehind: number): Promise<unknown> => {
      jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: zone } as never);
      jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutesBehind);
      await port.send({ endpoint: 'sessionCheck', bearer: secrets.keep('abc'), timeoutMs: 1_000 });
      return received.at(-1)?.headers['x-time-zone'];
    };
    expect(await zoneSent('America/New_York', 300)).toBe('America/New_York');
    expect(await zoneSent('America/Chicago', 360)).toBe('America/Chicago');
    expect(await zoneSent('America/Chicago', 360)).toBe('America/Chicago');
    expect(await zoneSent('Asia/Tokyo', -540)).toBe('Asia/Tokyo');
  });

  it('sends the bearer token and escapes path parameters', async () => {
    const secrets = createSecretStore();
    await createHttpPort(services(base), secrets, createFileStore()).send({
      endpoint: 'userInfo',
      params: { userName: '../a b?c=d' },
      bearer: secrets.keep('abc'),
      timeoutMs: 1_000,
    });
    expect(received[0]).toMatchObject({
      method: 'GET',
      url: '/api-user/v1/users/..%2Fa%20b%3Fc%3Dd/info',
      headers: { authorization: 'Bearer abc' },
    });
  });

  it.each([
    [
      'HTML',
      { status: 200, body: '<html>Please log in to the WiFi</html>' },
      { status: 200, body: null, retryAfterSeconds: null },
    ],
    ['half of a JSON', { status: 200, body: '{"access_to' }, { status: 200, body: null, retryAfterSeconds: null }],
    [
      'a refusal with Retry-After',
      { status: 503, body: '', headers: { 'retry-after': '7' } },
      { status: 503, body: null, retryAfterSeconds: 7 },
    ],
  ] as const)('passes %s on unchanged', async (_, given, expected) => {
    respond = given;
    const answer = await createHttpPort(services(base), createSecretStore(), createFileStore()).send({
      endpoint: 'sessionCheck',
      timeoutMs: 1_000,
    });
    expect(answer).toEqual<HttpAnswer>(expected);
  });

  it('gives up after its time limit', async () => {
    respond.hold = true;
    const answer = createHttpPort(services(base), createSecretStore(), createFileStore()).send({
      endpoint: 'sessionCheck',
      timeoutMs: 30,
    });
    await expect(answer).rejects.toMatchObject({ kind: 'timedOut' });
  });

  it('reports unreachable if no server listens', async () => {
    const answer = createHttpPort(services('http://127.0.0.1:9'), createSecretStore(), createFileStore()).send({
      endpoint: 'sessionCheck',
      timeoutMs: 1_000,
    });
    await expect(answer).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('does not follow a redirect of a request with a password', async () => {
    respond = { status: 307, body: '', headers: { location: `${base}/elsewhere` } };
    const answer = createHttpPort(services(base), createSecretStore(), createFileStore()).send({
      endpoint: 'token',
      body: {},
      timeoutMs: 1_000,
    });
    await expect(answer).rejects.toMatchObject({ kind: 'unreachable' });
    expect(received).toHaveLength(1);
  });

  it('is aborted when its saga no longer waits, and leaves no secret behind', async () => {
    const secrets = createSecretStore();
    respond.hold = true;
    const answer = createHttpPort(services(base), secrets, createFileStore()).send({
      endpoint: 'token',
      body: {},
      timeoutMs: 5_000,
    });
    cancel(answer);
    await expect(answer).rejects.toMatchObject({ kind: 'unreachable' });
    expect(secrets.held()).toEqual([]);
  });

  it.each([
    ['the saga no longer waits', 5_000, cancel, 'unreachable'],
    ['the time is over', 30, () => {}, 'timedOut'],
  ] as const)('does not abort a call that must complete when %s', async (_, timeoutMs, leave, kind) => {
    const secrets = createSecretStore();
    respond.hold = true;
    const answer = createHttpPort(services(base), secrets, createFileStore()).send({
      endpoint: 'token',
      body: {},
      timeoutMs,
      completes: true,
    });
    await until(() => received.length === 1);
    leave(answer);
    await expect(answer).rejects.toMatchObject({ kind });
    await pause(50);
    expect(brokenOff()).toBe(0);
    expect(secrets.held()).toEqual([]);
  });

  it('aborts any other call whose saga no longer waits', async () => {
    respond.hold = true;
    const answer = createHttpPort(services(base), createSecretStore(), createFileStore()).send({
      endpoint: 'sessionCheck',
      timeoutMs: 5_000,
    });
    await until(() => received.length === 1);
    cancel(answer);
    await expect(answer).rejects.toMatchObject({ kind: 'unreachable' });
    await until(() => brokenOff() === 1);
  });
});

describe('the lock of all tabs', () => {
  let locks: ReturnType<typeof createLocks>;
  beforeEach(() => {
    locks = createLocks();
    // Node's would keep the process alive.
    jest.spyOn(globalThis as { BroadcastChannel?: unknown }, 'BroadcastChannel', 'get').mockReturnValue(undefined);
    Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'navigator');
  });
  const attempt = () => createPeersPort(createSecretStore()).lock('renewal', 5_000);

  it('is held by one after the other', async () => {
    const first = await attempt();
    const second = attempt();
    expect(locks.held()).toBe(1);
    first?.();
    const release = await second;
    expect(release).toBeInstanceOf(Function);
    release?.();
    await until(() => locks.held() === 0);
  });

  it('is not kept by a saga that stopped waiting for it', async () => {
    const first = await attempt();
    const second = attempt();
    cancel(second);
    first?.();
    (await attempt())?.();
    await until(() => locks.held() === 0);
  });

  it('is not kept by a saga that stopped waiting at the moment it was granted', async () => {
    cancel(attempt());
    await until(() => locks.held() === 0);
    (await attempt())?.();
  });
});

describe('the secrets', () => {
  it('gives equal secrets equal references, which reveal nothing', () => {
    const secrets = createSecretStore();
    expect(secrets.keep('abc')).toBe(secrets.keep('abc'));
    expect(secrets.keep('abd')).not.toBe(secrets.keep('abc'));
    expect(secrets.keep('abc')).not.toContain('abc');
  });

  it('forgets a cleared secret, and never gives its reference to another', () => {
    const secrets = createSecretStore();
    const ref = secrets.keep('abc');
    secrets.clear([ref, '<secret:77>' as SecretRef]);
    expect(secrets.open(ref)).toBeUndefined();
    expect(secrets.keep('xyz')).not.toBe(ref);
    expect(secrets.held()).toEqual(['xyz']);
  });
});

describe('the clock port', () => {
  it('notices within a second that its time passed while the machine slept', async () => {
    jest.useFakeTimers({ now: 0 });
    let passed = false;
    void createClockPort()
      .delay(60_000)
      .then(() => (passed = true));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(passed).toBe(false);
    // Sleep: the wall clock goes on, timers do not.
    jest.setSystemTime(3_600_000);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(passed).toBe(true);
    jest.useRealTimers();
  });

  it('waits no longer if the clock is set back', async () => {
    jest.useFakeTimers({ now: 3_600_000 });
    let passed = false;
    void createClockPort()
      .delay(60_000)
      .then(() => (passed = true));
    let seconds = 0;
    for (; !passed && seconds < 120; seconds += 1) {
      if (seconds === 30) jest.setSystemTime(0);
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(`after ${seconds} seconds`).toBe('after 60 seconds');
    jest.useRealTimers();
  });

  it('is cancelled when its saga no longer waits', async () => {
    jest.useFakeTimers({ now: 0 });
    const wait = createClockPort().delay(500);
    cancel(wait);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
});
