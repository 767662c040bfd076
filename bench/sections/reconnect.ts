/**
 * A connection drops, a notification is sent in the meantime, and the client reconnects to the whole product: how long
 * until it has the notification.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { SOCKET_PATH, type EventsMessage } from '../../contract/notifications/realtime.endpoints';
import { startDemo } from '../lib/ourServer';
import { median } from '../lib/pairs';
import { reached, type Row } from '../lib/row';
import type { Section } from '../lib/section';
import { signInSender } from '../lib/companySender';

const DROPS_A_ROUND = 10;
const GOAL_MS = 50;
const TIMEOUT_MS = 10_000;

export const reconnect: Section = async ({ rounds, note }) => {
  const drops = rounds * DROPS_A_ROUND;
  note(`reconnect: ${drops} drops`);
  const server = await startDemo();
  try {
    const client = await signIn(server.base);
    await client.open();
    const before = client.last();
    const times: number[] = [];
    for (let drop = 0; drop < drops; drop += 1) {
      client.drop();
      await client.notifyCompany(`While away ${drop}`);
      const started = performance.now();
      await client.open(1);
      times.push(performance.now() - started);
    }
    const position = await client.position();
    const deadline = performance.now() + TIMEOUT_MS;
    while (client.last() < position && performance.now() < deadline) await delay(10);
    client.drop();
    return rowsOf(times, { received: client.sequences, before, position });
  } finally {
    await server.stop();
  }
};

interface Received {
  readonly received: readonly number[];
  /** The sequence before the first drop. */
  readonly before: number;
  /** The server's sequence after the last one. */
  readonly position: number;
}

/** The demo notifies as well, so more may arrive than was sent here; nothing is lost if no number is missing. */
function rowsOf(times: readonly number[], { received, before, position }: Received): Row[] {
  const sorted = [...times].sort((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  const whileDropped = received.filter((sequence) => sequence > before);
  const distinct = new Set(whileDropped).size;
  const twice = whileDropped.length - distinct;
  const lost = position - before - new Set(whileDropped.filter((sequence) => sequence <= position)).size;
  return [
    {
      id: 'reconnect.time',
      what: 'dropped until caught up, ticket and authentication included, p95',
      ours: `${p95.toFixed(1)} ms, median ${median(times).toFixed(1)} ms of ${times.length}`,
      other: `limit ${GOAL_MS} ms`,
      ratio: p95 / GOAL_MS,
      goal: `p95 <= ${GOAL_MS} ms`,
      verdict: reached(p95 <= GOAL_MS),
      exact: false,
    },
    {
      id: 'reconnect.lost',
      what: 'notifications lost or doubled over all drops',
      ours: `${lost} lost, ${twice} twice`,
      other: 'least possible: 0',
      goal: '0',
      verdict: reached(lost === 0 && twice === 0),
      exact: true,
    },
  ];
}

async function signIn(base: string) {
  const { authorization, notifyCompany } = await signInSender(base);
  const sequences: number[] = [];
  let last = -1;
  let socket: WebSocket | undefined;

  return {
    sequences,
    last: () => last,
    async position(): Promise<number> {
      const answer = await fetch(`${base}/api-user/v1/notifications/since/${last}`, { headers: authorization });
      return ((await answer.json()) as { readonly sequence: number }).sequence;
    },
    drop: () => socket?.terminate(),
    notifyCompany,
    /** Resolves with this many new events, or with the first message if none are wanted. */
    async open(wanted = 0): Promise<void> {
      const ticket = await fetch(`${base}/api-websocket/v1/websocket/wscontext`, { headers: authorization });
      const { context } = (await ticket.json()) as { context: string };
      const since = last < 0 ? '' : `&since=${last}`;
      const opened = new WebSocket(`${base.replace('http', 'ws')}${SOCKET_PATH}?context=${context}${since}`, {
        headers: { origin: base },
      });
      socket = opened;
      await new Promise<void>((resolve, reject) => {
        const timeout = setTimeout(() => reject(new Error('nothing came over the socket')), TIMEOUT_MS);
        opened.on('error', reject);
        opened.on('message', (data) => {
          const message = JSON.parse(String(data)) as EventsMessage | { readonly topic: 'chat' };
          if (!('events' in message)) return;
          sequences.push(...message.events.map(({ sequence }) => sequence));
          last = message.sequence;
          if (message.events.length < wanted) return;
          clearTimeout(timeout);
          resolve();
        });
      });
    },
  };
}
