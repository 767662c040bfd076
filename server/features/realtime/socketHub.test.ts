/** How long a silent socket lives, and what happens to one that does not read. Time and sockets are simulated. */
import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { WebSocket } from 'ws';
import { SOCKET_CLOSE, type EventsMessage } from '../../../contract/notifications/realtime.endpoints';
import * as lookups from '../../identity/sessions/lookups';
import type { ServerEvent } from '../../platform/eventBus/eventBus';
import type { CurrentSession } from '../../platform/session';
import * as rows from './feedRows';
import { SocketHub, type SocketStart, type SocketServices } from './socketHub';

class FakeSocket extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  bufferedAmount = 0;
  private readonly frames: Buffer[] = [];
  pings = 0;
  answersPings = true;
  answersClose = true;
  closedWith: number | null = null;
  terminated = false;

  ping(): void {
    this.pings += 1;
    if (this.answersPings) this.emit('pong');
  }
  /** The stream below, which receives whole frames. It returns whether each was flushed, or reads it later. */
  readonly wire = {
    write: (frame: Buffer) => {
      this.frames.push(this.bufferedAmount === 0 ? Buffer.from(frame) : frame);
      return this.bufferedAmount === 0;
    },
    cork: () => undefined,
    uncork: () => undefined,
    getLength: () => this.bufferedAmount,
    writable: true,
    get writableLength() {
      return this.getLength();
    },
  };
  get sent(): string[] {
    return this.frames.map((frame) => frame.toString('utf8', frame.indexOf('{')));
  }
  forget(): void {
    this.frames.length = 0;
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

const session = (sessionId: string, userId = 'u1') =>
  ({ sessionId, userId, organizationType: 'CLIENT' }) as CurrentSession;

/** The events after these numbers: read marks up to the last. */
const readings = (count: number, places: readonly number[]): rows.SharedEvents => ({
  events: Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    occurredAt: new Date(0),
    contentId: null,
  })),
  places,
  content: null,
});

const received = (socket: FakeSocket): EventsMessage[] => socket.sent.map((text) => JSON.parse(text) as EventsMessage);
const sequences = (socket: FakeSocket): number[] =>
  received(socket).flatMap(({ events }) => events.map(({ sequence }) => sequence));
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

