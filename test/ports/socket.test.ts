/** How the port wraps a socket: it batches messages, and detects an end even without a close. */
import { END, type EventChannel } from 'redux-saga';
import { createSocketPort } from '../../src/ports/socket.port';
import { createSecretStore } from '../../src/ports/secrets.port';
import type { SocketSignal } from '../../sagas/base/ports/network';

class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  isClosed = false;
  constructor(readonly address: URL) {
    sockets.push(this);
  }
  close(): void {
    this.isClosed = true;
  }
}
let sockets: FakeSocket[] = [];

function opened() {
  const secrets = createSecretStore();
  const channel: EventChannel<SocketSignal> = createSocketPort('', secrets).open(secrets.keep('ticket'));
  const received: unknown[] = [];
  const next = () =>
    channel.take((signal: SocketSignal | typeof END) => {
      received.push(signal);
      if (signal.type !== END.type) next();
    });
  next();
  const socket = sockets.at(-1)!;
  socket.onopen?.();
  const types = () => received.map((signal) => (signal as SocketSignal).type);
  return { socket, channel, received, types, receive: (data: unknown) => socket.onmessage?.({ data }) };
}

beforeEach(() => {
  jest.useFakeTimers();
  sockets = [];
  Object.assign(globalThis, { WebSocket: FakeSocket, window: { location: { href: 'http://localhost/vms' } } });
});
afterEach(() => jest.useRealTimers());

it('opens the address with the ticket, once', () => {
  const { socket, types } = opened();
  expect(socket.address.href).toBe('ws://localhost/api-websocket/v1/websocket?context=ticket');
  expect(types()).toEqual(['opened']);
});

it('passes on the first message immediately, those that follow within a frame together, and all of them before the end', () => {
  const { socket, received, receive, types } = opened();
  for (const text of ['1', '2', 'no JSON', '4']) receive(text);
  receive(new Uint8Array(3));
  expect(received.slice(1)).toEqual([{ type: 'message', data: 1 }]);
  jest.advanceTimersByTime(16);
  expect(received[2]).toEqual({ type: 'message', data: [2, null, 4, null] });
  receive('5');
  socket.onclose?.({ code: 1012 });
  expect(received.slice(3, 5)).toEqual([
    { type: 'message', data: 5 },
    { type: 'closed', code: 1012 },
  ]);
  expect(types()).toHaveLength(6);
});

it('a hidden tab, whose timers wait for a minute, passes on each message that comes later than a frame', () => {
  const { received, receive } = opened();
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  receive('1');
  now.mockReturnValue(1_010);
  receive('2');
  expect(received.slice(1)).toEqual([{ type: 'message', data: 1 }]);
  now.mockReturnValue(3_000);
  receive('3');
  now.mockReturnValue(5_000);
  receive('4');
  expect(received.slice(2)).toEqual([
    { type: 'message', data: [2, 3] },
    { type: 'message', data: 4 },
  ]);
  now.mockRestore();
});

it('a link that is silent for longer than the server allows has ended, even without a close', () => {
  const { socket, received, receive } = opened();
  for (let beat = 0; beat < 20; beat += 1) {
    jest.advanceTimersByTime(25_000);
    receive('{}');
  }
  jest.advanceTimersByTime(34_000);
  expect(socket.isClosed).toBe(false);
  jest.advanceTimersByTime(6_000);
  expect([received.at(-2), socket.isClosed]).toEqual([{ type: 'closed', code: 1006 }, true]);
});

it('a machine that slept for an hour does not mistake a good link for a lost one', () => {
  const { socket, receive } = opened();
  receive('{}');
  jest.setSystemTime(Date.now() + 3_600_000);
  jest.advanceTimersByTime(10_000);
  receive('{}');
  jest.advanceTimersByTime(34_000);
  expect(socket.isClosed).toBe(false);
});

it('a socket closed here emits nothing more', () => {
  const { socket, channel, received } = opened();
  channel.close();
  const before = received.length;
  jest.advanceTimersByTime(600_000);
  expect([socket.isClosed, received.length]).toEqual([true, before]);
});
