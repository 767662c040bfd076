/** The websocket: who may open it, and how it informs a session of its end. */
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import type { TokenResponse } from '../../../contract/identity/access.endpoints';
import {
  SOCKET_CLOSE,
  SOCKET_PATH,
  type LogoutMessage,
  type SocketMessage,
} from '../../../contract/notifications/realtime.endpoints';
import { serve, type RunningServer } from '../../../server/app/serve';
import { readConfig } from '../../../server/base/config';
import { deriveKeys } from '../../../server/base/keys';
import { openDatabase } from '../../../server/database';
import * as feedRows from '../../../server/features/realtime/feedRows';
import * as lookups from '../../../server/identity/sessions/lookups';
import { TestClient } from '../support/client';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { Fixtures } from '../support/fixtures';
import { holdIntervals } from '../support/intervals';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
const opened: WebSocket[] = [];

beforeAll(async () => {
  // The server checks its sessions only when a test lets that time pass, so anything earlier was announced by an event.
  holdIntervals();
  server = await startTestServer();
});
afterEach(() => opened.splice(0).forEach((socket) => socket.terminate()));
afterAll(() => server.stop());

const CONTEXT = '/api-websocket/v1/websocket/wscontext';

interface Opened {
  readonly socket: WebSocket;
  readonly messages: LogoutMessage[];
  readonly closed: Promise<number>;
}

/** Resolves with the open socket, or rejects with the status of the refusal. */
function open(url: string, path: string, headers: Record<string, string> = { origin: url }): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers });
    opened.push(socket);
    const messages: LogoutMessage[] = [];
    const closed = new Promise<number>((done) => socket.on('close', done));
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as SocketMessage;
      if (message.topic === 'logout') messages.push(message);
    });
    socket.on('open', () => resolve({ socket, messages, closed }));
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      reject(new Error(`refused with ${response.statusCode}`));
    });
    socket.on('error', reject);
  });
}

async function ticketOf(client: TestClient, { access_token: token }: TokenResponse): Promise<string> {
  const answer = await client.get(CONTEXT, { token });
  if (answer.status !== 200) throw new Error(`no ticket: ${answer.text}`);
  return `${SOCKET_PATH}?context=${String(answer.json['context'])}`;
}

async function signedIn() {
  const user = await server.fixtures.user('LIVE');
  const client = server.client();
  return { user, client, session: await client.signedIn(user) };
}

/** Waits until everything that the server has written to the socket has arrived. */
async function flushed(socket: WebSocket): Promise<void> {
  const answered = once(socket, 'pong');
  socket.ping();
  await answered;
}

