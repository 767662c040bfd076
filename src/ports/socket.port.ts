import { END, buffers, eventChannel } from 'redux-saga';
import { SOCKET_PATH } from '../../contract/notifications/realtime.endpoints';
import type { SocketPort, SocketSignal } from '../../sagas/base/ports/network';
import type { SecretStore } from './secrets.port';

/**
 * The server sends something every 25 s. After this many checks without a message the connection counts as lost. Checks
 * are counted instead of time, so that slow timers of a hidden tab, or sleep, do not drop a good connection.
 */
const CHECK_MS = 5_000;
const QUIET_CHECKS = 8;
/** The close code of a broken connection. */
const LOST = 1006;

/** Websockets to a service. The ticket's value is removed from the secret store when it is used. */
export function createSocketPort(service: string, secrets: SecretStore): SocketPort {
  return {
    open: (context) =>
      eventChannel<SocketSignal>((emit) => {
        const address = new URL(`${service}${SOCKET_PATH}`, window.location.href);
        address.protocol = address.protocol.replace('http', 'ws');
        address.searchParams.set('context', secrets.open(context) ?? '');
        secrets.clear([context]);
        const socket = new WebSocket(address);
        socket.onopen = () => emit({ type: 'opened' });
        const gathered = gather((data) => emit({ type: 'message', data }));
        const closed = (code: number) => {
          gathered.flush();
          emit({ type: 'closed', code });
          emit(END);
        };
        let quiet = 0;
        const checks = setInterval(() => (quiet += 1) >= QUIET_CHECKS && closed(LOST), CHECK_MS);
        socket.onmessage = ({ data }) => {
          quiet = 0;
          gathered.add(parse(data));
        };
        socket.onclose = ({ code }) => closed(code);
        return () => {
          clearInterval(checks);
          socket.onopen = socket.onmessage = socket.onclose = null;
          socket.close();
          gathered.stop();
        };
      }, buffers.expanding(16)),
  };
}

const FRAME_MS = 16;

/**
 * The first message is passed on immediately; those within one frame after it are passed on together at its end. A
 * hidden tab's timers may be late by a minute while other tabs depend on this one, so each message checks the clock as
 * well.
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

/** Null for a frame that is not JSON. */
function parse(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : null;
  } catch {
    return null;
  }
}
