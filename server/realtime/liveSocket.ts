/** One open websocket of this node. */
import type { Writable } from 'node:stream';
import { WebSocket } from 'ws';
import { SOCKET_CLOSE, type SocketMessage } from '../../contract';
import type { SessionStanding } from '../access/lookups';
import type { Follower } from './notificationFeed';
import { bytesOf, textFrame } from './textFrame';

const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Above this, notifications wait in the rows instead of in memory, for so long at most. */
const BUSY_BYTES = 256 * 1024;
const BUSY_FOR_MS = 10_000;
const CLOSE_WITHIN_MS = 2_000;

export class LiveSocket implements Follower {
  readonly userId: string;
  isWaiting = false;
  /** Messages of this minute. */
  messages = 0;
  pongDue: NodeJS.Timeout | undefined;
  touchedAt = Date.now();
  /** Whether the wire did not take the last frame at once: only then can there be much that waits. */
  private isBehind = false;
  /** Since when it has had too much to read. */
  private busySince: number | undefined;

  /**
   * @param wire what the websocket stands on. Without compression frames may be written to it between those of `webSocket`
   * @param sent the last event of the reader's sequence that this socket need not be sent
   */
  constructor(
    readonly webSocket: WebSocket,
    readonly wire: Writable,
    readonly session: SessionStanding,
    public sent: number,
  ) {
    this.userId = session.userId;
  }

  /** Asked of every socket for every event: who reads as fast as is written costs one look. */
  isBusy(): boolean {
    return this.isBehind && this.isStillBusy();
  }

  fallBehind(): void {
    this.isBehind = true;
  }

  send(frame: Buffer): void {
    if (this.webSocket.readyState === WebSocket.OPEN && !this.wire.write(frame)) this.fallBehind();
  }

  /** At once, whatever waits, as long as that is not too much. */
  tell(message: SocketMessage): void {
    if (this.webSocket.bufferedAmount > MAX_BUFFERED_BYTES) void this.close(SOCKET_CLOSE.slowConsumer);
    else this.send(textFrame(bytesOf(JSON.stringify(message))));
  }

  /** A peer that does not answer the close is cut off. */
  close(code: number): Promise<void> {
    const { webSocket } = this;
    this.isBehind = true;
    if (webSocket.readyState === WebSocket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      const cutOff = setTimeout(() => webSocket.terminate(), CLOSE_WITHIN_MS);
      webSocket.once('close', () => {
        clearTimeout(cutOff);
        resolve();
      });
      webSocket.close(code);
    });
  }

  private isStillBusy(): boolean {
    const { webSocket } = this;
    if (webSocket.readyState !== WebSocket.OPEN) return true;
    if (webSocket.bufferedAmount <= BUSY_BYTES) {
      this.isBehind = false;
      this.busySince = undefined;
      return false;
    }
    this.busySince ??= Date.now();
    if (Date.now() - this.busySince > BUSY_FOR_MS) void this.close(SOCKET_CLOSE.slowConsumer);
    return true;
  }
}
