/** Requests whose body does not arrive: their connection is closed in time, and only uploads may take longer. */
import { connect, type Socket } from 'node:net';
import { BASIC } from '../support/client';
import { openTestDatabase } from '../support/database';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer({}, openTestDatabase, { bodyTimeoutMs: 1_000 });
  const sender = await server.fixtures.user('SLOW', { permissions: ['BROADCAST_SEND'] });
  token = (await server.client().signedIn(sender)).access_token;
});
afterAll(() => server.stop());

const TOKEN = '/api-user/oauth2/token';
const CHECK = '/api-user/v1/two-factor/check';
const UPLOAD = '/api-user/v1/broadcasts/documents?fileName=notes.txt';
const JSON_TYPE = 'Content-Type: application/json';
const FORM = `Content-Type: application/x-www-form-urlencoded\r\nAuthorization: ${BASIC}`;
const FILE = 'Content-Type: application/octet-stream';

/** The head of a request whose body has that many bytes. */
const head = (line: string, headers: string, bytes: number): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\nContent-Length: ${bytes}\r\n\r\n`;

interface Wire {
  write(text: string): void;
  /** Resolves with all that was received, once that includes this. */
  received(part: RegExp): Promise<string>;
  /** Resolves with all that was received, once the server has closed the connection. */
  readonly closed: Promise<string>;
  readonly socket: Socket;
}

function open(text: string): Wire {
  let answer = '';
  const socket = connect(Number(new URL(server.url).port), 'localhost', () => socket.write(text));
  socket.on('data', (chunk) => (answer += chunk.toString()));
  // The server may also reset the connection, if it gets more of a body that it does not wait for.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(answer)));
  return {
    socket,
    closed,
    write: (more) => void socket.write(more),
    received: (part) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (part.test(answer)) resolve(answer);
        };
        look();
        socket.on('data', look);
        void closed.then((all) => reject(new Error(`closed after: ${all}`)));
      }),
  };
}

/** Resolves when a request that begins now has run out of time: those that began earlier have, too. */
const timeRunsOut = (): Promise<string> => open(head(`POST ${CHECK}`, JSON_TYPE, 100)).closed;

test.each([
  ['the token call', head(`POST ${TOKEN}`, FORM, 100)],
  ['a call with JSON', `${head(`POST ${CHECK}`, JSON_TYPE, 100)}{"userName":`],
  [
    'a body in chunks',
    `POST ${CHECK} HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
  ],
  ['an address that does not exist', head('POST /api-user/v1/nothing', JSON_TYPE, 100)],
  ['a form for the unsubscribe page', head('POST /unsubscribe', 'Content-Type: application/x-www-form-urlencoded', 9)],
  ['an offer of another protocol', head(`POST ${CHECK}`, `${JSON_TYPE}\r\nConnection: Upgrade\r\nUpgrade: h2c`, 100)],
])('%s is answered with 408 and its connection closed', async (_case, request) => {
  const answer = await open(request).closed;
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(answer).toMatch(/\r\nx-request-id: \w+\r\n/i);
  expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
});

test('the answer is an error of the API with a next step, and one of OAuth at the token call', async () => {
  const [call, grant] = [head(`POST ${CHECK}`, JSON_TYPE, 100), head(`POST ${TOKEN}`, FORM, 100)].map(
    (request) => open(request).closed,
  );
  const body = async (answer: Promise<string> | undefined): Promise<unknown> =>
    JSON.parse((await answer)?.split('\r\n\r\n')[1] ?? '');
  const sentence = 'The request took too long to arrive. Please check your connection and try again.';
  expect(await body(call)).toEqual({
    errorCode: 'request.invalid',
    errorMessage: sentence,
  });
  expect(await body(grant)).toEqual({
    error: 'invalid_request',
    error_description: 'request.invalid',
    errorMessage: sentence,
  });
});

test('a body that drips is not a reason to wait longer', async () => {
  const wire = open(head(`POST ${CHECK}`, JSON_TYPE, 1_000));
  const drip = setInterval(() => wire.write(' '), 50);
  try {
    expect(await wire.closed).toMatch(/^HTTP\/1\.1 408 /);
  } finally {
    clearInterval(drip);
  }
});

test.each([
  ['a call without a token', head('POST /api-user/v1/broadcasts', JSON_TYPE, 100), 401],
  ['a call that reads no body', head('GET /api-user/v1/session', JSON_TYPE, 100), 200],
  ['an address that does not exist', head('POST /api-user/v1/nothing', 'Content-Type: text/plain', 100), 404],
  ['an address that cannot be read', head('POST /api-user/v1/users/%zz/info', JSON_TYPE, 100), 400],
  ['content of another type', head(`POST ${CHECK}`, 'Content-Type: text/plain', 100), 415],
  ['an upload without a token', head(`POST ${UPLOAD}`, FILE, 100), 401],
])('%s is answered before its body, whose rest does not keep the connection open', async (_case, request, status) => {
  const answer = await open(request).closed;
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('an upload may take longer', async () => {
  const upload = open(`${head(`POST ${UPLOAD}`, `${FILE}\r\nAuthorization: Bearer ${token}`, 10)}Hello`);
  expect(await timeRunsOut()).toMatch(/^HTTP\/1\.1 408 /);
  upload.write('World');
  expect(await upload.received(/\}/)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"size":10\}/);
  upload.socket.destroy();
});

test('a connection whose requests were complete stays open for the next', async () => {
  const body = JSON.stringify({ userName: 'nobody', password: 'x', organizationCode: 'SLOW' });
  const call = head(`POST ${CHECK}`, JSON_TYPE, body.length) + body;
  const wire = open(call);
  await wire.received(/invalid\.credentials/);
  wire.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await wire.received(/HTTP\/1\.1 200 /);
  await timeRunsOut();
  wire.write(call);
  expect((await wire.received(/(invalid\.credentials[\s\S]*){2}/)).match(/HTTP\/1\.1 \d+/g)).toEqual([
    'HTTP/1.1 400',
    'HTTP/1.1 200',
    'HTTP/1.1 400',
  ]);
  wire.socket.destroy();
});

test('clients that leave in the middle of a body do no harm', async () => {
  const left = [open(`${head(`POST ${CHECK}`, JSON_TYPE, 100)}{`), open(head(`POST ${UPLOAD}`, FILE, 100))];
  await left[1]?.received(/HTTP\/1\.1 401 /);
  for (const { socket } of left) socket.destroy();
  await timeRunsOut();
  expect((await server.client().get('/readyz')).status).toBe(200);
});

test('each cut-off is in the log with its reason, and none is a fault of the server', async () => {
  await timeRunsOut();
  const lines = server.log.map((line) => JSON.parse(line) as { level: number; status?: number; refusedAs?: string });
  expect(lines).toContainEqual(expect.objectContaining({ status: 408, refusedAs: 'request.invalid' }));
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});
