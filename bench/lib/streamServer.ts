/** A socket that says what it is told to, as often as it is told to, to whoever is connected. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';

const TICK_MS = 5;
const HEARTBEAT_MS = 25_000;
/** Of 300 bytes and more, as most notifications are. */
const TEMPLATE = '<p><strong>Lakeside Medical Center</strong> has an answer for the candidate. Please look at it.</p>';

export interface StreamServer {
  /** ws:// and where it listens. */
  readonly address: string;
  /** The sequence that the next event comes after. */
  begin(sequence: number): void;
  /** Resolves when all are sent, so many in one message. */
  flood(wanted: { readonly rate: number; readonly count: number; readonly together: number }): Promise<void>;
  /** One event; answers when it was sent, in epoch ms. */
  tell(): number;
  close(): void;
}

export async function startStream(): Promise<StreamServer> {
  const http = createServer();
  const sockets = new Set<WebSocket>();
  let last = 0;
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.send(messageOf([], last));
  });
  // As the server does, so that nobody takes the link for lost.
  const beats = setInterval(() => sockets.forEach((socket) => socket.send(messageOf([], last))), HEARTBEAT_MS);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const send = (count: number) => {
    const events = Array.from({ length: count }, () => eventOf((last += 1)));
    const message = messageOf(events, last);
    for (const socket of sockets) socket.send(message);
  };
  return {
    address: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    begin: (sequence) => void (last = sequence),
    tell: () => {
      const at = performance.timeOrigin + performance.now();
      send(1);
      return at;
    },
    async flood({ rate, count, together }) {
      const started = performance.now();
      for (let sent = 0; sent < count;) {
        const due = Math.min(count, ((performance.now() - started) / 1_000) * rate);
        for (; sent < due; sent += together) send(Math.min(together, count - sent));
        await sleep(TICK_MS);
      }
    },
    close: () => {
      clearInterval(beats);
      for (const socket of sockets) socket.terminate();
      http.close();
    },
  };
}

const messageOf = (events: readonly string[], sequence: number): string =>
  `{"topic":"notifications","events":[${events.join()}],"sequence":${sequence},"reset":false}`;

const eventOf = (sequence: number): string =>
  JSON.stringify({ sequence, notification: notificationOf(sequence, new Date()) });

export const notificationOf = (sequence: number, at: Date) => ({
  id: `00000000-0000-4000-8000-${String(sequence).padStart(12, '0')}`,
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
});
