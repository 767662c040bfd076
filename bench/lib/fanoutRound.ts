/**
 * One round of the fan-out, with servers and connections of its own: `node fanoutRound.ts <variant> ...`. Sends its
 * parent the deliveries per second of each variant.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { CONNECTIONS, ROUNDS } from './fanoutScale';
import { interleave } from './pairs';

const STALLED_MS = 20_000;

interface Fanout {
  /** Deliveries per second of the server's processor time, which hardly depends on how busy the machine is. */
  measure(): Promise<number>;
  stop(): void;
}

async function measureOnce(variants: readonly string[]): Promise<Readonly<Record<string, readonly number[]>>> {
  const started: Record<string, Fanout> = {};
  try {
    const servers = await Promise.all(variants.map(start));
    // In the given order.
    variants.forEach((name, index) => (started[name] = servers[index]!));
    return await interleave(
      Object.fromEntries(Object.entries(started).map(([name, variant]) => [name, () => variant.measure()])),
      1,
    );
  } finally {
    for (const variant of Object.values(started)) variant.stop();
  }
}

async function start(name: string): Promise<Fanout> {
  const child = fork(path.join(__dirname, 'fanoutServer.ts'), [name], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the server ${name} did not start`)));
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  ended.catch(() => undefined);
  const counter = { frames: 0, onFrame: () => undefined as void };
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(name, port, counter)));
  return {
    measure: () => measure(name, child, counter),
    stop: () => {
      for (const socket of sockets) socket.destroy();
      child.disconnect();
    },
  };
}

interface Counter {
  frames: number;
  onFrame: () => void;
}

/** Every message contains this exactly once; two chunks may share it. */
const MARK = Buffer.from('"topic":"notifications"');
const WELCOME = Buffer.from('welcome');
const IO_MARK = Buffer.from('42["notifications"');
const UPGRADE =
  'HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
/** '40' joins the default namespace: a masked text frame with a mask of zeros. */
const IO_JOIN = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]);
/** A client that does not answer would be cut off. */
const PING = Buffer.from([0x89, 0]);
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

async function open(name: string, port: number, counter: Counter): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  // Greetings are not counted, and the round begins only after all of them.
  if (name.startsWith('net')) await untilReceived(socket, WELCOME);
  if (name === 'ours') {
    socket.write(`GET / ${UPGRADE}`);
    await untilReceived(socket, MARK);
    socket.on('data', (piece: Buffer) => {
      if (piece.includes(PING)) socket.write(PONG);
    });
  }
  if (name === 'socket.io') {
    socket.write(`GET /socket.io/?EIO=4&transport=websocket ${UPGRADE}`);
    await untilReceived(socket, Buffer.from('"sid"'));
    socket.write(IO_JOIN);
    await untilReceived(socket, Buffer.from('40{"sid"'));
  }
  const mark = name === 'socket.io' ? IO_MARK : MARK;
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let from = 0;
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, from)) {
      counter.frames += 1;
      from = at + mark.length;
    }
    rest = bytes.subarray(Math.max(from, bytes.length - mark.length + 1));
    counter.onFrame();
  });
  return socket;
}

async function untilReceived(socket: Socket, mark: Buffer): Promise<void> {
  let received: Buffer = Buffer.alloc(0);
  while (!received.includes(mark)) {
    const [piece] = (await once(socket, 'data')) as [Buffer];
    received = Buffer.concat([received, piece]);
  }
}

async function measure(name: string, child: ChildProcess, counter: Counter): Promise<number> {
  const expected = counter.frames + CONNECTIONS * ROUNDS;
  await new Promise<void>((resolve, reject) => {
    const stalled = setTimeout(
      () => reject(new Error(`${expected - counter.frames} of ${CONNECTIONS * ROUNDS} of ${name} did not arrive`)),
      STALLED_MS,
    );
    counter.onFrame = () => {
      if (counter.frames < expected) return;
      clearTimeout(stalled);
      resolve();
    };
    child.send(ROUNDS);
  });
  const answered = once(child, 'message');
  child.send('done');
  const [busyMicroseconds] = (await answered) as [number];
  return (CONNECTIONS * ROUNDS) / (busyMicroseconds / 1_000_000);
}

void measureOnce(process.argv.slice(2)).then((measured) => process.send?.(measured, () => process.exit(0)));