function hubWith(endedSessions: ReadonlySet<string> = new Set()) {
  let publish: (event: ServerEvent) => void = () => {};
  jest
    .spyOn(lookups, 'findEndedSessions')
    .mockImplementation(
      async (_queries, ids) => new Map(ids.filter((id) => endedSessions.has(id)).map((id) => [id, 'signed_out'])),
    );
  const lastEvents = new Map<string, number>();
  jest
    .spyOn(rows, 'findPositions')
    .mockImplementation(async () => new Map([...lastEvents].map(([id, last]) => [id, { last, keptAfter: 0 }])));
  jest.spyOn(rows, 'findEvents').mockImplementation(async (_queries, ids, after, most) => {
    const missed = ids.map((id, index) => Math.min(most, (lastEvents.get(id) ?? 0) - (after[index] ?? 0)));
    const sharing = (count: number) => missed.flatMap((other, index) => (other === count ? [index + 1] : []));
    return [...new Set(missed)].filter((count) => count > 0).map((count) => readings(count, sharing(count)));
  });
  const touchAll = jest.fn(async () => undefined);
  const hub = new SocketHub({
    bus: { subscribe: (listener: typeof publish) => ((publish = listener), () => undefined) },
    database: { queries: {} },
    log: { warn: () => undefined },
    metrics: { sockets: { set: () => undefined } },
    sessions: { touchAll },
  } as unknown as SocketServices);
  return {
    hub,
    touchAll,
    connect(id: string, userId = 'u1', start: Partial<SocketStart> = {}) {
      const socket = new FakeSocket();
      const from = { last: lastEvents.get(userId) ?? 0, keptAfter: 0, since: null, ...start };
      hub.add(socket as unknown as WebSocket, session(id, userId), from, socket.wire as unknown as Writable);
      return socket;
    },
    async sessionEnded(sessionId: string) {
      publish({ kind: 'session-ended', sessionId });
      await jest.advanceTimersByTimeAsync(0);
    },
    async happenedToAll(events: Readonly<Record<string, number>>) {
      for (const [userId, sequence] of Object.entries(events)) lastEvents.set(userId, sequence);
      publish({ kind: 'notified', userIds: Object.keys(events) });
      await jest.advanceTimersByTimeAsync(0);
    },
    async recordChanged(userId: string) {
      publish({ kind: 'records', recordIds: ['r1'], userIds: [userId] });
      await jest.advanceTimersByTimeAsync(0);
    },
    /** Adds events up to this one; `announced` is whether the bus announces them. */
    async happened(userId: string, sequence: number, announced = true) {
      lastEvents.set(userId, sequence);
      if (announced) publish({ kind: 'notified', userIds: [userId] });
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('sends the greeting at once; the kernel may gather what follows', () => {
  const order: string[] = [];
  const wire = Object.assign(new Socket(), {
    write: () => order.push('greeting') > 0,
    setNoDelay: (isNoDelay: boolean) => order.push(`no delay: ${isNoDelay}`),
  });
  hubWith().hub.add(
    new FakeSocket() as unknown as WebSocket,
    session('s1'),
    { last: 0, keptAfter: 0, since: null },
    wire,
  );
  expect(order).toEqual(['greeting', 'no delay: false']);
});

describe('the heartbeat', () => {
  it('pings every 25 seconds, and keeps sockets that answer', async () => {
    const { hub, connect } = hubWith();
    const socket = connect('s1');
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    expect(socket.pings).toBe(24);
    expect(socket.terminated).toBe(false);
    expect(hub.size).toBe(1);
  });

  it('shows the page that its connection is alive, and its position', async () => {
    const { connect, happened } = hubWith();
    const socket = connect('s1');
    await happened('u1', 3);
    socket.forget();
    await jest.advanceTimersByTimeAsync(50_000);
    expect(received(socket)).toEqual(
      Array(2).fill({ topic: 'notifications', events: [], sequence: 3, reset: false, spreadMs: 1_000 }),
    );
  });

  it('tells pages how long to spread their reconnects: longer with more pages', async () => {
    const { connect } = hubWith();
    for (let person = 0; person < 250; person += 1) connect(`s${person}`, `person ${person}`);
    expect(received(connect('s1'))).toMatchObject([{ spreadMs: 251 * 8 }]);
  });

  it('pings sockets at different seconds, so that answers do not arrive together', async () => {
    const { connect } = hubWith();
    const sockets = Array.from({ length: 50 }, (_, index) => connect(`s${index}`, `u${index}`));
    const asked: number[] = [];
    for (let second = 1; second <= 50; second += 1) {
      const before = sockets.reduce((sum, { pings }) => sum + pings, 0);
      await jest.advanceTimersByTimeAsync(1_000);
      asked.push(sockets.reduce((sum, { pings }) => sum + pings, 0) - before);
    }
    expect(asked).toEqual(Array(50).fill(2));
    expect(sockets.map(({ pings }) => pings)).toEqual(Array(50).fill(2));
  });

  it('cuts off sockets that do not answer within 10 seconds, and not before', async () => {
    const { hub, connect } = hubWith();
    const [dead, alive] = [connect('s1'), connect('s2', 'u2')];
    dead.answersPings = false;
    await jest.advanceTimersByTimeAsync(25_000 + 9_900);
    expect(dead.terminated).toBe(false);
    await jest.advanceTimersByTimeAsync(200);
    expect([dead.terminated, alive.terminated, hub.size]).toEqual([true, false, 1]);
  });

  it('accepts another socket of a user whose socket was cut off', async () => {
    const { hub, connect } = hubWith();
    const sockets = Array.from({ length: 10 }, (_, index) => connect(`s${index}`));
    expect(hub.accepts('u1')).toBe(false);
    sockets[0]!.answersPings = false;
    await jest.advanceTimersByTimeAsync(36_000);
    expect(hub.accepts('u1')).toBe(true);
  });
});

describe('a socket that does not read', () => {
  it('is closed as a slow consumer once 1 MiB is queued, and is sent nothing more', async () => {
    const ended = new Set<string>();
    const { connect, sessionEnded } = hubWith(ended);
    const socket = connect('s1');
    await jest.advanceTimersByTimeAsync(0);
    ended.add('s1');
    socket.forget();
    socket.bufferedAmount = 1024 * 1024 + 1;
    await sessionEnded('s1');
    expect(socket.closedWith).toBe(SOCKET_CLOSE.slowConsumer);
    expect(socket.sent).toEqual([]);
  });

  it('is cut off if it does not answer the close either', async () => {
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
  it('may send 60 messages a minute, but not 61', async () => {
    const { connect } = hubWith();
    const socket = connect('s1');
    for (let count = 0; count < 60; count += 1) socket.emit('message', 'x');
    expect(socket.closedWith).toBeNull();
    await jest.advanceTimersByTimeAsync(60_000);
    for (let count = 0; count < 61; count += 1) socket.emit('message', 'x');
    expect(socket.closedWith).toBe(1008);
  });
});

describe('an open socket', () => {
  it('counts as use of its session, at most once a minute', async () => {
    const { connect, touchAll } = hubWith();
    connect('s1');
    await jest.advanceTimersByTimeAsync(10 * 60_000 + 1_000);
    // Pongs come every 25 s; the third is the first after a minute.
    expect(touchAll.mock.calls.map((call: unknown[]) => call[1])).toEqual(Array(8).fill(['s1']));
  });

  it('is recorded in one statement with those that answered in the same second', async () => {
    const { connect, touchAll } = hubWith();
    for (let index = 0; index < 100; index += 1) connect(`s${index}`, `u${index}`);
    await jest.advanceTimersByTimeAsync(86_000);
    const ids = touchAll.mock.calls.map((call: unknown[]) => call[1] as string[]);
    expect(new Set(ids.flat()).size).toBe(100);
    expect(ids.map(({ length }) => length)).toEqual(Array(25).fill(4));
  });

  it('does not count as use if it stops answering', async () => {
    const { connect, touchAll } = hubWith();
    connect('s1').answersPings = false;
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    expect(touchAll).not.toHaveBeenCalled();
  });
});

describe('messages to a socket', () => {
  it('begin with its position', async () => {
    const { connect, happened } = hubWith();
    await happened('u1', 7);
    expect(received(connect('s1'))).toEqual([
      { topic: 'notifications', events: [], sequence: 7, reset: false, spreadMs: 1_000 },
    ]);
  });

  it('begin after the position that the reader names', async () => {
    const { connect, happened } = hubWith();
    await happened('u1', 7);
    const socket = connect('s1', 'u1', { since: 4 });
    await jest.advanceTimersByTimeAsync(0);
    expect(sequences(socket)).toEqual([5, 6, 7]);
  });

  it.each([
    ['it missed more than is sent', 0, 501, 0],
    ['its position was never reached', 9, 8, 0],
    ['something that it missed is no longer kept', 4, 8, 5],
  ])('tell the reader to start over if %s', async (_why, since, last, keptAfter) => {
    const { connect, happened } = hubWith();
    await happened('u1', last);
    const socket = connect('s1', 'u1', { since, keptAfter });
    await happened('u1', last + 1);
    expect(received(socket)[0]).toEqual({
      topic: 'notifications',
      events: [],
      sequence: last,
      reset: true,
      spreadMs: 1_000,
    });
    expect(sequences(socket)).toEqual([last + 1]);
  });

  it('arrive in order, without gaps and once, whenever it is woken', async () => {
    const { connect, happened } = hubWith();
    const sockets = [connect('s1'), connect('s2')];
    for (const last of [1, 2, 2, 2, 450, 451]) await happened('u1', last);
    expect(sockets.map(sequences)).toEqual([upTo(451), upTo(451)]);
  });

  it('arrive together if they happened during the previous read', async () => {
    const { connect, happened } = hubWith();
    const socket = connect('s1');
    await Promise.all(upTo(50).map((last) => happened('u1', last)));
    expect(sequences(socket)).toEqual(upTo(50));
    expect(socket.sent.length).toBeLessThan(5);
  });

  it('arrive within five seconds even if the bus wakes no socket', async () => {
    const { connect, happened } = hubWith();
    const socket = connect('s1');
    await happened('u1', 3, false);
    expect(sequences(socket)).toEqual([]);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(sequences(socket)).toEqual([1, 2, 3]);
  });

  it('arrive after a failed read of the database', async () => {
    const { connect, happened } = hubWith();
    const socket = connect('s1');
    jest.spyOn(rows, 'findEvents').mockRejectedValueOnce(new Error('gone'));
    await happened('u1', 3);
    await jest.advanceTimersByTimeAsync(600);
    expect(sequences(socket)).toEqual([1, 2, 3]);
  });

  it("are not lost if another reader's events could not be read", async () => {
    const { connect, happenedToAll } = hubWith();
    const [plain, other] = [connect('s1', 'u1'), connect('s2', 'u2')];
    await jest.advanceTimersByTimeAsync(0);
    jest.spyOn(rows, 'findContents').mockResolvedValue(new Map());
    jest
      .spyOn(rows, 'findEvents')
      .mockResolvedValueOnce([
        readings(2, [1]),
        { events: [{ number: 1, occurredAt: new Date(0), contentId: 'not there' }], places: [2], content: null },
      ]);
    await happenedToAll({ u1: 2, u2: 1 });
    await jest.advanceTimersByTimeAsync(600);
    expect([sequences(plain), sequences(other)]).toEqual([[1, 2], [1]]);
  });

  it('wait in the database while the socket has much to read, and arrive once it has read', async () => {
    const { connect, happened } = hubWith();
    const [slow, quick] = [connect('s1'), connect('s2')];
    slow.bufferedAmount = 300_000;
    await happened('u1', 1);
    await happened('u1', 5);
    await jest.advanceTimersByTimeAsync(3_000);
    expect([sequences(slow), sequences(quick)]).toEqual([[1], upTo(5)]);
    slow.bufferedAmount = 0;
    await jest.advanceTimersByTimeAsync(100);
    expect([sequences(slow), slow.closedWith]).toEqual([upTo(5), null]);
  });

  it('also wait if the socket got much to read during the read, and arrive soon after', async () => {
    const { connect, happened, recordChanged } = hubWith();
    const socket = connect('s1');
    await jest.advanceTimersByTimeAsync(0);
    socket.forget();
    jest.spyOn(rows, 'findEvents').mockImplementationOnce(async () => {
      socket.bufferedAmount = 300_000;
      await recordChanged('u1');
      return [readings(2, [1])];
    });
    await happened('u1', 2);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(received(socket)).toEqual([{ topic: 'records', recordIds: ['r1'] }]);
    socket.bufferedAmount = 0;
    await jest.advanceTimersByTimeAsync(100);
    expect(received(socket)).toMatchObject([{ topic: 'records' }, { topic: 'notifications', sequence: 2 }]);
  });

  it("have the reader's own numbers, even if they wait while others are sent the same", async () => {
    const { connect, happened, happenedToAll } = hubWith();
    await happened('u2', 120_000);
    const [slow, quick, behind] = [connect('s1', 'u1'), connect('s2', 'u2'), connect('s3', 'u2', { since: 119_998 })];
    slow.bufferedAmount = 100;
    await happenedToAll({ u1: 1, u2: 120_001 });
    await happenedToAll({ u1: 3, u2: 120_003 });
    expect([slow, quick, behind].map(sequences)).toEqual([
      upTo(3),
      [120_001, 120_002, 120_003],
      [119_999, 120_000, 120_001, 120_002, 120_003],
    ]);
  });

  it('end for a socket that reads nothing for ten seconds, which is closed', async () => {
    const { connect, happened } = hubWith();
    const slow = connect('s1');
    slow.bufferedAmount = 300_000;
    await happened('u1', 1);
    await happened('u1', 5);
    await jest.advanceTimersByTimeAsync(10_200);
    expect(slow.closedWith).toBe(SOCKET_CLOSE.slowConsumer);
  });
});

describe('a stopping node', () => {
  it('accepts no new socket, and asks its sockets one by one to reconnect elsewhere', async () => {
    const { hub, connect } = hubWith();
    const sockets = Array.from({ length: 10 }, (_, index) => connect(`s${index}`, `u${index}`));
    const left = hub.close(5_000);
    expect(hub.isClosing).toBe(true);
    const closed = () => sockets.filter(({ closedWith }) => closedWith === SOCKET_CLOSE.restarting).length;
    const seen: number[] = [];
    for (let second = 0; second < 5; second += 1) {
      seen.push(closed());
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(seen).toEqual([1, 3, 5, 7, 9]);
    await left;
    expect(closed()).toBe(10);
  });

  it('sends events to the sockets that are still open', async () => {
    const { hub, connect, happened } = hubWith();
    const sockets = [connect('s1', 'u1'), connect('s2', 'u2')];
    const left = hub.close(1_000);
    await happened('u2', 1);
    expect(sequences(sockets[1]!)).toEqual([1]);
    await jest.advanceTimersByTimeAsync(1_000);
    await left;
  });
});
