/** How long a silent socket lives, and what becomes of one that does not read. Time and sockets are ours here. */
import { EventEmitter } from 'node:events';
import { WebSocket } from 'ws';
import { SOCKET_CLOSE } from '../../contract';
import * as lookups from '../access/lookups';
import type { Services } from '../services';
import type { ServerEvent } from './eventBus';
import { SocketHub } from './socketHub';

class FakeSocket extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  pings = 0;
  answersPings = true;
  answersClose = true;
  closedWith: number | null = null;
  terminated = false;

  ping(): void {
    this.pings += 1;
    if (this.answersPings) this.emit('pong');
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(code: number): void {
    this.closedWith ??= code;
    if (this.answersClose) this.end();
  }
  terminate(): void {
    this.terminated = true;
    this.end();
  }
  private end(): void {
    this.readyState = WebSocket.CLOSED;
    this.emit('close');
  }
}

const session = (sessionId: string, userId = 'u1') => ({ sessionId, userId }) as lookups.SessionStanding;

function hubWith(endedSessions: ReadonlySet<string> = new Set()) {
  let tell: (event: ServerEvent) => void = () => {};
  jest
    .spyOn(lookups, 'findSessions')
    .mockImplementation(async (_queries, ids) =>
      ids.map((id) => ({ ...session(id), endReason: endedSessions.has(id) ? 'signed_out' : null })),
    );
  const hub = new SocketHub({
    bus: { subscribe: (listener: typeof tell) => ((tell = listener), () => undefined) },
    database: { queries: {} },
    log: { warn: () => undefined },
    metrics: { sockets: { set: () => undefined } },
  } as unknown as Services);
  return {
    hub,
    connect(id: string, userId?: string) {
      const socket = new FakeSocket();
      hub.add(socket as unknown as WebSocket, session(id, userId));
      return socket;
    },
    async sessionEnded(sessionId: string) {
      tell({ kind: 'session-ended', sessionId });
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('the heartbeat', () => {
  it('asks every 25 seconds, and keeps whoever answers', async () => {
    const { hub, connect } = hubWith();
    const socket = connect('s1');
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    expect(socket.pings).toBe(24);
    expect(socket.terminated).toBe(false);
    expect(hub.size).toBe(1);
  });

  it('cuts off whoever has not answered within 10 seconds, and no sooner', async () => {
    const { hub, connect } = hubWith();
    const [dead, alive] = [connect('s1'), connect('s2', 'u2')];
    dead.answersPings = false;
    await jest.advanceTimersByTimeAsync(25_000 + 9_900);
    expect(dead.terminated).toBe(false);
    await jest.advanceTimersByTimeAsync(200);
    expect([dead.terminated, alive.terminated, hub.size]).toEqual([true, false, 1]);
  });

  it('makes room again for the person whose socket was cut off', async () => {
    const { hub, connect } = hubWith();
    const sockets = Array.from({ length: 10 }, (_, index) => connect(`s${index}`));
    expect(hub.hasRoomFor('u1')).toBe(false);
    sockets[0]!.answersPings = false;
    await jest.advanceTimersByTimeAsync(36_000);
    expect(hub.hasRoomFor('u1')).toBe(true);
  });
});

describe('a socket that does not read', () => {
  it('is closed as a slow consumer once a mebibyte waits for it, and gets nothing more', async () => {
    const ended = new Set<string>();
    const { connect, sessionEnded } = hubWith(ended);
    const socket = connect('s1');
    await jest.advanceTimersByTimeAsync(0);
    ended.add('s1');
    socket.bufferedAmount = 1024 * 1024 + 1;
    await sessionEnded('s1');
    expect(socket.closedWith).toBe(SOCKET_CLOSE.slowConsumer);
    expect(socket.sent).toEqual([]);
  });

  it('is cut off when it does not even answer the close', async () => {
    const { connect, sessionEnded } = hubWith(new Set(['s1']));
    const socket = connect('s1');
    socket.answersClose = false;
    await sessionEnded('s1');
    expect(socket.terminated).toBe(false);
    await jest.advanceTimersByTimeAsync(2_100);
    expect(socket.terminated).toBe(true);
  });
});

describe('a chatty socket', () => {
  it('may send 60 messages a minute, not 61', async () => {
    const { connect } = hubWith();
    const socket = connect('s1');
    for (let count = 0; count < 60; count += 1) socket.emit('message', 'x');
    expect(socket.closedWith).toBeNull();
    await jest.advanceTimersByTimeAsync(60_000);
    for (let count = 0; count < 61; count += 1) socket.emit('message', 'x');
    expect(socket.closedWith).toBe(1008);
  });
});
