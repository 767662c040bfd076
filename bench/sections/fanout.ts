/** The same notification to everybody: the product's feed beside bare sockets, the physical limit, and socket.io. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { interleave, median, pairwise } from '../lib/pairs';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const CONNECTIONS = 1_000;
const ROUNDS = 150;
const STALLED_MS = 20_000;
const GOALS = { net: 0.85, 'socket.io': 1.7 } as const;

interface Fanout {
  /** Deliveries a second of the server's processor, of which it uses one: how busy the machine is otherwise matters little. */
  measure(): Promise<number>;
  stop(): void;
}

export const fanout: Section = async ({ rounds, note }) => {
  note(`fanout: ${ROUNDS} notifications to ${CONNECTIONS} connections`);
  const ways = ['net', 'ours'];
  const rows: Row[] = [];
  if (isInstalled('socket.io')) ways.push('socket.io');
  else
    rows.push(
      skipped(
        'fanout.rate',
        'deliveries a second',
        `>= ${GOALS['socket.io']} x`,
        'socket.io is not installed: npm ci in bench/',
      ),
    );
  const results = Object.fromEntries(ways.map((name): [string, number[]] => [name, []]));
  // How a process lies in memory and in the caches stays with it: every round has processes of its own.
  for (let round = 0; round < rounds; round += 1) {
    const measured = await measureOnce(ways);
    for (const name of ways) results[name]?.push(...(measured[name] ?? []));
    ways.reverse();
  }
  const own = results['ours'] ?? [];
  for (const [name, goal] of Object.entries(GOALS)) {
    const other = results[name];
    if (other === undefined) continue;
    const { ratio, spread } = pairwise(own, other);
    rows.push({
      id: 'fanout.rate',
      what: `deliveries to ${CONNECTIONS.toLocaleString('en-US')} connections, one at a time, a second of the server's processor`,
      ours: perSecond(median(own)),
      other: `${name === 'net' ? 'bare Node sockets' : name}: ${perSecond(median(other))}`,
      ratio,
      spread,
      goal: `>= ${goal.toFixed(2)} x`,
      verdict: reached(ratio >= goal),
      exact: false,
    });
  }
  return rows;
};

function isInstalled(name: string): boolean {
  try {
    createRequire(path.join(__dirname, '../package.json')).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Of processes that are started for it. */
async function measureOnce(ways: readonly string[]): Promise<Readonly<Record<string, readonly number[]>>> {
  const started: Record<string, Fanout> = {};
  try {
    for (const name of ways) started[name] = await start(name);
    return await interleave(
      Object.fromEntries(Object.entries(started).map(([name, way]) => [name, () => way.measure()])),
      1,
    );
  } finally {
    for (const way of Object.values(started)) way.stop();
  }
}

const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en-US')} /s`;

async function start(name: string): Promise<Fanout> {
  const child = fork(path.join(__dirname, '../lib/fanoutServer.ts'), [name], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the server ${name} did not start`)));
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  ended.catch(() => undefined);
  const counter = { frames: 0, heard: () => undefined as void };
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
  heard: () => void;
}

/** Every message holds this once, whatever is around it; it may lie across two pieces. */
const MARK = Buffer.from('"topic":"notifications"');
const WELCOME = Buffer.from('welcome');
const IO_MARK = Buffer.from('42["notifications"');
const UPGRADE =
  'HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
/** '40' joins the default namespace: a masked text frame with a mask of zeros. */
const IO_JOIN = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]);
/** An answer ahead of the question: whoever is silent would be cut off. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const PONG_MS = 5_000;

async function open(name: string, port: number, counter: Counter): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  // What the greetings bring does not count, and nobody is sent anything before they are known.
  if (name === 'net') await untilHeard(socket, WELCOME);
  if (name === 'ours') {
    socket.write(`GET / ${UPGRADE}`);
    await untilHeard(socket, MARK);
    const pongs = setInterval(() => socket.write(PONG), PONG_MS);
    socket.on('close', () => clearInterval(pongs));
  }
  if (name === 'socket.io') {
    socket.write(`GET /socket.io/?EIO=4&transport=websocket ${UPGRADE}`);
    await untilHeard(socket, Buffer.from('"sid"'));
    socket.write(IO_JOIN);
    await untilHeard(socket, Buffer.from('40{"sid"'));
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
    counter.heard();
  });
  return socket;
}

async function untilHeard(socket: Socket, mark: Buffer): Promise<void> {
  let heard: Buffer = Buffer.alloc(0);
  while (!heard.includes(mark)) {
    const [piece] = (await once(socket, 'data')) as [Buffer];
    heard = Buffer.concat([heard, piece]);
  }
}

async function measure(name: string, child: ChildProcess, counter: Counter): Promise<number> {
  const expected = counter.frames + CONNECTIONS * ROUNDS;
  await new Promise<void>((resolve, reject) => {
    const stalled = setTimeout(
      () => reject(new Error(`${expected - counter.frames} of ${CONNECTIONS * ROUNDS} of ${name} did not arrive`)),
      STALLED_MS,
    );
    counter.heard = () => {
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
