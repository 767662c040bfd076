/** A client that keeps a socket open and reconnects after its last event, like a tab. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { SOCKET_PATH, type SocketMessage } from '../../../contract/notifications/realtime.endpoints';

export interface LiveClientOptions {
  /** The address of the page, if it is not the server's. */
  readonly origin?: string;
  /** How long it waits after its connection was lost. */
  readonly pauseMs?: () => number;
}

export class LiveClient {
  /** Of every event, in the order of arrival. */
  readonly sequences: number[] = [];
  readonly messages: SocketMessage[] = [];
  resets = 0;
  connections = 0;
  /** How long it was without a connection, each time, in milliseconds. */
  readonly away: number[] = [];
  private lostAt: number | undefined;
  private socket: WebSocket | undefined;
  private closed = false;

  /** `server` gives the current address; `ticket` gets a ticket from there. */
  constructor(
    private readonly server: () => string | undefined,
    private readonly ticket: () => Promise<string>,
    private readonly options: LiveClientOptions = {},
  ) {}

  /** Resolves when it is open for the first time. */
  async start(): Promise<void> {
    await this.connect();
    void this.keep();
  }

  stop(): void {
    this.closed = true;
    this.socket?.terminate();
  }

  /** Waits until everything that the server has written to the open socket has arrived. */
  async flushed(): Promise<void> {
    if (this.socket === undefined) throw new Error('it was never open');
    const answered = once(this.socket, 'pong');
    this.socket.ping();
    await answered;
  }

  get last(): number {
    return this.sequences.at(-1) ?? 0;
  }

  private async keep(): Promise<void> {
    while (!this.closed) {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        this.lostAt ??= performance.now();
        await delay(this.options.pauseMs?.() ?? 0);
        await this.connect().catch(() => delay(100));
      }
      await delay(20);
    }
  }

  private async connect(): Promise<void> {
    const url = this.server();
    if (url === undefined) throw new Error('there is no server just now');
    const address = `${url.replace('http', 'ws')}${SOCKET_PATH}?context=${await this.ticket()}&since=${this.last}`;
    await new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(address, { headers: { origin: this.options.origin ?? url } });
      socket.on('open', () => {
        this.socket = socket;
        this.connections += 1;
        if (this.lostAt !== undefined) this.away.push(performance.now() - this.lostAt);
        this.lostAt = undefined;
        resolve();
      });
      socket.on('message', (data) => this.receive(JSON.parse(String(data)) as SocketMessage));
      socket.on('error', reject);
    });
  }

  private receive(message: SocketMessage): void {
    this.messages.push(message);
    if (!('events' in message)) return;
    if (message.reset) this.resets += 1;
    this.sequences.push(...message.events.map(({ sequence }) => sequence));
  }
}
