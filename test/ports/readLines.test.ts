/** A response in lines, over a real connection. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { END, type EventChannel } from 'redux-saga';
import type { HttpLine } from '../../sagas/base/ports/network';
import { readLines } from '../../src/ports/readLines';

let server: Server;
let answer: ServerResponse;
let lines: EventChannel<HttpLine>;

const next = () =>
  new Promise<HttpLine | 'end'>((resolve) =>
    lines.take((received) => resolve(received === END ? 'end' : (received as HttpLine))),
  );
const line = (value: unknown) => ({ type: 'line', value });

beforeEach(async () => {
  server = createServer((_, response) => {
    answer = response;
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  lines = readLines(await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});
afterEach(async () => {
  lines.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

test('each line is emitted when it is complete, however it was split, and then the end', async () => {
  answer.write('{"a":1}\n{"b":');
  expect(await next()).toEqual(line({ a: 1 }));
  answer.write('"é"}\n\n');
  expect(await next()).toEqual(line({ b: 'é' }));
  answer.end();
  expect(await next()).toBe('end');
});

test.each([
  ['a connection that is lost', () => answer.destroy()],
  ['half a line at the end', () => answer.end('{"b":')],
  ['a line that is no JSON', () => answer.end('<html>\n')],
])('%s is reported as broken', async (_, fault) => {
  answer.write('{"a":1}\n');
  expect(await next()).toEqual(line({ a: 1 }));
  fault();
  expect(await next()).toEqual({ type: 'broken' });
  expect(await next()).toBe('end');
});

test('closing it stops the server', async () => {
  const gone = once(answer, 'close');
  lines.close();
  await gone;
  expect(answer.writableFinished).toBe(false);
});
