/** Frames over a real websocket: complete and in order between those of `ws`, and bounded in memory. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import type { CurrentSession } from '../../platform/session';
import { LiveSocket } from './liveSocket';
import { bytesOf, textFrame } from './textFrame';

const http = createServer();
const session = { sessionId: 's1', userId: 'u1' } as CurrentSession;
let ours: LiveSocket;
let theirs: WebSocket;
const received: string[] = [];

beforeAll(async () => {
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const opened = once(sockets, 'connection');
  theirs = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  theirs.on('message', (data: Buffer) => received.push(data.toString()));
  const [webSocket, request] = (await opened) as [WebSocket, IncomingMessage];
  ours = new LiveSocket(webSocket, request.socket, session, 0);
  await once(theirs, 'open');
});
afterAll(() => {
  theirs.terminate();
  http.close();
});

async function untilReceived(count: number): Promise<void> {
  while (received.length < count) await sleep(5);
}

test('messages of any length and script arrive whole and in order, also between pings', async () => {
  const texts = ['', 'Zoë 護士 🩺', 'x'.repeat(125), 'é'.repeat(300), '護'.repeat(30_000), 'last'];
  for (const text of texts) {
    ours.send(textFrame(bytesOf(text)));
    ours.webSocket.ping();
  }
  await untilReceived(texts.length);
  expect(received.splice(0)).toEqual(texts);
});

test('a socket whose reader stops is busy before much waits in memory, and no longer once all of it is read', async () => {
  theirs.pause();
  const frame = textFrame(bytesOf('é'.repeat(10_000)));
  let sent = 0;
  // The kernel buffers some of it, too, a moment later.
  for (let idle = 0; idle < 20; idle += 1) {
    while (!ours.isBusy()) {
      ours.send(frame);
      sent += 1;
      idle = 0;
    }
    await sleep(5);
  }
  expect(ours.webSocket.bufferedAmount).toBeGreaterThan(256 * 1024);
  expect(ours.webSocket.bufferedAmount).toBeLessThan(256 * 1024 + 2 * frame.length);
  theirs.resume();
  await untilReceived(sent);
  expect([received.length, new Set(received.splice(0)).size, ours.isBusy()]).toEqual([sent, 1, false]);
});

test('a closing socket sends nothing more', async () => {
  void ours.close(4000);
  expect(ours.isBusy()).toBe(true);
  ours.send(textFrame(bytesOf('too late')));
  const [code] = (await once(theirs, 'close')) as [number];
  expect([code, received]).toEqual([4000, []]);
});
