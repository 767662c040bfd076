import { buffers, eventChannel, END } from 'redux-saga';
import { SOCKET_PATH } from '../../contract';
import type { SocketPort, SocketSignal } from '../../sagas/ports';
import type { Vault } from './secrets.port';

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
        socket.onmessage = ({ data }) => gathered.add(parse(data));
        socket.onclose = ({ code }) => {
          gathered.flush();
          emit({ type: 'closed', code });
          emit(END);
        };
        return () => {
          socket.onopen = socket.onmessage = socket.onclose = null;
          socket.close();
          gathered.stop();
        };
      }, buffers.expanding(16)),
  };
}

const FRAME_MS = 16;

/** The first is passed on at once; what follows within a frame of the screen is passed on together at its end. */
function gather(pass: (data: unknown) => void) {
  let waiting: unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    const data = waiting.length === 1 ? waiting[0] : waiting;
    waiting = [];
    timer = setTimeout(flush, FRAME_MS);
    pass(data);
  };
  return {
    add(data: unknown) {
      waiting.push(data);
      if (timer === undefined) flush();
    },
    flush() {
      clearTimeout(timer);
      flush();
    },
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
