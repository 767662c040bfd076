/** One open websocket of this node. */
import type { Writable } from 'node:stream';
import { WebSocket } from 'ws';
import { SOCKET_CLOSE, type SocketMessage } from '../../../contract/notifications/realtime.endpoints';
import type { CurrentSession } from '../../platform/session';
import type { ChatFollower } from './chatFeed';
import type { Follower } from './notificationFeed';
import { bytesOf, textFrame } from './textFrame';

const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Above this, notifications stay in the database instead of memory, for at most BUSY_FOR_MS. */
const BUSY_BYTES = 256 * 1024;
const BUSY_FOR_MS = 10_000;
const CLOSE_WITHIN_MS = 2_000;

export class LiveSocket implements Follower, ChatFollower {
  readonly userId: string;
  isWaiting = false;
  chatSent: number | null = null;
  chatChecked = 0;
  /** Messages received this minute. */
  messages = 0;
  pongDue: NodeJS.Timeout | undefined;
  touchedAt = Date.now();
  /** Whether the last write was not flushed: only then can much be buffered. */
  private isBehind = false;
  /** Since when its buffer has been too full. */
  private busySince: number | undefined;

  /**
   * @param wire the stream of the websocket. Without compression, frames may be written to it between those of
   * `webSocket`
   * @param sent the reader's last event that need not be sent
   */
  constructor(
    readonly webSocket: WebSocket,
    readonly wire: Writable,
    readonly session: CurrentSession,
    public sent: number,
    /** The heartbeat in which it is pinged; see SocketHub. */
    readonly beat = 0,
  ) {
    this.userId = session.userId;
  }

  /** Called for every socket and event, so the usual case must be cheap. */
  isBusy(): boolean {
    return this.isBehind && this.isStillBusy();
  }

  /** Call if the last write was not flushed. */
  markBehind(): void {
    this.isBehind = true;
  }

  /** Writes a frame if the socket is open. */
  send(frame: Buffer): void {
    if (this.webSocket.readyState === WebSocket.OPEN && !this.wire.write(frame)) this.markBehind();
  }

  /** Sends immediately, or closes the socket when too much is buffered. */
  sendMessage(message: SocketMessage): void {
    if (this.webSocket.bufferedAmount > MAX_BUFFERED_BYTES) void this.close(SOCKET_CLOSE.slowConsumer);
    else this.send(textFrame(bytesOf(JSON.stringify(message))));
  }

  /** Terminates a peer that does not answer the close. */
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