describe('opening', () => {
  test('accepts a ticket exactly once', async () => {
    const { client, session } = await signedIn();
    const path = await ticketOf(client, session);
    await open(server.url, path);
    await expect(open(server.url, path)).rejects.toThrow('refused with 401');
  });

  test('accepts one ticket once, for any number of simultaneous uses', async () => {
    const { client, session } = await signedIn();
    const path = await ticketOf(client, session);
    const attempts = await Promise.allSettled(Array.from({ length: 50 }, () => open(server.url, path)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test.each([
    ['without an origin', {}, 403],
    ['with the origin null', { origin: 'null' }, 403],
    ['from another site', { origin: 'https://evil.example' }, 403],
    ['from another port of this host', { origin: 'http://localhost:1' }, 403],
  ])('is refused %s, and the ticket is not used up by it', async (_case, headers, status) => {
    const { client, session } = await signedIn();
    const path = await ticketOf(client, session);
    await expect(open(server.url, path, headers as Record<string, string>)).rejects.toThrow(`refused with ${status}`);
    await open(server.url, path);
  });

  test('is refused with an expired ticket', async () => {
    const { client, session } = await signedIn();
    const path = await ticketOf(client, session);
    const { expires_at } = await server.owner
      .selectFrom('websocket_tickets')
      .where('session_id', '=', session.tokenIdentifier)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 30_000);
    await server.owner
      .updateTable('websocket_tickets')
      .set({ expires_at: sql<Date>`now()` })
      .where('session_id', '=', session.tokenIdentifier)
      .execute();
    await expect(open(server.url, path)).rejects.toThrow('refused with 401');
  });

  test.each([
    [`${SOCKET_PATH}?context=nonsense`, 401],
    [SOCKET_PATH, 400],
    ['/api-websocket/v1/other?context=x', 404],
    ['//', 404],
  ])('is refused at %s', async (path, status) => {
    await expect(open(server.url, path)).rejects.toThrow(`refused with ${status}`);
  });

  test('is refused to a session that ended after it got its ticket', async () => {
    const { client, session } = await signedIn();
    const path = await ticketOf(client, session);
    await client.post('/api-user/v1/session/end', {}, { token: session.access_token });
    await expect(open(server.url, path)).rejects.toThrow('refused with 401');
  });

  test('is possible ten times for one user, not eleven', async () => {
    const { client, session } = await signedIn();
    for (let count = 0; count < 10; count += 1) await open(server.url, await ticketOf(client, session));
    await expect(open(server.url, await ticketOf(client, session))).rejects.toThrow('refused with 429');
  });

  test('tickets are stored as hashes and limited in number', async () => {
    const { client, session } = await signedIn();
    const path = await ticketOf(client, session);
    const rows = await server.owner.selectFrom('websocket_tickets').selectAll().execute();
    expect(rows.some(({ ticket_hash }) => path.includes(ticket_hash.toString('utf8')))).toBe(false);
    for (let count = 1; count < 20; count += 1) await ticketOf(client, session);
    await expect(ticketOf(client, session)).rejects.toThrow('too.many.requests');
  });
});

describe('the logout topic', () => {
  test('reaches the other session of a takeover by an event, with user and session, and the socket closes', async () => {
    const { user, client, session } = await signedIn();
    const { messages, closed } = await open(server.url, await ticketOf(client, session));
    const second = server.client();
    const pending = await second.signedIn(user);
    await second.post(
      '/api-user/v1/sessions/logout-notification',
      { tokenIdentifier: pending.tokenIdentifier },
      { token: pending.access_token },
    );
    expect(await closed).toBe(SOCKET_CLOSE.sessionEnded);
    expect(messages).toEqual([
      { topic: 'logout', userId: user.id, tokenIdentifier: session.tokenIdentifier, reason: 'taken_over' },
    ]);
  });

  test('is also sent for a sign-out and for a stolen refresh token', async () => {
    const first = await signedIn();
    const one = await open(server.url, await ticketOf(first.client, first.session));
    await first.client.post('/api-user/v1/session/end', {}, { token: first.session.access_token });
    await one.closed;
    expect(one.messages[0]?.reason).toBe('signed_out');

    const { client, session } = await signedIn();
    const two = await open(server.url, await ticketOf(client, session));
    const stolen = client.cookies.get('vms_refresh') ?? '';
    await client.refresh();
    await server.owner
      .updateTable('refresh_tokens')
      .set({ replaced_at: sql<Date>`now() - interval '11 seconds'` })
      .where('session_id', '=', session.tokenIdentifier)
      .where('replaced_at', 'is not', null)
      .execute();
    await server.client().refresh({ refresh_token: stolen });
    await two.closed;
    expect(two.messages[0]?.reason).toBe('revoked');
  });

  test('does not affect the sockets of others', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const staying = await open(server.url, await ticketOf(other.client, other.session));
    const leaving = await open(server.url, await ticketOf(one.client, one.session));
    await one.client.post('/api-user/v1/session/end', {}, { token: one.session.access_token });
    await leaving.closed;
    expect([staying.socket.readyState, staying.messages]).toEqual([WebSocket.OPEN, []]);
  });

  test('is detected after five seconds even if no event announces the end', async () => {
    const { client, session } = await signedIn();
    const { closed, messages } = await open(server.url, await ticketOf(client, session));
    await server.owner
      .updateTable('sessions')
      .set({ idle_expires_at: sql<Date>`now()` })
      .where('id', '=', session.tokenIdentifier)
      .execute();
    jest.advanceTimersByTime(5_000);
    expect(await closed).toBe(SOCKET_CLOSE.sessionEnded);
    expect(messages[0]?.reason).toBe('expired');
  });

  test('is not sent for an unknown event', async () => {
    const { client, session } = await signedIn();
    const { socket, messages } = await open(server.url, await ticketOf(client, session));
    const other = await signedIn();
    const leaving = await open(server.url, await ticketOf(other.client, other.session));
    const lookedUp = jest.spyOn(lookups, 'findEndedSessions');
    for (const payload of [
      '',
      'null',
      '{}',
      '{"kind":"session-ended","sessionId":"x"}',
      JSON.stringify({ kind: 'session-ended', sessionId: session.tokenIdentifier }),
    ]) {
      await sql`select pg_notify('vms_events', ${payload})`.execute(server.owner);
    }
    // Events arrive in order: this one after all of those.
    await other.client.post('/api-user/v1/session/end', {}, { token: other.session.access_token });
    await leaving.closed;
    await Promise.all(lookedUp.mock.results.map(({ value }) => value as Promise<unknown>));
    await flushed(socket);
    expect([socket.readyState, messages]).toEqual([WebSocket.OPEN, []]);
  });
});

describe('a client that misbehaves', () => {
  test('is closed when it sends more than 16 KiB in one message', async () => {
    const { client, session } = await signedIn();
    const { socket, closed } = await open(server.url, await ticketOf(client, session));
    socket.send('x'.repeat(16 * 1024 + 1));
    expect(await closed).toBe(1009);
  });

  test('is closed if it sends without pause', async () => {
    const { client, session } = await signedIn();
    const { socket, closed } = await open(server.url, await ticketOf(client, session));
    for (let count = 0; count < 100; count += 1) socket.send('hello');
    expect(await closed).toBe(1008);
  });

  test('is disconnected after a refusal even if it keeps its side open, so that the server can stop', async () => {
    const { hostname, port } = new URL(server.url);
    const accepted = once(server.app.http.server, 'connection') as Promise<[Socket]>;
    const peer = connect({ host: hostname, port: Number(port), allowHalfOpen: true }).setEncoding('utf8');
    try {
      peer.write(
        `GET ${SOCKET_PATH} HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${server.url}\r\n` +
          'connection: upgrade\r\nupgrade: websocket\r\n\r\n',
      );
      const [here] = await accepted;
      const disconnected = once(here, 'close');
      let answer = '';
      peer.on('data', (part) => (answer += String(part)));
      await once(peer, 'end');
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      await disconnected;
    } finally {
      peer.destroy();
    }
  });

  test('cannot break the server’s count of its sockets', async () => {
    const { client, session } = await signedIn();
    for (let count = 0; count < 30; count += 1) {
      const { socket, closed } = await open(server.url, await ticketOf(client, session));
      socket.terminate();
      await closed;
    }
    await open(server.url, await ticketOf(client, session));
  });
});

describe('with two servers on one database', () => {
  let database: TestDatabase;
  const nodes: RunningServer[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    for (let node = 0; node < 2; node += 1) {
      const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent' });
      const own = await openDatabase(database.options);
      const running = await serve(config, own, deriveKeys('a secret for tests only, long enough to be one'));
      nodes.push({ ...running, stop: () => running.stop().finally(() => own.close()) });
    }
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await database.close();
  });

  test('a takeover on one reaches the socket on the other by an event', async () => {
    const [here, there] = nodes as [RunningServer, RunningServer];
    const user = await new Fixtures(database.owner).user('NODES');
    const first = new TestClient(there.app.http);
    const session = await first.signedIn(user);
    const { messages, closed } = await open(there.url, await ticketOf(first, session));
    const second = new TestClient(here.app.http);
    const pending = await second.signedIn(user);
    await second.post(
      '/api-user/v1/sessions/logout-notification',
      { tokenIdentifier: pending.tokenIdentifier },
      { token: pending.access_token },
    );
    expect(await closed).toBe(SOCKET_CLOSE.sessionEnded);
    expect(messages[0]?.reason).toBe('taken_over');
  });

  test('a stopping server requests its clients to reconnect, and answers running calls', async () => {
    const leaving = nodes.pop();
    const user = await new Fixtures(database.owner).user('STOPPING');
    if (leaving === undefined) throw new Error('there is no second server');
    const client = new TestClient(leaving.app.http);
    const { closed } = await open(leaving.url, await ticketOf(client, await client.signedIn(user)));
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'web',
      refresh_token: client.cookies.get('vms_refresh') ?? '',
    });
    const { address, port } = leaving.app.http.server.address() as AddressInfo;
    const received = once(leaving.app.http.server, 'request');
    const host = address.includes(':') ? `[${address}]` : address;
    const underWay = fetch(`http://${host}:${port}/api-user/oauth2/token`, { method: 'POST', body });
    await received;
    await leaving.stop();
    expect((await underWay).status).toBe(200);
    expect(await closed).toBe(SOCKET_CLOSE.restarting);
  });

  test('a socket that is about to open when its server stops is refused, and does not delay the stop', async () => {
    const leaving = nodes.pop();
    const user = await new Fixtures(database.owner).user('ABOUT');
    if (leaving === undefined) throw new Error('there is no other server');
    const client = new TestClient(leaving.app.http);
    const path = await ticketOf(client, await client.signedIn(user));
    const { consumeTicket } = feedRows;
    let stopped = Promise.resolve();
    jest.spyOn(feedRows, 'consumeTicket').mockImplementation(async (...ticket) => {
      const admitted = await consumeTicket(...ticket);
      stopped = leaving.app.sockets.close().then(() => leaving.stop());
      return admitted;
    });
    await expect(open(leaving.url, path)).rejects.toThrow('refused with 503');
    await stopped;
  });
});
