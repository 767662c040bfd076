import { buffers, eventChannel, END } from 'redux-saga';
import { SOCKET_PATH } from '../../contract';
import type { SocketPort, SocketSignal } from '../../sagas/ports';
import type { Vault } from './secrets.port';

/**
 * The server says something every 25 s. In so many looks it should have: the link is gone, and nobody has said so. Looks
 * are counted, not time, so that neither a hidden tab, whose timers are slow, nor one that slept loses a good link.
 */
const LOOK_MS = 5_000;
const QUIET_LOOKS = 8;
/** What a browser says of a link that broke. */
const LOST = 1006;

export function createSocketPort(service: string, vault: Vault): SocketPort {
  return {
    open: (context) =>
      eventChannel<SocketSignal>((emit) => {
        const address = new URL(`${service}${SOCKET_PATH}`, window.location.href);
        address.protocol = address.protocol.replace('http', 'ws');
        address.searchParams.set('context', vault.open(context) ?? '');
        vault.wipe([context]);
        const socket = new WebSocket(address);
        socket.onopen = () => emit({ type: 'opened' });
        const gathered = gather((data) => emit({ type: 'message', data }));
        const closed = (code: number) => {
          gathered.flush();
          emit({ type: 'closed', code });
          emit(END);
        };
        let quiet = 0;
        const looks = setInterval(() => (quiet += 1) >= QUIET_LOOKS && closed(LOST), LOOK_MS);
        socket.onmessage = ({ data }) => {
          quiet = 0;
          gathered.add(parse(data));
        };
        socket.onclose = ({ code }) => closed(code);
        return () => {
          clearInterval(looks);
          socket.onopen = socket.onmessage = socket.onclose = null;
          socket.close();
          gathered.stop();
        };
      }, buffers.expanding(16)),
  };
}

const FRAME_MS = 16;

/**
 * The first is passed on at once; what follows within a frame of the screen is passed on together at its end. A browser
 * keeps the timers of a hidden tab waiting for up to a minute, and others may hang on this tab: messages look at the clock.
 */
function gather(pass: (data: unknown) => void) {
  let waiting: unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let passedAt = 0;
  const flush = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    const data = waiting.length === 1 ? waiting[0] : waiting;
    waiting = [];
    timer = setTimeout(flush, FRAME_MS);
    passedAt = performance.now();
    pass(data);
  };
  const passNow = () => {
    clearTimeout(timer);
    flush();
  };
  return {
    add(data: unknown) {
      waiting.push(data);
      if (timer === undefined || performance.now() - passedAt >= FRAME_MS) passNow();
    },
    flush: passNow,
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}

/** A frame that is not JSON is nobody's message. */
function parse(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : null;
  } catch {
    return null;
  }
}
