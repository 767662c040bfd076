/** A socket server that sends the given message at the given rate to all clients. */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';

const TICK_MS = 5;
const HEARTBEAT_MS = 25_000;
/** Of 300 bytes and more, as most notifications are. */
const TEMPLATE = '<p><strong>Lakeside Medical Center</strong> has an answer for the candidate. Please look at it.</p>';

export interface StreamServer {
  /** ws:// and where it listens. */
  readonly address: string;
  /** Sets the sequence that the next event follows. */
  begin(sequence: number): void;
  /** Resolves when all are sent, `together` in one message. */
  flood(wanted: { readonly rate: number; readonly count: number; readonly together: number }): Promise<void>;
  /** Sends one event; returns when, in epoch ms. */
  sendOne(): number;
  close(): void;
}

export async function startStream(): Promise<StreamServer> {
  const http = createServer();
  /** Open connections and their TCP sockets. */
  const sockets = new Map<WebSocket, Socket>();
  let last = 0;
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket, request) => {
    sockets.set(socket, request.socket);
    socket.on('close', () => sockets.delete(socket));
    socket.send(messageOf([], last));
  });
  // As the server does, so that clients do not consider the connection lost.
  const beats = setInterval(() => sockets.forEach((_, socket) => socket.send(messageOf([], last))), HEARTBEAT_MS);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const send = (count: number) => {
    const events = Array.from({ length: count }, () => eventOf((last += 1)));
    const message = messageOf(events, last);
    for (const socket of sockets.keys()) socket.send(message);
  };
  return {
    address: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    begin: (sequence) => void (last = sequence),
    sendOne: () => {
      const at = performance.timeOrigin + performance.now();
      send(1);
      return at;
    },
    async flood({ rate, count, together }) {
      const started = performance.now();
      for (let sent = 0; sent < count;) {
        const due = Math.min(count, ((performance.now() - started) / 1_000) * rate);
        // This process has the browser's two cores to share: what is due together is handed to the kernel together.
        for (const wire of sockets.values()) wire.cork();
        for (; sent < due; sent += together) send(Math.min(together, count - sent));
        for (const wire of sockets.values()) wire.uncork();
        await sleep(TICK_MS);
      }
    },
    close: () => {
      clearInterval(beats);
      for (const socket of sockets.keys()) socket.terminate();
      http.close();
    },
  };
}

const messageOf = (events: readonly string[], sequence: number): string =>
  `{"topic":"notifications","events":[${events.join()}],"sequence":${sequence},"reset":false}`;

/** Written once; afterwards only the numbers change, which costs the machine less than writing JSON does. */
const SOME_NUMBER = 271_828_182_845;
const [HEAD, BEFORE_ID, BEFORE_SEQUENCE, BEFORE_SUBJECT, TAIL] = JSON.stringify({
  sequence: SOME_NUMBER,
  notification: notificationOf(SOME_NUMBER, new Date()),
}).split(String(SOME_NUMBER));
const eventOf = (sequence: number): string =>
  `${HEAD}${sequence}${BEFORE_ID}${idDigits(sequence)}${BEFORE_SEQUENCE}${sequence}${BEFORE_SUBJECT}${sequence}${TAIL}`;

function idDigits(sequence: number): string {
  return String(sequence).padStart(12, '0');
}

export function notificationOf(sequence: number, at: Date) {
  return {
    id: `00000000-0000-4000-8000-${idDigits(sequence)}`,
    sequence,
    categoryCode: 'SUBMISSIONS',
    subCategoryCode: 'SUBMISSION_CREATED',
    subCategoryName: 'Candidate Submitted',
    subject: `Number ${sequence} was submitted`,
    template: TEMPLATE,
    entityId: '00000000-0000-4000-8000-000000000001',
    notificationDate: at.toISOString(),
    notificationDateWithZone: '01-15-2026 08:00:00 UTC ',
    stickyNotification: false,
    releaseNotes: false,
    messageTags: [],
    documentName: 'xdummyFilex',
  };
}
