/**
 * A tab that is cut off, frozen and woken, and judges what comes by itself: each event once, in order. Where the server says
 * that too much was missed it goes on from the position that the server names, as a tab does that takes a snapshot.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { SOCKET_PATH, type SocketMessage } from '../../../contract/notifications/realtime.endpoints';
import { PUBLIC_URL } from '../support/nodes';

export class ChaosTab {
  /** The last event that it has. */
  last = 0;
  /** How many came over the socket. */
  heard = 0;
  connections = 0;
  snapshots = 0;
  isFrozen = false;
  /** What was lost, came twice, came out of order or says something else than it should. */
  readonly faults: string[] = [];
  private socket: WebSocket | undefined;
  private closed = false;

  /** `server` is where the next connection goes to; `ticket` gets what opens it. */
  constructor(
    private readonly server: () => string,
    private readonly ticket: () => Promise<string>,
  ) {}

  start(): void {
    void this.keep();
  }

  stop(): void {
    this.closed = true;
    this.socket?.terminate();
  }

  /** The line is gone; neither side was told. */
  cut(): void {
    this.socket?.terminate();
  }

  /** Reads nothing any more, and does not come back where it is thrown out. */
  freeze(): void {
    this.isFrozen = true;
    this.socket?.pause();
  }

  wake(): void {
    this.isFrozen = false;
    this.socket?.resume();
  }

  private async keep(): Promise<void> {
    for (; !this.closed; await delay(20)) {
      if (this.isFrozen || this.socket?.readyState === WebSocket.OPEN) continue;
      await this.connect().catch(() => delay(100));
    }
  }

  private async connect(): Promise<void> {
    const context = await this.ticket();
    // As late as possible: what the old socket still delivers counts.
    this.socket?.removeAllListeners('message');
    const address = `${this.server().replace('http', 'ws')}${SOCKET_PATH}?context=${context}&since=${this.last}`;
    await new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(address, { headers: { origin: PUBLIC_URL }, handshakeTimeout: 10_000 });
      socket.on('message', (data) => this.hear(JSON.parse(String(data)) as SocketMessage));
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('it was closed')));
      socket.on('open', () => {
        this.socket = socket;
        this.connections += 1;
        if (this.isFrozen) socket.pause();
        resolve();
      });
    });
  }

  private hear(message: SocketMessage): void {
    if (!('events' in message)) return;
    if (message.reset) {
      this.snapshots += 1;
      if (message.sequence < this.last) this.faults.push(`back from ${this.last} to ${message.sequence}`);
      this.last = message.sequence;
      return;
    }
    for (const { sequence, notification } of message.events) {
      if (sequence !== this.last + 1) this.faults.push(`${sequence} after ${this.last}`);
      if (notification?.subject !== subjectOf(sequence)) this.faults.push(`${sequence} says ${notification?.subject}`);
      this.last = sequence;
      this.heard += 1;
    }
  }
}

/** Of the event with this sequence, from 1. */
export const subjectOf = (sequence: number): string => `no. ${sequence}`;
