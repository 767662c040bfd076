/**
 * A tab that is disconnected, frozen and woken, and checks its events itself: each once, in order. If the server says
 * that too much was missed, it continues from the server's position, like a tab that takes a snapshot.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { SOCKET_PATH, type SocketMessage } from '../../../contract/notifications/realtime.endpoints';
import { PUBLIC_URL } from '../support/nodes';

export class ChaosTab {
  /** The last event received. */
  last = 0;
  /** The number received over the socket. */
  received = 0;
  connections = 0;
  snapshots = 0;
  isFrozen = false;
  /** Events that were lost, duplicated, out of order or wrong. */
  readonly faults: string[] = [];
  private socket: WebSocket | undefined;
  private closed = false;

  /** `server` gives the address of the next connection; `ticket` gets its ticket. */
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

  /** The connection is lost without notice to either side. */
  cut(): void {
    this.socket?.terminate();
  }

  /** Stops reading, and does not reconnect if it is disconnected. */
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
    // As late as possible, because the old socket's deliveries still count.
    this.socket?.removeAllListeners('message');
    const address = `${this.server().replace('http', 'ws')}${SOCKET_PATH}?context=${context}&since=${this.last}`;
    await new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(address, { headers: { origin: PUBLIC_URL }, handshakeTimeout: 10_000 });
      socket.on('message', (data) => this.receive(JSON.parse(String(data)) as SocketMessage));
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

  private receive(message: SocketMessage): void {
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
      this.received += 1;
    }
  }
}

/** For the event with this sequence number, from 1. */
export const subjectOf = (sequence: number): string => `no. ${sequence}`;
