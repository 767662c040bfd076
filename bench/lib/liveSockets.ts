/** Thousands of open pages, as far as a node can tell: websockets that answer pings and check for missing events. */
import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { SOCKET_PATH, type SocketMessage } from '../../contract/notifications/realtime.endpoints';
import { PUBLIC_URL, type Person } from '../../test/server/support/nodes';

const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const NOTHING = Buffer.alloc(0);
/** All pages read into it, one after the other, so that reading costs little beside what is measured. */
const SHARED = Buffer.alloc(64 * 1024);

export class LivePage {
  /** Of the last event; -1 before the first message. */
  last = -1;
  lost = 0;
  twice = 0;
  private socket: Socket | undefined;
  private rest: Buffer = NOTHING;

  /** `onMessage` is called after each message, `ended` when the connection is gone without `close`. */
  constructor(
    readonly person: Person,
    private readonly onMessage: (page: LivePage) => void = () => undefined,
    private readonly ended: (page: LivePage) => void = () => undefined,
  ) {}

  /** Resolves when the node has sent its position. */
  async open(url: string, ticket: string): Promise<void> {
    const { hostname, port } = new URL(url);
    let take = (_bytes: Buffer): void => undefined;
    const onread = {
      buffer: SHARED,
      callback: (length: number) => {
        take(SHARED.subarray(0, length));
        return true;
      },
    };
    const socket = connect({ port: Number(port), host: hostname, onread } satisfies NetConnectOpts);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const since = this.last < 0 ? '' : `&since=${this.last}`;
    const { host } = new URL(PUBLIC_URL);
    socket.write(
      `GET ${SOCKET_PATH}?context=${ticket}${since} HTTP/1.1\r\nhost: ${host}\r\norigin: ${PUBLIC_URL}\r\nconnection: Upgrade\r\n` +
        'upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    this.rest = NOTHING;
    await new Promise<void>((resolve, reject) => {
      let isUpgraded = false;
      take = (piece) => {
        let bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
        if (!isUpgraded) {
          const end = bytes.indexOf('\r\n\r\n');
          if (end < 0) return void (this.rest = Buffer.from(bytes));
          const head = bytes.toString('latin1', 0, end);
          if (!head.startsWith('HTTP/1.1 101')) return reject(new Error(`no socket: ${head.split('\r\n')[0]}`));
          isUpgraded = true;
          bytes = bytes.subarray(end + 4);
        }
        if (this.readFrames(socket, bytes)) resolve();
      };
      socket.once('close', () => {
        reject(new Error('the socket was closed'));
        if (this.socket !== socket) return;
        this.socket = undefined;
        this.ended(this);
      });
    });
    this.socket = socket;
  }

  close(): void {
    const { socket } = this;
    this.socket = undefined;
    socket?.destroy();
  }

  /** Keeps a copy of an incomplete frame. Returns whether there was a message. */
  private readFrames(socket: Socket, bytes: Buffer): boolean {
    let hasMessage = false;
    for (let rest = bytes; ;) {
      const frame = frameOf(rest);
      if (frame === undefined) {
        this.rest = rest.length === 0 ? NOTHING : Buffer.from(rest);
        return hasMessage;
      }
      rest = rest.subarray(frame.end);
      if (frame.opcode === PING) socket.write(PONG);
      else if (frame.opcode === CLOSE) socket.end();
      else if (frame.opcode === TEXT) {
        this.take(JSON.parse(frame.payload.toString('latin1')) as SocketMessage);
        hasMessage = true;
      }
    }
  }

  private take(message: SocketMessage): void {
    if (!('events' in message)) return;
    if (this.last < 0) this.last = message.sequence - message.events.length;
    for (const { sequence } of message.events) {
      if (sequence <= this.last) this.twice += 1;
      else this.lost += sequence - this.last - 1;
      this.last = Math.max(this.last, sequence);
    }
    if (message.reset || message.sequence > this.last) this.lost += 1;
    this.onMessage(this);
  }
}

/** The first frame of a server, which does not mask; undefined if it is incomplete. */
function frameOf(bytes: Buffer): { opcode: number; payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes[1]! & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  const end = head + length;
  if (bytes.length < end) return undefined;
  return { opcode: bytes[0]! & 0x0f, payload: bytes.subarray(head, end), end };
}
